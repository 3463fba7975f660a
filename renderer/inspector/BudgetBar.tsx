import type { OriginBlock } from '@shared/prompt-origins';
import { noModelCounts, type SuperPrompt } from '@shared/super-prompt';
import { useModelNames } from '../components/model-name';
import { formatCount } from '../components/quantities';
import { t } from '../strings/index';
import type { PromptBudget } from './prompt-measure';

interface BudgetBarProps {
  readonly measured: PromptBudget;
  /** What A4 counted, with the tokenizer it had; absent before A4 and in runs of earlier versions. */
  readonly counted: SuperPrompt['extras']['token_count'];
}

/** One bar for the budget of the prompt: what each origin takes, the line of the budget, and behind it what was cut. */
export function BudgetBar({ measured, counted }: BudgetBarProps) {
  const modelName = useModelNames();
  const { sizes, used, dropped, budget, scale } = measured;
  const share = (tokens: number): string => `${(100 * tokens) / scale}%`;
  // Said on the left of the line where the line stands far right.
  const limit = t('inspector.budget.line', { tokens: budget });
  return (
    <div data-testid="budget">
      <p className="tabular text-12 text-muted" title={t('inspector.budget.estimated')}>
        {t('inspector.budget.used', { used, budget })}
        {dropped.chunks > 0 ? (
          <span data-testid="budget-dropped" className="text-caution">
            {' · '}
            {t('inspector.budget.dropped', { count: dropped.chunks, tokens: formatCount(dropped.tokens) })}
          </span>
        ) : null}
      </p>
      {counted ? (
        <p className="tabular text-12 text-muted" data-testid="budget-counted">
          {counted.model === noModelCounts
            ? t('inspector.budget.countedWithoutModel', { passages: counted.passages, room: counted.room })
            : t(counted.exact ? 'inspector.budget.countedExactly' : 'inspector.budget.countedRoughly', {
                passages: counted.passages,
                room: counted.room,
                model: modelName(counted.model),
              })}
        </p>
      ) : null}
      <div aria-hidden className="budget-bar mt-2">
        {sizes.map(({ block, tokens }) => (
          <span key={block} className="origin-fill" data-origin={block} style={{ width: share(tokens) }} />
        ))}
        {dropped.tokens > 0 ? (
          <span
            className="budget-cut"
            style={{ left: share(Math.max(budget, used)), width: share(dropped.tokens) }}
            title={limit}
          />
        ) : null}
        <span className="budget-line" style={{ left: share(budget) }} title={limit} />
      </div>
      <ul aria-label={t('inspector.blocks')} className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        {sizes.map(({ block, tokens }) => (
          <li key={block} data-testid={`block-${block}`} className="flex items-center gap-1.5 text-12 text-soft">
            <OriginLetter origin={block} />
            {t(`inspector.origins.${block}`)}
            <span className="tabular text-muted">{t('inspector.budget.tokens', { tokens })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function OriginLetter({ origin }: { readonly origin: OriginBlock }) {
  return (
    <span aria-hidden className="origin-letter" data-origin={origin}>
      {origin}
    </span>
  );
}
