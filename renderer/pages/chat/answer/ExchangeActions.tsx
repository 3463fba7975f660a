import { addressOf } from '@shared/address';
import type { Answer } from '@shared/contract/index';
import { starredFound } from '@shared/prompt/answer-backing';
import { t } from '@shared/words/index';
import { GitBranch, Play, RotateCcw, ThumbsDown, ThumbsUp } from 'lucide-react';
import { type Exchange, isAnswerPending, useAnswerPending, useChat } from '../../../state/chat/chat';
import { useSettings } from '../../../state/settings';
import { type SidePanelView, useShell } from '../../../state/shell';
import { Button, CopyMark, copyText, IconButton, useCopied } from '../../../ui/Button';
import { ItemMenu, type MenuItem, menuLook } from '../../../ui/ContextMenu';
import type { Asked } from '../../../ui/Notices';
import { formatPlace } from '../../../ui/names';
import { AskAnother } from '../chat-models';

const ratings = [
  [true, ThumbsUp, 'rateUp'],
  [false, ThumbsDown, 'rateDown'],
] as const;

export function ExchangeActions({ answer }: { readonly answer: Answer }) {
  const { resume, resend, branch, rate } = useChat();
  const keeps = useSettings((state) => state.report?.fields['figures.keep'].value);
  const waits = useAnswerPending();
  const canGoOn = answer.outcome === 'incomplete' && answer.runId !== null;
  return (
    <>
      {canGoOn ? (
        <Button look="ghost" data-testid="resume" aria-disabled={waits} icon={Play} onClick={() => void resume(answer)}>
          {t('chat.resume')}
        </Button>
      ) : null}
      {(keeps ? ratings : []).map(([helpful, icon, name]) => (
        <IconButton
          key={name}
          icon={icon}
          label={t(`insights.${name}`)}
          data-testid={name}
          aria-pressed={answer.helpful === helpful}
          onClick={() => void rate(answer, helpful)}
          className="aria-pressed:bg-accent-wash aria-pressed:text-accent"
        />
      ))}
      <IconButton
        icon={RotateCcw}
        label={t('chat.askAgain')}
        data-testid="regenerate"
        aria-disabled={waits}
        onClick={() => void resend(answer, answer.question)}
      />
      <AskAnother answer={answer} />
      <IconButton icon={GitBranch} label={t('chat.branch')} data-testid="branch" onClick={() => void branch(answer)} />
    </>
  );
}

/** The question of an answer, to be asked in other words in its place, where it looked. */
export function useRegenerate(answer: Answer): Asked {
  const waits = useAnswerPending();
  return { text: answer.question, waits, again: (question) => void useChat.getState().resend(answer, question) };
}

/** Opens beside the conversation why an answer is what it is, or closes it where it is open. */
export function toggleWhy({ messageId }: Answer): void {
  const { sidePanels, showSidePanel, closeSidePanel } = useShell.getState();
  if (isWhyOpen(sidePanels.chat, messageId)) closeSidePanel('chat');
  else showSidePanel({ kind: 'why', messageId }, 'chat');
}

export const isWhyOpen = (view: SidePanelView | null, messageId: string): boolean =>
  view?.kind === 'why' && view.messageId === messageId;

/** What the menu of an exchange repeats of its buttons; a selection in it can be copied first. */
export function exchangeMenu({ answer, question }: Exchange): readonly MenuItem[] {
  const selected = getSelection()?.toString().trim() ?? '';
  const copySelection: readonly MenuItem[] =
    selected === '' ? [] : [{ id: 'copy-selection', label: t('chat.copySelection'), run: () => copyText(selected) }];
  const copyQuestion: MenuItem = { id: 'copy-question', label: t('chat.copyQuestion'), run: () => copyText(question) };
  if (!answer) return [...copySelection, copyQuestion];
  const state = useChat.getState();
  const { resend, resume, branch, rate } = state;
  const keeps = useSettings.getState().report?.fields['figures.keep'].value;
  const disabled = isAnswerPending(state);
  const { runId } = answer;
  return [
    ...copySelection,
    { id: 'copy-answer', label: t('chat.copyAnswer'), run: () => copyText(answer.answer) },
    copyQuestion,
    ...(runId === null ? [] : [{ id: 'why', label: t('chat.why'), apart: true, run: () => toggleWhy(answer) }]),
    ...(answer.outcome === 'incomplete' && runId !== null
      ? [{ id: 'resume', label: t('chat.resume'), disabled, run: () => void resume(answer) }]
      : []),
    { id: 'again', label: t('chat.askAgain'), apart: true, disabled, run: () => void resend(answer, question) },
    { id: 'branch', label: t('chat.branch'), run: () => void branch(answer) },
    ...(keeps && answer.outcome !== 'greeting' ? ratings : []).map(([helpful, , name], at) => ({
      id: name,
      label: t(`insights.${name}`),
      apart: at === 0,
      run: () => void rate(answer, helpful),
    })),
  ];
}

/** Copies an answer with its citations or without, and says so for a moment. */
export function CopyMenu({ answer }: { readonly answer: Answer }) {
  const [copied, copy] = useCopied();
  return (
    <ItemMenu
      look={menuLook.narrow}
      items={[
        { id: 'copy-cited', label: t('chat.copyCited'), run: () => copy(copiedAnswer(answer, true)) },
        { id: 'copy-plain', label: t('chat.copyPlain'), run: () => copy(copiedAnswer(answer, false)) },
      ]}
    >
      <IconButton data-testid="copy-answer" label={t('chat.copyAnswer')} className="data-[state=open]:bg-raised">
        <CopyMark copied={copied} />
      </IconButton>
    </ItemMenu>
  );
}

const marker = /\[Citation (\d+\*?)\]/g;

/**
 * An answer as it goes to the clipboard, in Markdown: with its citations as `[1]` and the list of its sources below, or
 * as words alone.
 */
function copiedAnswer({ answer, citations, foundMarkers }: Answer, withCitations: boolean): string {
  if (!withCitations) return answer.replace(/[ \t]*\[Citation \d+\]/g, '').trim();
  const sources = [...citations]
    .sort((a, b) => a.marker - b.marker)
    .map((citation) => {
      const { marker: number, title, origin } = citation;
      const place = [title, formatPlace(citation)].filter(Boolean).join(', ');
      // A Markdown list of its own numbers would count from 1 whatever they are.
      return `[${number}${origin === 'found' ? '*' : ''}] ${place} <${addressOf(citation)}>`;
    });
  const text = starredFound({ answer, foundMarkers }).replace(marker, '[$1]').trim();
  if (foundMarkers?.length) sources.push(`* ${t('chat.found')}`);
  return sources.length === 0 ? text : `${text}\n\n${t('chat.sources')}\n\n${sources.join('\n\n')}`;
}
