import {
  type ConfigurationFigures,
  type EvaluationResult,
  evaluationMeasures,
  type MeasureName,
} from '@shared/contract/index';
import { t } from '@shared/words/index';
import { Fragment, type ReactNode, useId } from 'react';
import { wayName } from '../../state/ways';
import { formatDecimals, formatDuration } from '../../ui/quantities';

/** A measure of quality, where more is better, or a time, where less is. */
type FigureName = MeasureName | 'p50' | 'p95' | 'p99';

/** The figures of every way, one beside the other, with the best of each marked. */
export function FigureTable({ result }: { readonly result: EvaluationResult }) {
  const { configurations } = result;
  const columns = [...shownMeasures(result.measures), ...timesOf(configurations)].map((name: FigureName) => {
    return { name, best: bestOf(configurations, name) };
  });
  const heads = columns.map(({ name }) => (
    <span key={name} title={figureHelp(name)}>
      {figureTitle(name)}
    </span>
  ));
  const rows = configurations.map((one) => ({
    key: one.name,
    name: <span data-way={one.name}>{wayName(one)}</span>,
    cells: columns.map(({ name, best }) => (
      <span key={name} data-figure={name} className={best.has(one.name) ? 'font-semibold' : ''}>
        {figureText(name, figureOf(one, name))}{' '}
        {best.has(one.name) ? (
          <span className="block text-12 font-medium text-accent">{t('evaluate.best')}</span>
        ) : null}
      </span>
    )),
  }));
  return (
    <Part title={t('evaluate.figures')}>
      <Columns testId="figure-table" heads={[t('evaluate.way'), ...heads]} rows={rows} look="align-top" />
    </Part>
  );
}

const times = ['p50', 'p95', 'p99'] as const;

const isTime = (name: FigureName): name is (typeof times)[number] => times.some((time) => time === name);

/** The times that all of these were measured by: a result that was kept for long has no p99. */
const timesOf = (configurations: readonly ConfigurationFigures[]) =>
  times.filter((time) => configurations.every(({ latency }) => latency[time] !== undefined));

/** The main measures; a result with other cutoffs shows its deepest of each kind instead. */
const usual: readonly MeasureName[] = ['ndcg@10', 'mrr@10', 'recall@10', 'recall@100', 'p@5'];

const kindOf = (measure: MeasureName) => evaluationMeasures.find((kind) => measure.startsWith(`${kind}@`)) ?? 'ndcg';
const cutoffOf = (measure: MeasureName): number => Number(measure.split('@')[1]);

export const shownMeasures = (measured: readonly MeasureName[]): readonly MeasureName[] =>
  evaluationMeasures.flatMap((kind) => {
    const ofKind = measured.filter((measure) => kindOf(measure) === kind);
    const known = usual.filter((measure) => ofKind.includes(measure));
    const deepest = ofKind.toSorted((one, other) => cutoffOf(other) - cutoffOf(one)).slice(0, 1);
    return known.length > 0 ? known : deepest;
  });

const figureOf = (figures: ConfigurationFigures, name: FigureName): number =>
  (isTime(name) ? figures.latency[name] : figures.figures[name]) ?? 0;

/** The names of the ways with the best rounded figure; none if all are equal. */
export function bestOf(configurations: readonly ConfigurationFigures[], name: FigureName): ReadonlySet<string> {
  const values = configurations.map((one) => figureOf(one, name));
  const best = isTime(name) ? Math.min(...values) : Math.max(...values);
  const winners = configurations.filter((one) => figureText(name, figureOf(one, name)) === figureText(name, best));
  return new Set(winners.length === configurations.length ? [] : winners.map((one) => one.name));
}

export const figureTitle = (name: FigureName): string =>
  isTime(name) ? t(`evaluate.${name}`) : t(`evaluate.measures.${kindOf(name)}`, { k: cutoffOf(name) });

const figureHelp = (name: FigureName): string =>
  isTime(name) ? t('evaluate.timeHelp') : t(`evaluate.measureHelp.${kindOf(name)}`, { k: cutoffOf(name) });

const figureText = (name: FigureName, value: number): string =>
  isTime(name) ? formatDuration(value) : formatDecimals(value, 4);

/** How sure one may be that a difference is none of chance, by its p-value at the usual levels of 1 and 5 %. */
export function chanceOf(pValue: number): 'surely' | 'likely' | 'maybe' {
  if (pValue < 0.01) return 'surely';
  return pValue < 0.05 ? 'likely' : 'maybe';
}

/** In how many of how many cases chance alone does it, as a class reads a p-value: `3` of `100`; below 0.001 fewer than 1 of 1,000. */
export function casesOf(pValue: number): { readonly cases: number; readonly of: number } {
  const of = pValue < 0.01 ? 1000 : 100;
  return { cases: Math.max(1, Math.round(pValue * of)), of };
}

type PartProps = Readonly<{ title: string; note?: string; testId?: string; children: ReactNode }>;

export function Headed({ title, note, testId, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} data-testid={testId}>
      <h3 id={id} className="text-16 font-semibold">
        {title}
      </h3>
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
