import type { FigureName } from '../state/evaluation';
import { figureTitle } from './figures';

interface FigureChoiceProps<Name extends FigureName> {
  readonly label: string;
  readonly testId: string;
  readonly names: readonly Name[];
  readonly value: Name;
  choose(name: Name): void;
}

/** One of the figures of a result. */
export function FigureChoice<Name extends FigureName>({
  label,
  testId,
  names,
  value,
  choose,
}: FigureChoiceProps<Name>) {
  return (
    <label className="flex items-center gap-2 text-muted">
      {label}
      <select
        data-testid={testId}
        value={value}
        onChange={(event) => {
          const name = names.find((one) => one === event.target.value);
          if (name) choose(name);
        }}
        className="h-8 rounded-md border border-edge bg-case px-2 text-14 text-ink"
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {figureTitle(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
