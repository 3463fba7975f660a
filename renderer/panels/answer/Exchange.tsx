import type { Answer } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { stageIds } from '@shared/prompt/stage-names';
import { visibleText } from '@shared/visible-text';
import { t } from '@shared/words/index';
import { saidMissing, suggestedTitle } from '@shared/words/said';
import { SearchX } from 'lucide-react';
import { memo, useCallback, useId } from 'react';
import { host } from '../../bridge/host';
import { type ExchangeState, isPending, useAnswerPending, useChat } from '../../state/chat/chat';
import { everywhere, isEverywhere, isSameScope } from '../../state/chat/question-draft';
import { filesToRead, useQueue } from '../../state/library/ingest-queue';
import { useLibrary } from '../../state/library/library';
import { goToRecommended, useSettings } from '../../state/settings';
import { useShell } from '../../state/shell';
import { Button } from '../../ui/Button';
import { WithMenu } from '../../ui/ContextMenu';
import { ErrorNote, Notices } from '../../ui/Notices';
import { modelName } from '../../ui/names';
import { useScopeNames } from '../scope/scope-choices';
import { AnswerCard, SourceList, useNews, WhyButton } from './AnswerCard';
import { AnswerText } from './AnswerText';
import { BestPassages, FoldedPassages } from './BestPassages';
import { type MarkerPlace, stopsFor } from './citation-markers';
import { ExchangeActions, exchangeMenu, useRegenerate } from './ExchangeActions';
import { Question } from './Question';
import { FromPassages } from './Workings';

/** One question and its answer: the question is the heading, the answer the exhibit, its label below. */
export const Exchange = memo(function Exchange({ exchange }: { readonly exchange: ExchangeState }) {
  const showSidePanel = useShell((state) => state.showSidePanel);
  const current = useShell((state) => {
    const view = state.sidePanels.chat;
    const stops = view?.kind === 'source' ? view.stops : [];
    const stop = view?.kind === 'source' ? stops[view.at] : undefined;
    return stop?.exchange === exchange.key ? stop.marker : null;
  });
  const { citations, key } = exchange;
  const { messageId, given } = exchange.answer ?? { given: exchange.given };
  const open = useCallback(
    (place: MarkerPlace) => {
      const view = stopsFor({ citations, given }, place, key);
      if (!view) return;
      showSidePanel({ kind: 'source', stops: view.stops, at: view.at });
      if (messageId && view.isCited) void host().request('chat.opened', { messageId });
    },
    [citations, given, key, messageId, showSidePanel],
  );
  return (
    <WithMenu items={() => exchangeMenu(exchange)}>
      <article
        data-message={messageId}
        tabIndex={-1}
        className="group/exchange border-t border-hairline py-8 first:border-t-0 focus-visible:outline-none"
      >
        <Question exchange={exchange} />
        <div className="mt-4">
          {isPending(exchange) ? (
            <>
              {exchange.streamed ? (
                <div data-testid="answer" data-outcome="streaming" aria-busy>
                  <AnswerText
                    markdown={exchange.streamed}
                    growing
                    citations={citations}
                    current={current}
                    open={open}
                  />
                </div>
              ) : (
                <StageProgress {...exchange} />
              )}
              <div className="mt-5 max-w-[68ch] border-t border-hairline pt-3 empty:hidden">
                <SourceList citations={citations} given={exchange.given} growing current={current} open={open} />
              </div>
            </>
          ) : null}
          {exchange.answer ? <ExchangeOutcome answer={exchange.answer} current={current} open={open} /> : null}
          {exchange.error ? <Failure exchange={exchange} error={exchange.error} /> : null}
        </div>
      </article>
    </WithMenu>
  );
});

/** The result of a question, or of a run's prompt. */
export function ExchangeOutcome(props: Parameters<typeof AnswerCard>[0]) {
  const { answer, ofRun = false } = props;
  if (answer.outcome === 'passages') return <PassagesCard answer={answer} ofRun={ofRun} />;
  if (answer.outcome === 'nothing') return <NothingCard answer={answer} ofRun={ofRun} />;
  return <AnswerCard {...props} />;
}

type StageProgressProps = Pick<ExchangeState, 'stages' | 'waiting' | 'looked'>;

/** The eight panes in small, filling while an answer is looked for; where every document is looked at, how many were. */
function StageProgress({ stages, waiting, looked }: StageProgressProps) {
  if (looked) {
    const said = t('chat.census.looking', looked);
    return (
      <div role="status" data-testid="census-progress" className="max-w-80 text-14 text-muted">
        <p className="tabular">{said}</p>
        <progress aria-label={said} className="mt-2 block h-0.5 w-full" value={looked.looked} max={looked.of} />
      </div>
    );
  }
  return (
    <div role="status" className="flex items-center gap-3 text-14 text-muted">
      <span aria-hidden className="flex gap-1">
        {stageIds.map((stage) => (
          <span key={stage} data-state={stages[stage] ?? 'waiting'} className="pane-mini h-4 w-2 rounded-[2px]" />
        ))}
      </span>
      {progressText(stages, waiting)}
    </div>
  );
}

/**
 * The work in progress, in words: after the last stage it is the writing, and no longer the search. Between two stages
 * it is already the next one; otherwise the first words would come back for an instant after each.
 */
function progressText(stages: ExchangeState['stages'], waiting: ExchangeState['waiting']): string {
  if (waiting) {
    const { seconds, attempt } = waiting;
    return seconds === null ? t('chat.waiting') : t('chat.serverBusy', { seconds: Math.ceil(seconds), attempt });
  }
  const done = stageIds.filter((stage) => stages[stage] === 'done').length;
  if (done === stageIds.length) return t('chat.writing');
  const running = stageIds.find((stage) => stages[stage] === 'running');
  const current = running ?? (done > 0 ? stageIds.find((stage) => stages[stage] !== 'done') : undefined);
  return current ? t(`stages.doing.${current}`) : t('chat.working');
}

/** Errors of an index that cannot be asked: a model may answer all the same, where a person says so. */
const unsearchable = new Set(['index-unavailable', 'index-mismatch']);

interface FailureProps {
  readonly exchange: ExchangeState;
  readonly error: ErrorReport;
}

/** An exchange without an answer: what went wrong, and how to ask once more. */
function Failure({ exchange, error }: FailureProps) {
  const { retry, setDraft } = useChat.getState();
  const waits = useAnswerPending();
  const where = useId();
  const again = {
    'data-testid': 'retry',
    'aria-disabled': waits,
    'aria-describedby': where,
    onClick: () => void retry(exchange),
  };
  if (error.code === 'cancelled') {
    return (
      <p className="flex flex-wrap items-center gap-x-3 text-muted">
        {t('chat.stopped')}
        <Button look="ghost" {...again}>
          {t('chat.askAgain')}
        </Button>
        <LooksAgain id={where} exchange={exchange} />
      </p>
    );
  }
  if (error.code === 'question-length') {
    return (
      <ErrorNote error={error} action={<Button onClick={() => setDraft(exchange.question)}>{t('chat.edit')}</Button>} />
    );
  }
  return (
    <ErrorNote
      error={error}
      requestId={error.requestId}
      action={
        <span className="flex flex-wrap items-center gap-2">
          <Button {...again}>{t('chat.askAgain')}</Button>
          {unsearchable.has(error.code) ? (
            <Button look="ghost" aria-disabled={waits} onClick={() => void retry(exchange, { withoutDocuments: true })}>
              {t('chat.withoutDocuments')}
            </Button>
          ) : null}
          <LooksAgain id={where} exchange={exchange} />
        </span>
      }
    />
  );
}

/** Says where asking again looks, where that is not where the composer says the next question looks. */
function LooksAgain({ id, exchange: { scope } }: { readonly id: string; readonly exchange: ExchangeState }) {
  const next = useChat((state) => state.scope);
  const names = useScopeNames(scope);
  if (isSameScope(scope, next)) return null;
  return (
    <span id={id} data-testid="looks-again" className="text-12 text-muted">
      {isEverywhere(scope) ? t('chat.looksAgainEverywhere') : t('chat.looksAgainIn', { names })}
    </span>
  );
}

interface CardProps {
  readonly answer: Answer;
  readonly ofRun: boolean;
}

/** The best passages, where nothing is certain enough to be called an answer. */
function PassagesCard({ answer, ofRun }: CardProps) {
  return (
    <div>
      <div data-testid="answer" data-outcome="passages">
        <BestPassages answer={answer} />
      </div>
      <div className="mt-5 max-w-[68ch] space-y-2 border-t border-hairline pt-3">
        <Unbacked answer={answer} />
        <CardFoot answer={answer} ofRun={ofRun} why={t('chat.whyPassages')} writer="" />
      </div>
    </div>
  );
}

/** What a model wrote that the passages do not bear out: folded, and never shown as an answer. */
function Unbacked({ answer: { unbacked, model } }: Pick<CardProps, 'answer'>) {
  if (unbacked === undefined) return null;
  return (
    <div data-testid="unbacked" className="text-14">
      <p className="content text-caution">{t('chat.unbackedText', { model: modelName(model ?? '') })}</p>
      <details className="mt-1 text-muted">
        <summary className="w-fit rounded-sm hover:text-ink">{t('chat.unbackedShow')}</summary>
        <p className="content mt-1 whitespace-pre-wrap">{visibleText(unbacked)}</p>
      </details>
    </div>
  );
}

/** Nothing above the floor, or documents to choose from. */
function NothingCard({ answer, ofRun }: CardProps) {
  const isOffer = !ofRun && answer.notices.some(({ code }) => code === 'document-unnamed');
  const { passages = [], suggestions } = answer;
  return (
    <div data-testid="answer" data-outcome="nothing" className="max-w-[68ch]">
      <p data-testid="no-answer" className="flex min-w-0 items-center gap-3 font-semibold">
        <SearchX size={18} strokeWidth={1.6} aria-hidden className="shrink-0 text-caution" />
        {t(isOffer ? 'chat.whichDocument' : 'chat.nothingFound')}
      </p>
      {isOffer ? (
        <Offered answer={answer} />
      ) : (
        <>
          <p className="content mt-2 text-soft">{[t('chat.notFound'), saidMissing(answer)].join(' ')}</p>
          <StillReading />
          <FoldedPassages label={t('chat.closestCount', { count: passages.length })} passages={passages} />
          {passages.length > 0 || suggestions.length === 0 ? null : (
            <p className="content mt-2 text-14 text-muted">{`${t('chat.tryInstead')}: ${suggestions.join(' · ')}`}</p>
          )}
          {ofRun ? null : <Otherwise answer={answer} />}
        </>
      )}
      <div className="mt-3 space-y-2">
        <CardFoot answer={answer} ofRun={ofRun} why={t('chat.whyNone')} />
      </div>
    </div>
  );
}

interface CardFootProps extends CardProps {
  readonly why: string;
  /** Absent where there is nothing to copy. */
  readonly writer?: string;
}

function CardFoot({ answer, ofRun, why, writer }: CardFootProps) {
  const asked = useRegenerate(answer);
  const { news, untold } = useNews(answer);
  return (
    <>
      <Notices notices={news} asked={ofRun ? undefined : asked} />
      {ofRun ? null : (
        <ExchangeActions answer={answer} untold={untold} {...(writer === undefined ? {} : { writer })}>
          <WhyButton answer={answer} label={why} />
        </ExchangeActions>
      )}
    </>
  );
}

/** Documents that an instruction may mean: each asks it of that one. */
function Offered({ answer }: { readonly answer: Answer }) {
  const waits = useAnswerPending();
  const { resend } = useChat.getState();
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {answer.suggestions.map((said) => (
        <Button key={said} data-testid="offered" aria-disabled={waits} onClick={() => void resend(answer, said)}>
          {suggestedTitle(said)}
        </Button>
      ))}
      <FromPassages answer={answer} />
    </div>
  );
}

/** Other possible sources of an answer. */
function Otherwise({ answer }: { readonly answer: Answer }) {
  const waits = useAnswerPending();
  const hasModel = useSettings((state) => (state.report?.fields.chatModel.value ?? null) !== null);
  const canFindBetter = useLibrary((state) => state.status?.model.recommended === false);
  const { resend } = useChat.getState();
  const again = (change: Parameters<typeof resend>[2]) => ({
    'aria-disabled': waits,
    onClick: () => void resend(answer, answer.question, change),
  });
  return (
    <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
      {answer.scope ? (
        <Button data-testid="look-everywhere" {...again({ scope: everywhere })}>
          {t('chat.lookEverywhere')}
        </Button>
      ) : null}
      {hasModel ? (
        <Button look="ghost" data-testid="without-documents" {...again({ withoutDocuments: true })}>
          {t('chat.withoutDocuments')}
        </Button>
      ) : null}
      {canFindBetter ? (
        <Button look="ghost" data-testid="better-model" onClick={goToRecommended}>
          {t('chat.betterModel')}
        </Button>
      ) : null}
    </div>
  );
}

/** The answer may be in an unread file: the library is not complete. */
function StillReading() {
  const count = useQueue(({ jobs, progress }) => filesToRead(jobs, progress));
  if (count === 0) return null;
  return (
    <p data-testid="still-reading" className="content mt-1 text-14 text-caution">
      {t('chat.stillReading', { count })}
    </p>
  );
}
