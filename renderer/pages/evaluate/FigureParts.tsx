import { t } from '@shared/words/index';
import { Fragment, type ReactNode, useId } from 'react';

type PartProps = Readonly<{ title: string; note?: string; testId?: string; beside?: ReactNode; children: ReactNode }>;

export function Headed({ title, note, testId, beside, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} data-testid={testId}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 id={id} className="text-16 font-semibold">
          {title}
        </h3>
        {beside}
      </div>
      {note ? <p className="content mt-1 text-12 text-muted">{note}</p> : null}
      {children}
    </section>
  );
}

export const Part = ({ children, ...head }: PartProps) => (
  <Headed {...head}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by the keys */}
    <section tabIndex={0} aria-label={head.title} className="content mt-2 overflow-x-auto">
      {children}
    </section>
  </Headed>
);

export const Facts = ({
  of,
  testId,
  look = 'w-max max-w-full grid-cols-[minmax(0,1fr)_max-content] gap-x-6',
}: Readonly<{ of: readonly (readonly [name: string, value: ReactNode])[]; testId?: string; look?: string }>) => (
  <dl data-testid={testId} className={`content grid gap-y-1 ${look}`}>
    {of.map(([name, value]) => (
      <Fragment key={name}>
        <dt className="text-muted">{name}</dt>
        <dd className="tabular min-w-0">{value}</dd>
      </Fragment>
    ))}
  </dl>
);

interface ColumnsProps {
  readonly testId: string;
  readonly heads: readonly ReactNode[];
  readonly rows: readonly Readonly<{ key: string; name: ReactNode; cells: readonly ReactNode[] }>[];
  readonly look?: string;
}

export const Columns = ({ testId, heads, rows, look = '' }: ColumnsProps) => (
  <table data-testid={testId} className="tabular w-full border-collapse text-right">
    <thead className="text-12 text-muted">
      <tr className="border-b border-hairline">
        {heads.map((head, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <th key={at} scope="col" className={`py-2 font-normal ${at === 0 ? 'pr-3 text-left' : 'px-2'}`}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, name, cells }) => (
        <tr key={key} className={`border-b border-hairline ${look}`}>
          <th scope="row" className="py-2 pr-3 text-left font-medium">
            {name}
          </th>
          {cells.map((cell, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <td key={at} className="px-2 py-2 whitespace-nowrap">
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

type ShareBarsProps = Readonly<{ of: number; rows: readonly (readonly [id: string, name: string, count: number])[] }>;

export const ShareBars = ({ of, rows }: ShareBarsProps) => (
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

export const Bar = ({ share }: { readonly share: number }) => (
  <span aria-hidden className="figure-bar block h-3 overflow-hidden rounded-sm bg-raised">
    <span className="block h-full rounded-sm bg-accent" style={{ width: `${100 * share}%` }} />
  </span>
);
