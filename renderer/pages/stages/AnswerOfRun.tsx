import { isPrivateId } from '@shared/address';
import type { Answer, ConfidencePart, ExchangePlace, Run, RunAnswers } from '@shared/contract/index';
import { isAnswerBehind } from '@shared/prompt/answer-backing';
import { t } from '@shared/words/index';
import { ChevronDown, CornerUpLeft, MessageSquare, PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { AnswerText } from '../../panels/answer/AnswerText';
import { type MarkerPlace, stopsFor } from '../../panels/answer/citation-markers';
import { ExchangeOutcome } from '../../panels/answer/Exchange';
import { allConversations, useChat } from '../../state/chat/chat';
import { useModelNames } from '../../state/search-models';
import { useSettings } from '../../state/settings';
import { useShell } from '../../state/shell';
import { answerGate, useStages } from '../../state/stages';
import { Button, Hint } from '../../ui/Button';
import { ItemMenu, type MenuItem, menuLook } from '../../ui/ContextMenu';
import { focusWhenThere } from '../../ui/focus';
import { modelName } from '../../ui/names';
import { formatDecimals, formatPercent, formatSigned } from '../../ui/quantities';

export function AnswerOfRun({ run, answers }: Readonly<{ run: Run; answers: RunAnswers | null }>) {
  const isAnswering = useStages((state) => state.busy?.what === 'answer');
  const streamed = useStages((state) => state.streamed);
  const shown = useStages((state) => state.answerShown);
  const { before = null, place = null } = answers ?? {};
  const answer = run.answer ?? answers?.answer ?? null;
  if (!shown && !(run.snapshots.Prompt_Builder && answers && answer === null)) return null;
  const latest = answer ? <LatestAnswer run={run} answer={answer} /> : null;
  const now = isAnswering ? <StreamedAnswer text={streamed} /> : latest;
  return (
    <section
      id="run-answer"
      aria-label={t('stages.answer.title')}
      data-testid="run-answer"
      tabIndex={-1}
      className="mx-4 my-4 shrink-0 space-y-4"
    >
      {before ? (
        <div className="grid gap-4 @3xl:grid-cols-2">
          <Column title={t('stages.answer.before')} testId="answer-before">
            <KeptAnswer answer={before} />
          </Column>
          <Column title={t('stages.answer.now')} testId="answer-now">
            {now ?? <p className="text-14 text-muted">{t('stages.answer.notYet')}</p>}
          </Column>
        </div>
      ) : null}
      {!before && now ? <div className="rounded-md border border-hairline px-4 py-3">{now}</div> : null}
      <div className="flex flex-wrap gap-2">
        <AnswerButton again={answer !== null} />
        {run.answer && place?.messageId !== run.answer.messageId ? <ToChat disabled={isAnswerBehind(run)} /> : null}
      </div>
    </section>
  );
}

const StreamedAnswer = ({ text }: { readonly text: string }) => (
  <div data-testid="answer" data-outcome="streaming" aria-busy>
    {text === '' ? (
      <p role="status" className="text-14 text-muted">
        {t('chat.writing')}
      </p>
    ) : (
      <AnswerText markdown={text} growing citations={[]} current={null} open={() => {}} />
    )}
  </div>
);

function LatestAnswer({ run, answer }: { readonly run: Run; readonly answer: Answer }) {
  const shownByStages = new Set(run.stages.flatMap(({ notices }) => notices.map(({ code }) => code)));
  return (
    <>
      {isAnswerBehind(run) ? (
        <p data-testid="answer-behind" className="mb-3 text-14 font-medium text-caution">
          {t('stages.answer.behind')}
        </p>
      ) : null}
      <KeptAnswer answer={{ ...answer, notices: answer.notices.filter(({ code }) => !shownByStages.has(code)) }} />
    </>
  );
}

const Column = ({ title, testId, children }: Readonly<{ title: string; testId: string; children: ReactNode }>) => (
  <div data-testid={testId} className="min-w-0 rounded-md border border-hairline px-4 py-3">
    <h3 className="mb-2 text-12 font-semibold text-muted">{title}</h3>
    {children}
  </div>
);

function KeptAnswer({ answer }: { readonly answer: Answer }) {
  const { messageId } = answer;
  const current = useShell(({ sidePanels: { stages: view } }) => {
    const stop = view?.kind === 'source' ? view.stops[view.at] : undefined;
    return stop && stop.exchange === messageId ? stop.marker : null;
  });
  function open(place: MarkerPlace): void {
    const view = stopsFor(answer, place, messageId);
    if (view) useShell.getState().showSidePanel({ kind: 'source', stops: view.stops, at: view.at }, 'stages');
  }
  return <ExchangeOutcome answer={answer} ofRun current={current} open={open} />;
}

function AnswerButton({ again }: { readonly again: boolean }) {
  const isOpen = useStages((state) => answerGate(state).allowed);
  const answerRun = useStages((state) => state.answerRun);
  const model = useSettings((state) => state.report?.fields.chatModel.value ?? null);
  const how = model === null ? t('stages.answer.quotes') : t('stages.answer.sends', { model: modelName(model) });
  return (
    <Hint text={isOpen ? how : t('stages.answer.needsAll')}>
      <Button data-testid="answer-run" icon={PenLine} aria-disabled={!isOpen} onClick={() => void answerRun()}>
        {t(again ? 'stages.answer.again' : 'stages.answer.make')}
      </Button>
    </Hint>
  );
}

function ToChat({ disabled }: { readonly disabled: boolean }) {
  const answerToChat = useStages((state) => state.answerToChat);
  return (
    <Button
      data-testid="answer-to-chat"
      icon={MessageSquare}
      aria-disabled={disabled}
      onClick={async () => {
        const place = await answerToChat();
        if (!place) return;
        await useChat.getState().loadConversations();
        await backToAnswer(place, true);
      }}
    >
      {t('stages.answer.toChat')}
    </Button>
  );
}

export const BackToAnswer = ({ place }: { readonly place: ExchangePlace }) => (
  <Button look="ghost" brief data-testid="back-to-answer" icon={CornerUpLeft} onClick={() => void backToAnswer(place)}>
    {t('stages.answer.back')}
  </Button>
);

/** @param anew whether the conversation has an exchange that this window does not know */
async function backToAnswer({ conversationId, messageId }: ExchangePlace, anew = false): Promise<void> {
  const { conversationId: open, exchanges } = useChat.getState();
  const isThere = open === conversationId && exchanges.some(({ answer }) => answer?.messageId === messageId);
  useShell.getState().go('chat');
  if (anew || !isThere) await useChat.getState().open(conversationId);
  focusWhenThere(`[data-message="${messageId}"]`, { insists: true });
}

const offered = 50;

export function titleIn(chat: ReturnType<typeof useChat.getState>, id: string): string {
  if (isPrivateId(id)) return t('chat.private');
  const known = allConversations(chat).find(({ conversationId }) => conversationId === id && !chat.leaving.has(id));
  return known?.title ?? t('questionLog.conversationGone');
}

export function ConversationPicker() {
  const chat = useChat();
  const conversationId = useStages((state) => state.conversationId);
  const there = chat.conversations.filter((one) => !chat.leaving.has(one.conversationId));
  const none = t('stages.conversation.none');
  const now = conversationId === null ? none : titleIn(chat, conversationId);
  const choice = (id: string | null, label: string): MenuItem => ({
    id: id ?? 'none',
    label,
    checked: id === conversationId,
    oneOf: true,
    run: () => useStages.setState({ conversationId: id }),
  });
  const others = there.slice(0, offered).map((one) => choice(one.conversationId, one.title));
  return (
    <ItemMenu align="start" items={[choice(null, none), ...others]}>
      <button
        type="button"
        aria-label={t('stages.conversation.now', { title: now })}
        title={t('stages.conversation.title')}
        className={menuLook.trigger}
      >
        <span className="truncate">{now}</span>
        <ChevronDown size={14} className="shrink-0" />
      </button>
    </ItemMenu>
  );
}

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
          {t(`insights.outcome.${answer.outcome}`)} · <span className="tabular">{percent}</span>
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

function shownValue({ input, value }: ConfidencePart, { basis }: Answer): string {
  if (input === 'start') return '';
  if (input === 'coverage') return formatPercent(value);
  if (input === 'nearness' || input === 'reading') return formatDecimals(value, 2);
  const numbers = basis?.missingNumbers ?? [];
  return numbers.length > 0 ? numbers.join(', ') : t('app.none');
}
