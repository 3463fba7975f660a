import { type ReactNode, useId } from 'react';
import { t } from '../strings/index';

interface SwitchProps {
  readonly label: string;
  readonly help?: string;
  readonly on: boolean;
  readonly testId: string;
  readonly mark?: ReactNode;
  readonly note?: ReactNode;
  turn(on: boolean): void;
}

/** On or off, in force at once; the word stands beside the picture. */
export function Switch({ label, help, on, testId, mark, note, turn }: SwitchProps) {
  const id = useId();
  return (
    <div className="py-2">
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <div className="flex items-center gap-2">
            <span id={id} className="font-medium">
              {label}
            </span>
            {mark}
          </div>
          {help ? (
            <p id={`${id}-help`} className="mt-0.5 text-12 text-muted">
              {help}
            </p>
          ) : null}
        </div>
        <button
          type="button"
          role="switch"
          aria-checked={on}
          aria-labelledby={id}
          aria-describedby={help ? `${id}-help` : undefined}
          data-testid={testId}
          onClick={() => turn(!on)}
          className="group -mr-1 flex h-8 shrink-0 items-center gap-2 rounded-md px-1"
        >
          <span aria-hidden className="text-12 text-muted">
            {on ? t('settings.on') : t('settings.off')}
          </span>
          <span
            aria-hidden
            className="flex h-5 w-9 items-center rounded-full border border-muted bg-raised px-0.5 group-aria-checked:border-accent group-aria-checked:bg-accent"
          >
            <span className="size-3.5 rounded-full bg-muted transition-transform duration-120 group-aria-checked:translate-x-4 group-aria-checked:bg-on-accent" />
          </span>
        </button>
      </div>
      {note}
    </div>
  );
}
