import type { QuestionMeasure } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { FileText } from 'lucide-react';
import { useAnswer, useSettled } from '../../../bridge/use-answer';
import { useChat } from '../../../state/chat/chat';
import { addFiles, textFile } from '../../../state/library/added-files';
import { useSettings } from '../../../state/settings';
import { Button } from '../../../ui/Button';
import { formatCount } from '../../../ui/quantities';

type Prompt = NonNullable<QuestionMeasure['prompt']>;

/** How much of the model's window a question takes, in place; it is never announced, since it changes with the typing. */
export function QuestionMeter({ prompt }: { readonly prompt: Prompt }) {
  const crowded = prompt.passages === 0;
  return (
    <p
      data-testid="question-meter"
      title={detailsOf(prompt)}
      className={`tabular ml-auto pr-2 ${crowded ? 'font-medium text-caution' : ''}`}
    >
      {t(prompt.exact ? 'chat.takes' : 'chat.takesAbout', {
        tokens: formatCount(prompt.tokens),
        window: formatCount(prompt.window),
      })}
      {crowded ? ` · ${t('chat.noRoom')}` : ''}
      <span className="sr-only">. {detailsOf(prompt)}</span>
    </p>
  );
}

function detailsOf({ model, tokens, question, conversation, answer, passages }: Prompt): string {
  return t('chat.takesFor', {
    model,
    question: formatCount(question),
    conversation: formatCount(conversation),
    rules: formatCount(Math.max(0, tokens - question - conversation)),
    answer: formatCount(answer),
    passages: formatCount(passages),
  });
}

/** A pause in the typing, ms: nothing is counted before. */
const pauseMs = 400;
/** Without a model only the length is of interest, and no limit is below this, characters. */
const longFrom = 1000;

/**
 * How much of the model's window the question takes that is being written, as the engine counts it; null where there is
 * nothing to say. It is asked after each pause, and an older request is stopped: typing waits for none of it.
 */
export function useQuestionMeasure(): QuestionMeasure | null {
  const question = useChat(({ draft }) => draft.trim());
  const conversationId = useChat((state) =>
    state.exchanges.some(({ answer }) => answer) ? state.conversationId : null,
  );
  const selectedText = useChat((state) => state.selectedText);
  const model = useSettings((state) => state.report?.fields.chatModel.value ?? null);
  const written = useSettled(question, pauseMs);
  const wanted = question !== '' && (model !== null || question.length >= longFrom);
  const { data, error } = useAnswer(
    'chat.measure',
    wanted && written !== ''
      ? {
          question: written,
          ...(conversationId ? { conversationId } : {}),
          ...(selectedText === '' ? {} : { selectedText }),
          ...(model === null ? {} : { model }),
        }
      : null,
  );
  return error ? null : data;
}

interface LongQuestionProps {
  /** Characters that a question may have. */
  readonly most: number;
  /** The last pasted text; empty for none. */
  readonly pasted: string;
}

/** A text that is too long to be asked: it can be taken in as a document, and asked about. */
export function LongQuestion({ most, pasted }: LongQuestionProps) {
  const { draft, setDraft } = useChat();
  const { length } = draft.trim();

  function takeIn(): void {
    const { document, question } = partAsDocument(draft, pasted);
    setDraft(question);
    void addFiles([textFile(document)], { pasted: true, onTakenBack: () => setDraft(draft) });
  }

  return (
    <div
      data-testid="long-question"
      className="mx-auto mb-2 flex max-w-150 min-w-0 flex-wrap items-center gap-2 text-12"
    >
      <p className="min-w-48 flex-1 text-caution">
        {t('chat.tooLong', { characters: formatCount(length), most: formatCount(most) })}
      </p>
      <Button data-testid="as-document" icon={FileText} onClick={takeIn}>
        {t('queue.addText')}
      </Button>
    </div>
  );
}

/**
 * The document part of a long question: the pasted text, if it is unchanged, and otherwise all of it. The rest is the
 * question.
 *
 * @param pasted as it came from the clipboard; empty for none
 */
function partAsDocument(draft: string, pasted: string): { readonly document: string; readonly question: string } {
  // A field writes every end of a line as \n.
  const part = pasted.replace(/\r\n?/g, '\n');
  const at = part.trim() === '' ? -1 : draft.indexOf(part);
  if (at < 0) return { document: draft, question: '' };
  const around = [draft.slice(0, at), draft.slice(at + part.length)].map((side) => side.trim());
  return { document: part, question: around.filter((side) => side !== '').join('\n') };
}
