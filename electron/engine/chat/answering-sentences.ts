import { termSet } from '@shared/terms';
import { type Evidence, type QueryWeights, sentenceShares } from '../stages';
import { answerKind, holdsAnswerOf } from './answer-kind';
import type { CitableChunk } from './citations';

/** What the question's words beside a sentence are worth: a passage names its subject once and goes on with “he”. */
const neighbourWeight = 0.2;
/** A sentence speaks more often of the one before it than of the one behind it. */
const behindWeight = 0.5;
/** What it is worth to hold a number, a time or a name where one is asked for; half where the question does not tell. */
const kindWeight = 0.25;
const unknownKind = 0.5;
/** A sentence that says only what the question says answers nothing: it is quoted where there is no other. */
const lastResort = 0.1;

/**
 * The sentences of some passages that may answer a question: its idf mass in the sentence, in the better of the two
 * beside it, and whether the sentence holds the kind of thing that is asked for, times the passage's relevance. The
 * weights were measured on quoted answers (`npm run bench:quality -- --only answers`).
 *
 * @param weights of the query's terms, with what memory added to it
 * @param question in the person's own words
 */
export function answeringSentences(
  passages: readonly CitableChunk[],
  weights: QueryWeights,
  question: string,
): Evidence[] {
  const kind = answerKind(question);
  const holds = kind === null ? null : holdsAnswerOf(kind, question);
  const asked = new Set(termSet(question));
  return passages.flatMap(({ chunk, score: relevance }) => {
    const shares = sentenceShares(chunk, weights);
    return shares.flatMap(({ share, sentence, position, terms }, place): Evidence[] => {
      const before = shares[place - 1]?.share ?? 0;
      const behind = shares[place + 1]?.share ?? 0;
      if (share + before + behind === 0) return [];
      const worth = saysNothingNew(sentence.text, asked) ? lastResort : 1;
      const beside = neighbourWeight * Math.max(before, behindWeight * behind);
      const fitting = kindWeight * (holds === null ? unknownKind : holds(sentence.text) ? 1 : 0);
      return [{ chunkId: chunk.id, sentence, position, score: worth * relevance * (share + beside + fitting), terms }];
    });
  });
}

function saysNothingNew(sentence: string, asked: ReadonlySet<string>): boolean {
  return [...termSet(sentence)].every((term) => asked.has(term));
}
