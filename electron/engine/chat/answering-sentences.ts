import { termSet } from '@shared/terms';
import { definitionIn, definitionSubject } from '../retrieval';
import { type Evidence, type QueryWeights, sentenceShares } from '../stages';
import { answerKind, holdsAnswerOf } from './answer-kind';
import type { CitableChunk } from './citations';
import {
  isLeadIn,
  isQuestionForWay,
  type LedList,
  leadsToText,
  listLedBy,
  listUnderHeading,
  sentenceLedBy,
} from './led-lists';
import { isBareLine } from './lone-lines';
import { isNoSentence } from './no-sentence';
import { isHead } from './quoted-rows';
import type { Meaning } from './sentence-meaning';

/** What the question's words beside a sentence are worth: a passage names its subject once and goes on with “he”. */
const neighbourWeight = 0.2;
/** A sentence speaks more often of the one before it than of the one behind it. */
const behindWeight = 0.5;
/** What it is worth to hold a number, a time or a name where one is asked for; half where it is not known what is. */
const kindWeight = 0.15;
/**
 * What it is worth to define what is to be defined; more where sentences are looked at by their meaning too: of “What is
 * Retrieval?” that says only that much is about retrieval.
 */
const definitionWeight = { byWords: 0.25, byMeaning: 0.8 } as const;
const unknown = 0.5;
/** What it is worth to stand behind a label of which the question has every word: “Due date: 18 April”. */
const labelWeight = 0.4;
/**
 * The power of a passage's worth beside its sentence's: Retrieval has looked at more than the words that both have in
 * common. Less, where a sentence is looked at by its meaning as well.
 */
const passagePower = { byWords: 1.5, byMeaning: 0.5 } as const;
/** What it is worth to be the nearest to the question in meaning. */
const meaningWeight = 0.6;
/**
 * What says only what the question says, and what is no sentence (a mail's head, a heading, a caption, a lone label),
 * answers nothing: it is quoted where there is nothing else.
 */
const lastResort = 0.1;

/** A sentence that may answer, or a list with the sentence that leads to it. */
export interface AnsweringSentence extends Evidence {
  readonly list?: LedList;
}

/**
 * The sentences of some passages that may answer a question: its idf mass in the sentence, in the better of the two
 * beside it, how near the sentence is to it in meaning, and whether it holds the kind of thing that is asked for, times
 * the passage's worth. The weights were measured on quoted answers (`npm run bench:quality -- --only answers`).
 *
 * @param weights of the query's terms, with what memory added to it
 * @param question in the person's own words
 * @param meaning of the sentences; null where it is not known: then one that shares no word with the question, nor
 *   stands beside one that does, is none of them
 */
export function answeringSentences(
  passages: readonly CitableChunk[],
  weights: QueryWeights,
  question: string,
  meaning: Meaning | null = null,
): AnsweringSentence[] {
  const fits = fitting(question, meaning ? definitionWeight.byMeaning : definitionWeight.byWords);
  const near = (sentence: string): number => (meaning ? meaningWeight * (meaning.get(sentence) ?? 0) : 0);
  const power = meaning ? passagePower.byMeaning : passagePower.byWords;
  const asked = new Set(termSet(question));
  const holds = holdsWhatIsAsked(question);
  let byWords = false;
  const isForWay = isQuestionForWay(question);
  const found = passages.flatMap(({ chunk, score: relevance }) => {
    const shares = sentenceShares(chunk, weights);
    return shares.flatMap(({ share, sentence, position, terms, headingShare }, place): AnsweringSentence[] => {
      if (isHead(chunk.text, sentence)) return [];
      const before = shares[place - 1]?.share ?? 0;
      const behind = shares[place + 1]?.share ?? 0;
      if (share + before + behind > 0) byWords = true;
      else if (meaning === null) return [];
      const beside = neighbourWeight * Math.max(before, behindWeight * behind);
      const scored = (own: number, texts: readonly string[]): number =>
        relevance ** power * (own + beside + Math.max(...texts.map(near)) + fits(texts.join('\n')));
      const isLeading = share > 0 || (isForWay && Math.max(before, headingShare) > 0);
      const isBare = !holds?.(sentence.text) && isBareLine(chunk.text, sentence, share > 0);
      const saysNothing = saysNothingNew(sentence.text, asked) || isNoSentence(chunk, sentence, question);
      const led =
        (isLeading ? listLedBy(chunk.text, sentence) : null) ??
        (share > 0 && !isNoSentence(chunk, sentence, question) ? sentenceLedBy(chunk.text, sentence) : null) ??
        listUnderHeading(chunk.text, sentence, asked);
      const isLead = isLeadIn(chunk.text, sentence) && !leadsToText(chunk.text, sentence);
      const worth = isBare || saysNothing || isLead ? lastResort : 1;
      const own = { chunkId: chunk.id, sentence, position, score: worth * scored(share, [sentence.text]), terms };
      const texts = [sentence.text, ...(led?.items ?? []).map(({ text }) => text)];
      if (led === null || saysNothingNew(texts.join('\n'), asked)) return [own];
      const score = scored((led.isLed ? share : headingShare) + (isForWay ? kindWeight : 0), texts);
      return led.isLed ? [{ ...own, score, list: led }] : [{ ...own, score, list: led }, own];
    });
  });
  if (byWords) return found;
  const under = underHeadings(passages, weights, question, (sentence) => near(sentence) + fits(sentence));
  return under.length > 0 ? under : found;
}

/** Sentences of a passage whose meaning is read: most passages have a third of it, sheets have rows without end. */
const sentencesRead = 20;

/** The sentences that may be quoted, each once; of a passage with many those that hold most of the question. */
export function quotableSentences(
  passages: readonly CitableChunk[],
  weights: QueryWeights,
  question: string,
): string[] {
  const all = passages.flatMap(({ chunk }) =>
    sentenceShares(chunk, weights)
      .filter(({ sentence }) => !isHead(chunk.text, sentence) && !isNoSentence(chunk, sentence, question))
      .sort((a, b) => b.share - a.share || a.position - b.position)
      .slice(0, sentencesRead)
      .map(({ sentence }) => sentence.text),
  );
  return [...new Set(all)];
}

/** Where no sentence says anything of the question, those under a heading that does: “Deposit”, and below it a sum. */
function underHeadings(
  passages: readonly CitableChunk[],
  weights: QueryWeights,
  question: string,
  fits: (sentence: string) => number,
): Evidence[] {
  return passages.flatMap(({ chunk, score: relevance }) =>
    sentenceShares(chunk, weights).flatMap(({ headingShare, sentence, position, terms }): Evidence[] => {
      if (headingShare === 0 || isHead(chunk.text, sentence)) return [];
      const worth = isNoSentence(chunk, sentence, question) ? lastResort : 1;
      const score = worth * relevance ** passagePower.byWords * (neighbourWeight * headingShare + fits(sentence.text));
      return [{ chunkId: chunk.id, sentence, position, score, terms }];
    }),
  );
}

/** What it adds to a sentence's share that it holds the kind of thing that a question asks for. */
function fitting(question: string, definitionWeight: number): (sentence: string) => number {
  const ofKind = fittingKind(question, definitionWeight);
  const asked = new Set(termSet(question));
  return (sentence) => ofKind(sentence) + (isLabelled(sentence, asked) ? labelWeight : 0);
}

function fittingKind(question: string, definitionWeight: number): (sentence: string) => number {
  const holds = holdsWhatIsAsked(question);
  if (holds !== null) return (sentence) => (holds(sentence) ? kindWeight : 0);
  const subject = definitionSubject(question);
  if (subject === null) return () => kindWeight * unknown;
  // A sentence may say what a thing is in words that no pattern knows: the others are not worth less for it.
  const defines = definitionIn(subject);
  return (sentence) => definitionWeight * (defines(sentence) ? 1 : unknown);
}

const labelled = /^(?:[-*+•]\s+)?[*_`]{0,3}(\p{L}[^:\n]{0,60}):[*_`]{0,3}[^\S\n]+\S/u;

function isLabelled(line: string, asked: ReadonlySet<string>): boolean {
  const label = /[.!?]$/u.test(line) ? new Set<string>() : termSet(labelled.exec(line)?.[1] ?? '');
  return label.size > 0 && [...label].every((term) => asked.has(term));
}

/** Whether a sentence holds the kind of thing that a question asks for; null where its words do not tell which. */
function holdsWhatIsAsked(question: string): ((sentence: string) => boolean) | null {
  const kind = answerKind(question);
  return kind === null ? null : holdsAnswerOf(kind, question);
}

function saysNothingNew(sentence: string, asked: ReadonlySet<string>): boolean {
  return [...termSet(sentence)].every((term) => asked.has(term));
}
