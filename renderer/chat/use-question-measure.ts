import type { QuestionMeasure } from '@shared/contract/index';
import { useEffect, useState } from 'react';
import { useChat } from '../state/chat';
import { host } from '../state/host';
import { newId } from '../state/new-id';
import { useSettings } from '../state/settings';

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
  const conversationId = useChat((state) => state.conversationId);
  const selectedText = useChat((state) => state.selectedText);
  const model = useSettings((state) => state.report?.fields.chatModel.value ?? null);
  const [measure, setMeasure] = useState<QuestionMeasure | null>(null);
  const wanted = question !== '' && (model !== null || question.length >= longFrom);

  useEffect(() => {
    if (!wanted) {
      setMeasure(null);
      return undefined;
    }
    const requestId = newId();
    let asked = false;
    let over = false;
    const timer = setTimeout(async () => {
      asked = true;
      const result = await host().request(
        'chat.measure',
        {
          question,
          ...(conversationId ? { conversationId } : {}),
          ...(selectedText === '' ? {} : { selectedText }),
          ...(model === null ? {} : { model }),
        },
        { requestId },
      );
      if (!over) setMeasure(result.ok ? result.data : null);
    }, pauseMs);
    return () => {
      over = true;
      clearTimeout(timer);
      if (asked) host().cancel(requestId);
    };
  }, [wanted, question, conversationId, selectedText, model]);

  return wanted ? measure : null;
}
