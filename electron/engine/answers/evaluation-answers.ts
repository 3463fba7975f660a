import type { AnswerFigures } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import {
  type Abstention,
  answerFigures,
  balancedAccuracy,
  halvesByTitle,
  type JudgedAnswer,
  judgeAnswer,
  type OpenedSet,
} from '../evaluation';
import type { RouteContext } from '../events';
import {
  openSetLibrary,
  type ReportProgress,
  type SessionLibrary,
  type SetLibraryParts,
} from '../jobs/evaluation/evaluation-session';
import { partsFor } from '../jobs/evaluation/set-search';
import { type AnsweringParts, askQuestion } from './ask';

/** The engine's own parts that ask a question, and those that open the library of a set. */
type AskingParts = AnsweringParts & SetLibraryParts;

type Query = OpenedSet['set']['queries'][number];

const relevantOf = ({ judgements }: Query): string[] =>
  [...judgements].filter(([, gain]) => gain > 0).map(([document]) => document);

/**
 * Asks the questions of a set that has answers, quoted and without a language model: of all its documents, then of either
 * half of them. Errors: models' codes, `cancelled`.
 */
export async function measureAnswers(
  parts: AskingParts,
  { set, answers, facts }: OpenedSet,
  whole: SessionLibrary,
  context: RouteContext,
  progress: ReportProgress,
): Promise<AnswerFigures> {
  const queries = set.queries.filter(({ id }) => (answers?.[id] ?? []).length > 0);
  const halves = halvesByTitle(set.documents);
  const total = queries.length * (halves ? 3 : 1);
  let done = 0;
  const asked = () => {
    done += 1;
    progress({ phase: 'answering', way: null, done, total });
  };

  const judged: JudgedAnswer[] = [];
  const ask = await asking(parts, whole, context);
  for (const query of queries) {
    const spans = answers?.[query.id] ?? [];
    const relevant = new Set(relevantOf(query));
    judged.push(await ask(query.text, spans, (documentId) => relevant.has(whole.labelOf(documentId))));
    asked();
  }

  const abstention: Abstention[] = [];
  for (const [position, documents] of (halves ?? []).entries()) {
    const there = new Set(documents.map(({ id }) => id));
    const name = `${facts.name} (half ${position + 1} of 2)`;
    const cache = whole.library.embeddings;
    const toOpen = { name, documents, model: whole.activeModel.id, cache };
    const half = await openSetLibrary(parts, toOpen, context.signal, progress);
    try {
      const askHalf = await asking(parts, half, context);
      for (const query of queries) {
        const { answered } = await askHalf(query.text, [], () => false);
        abstention.push({ known: relevantOf(query).some((id) => there.has(id)), answered });
        asked();
      }
    } finally {
      await half.close();
    }
  }
  return answerFigures(judged, balancedAccuracy(abstention));
}

/** Asks one library, and removes the conversation again: the next question must not find it. */
async function asking(parts: AskingParts, session: SessionLibrary, context: RouteContext) {
  const rerank = (await parts.activeReranker.id()) !== null;
  const stores = session.library;
  const answering = { parts: await partsFor(parts, session, { mode: 'hybrid', rerank }), context, stores };
  const { conversations } = stores;
  return async (
    question: string,
    spans: readonly string[],
    isRelevant: (documentId: string) => boolean,
  ): Promise<JudgedAnswer> => {
    context.signal.throwIfAborted();
    try {
      const answer = await askQuestion(answering, { question, noLlm: true });
      conversations.remove(answer.conversationId, true, true);
      return judgeAnswer(answer, spans, ({ documentId }) => isRelevant(documentId));
    } catch (error) {
      // A question that is too long or too short for the chat counts as unanswered.
      if (!(error instanceof VitrineError) || error.code !== 'question-length') throw error;
      return judgeAnswer({ outcome: 'nothing', answer: '', citations: [], cited: [] }, spans, () => false);
    }
  };
}
