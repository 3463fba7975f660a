import { t } from '@shared/words/index';
import { type ReactNode, useId } from 'react';

interface PartProps {
  readonly title: string;
  readonly note?: string;
  readonly testId?: string;
  readonly children: ReactNode;
}

/** Figures that belong together, under their heading; of a table what does not fit is scrolled sideways. */
export function Part({ title, note, testId, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} data-testid={testId}>
      <h3 id={id} className="text-16 font-semibold">
        {title}
      </h3>
      {note ? <p className="content mt-1 text-12 text-muted">{note}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by the keys */}
      <section tabIndex={0} aria-labelledby={id} className="content mt-2 overflow-x-auto">
        {children}
      </section>
    </section>
  );
}

interface ColumnsProps {
  readonly heads: readonly string[];
  readonly testId: string;
  readonly children: ReactNode;
}

/** A table of figures: the first column names the row. */
export function Columns({ heads, testId, children }: ColumnsProps) {
  return (
    <table data-testid={testId} className="tabular w-full border-collapse text-right">
      <thead className="text-12 text-muted">
        <tr className="border-b border-hairline">
          {heads.map((head, at) => (
            <th key={head} scope="col" className={`py-2 font-normal ${at === 0 ? 'pr-3 text-left' : 'px-2'}`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

export function ColumnRow({ name, cells }: Readonly<{ name: ReactNode; cells: readonly ReactNode[] }>) {
  return (
    <tr className="border-b border-hairline">
      <th scope="row" className="py-2 pr-3 text-left font-medium">
        {name}
      </th>
      {cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column has its place
        <td key={at} className="px-2 py-2 whitespace-nowrap">
          {cell}
        </td>
      ))}
    </tr>
  );
}

interface ShareBarsProps {
  readonly of: number;
  readonly rows: readonly (readonly [id: string, name: string, count: number])[];
}

export function ShareBars({ of, rows }: ShareBarsProps) {
  return (
    <ul className="grid grid-cols-[minmax(6rem,max-content)_minmax(3rem,1fr)_max-content] items-center gap-x-3 gap-y-2">
      {rows.map(([id, name, count]) => (
        <li key={id} data-testid="share" data-share={id} className="col-span-full grid grid-cols-subgrid items-center">
          <span className="max-w-80 break-words">{name}</span>
          <Bar share={of > 0 ? count / of : 0} />
          <span className="tabular text-right">
            {t('insights.share', { count, percent: of > 0 ? Math.round((100 * count) / of) : 0 })}
          </span>
        </li>
      ))}
    </ul>
  );
}

export const Bar = ({ share }: { readonly share: number }) => (
  <span aria-hidden className="figure-bar block h-3 overflow-hidden rounded-sm bg-raised">
    <span className="block h-full rounded-sm bg-accent" style={{ width: `${100 * share}%` }} />
  </span>
);
