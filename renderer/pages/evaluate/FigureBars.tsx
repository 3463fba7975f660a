import type { EvaluationResult } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { type FigureName, useEvaluation } from '../../state/evaluation';
import { wayName } from '../../state/ways';
import { Select } from '../../ui/fields';
import { Part } from './FigureParts';
import { barLength, bestOf, figureHelp, figureOf, figureText, figureTitle, shownMeasures, timesOf } from './figures';

/** Two figures of every way beside each other as bars, each with its number: quality and time unless others are chosen. */
export function FigureBars({ result }: { readonly result: EvaluationResult }) {
  const { configurations, measures } = result;
  const names: readonly FigureName[] = [...measures, ...timesOf(configurations)];
  const { bars, showBars } = useEvaluation();
  // A way chosen at another result may be unmeasured here.
  const left = names.find((name) => name === bars.left) ?? shownMeasures(measures)[0] ?? 'p50';
  const right = names.find((name) => name === bars.right) ?? 'p95';
  const sides = [
    { id: 'left', name: left, best: bestOf(configurations, left) },
    { id: 'right', name: right, best: bestOf(configurations, right) },
  ] as const;
  const row = 'col-span-full grid grid-cols-subgrid items-center gap-y-1';
  return (
    <section aria-labelledby="evaluate-bars">
      <h3 id="evaluate-bars" className="text-16 font-semibold">
        {t('evaluate.bars')}
      </h3>
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)_max-content] gap-x-3 gap-y-3 @[640px]:grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)_max-content_minmax(0,1fr)_max-content] @[640px]:gap-y-2">
        <div className={`${row} items-start!`}>
          <span className="hidden @[640px]:block" />
          {sides.map(({ id, name }) => (
            <div key={id} className="col-span-2 pb-1">
              <Select
                label={t(`evaluate.barsOf.${id}`)}
                data-testid={`bars-of-${id}`}
                options={names}
                nameOf={figureTitle}
                value={name}
                choose={(chosen) => showBars({ [id]: chosen })}
              />
              <p className="mt-1 text-12 text-muted">{figureHelp(name)}</p>
            </div>
          ))}
        </div>
        <ul className={`${row} gap-y-2`}>
          {configurations.map((one) => (
            <li key={one.name} data-testid="figure-bar" className={row}>
              <span className="col-span-full break-words @[640px]:col-span-1 @[640px]:max-w-56">{wayName(one)}</span>
              {sides.map(({ id, name, best }) => (
                <Bar
                  key={id}
                  name={name}
                  value={figureOf(one, name)}
                  length={barLength(configurations, name, figureOf(one, name))}
                  isBest={best.has(one.name)}
                />
              ))}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

interface BarProps {
  readonly name: FigureName;
  readonly value: number;
  /** 0–1. */
  readonly length: number;
  readonly isBest: boolean;
}

function Bar({ name, value, length, isBest }: BarProps) {
  return (
    <>
      <span aria-hidden className="figure-bar h-3 overflow-hidden rounded-sm bg-raised">
        <span
          data-figure={name}
          className={`block h-full rounded-sm ${isBest ? 'bg-accent' : 'bg-muted'}`}
          style={{ width: `${100 * length}%` }}
        />
      </span>
      {/* The mark has its place in every row: the numbers are aligned. */}
      <span className="tabular grid grid-cols-[1fr_max-content] items-baseline gap-x-2 @[640px]:mr-3">
        <span className="text-right">
          <span className="mr-2 text-12 text-muted @[640px]:sr-only">{figureTitle(name)}</span>
          {figureText(name, value)}
        </span>
        <span className={`text-12 text-accent ${isBest ? '' : 'invisible'}`}>{t('evaluate.best')}</span>
      </span>
    </>
  );
}

export function FigureTable({ result }: { readonly result: EvaluationResult }) {
  const { configurations } = result;
  const columns: readonly FigureName[] = [...shownMeasures(result.measures), ...timesOf(configurations)];
  const best = new Map(columns.map((name) => [name, bestOf(configurations, name)]));
  return (
    <Part title={t('evaluate.figures')}>
      <table data-testid="figure-table" className="tabular w-full border-collapse text-right">
        <thead className="text-12 text-muted">
          <tr className="border-b border-hairline">
            <th scope="col" className="py-2 pr-3 text-left font-normal">
              {t('evaluate.way')}
            </th>
            {columns.map((name) => (
              <th key={name} scope="col" title={figureHelp(name)} className="px-2 py-2 font-normal">
                {figureTitle(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {configurations.map((one) => (
            <tr key={one.name} data-way={one.name} className="border-b border-hairline align-top">
              <th scope="row" className="py-2 pr-3 text-left font-medium">
                {wayName(one)}
              </th>
              {columns.map((name) => {
                const isBest = best.get(name)?.has(one.name) ?? false;
                return (
                  <td
                    key={name}
                    data-figure={name}
                    className={`whitespace-nowrap px-2 py-2 ${isBest ? 'font-semibold' : ''}`}
                  >
                    {figureText(name, figureOf(one, name))}
                    {isBest ? (
                      <span className="block whitespace-nowrap text-12 font-medium text-accent">
                        {' '}
                        {t('evaluate.best')}
                      </span>
                    ) : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}
