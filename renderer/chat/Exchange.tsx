import { greetingOf } from '@shared/greetings';
import { memo, useCallback } from 'react';
import { WithMenu } from '../components/ContextMenu';
import { type Exchange as ExchangeState, isPending } from '../state/chat';
import { useShell } from '../state/shell';
import { t } from '../strings/index';
import { AnswerCard } from './AnswerCard';
import { AnswerText } from './AnswerText';
import { citationStops, type MarkerPlace } from './citation-stops';
import { exchangeMenu } from './exchange-menu';
import { Failure } from './Failure';
import { FallbackCard } from './FallbackCard';
import { Question } from './Question';
import { StageProgress } from './StageProgress';

interface ExchangeProps {
  readonly exchange: ExchangeState;
  ask(question: string): void;
}

/** One question and its answer: the question is the heading, the answer the exhibit, its label below. */
export const Exchange = memo(function Exchange({ exchange, ask }: ExchangeProps) {
  const showCase = useShell((state) => state.showCase);
  const current = useShell((state) => {
    const view = state.cases.chat;
    const stops = view?.kind === 'source' ? view.stops : [];
    const stop = view?.kind === 'source' ? stops[view.at] : undefined;
    return stop?.exchange === exchange.key ? stop.marker : null;
  });
  const { citations, key } = exchange;
  const open = useCallback(
    (place: MarkerPlace) => {
      const stops = citationStops(citations, place, key);
      const at = stops.findIndex((stop) => stop.marker === place.marker);
      if (at >= 0) showCase({ kind: 'source', stops, at });
    },
    [citations, key, showCase],
  );
  return (
    <WithMenu items={() => exchangeMenu(exchange)}>
      <article className="border-t border-hairline py-8 first:border-t-0">
        <Question exchange={exchange} />
        <div className="mt-4">
          {isPending(exchange) ? (
            exchange.streamed ? (
              <div data-testid="answer" data-outcome="streaming" aria-busy>
                <AnswerText markdown={exchange.streamed} growing citations={citations} current={current} open={open} />
              </div>
            ) : (
              <StageProgress stages={exchange.stages} waiting={exchange.waiting} />
            )
          ) : null}
          {exchange.answer ? <Outcome exchange={exchange} current={current} open={open} ask={ask} /> : null}
          {exchange.error ? <Failure exchange={exchange} error={exchange.error} /> : null}
        </div>
      </article>
    </WithMenu>
  );
});

interface OutcomeProps extends ExchangeProps {
  readonly current: number | null;
  open(place: MarkerPlace): void;
}

function Outcome({ exchange, current, open, ask }: OutcomeProps) {
  const { answer } = exchange;
  if (!answer) return null;
  if (answer.outcome === 'fallback') return <FallbackCard answer={answer} ask={ask} />;
  if (answer.outcome === 'greeting') {
    return (
      <p data-testid="answer" data-outcome="greeting" className="content text-16 whitespace-pre-wrap">
        {t(`chat.greetings.${greetingOf(answer.question) ?? 'hello'}`)}
      </p>
    );
  }
  return <AnswerCard answer={answer} current={current} open={open} />;
}
