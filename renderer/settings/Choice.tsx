import { type ReactNode, useId } from 'react';

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly help?: string;
  readonly value: T | null;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly testId: string;
  readonly mark?: ReactNode;
  readonly note?: ReactNode;
  choose(value: T): void;
}

/** One of a few, side by side; the arrows move the choice. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, help, value, options, testId, mark, note, choose } = props;
  const name = useId();
  return (
    <fieldset className="py-2" aria-describedby={help ? `${name}-help` : undefined}>
      <div className="flex items-center gap-2">
        <legend className="contents font-medium">{label}</legend>
        {mark}
      </div>
      {help ? (
        <p id={`${name}-help`} className="mt-0.5 text-12 text-muted">
          {help}
        </p>
      ) : null}
      <div className="mt-2 flex flex-wrap gap-1">
        {options.map((option) => (
          <label
            key={option.value}
            data-testid={`${testId}-${option.value}`}
            className="relative flex h-8 items-center rounded-md border border-edge px-3 text-14 hover:bg-raised has-checked:border-accent has-checked:bg-accent-wash has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={option.value === value}
              onChange={() => choose(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {note}
    </fieldset>
  );
}
