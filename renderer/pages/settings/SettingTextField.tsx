import type { ErrorReport } from '@shared/errors';
import { errorLine } from '@shared/words/said';
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { createFieldDraft } from '../../state/field-draft';
import { FieldHelp } from '../../ui/fields';
import type { SettingProps } from './SettingRow';

interface TextFieldProps
  extends SettingProps,
    Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'placeholder'> {
  readonly value: string;
  readonly beside?: boolean;
  readonly action?: ReactNode;
  /** The refused value, or null. Read when Enter is pressed or the field is left. */
  commit(text: string): Promise<ErrorReport | null>;
}

/** A field that keeps a refused value, with the reason under it; Escape restores the value in force. */
export function SettingTextField(props: TextFieldProps) {
  const { label, help, value, testId, beside, mark, action, note, commit: keep, ...input } = props;
  const [useDraft] = useState(createFieldDraft);
  const { draft, error, type: typed, back, commit } = useDraft();
  const id = useId();

  return (
    <div data-setting className={beside ? 'grid grid-cols-[minmax(0,1fr)_9rem] items-start gap-x-4 py-2' : 'py-2'}>
      <div>
        <div className="flex items-center gap-2">
          <label htmlFor={id} className="font-medium">
            {label}
          </label>
          {mark}
        </div>
        <FieldHelp id={`${id}-help`}>{help}</FieldHelp>
      </div>
      <div className={beside ? '' : 'mt-2'}>
        <div className="flex gap-2">
          <input
            id={id}
            data-testid={testId}
            type="text"
            inputMode="text"
            {...input}
            autoComplete="off"
            spellCheck={false}
            value={draft ?? value}
            aria-invalid={error ? true : undefined}
            aria-describedby={
              [error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ') || undefined
            }
            onChange={(event) => typed(event.target.value)}
            onBlur={() => void commit(value, keep)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              if (event.key === 'Enter') void commit(value, keep);
              else if (event.key === 'Escape' && draft !== null) back();
              else return;
              event.preventDefault();
            }}
            className="h-8 min-w-0 flex-1 rounded-md border border-edge bg-case px-3 text-14 aria-invalid:border-danger"
          />
          {action}
        </div>
      </div>
      {error ? (
        <div
          id={`${id}-error`}
          role="alert"
          data-testid={`${testId}-error`}
          className="content col-span-2 mt-1 text-12 text-danger"
        >
          {errorLine(error)}
        </div>
      ) : null}
      {note}
    </div>
  );
}
