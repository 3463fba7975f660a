import { addressOf, isPrivateId } from '@shared/address';
import type { Answer, Notice } from '@shared/contract/index';
import { shownText, starredFound } from '@shared/prompt/answer-backing';
import { t } from '@shared/words/index';
import { noticeLines } from '@shared/words/said';
import { Check, Ellipsis, GitBranch, Play, RotateCcw, ThumbsDown, ThumbsUp } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { type ExchangeState, isAnswerPending, useAnswerPending, useChat } from '../../state/chat/chat';
import { useSettings } from '../../state/settings';
import { type SidePanelView, useShell } from '../../state/shell';
import { Button, CopyMark, copyText, IconButton, useCopied } from '../../ui/Button';
import { ItemMenu, type MenuItem, menuLook } from '../../ui/ContextMenu';
import type { Asked } from '../../ui/Notices';
import { formatPlace } from '../../ui/names';
import { AskAnother } from './chat-models';

const ratings = [
  [true, ThumbsUp, 'rateUp'],
  [false, ThumbsDown, 'rateDown'],
] as const;

/** Seen where the pointer or the focus is, under the newest answer, and where nothing hovers; it keeps its place. */
const quiet =
  'opacity-0 transition-opacity duration-120 group-focus-within/exchange:opacity-100 group-hover/exchange:opacity-100 group-last/exchange:opacity-100 has-aria-expanded:opacity-100 [@media(hover:none)]:opacity-100';

interface ExchangeActionsProps {
  readonly answer: Answer;
  /** Whether it is with its run, where it can only be copied. */
  readonly ofRun?: boolean;
  readonly writer?: string;
  readonly untold: readonly Notice[];
  /** The way to its reasons. */
  readonly children: ReactNode;
}

/** The one row below an answer: what it rests on, and its actions. */
export function ExchangeActions({ answer, ofRun = false, writer, untold, children }: ExchangeActionsProps) {
  const resend = useChat((state) => state.resend);
  const waits = useAnswerPending();
  return (
    <div
      data-testid="answer-actions"
      className={`flex flex-wrap items-center gap-x-1 ${writer === undefined ? '-ml-2' : ''} ${ofRun ? '' : quiet}`}
    >
      {writer === undefined ? null : (
        <>
          <p data-testid="rests-on" className="content mr-1 min-w-0 text-12 text-muted empty:hidden">
            {writer}
          </p>
          <CopyMenu answer={answer} />
        </>
      )}
      {ofRun ? null : (
        <>
          <IconButton
            icon={RotateCcw}
            label={t('chat.askAgain')}
            data-testid="regenerate"
            aria-disabled={waits}
            onClick={() => void resend(answer, answer.question)}
          />
          {children}
          <MoreMenu answer={answer} untold={untold} />
        </>
      )}
    </div>
  );
}

/** A private conversation is in no list: nothing would lead back to it from its branch. */
const canBranch = ({ conversationId }: Answer): boolean => !isPrivateId(conversationId);

/** Rare actions on an answer, and rare questions about it. */
function MoreMenu({ answer, untold }: Pick<ExchangeActionsProps, 'answer' | 'untold'>) {
  const { branch, rate } = useChat();
  const keeps = useSettings((state) => state.report?.fields['figures.keep'].value);
  const notes = useId();
  const seconds = Math.max(1, Math.round(answer.timings.total / 100)) / 10;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton icon={Ellipsis} label={t('chat.more')} data-testid="more" className="aria-expanded:bg-raised" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-describedby={notes}
          className={menuLook.content}
        >
          <AskAnother answer={answer} />
          {canBranch(answer) ? (
            <DropdownMenu.Item
              data-testid="branch"
              className={menuLook.item}
              onSelect={() => setTimeout(() => void branch(answer))}
            >
              <GitBranch size={14} aria-hidden className="shrink-0 text-muted" />
              {t('chat.branch')}
            </DropdownMenu.Item>
          ) : null}
          {(keeps ? ratings : []).map(([helpful, Icon, name]) => (
            <DropdownMenu.CheckboxItem
              key={name}
              data-testid={name}
              checked={answer.helpful === helpful}
              className={menuLook.item}
              onSelect={() => void rate(answer, helpful)}
            >
              <Icon size={14} aria-hidden className="shrink-0 text-muted" />
              <span className="flex-1">{t(`insights.${name}`)}</span>
              <DropdownMenu.ItemIndicator>
                <Check size={14} aria-hidden className="text-accent" />
              </DropdownMenu.ItemIndicator>
            </DropdownMenu.CheckboxItem>
          ))}
          <DropdownMenu.Separator className={menuLook.separator} />
          <div id={notes} data-testid="about-answer" className="content space-y-1 px-2 py-1 text-12 text-muted">
            <p>{t('chat.took', { seconds })}</p>
            {noticeLines(untold).map(({ text }) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Goes on with an answer that was stopped, where its prompt is still there. */
export function Continue({ answer }: { readonly answer: Answer }) {
  const resume = useChat((state) => state.resume);
  const waits = useAnswerPending();
  if (answer.runId === null) return null;
  return (
    <Button look="ghost" data-testid="resume" aria-disabled={waits} icon={Play} onClick={() => void resume(answer)}>
      {t('chat.resume')}
    </Button>
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

/** The menu of an exchange repeats its buttons; a selection in it can be copied first. */
export function exchangeMenu({ answer, question }: ExchangeState): readonly MenuItem[] {
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
    { id: 'copy-answer', label: t('chat.copyAnswer'), run: () => copyText(shownText(answer)) },
    copyQuestion,
    ...(runId === null ? [] : [{ id: 'why', label: t('chat.why'), apart: true, run: () => toggleWhy(answer) }]),
    ...(answer.outcome === 'incomplete' && runId !== null
      ? [{ id: 'resume', label: t('chat.resume'), disabled, run: () => void resume(answer) }]
      : []),
    { id: 'again', label: t('chat.askAgain'), apart: true, disabled, run: () => void resend(answer, question) },
    ...(canBranch(answer) ? [{ id: 'branch', label: t('chat.branch'), run: () => void branch(answer) }] : []),
    ...(keeps && answer.way !== 'help' ? ratings : []).map(([helpful, , name], at) => ({
      id: name,
      label: t(`insights.${name}`),
      apart: at === 0,
      run: () => void rate(answer, helpful),
    })),
  ];
}

/** Copies an answer with its citations or without, and says so for a moment. */
function CopyMenu({ answer }: { readonly answer: Answer }) {
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
