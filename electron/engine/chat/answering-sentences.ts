import { termSet } from '@shared/terms';
import { definitionIn, definitionSubject } from '../retrieval';
import { type Evidence, type QueryWeights, sentenceShares } from '../stages';
import { answerKind, holdsAnswerOf } from './answer-kind';
import type { CitableChunk } from './citations';
import { isNoSentence } from './no-sentence';
import { isHead } from './quoted-rows';

/** What the question's words beside a sentence are worth: a passage names its subject once and goes on with “he”. */
const neighbourWeight = 0.2;
/** A sentence speaks more often of the one before it than of the one behind it. */
const behindWeight = 0.5;
/** What it is worth to hold a number, a time or a name where one is asked for; half where it is not known what is. */
const kindWeight = 0.15;
/** What it is worth to define what is to be defined. */
const definitionWeight = 0.25;
const unknown = 0.5;
/**
 * The power of a passage's worth beside its sentence's: Retrieval has looked at more than the words that both have in
 * common.
 */
const passagePower = 1.5;
/**
 * What says only what the question says, and what is no sentence (a mail's head, a lone label), answers nothing: it is
 * quoted where there is nothing else.
 */
const lastResort = 0.1;

/**
 * The sentences of some passages that may answer a question: its idf mass in the sentence, in the better of the two
 * beside it, and whether the sentence holds the kind of thing that is asked for, times the passage's worth. The
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
  const fits = fitting(question);
  const asked = new Set(termSet(question));
  const found = passages.flatMap(({ chunk, score: relevance }) => {
    const shares = sentenceShares(chunk, weights);
    return shares.flatMap(({ share, sentence, position, terms }, place): Evidence[] => {
      if (isHead(chunk.text, sentence)) return [];
      const before = shares[place - 1]?.share ?? 0;
      const behind = shares[place + 1]?.share ?? 0;
      if (share + before + behind === 0) return [];
      const worth = saysNothingNew(sentence.text, asked) || isNoSentence(chunk.text, sentence) ? lastResort : 1;
      const beside = neighbourWeight * Math.max(before, behindWeight * behind);
      const score = worth * relevance ** passagePower * (share + beside + fits(sentence.text));
      return [{ chunkId: chunk.id, sentence, position, score, terms }];
    });
  });
  return found.length > 0 ? found : underHeadings(passages, weights, fits);
}

/** Where no sentence says anything of the question, those under a heading that does: “Deposit”, and below it a sum. */
function underHeadings(
  passages: readonly CitableChunk[],
  weights: QueryWeights,
  fits: (sentence: string) => number,
): Evidence[] {
  return passages.flatMap(({ chunk, score: relevance }) =>
    sentenceShares(chunk, weights).flatMap(({ headingShare, sentence, position, terms }): Evidence[] => {
      if (headingShare === 0 || isHead(chunk.text, sentence)) return [];
      const worth = isNoSentence(chunk.text, sentence) ? lastResort : 1;
      const score = worth * relevance ** passagePower * (neighbourWeight * headingShare + fits(sentence.text));
      return [{ chunkId: chunk.id, sentence, position, score, terms }];
    }),
  );
}

/** What it adds to a sentence's share that it holds the kind of thing that a question asks for. */
function fitting(question: string): (sentence: string) => number {
  const kind = answerKind(question);
  if (kind !== null) {
    const holds = holdsAnswerOf(kind, question);
    return (sentence) => (holds(sentence) ? kindWeight : 0);
  }
  const subject = definitionSubject(question);
  if (subject === null) return () => kindWeight * unknown;
  // A sentence may say what a thing is in words that no pattern knows: the others are not worth less for it.
  const defines = definitionIn(subject);
  return (sentence) => definitionWeight * (defines(sentence) ? 1 : unknown);
}

function saysNothingNew(sentence: string, asked: ReadonlySet<string>): boolean {
  return [...termSet(sentence)].every((term) => asked.has(term));
}
