import type { EvaluationResult } from '@shared/contract/index';
import { useState } from 'react';
import { t } from '../strings/index';
import { FigureChoice } from './FigureChoice';
import { barLength, bestOf, type FigureName, figureHelp, figureOf, figureText, shownMeasures, times } from './figures';
import { wayName } from './ways';

/** One figure of every way as bars, each with its number: what is drawn can be read too. */
export function FigureBars({ result }: { readonly result: EvaluationResult }) {
  const { configurations } = result;
  const names: readonly FigureName[] = [...result.measures, ...times];
  const [name, setName] = useState<FigureName>(shownMeasures(result.measures)[0] ?? 'p95');
  const best = bestOf(configurations, name);
  return (
    <section aria-labelledby="evaluate-bars">
      <div className="flex flex-wrap items-center gap-4">
        <h3 id="evaluate-bars" className="text-16 font-semibold">
          {t('evaluate.bars')}
        </h3>
        <FigureChoice label={t('evaluate.barsOf')} testId="bars-of" names={names} value={name} choose={setName} />
      </div>
      <p className="mt-1 text-12 text-muted">{figureHelp(name)}</p>
      <ul className="mt-3 grid grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)_max-content_max-content] items-center gap-x-2 gap-y-2">
        {configurations.map((one) => {
          const value = figureOf(one, name);
          const isBest = best.has(one.name);
          return (
            <li key={one.name} data-testid="figure-bar" className="col-span-4 grid grid-cols-subgrid items-center">
              <span className="mr-2 max-w-56 break-words">{wayName(one)}</span>
              <span aria-hidden className="h-3 overflow-hidden rounded-sm bg-raised">
                <span
                  className={`block h-full rounded-sm ${isBest ? 'bg-accent' : 'bg-muted'}`}
                  style={{ width: `${100 * barLength(configurations, name, value)}%` }}
                />
              </span>
              <span className="tabular ml-2 text-right">{figureText(name, value)}</span>
              {/* In a column of its own, so that the numbers stand one below the other. */}
              <span className="text-12 text-accent">{isBest ? t('evaluate.best') : ''}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
