import type { EvaluationResult } from '@shared/contract/index';
import type { FigureName } from '../state/evaluation';
import { t } from '../strings/index';
import { bestOf, figureHelp, figureOf, figureText, figureTitle, shownMeasures, times } from './figures';
import { wayName } from './ways';

/** Every way with its figures; the best of a column is also called so. */
export function FigureTable({ result }: { readonly result: EvaluationResult }) {
  const { configurations } = result;
  const columns: readonly FigureName[] = [...shownMeasures(result.measures), ...times];
  const best = new Map(columns.map((name) => [name, bestOf(configurations, name)]));
  return (
    <section aria-labelledby="evaluate-figures">
      <h3 id="evaluate-figures" className="text-16 font-semibold">
        {t('evaluate.figures')}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by the keys */}
      <section tabIndex={0} aria-labelledby="evaluate-figures" className="content mt-2 overflow-x-auto">
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
      </section>
    </section>
  );
}
