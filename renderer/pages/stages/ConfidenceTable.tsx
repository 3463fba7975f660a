import type { Answer, ConfidencePart, Run } from '@shared/contract/index';
import { backingOf } from '@shared/prompt/answer-backing';
import { t } from '@shared/words/index';
import { useModelNames } from '../../state/search-models';
import { useStages } from '../../state/stages';
import { formatDecimals, formatPercent, formatSigned } from '../../ui/quantities';

export function ConfidenceOfRun({ run, answer }: { readonly run: Run; readonly answer: Answer }) {
  const asksWhy = useStages((state) => state.asksWhy);
  const modelName = useModelNames();
  return <ConfidenceTable answer={answer} model={modelName(run.embeddingModel)} open={asksWhy} />;
}

const gave = ({ value, weight }: ConfidencePart): number => value * weight;

export function ConfidenceTable({ answer, model, open }: Readonly<{ answer: Answer; model: string; open: boolean }>) {
  const { weighed, whole } = answer;
  // An overview lists documents: its rightness is not a matter of chance.
  if (!weighed || whole) return null;
  const sum = weighed.reduce((before, part) => before + gave(part), 0);
  const percent = formatPercent(1 / (1 + Math.exp(-sum)));
  return (
    <details
      data-testid="confidence-table"
      open={open}
      className="content mx-4 mt-4 mb-2 shrink-0 rounded-md border border-hairline px-4 py-2 text-14"
    >
      <summary className="cursor-pointer">
        <span className="font-medium">{t('stages.confidence.title')}</span>{' '}
        <span className="text-muted">
          {verdictOf(answer)} · <span className="tabular">{percent}</span>
        </span>
      </summary>
      <table className="mt-2 w-full max-w-160">
        <thead className="text-left text-12 text-muted">
          <tr>
            <th className="py-1 font-normal">{t('stages.confidence.columns.input')}</th>
            {(['value', 'weight', 'gave'] as const).map((column) => (
              <th key={column} className="py-1 pl-4 text-right font-normal">
                {t(`stages.confidence.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weighed.map((part) => (
            <tr key={part.input} data-testid="confidence-part" className="border-t border-hairline">
              <th scope="row" className="py-1 text-left font-normal text-soft">
                {t(`stages.confidence.inputs.${part.input}`)}
              </th>
              <td
                className={`tabular py-1 pl-4 text-right ${part.input === 'missingNumbers' ? 'max-w-24 break-words' : 'whitespace-nowrap'}`}
              >
                {shownValue(part, answer)}
              </td>
              <td className="tabular py-1 pl-4 text-right text-muted">{formatSigned(part.weight, 2)}</td>
              <td className="tabular py-1 pl-4 text-right font-medium">{formatSigned(gave(part), 2)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-edge">
            <th scope="row" colSpan={3} className="py-1 text-left font-medium">
              {t('stages.confidence.sum', { percent })}
            </th>
            <td className="tabular py-1 pl-4 text-right font-medium">{formatSigned(sum, 2)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="mt-1 max-w-160 pb-1 text-12 text-muted">{t('stages.confidence.how', { model })}</p>
    </details>
  );
}

function verdictOf(answer: Answer): string {
  if (answer.outcome === 'fallback') return t('chat.fallback');
  const backing = backingOf(answer);
  return backing === 'passages' ? t(`chat.bands.${answer.band}`) : t(`chat.unbacked.${backing}`);
}

function shownValue({ input, value }: ConfidencePart, { basis }: Answer): string {
  if (input === 'start') return '';
  if (input === 'coverage') return formatPercent(value);
  if (input === 'nearness') return formatDecimals(value, 2);
  const numbers = basis?.missingNumbers ?? [];
  return numbers.length > 0 ? numbers.join(', ') : t('app.none');
}
