// biome-ignore-all lint/a11y/useSemanticElements: heads of a virtual grid are placed by hand, which a <table> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the button inside each head takes the focus
import { journeySteps } from '@shared/chunk-journey';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { t } from '../strings/index';
import { nextOrder, type Order, type OrderKey } from './candidate-order';
import { rankWidth } from './RankCell';

/** Relevance and score: two columns, or one over the other where there is no room for both. */
export const numbers = 'flex w-14 shrink-0 flex-col @3xl:w-18 @4xl:contents *:shrink-0';

interface CandidateHeadProps {
  readonly order: Order;
  /** Whether the gate has run: the column of its verdicts is there. */
  readonly gated: boolean;
  sort(order: Order): void;
}

/** The names of the columns; each orders the table, and the other way round the second time. */
export function CandidateHead({ order, gated, sort }: CandidateHeadProps) {
  const head = (by: OrderKey, words: string, look: string) => (
    <Head key={by} by={by} words={words} look={look} order={order} sort={sort} />
  );
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="flex h-8 items-center gap-0.5 pr-3 pl-2 @3xl:gap-2 @3xl:pr-4 @3xl:pl-3 text-12 text-muted"
    >
      <span role="columnheader" className="w-6 shrink-0">
        <span className="sr-only">{t('journey.open')}</span>
      </span>
      {gated ? (
        <span role="columnheader" className="w-6 shrink-0 overflow-visible whitespace-nowrap @3xl:w-8">
          <span className="sr-only @3xl:not-sr-only">{t('edits.keepColumn')}</span>
        </span>
      ) : null}
      {journeySteps.map((step) => head(step, t(`stages.views.${step}`), `${rankWidth(step)} shrink-0 justify-end`))}
      {head('title', t('stages.columns.title'), 'min-w-0 flex-1 pl-2')}
      <span role="presentation" className={numbers}>
        {head('relevance', t('stages.columns.relevance'), 'justify-end @4xl:w-18')}
        {head('score', t('stages.columns.score'), 'justify-end @4xl:w-28')}
      </span>
      {head('fate', t('stages.columns.verdict'), 'hidden w-44 shrink-0 pl-2 @3xl:flex')}
    </div>
  );
}

interface HeadProps {
  readonly by: OrderKey;
  readonly words: string;
  readonly look: string;
  readonly order: Order;
  sort(order: Order): void;
}

function Head({ by, words, look, order, sort }: HeadProps) {
  const here = order.by === by;
  const Arrow = order.reversed ? ArrowDown : ArrowUp;
  return (
    <span
      role="columnheader"
      aria-sort={here ? (order.reversed ? 'descending' : 'ascending') : 'none'}
      className={`flex ${look}`}
    >
      <button
        type="button"
        data-testid={`sort-${by}`}
        title={`${t(`journey.column.${by}`)} ${t('journey.sortBy', { column: words })}`}
        onClick={() => sort(nextOrder(order, by))}
        className={`relative flex items-center ${by === 'title' ? 'min-w-0' : 'shrink-0'} rounded-sm hover:text-ink ${here ? 'font-semibold text-ink' : ''}`}
      >
        <span className="truncate">{words}</span>
        {here ? <Arrow size={11} aria-hidden className="absolute right-full" /> : null}
      </button>
    </span>
  );
}
