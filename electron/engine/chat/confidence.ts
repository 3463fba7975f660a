import type { AnswerEvidence, Band, ConfidencePart } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import type { BlockKind } from '@shared/prompt/blocks';
import type { Chunk } from '@shared/prompt/chunk';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { languageOf } from '../languages';
import { aboveOf, corrected, logistic, queryLanguage } from '../retrieval';
import { askedDates, firstBetweenSlashes, statesDate, statesOtherDay } from '../text/calendar-dates';
import { folded } from '../text/segmentation';
import { words } from '../text/terms';
import type { CitableChunk } from './citations';
import { properNames } from './quoting/score-sentences';
import { numbersIn } from './support';

export type ConfidenceWeights = EmbeddingEntry['confidence'];

/**
 * The evidence that the passages hold the answer, independent of other questions of a library.
 *
 * @param citable the passages that may be quoted, best first
 * @param candidates these and the nearest of the others
 * @param question in the person's own words
 * @param nearness cosine of the question to the best answering sentence; null without a meaning
 */
export function evidenceOf(
  { extras: { retrieval_scores: scores = {}, query } }: SuperPrompt,
  citable: readonly CitableChunk[],
  candidates: readonly CitableChunk[],
  question: string,
  nearness: number | null,
): AnswerEvidence {
  const [best] = citable;
  const unknownWords = (query?.unknown_words ?? []).filter(
    (word) => !candidates.some(({ chunk }) => folded(`${chunk.title} ${chunk.path}`).includes(folded(word))),
  );
  const absent = absentFrom(question, query, candidates);
  if (!best) return { passages: 0, coverage: 0, nearness: null, missingNumbers: [], absent, unknownWords };
  const held = numbersIn(`${aboveOf(best.chunk)}\n${best.chunk.text}`);
  const days = askedDays(question, best, citable);
  const besideDays = days.reduce((rest, { written }) => rest.replace(written, ' '), question);
  return {
    passages: citable.length,
    coverage: scores[best.chunk.id]?.coverage ?? 0,
    nearness,
    missingNumbers: [
      ...[...numbersIn(besideDays)].filter((number) => !held.has(number)),
      ...days.filter(({ isInBest, isElsewhere: missing }) => !isInBest && !missing).map(({ written }) => written),
    ],
    absent,
    unknownWords,
  };
}

/** Names, numbers and days of a question that no passage has: they speak of something else. */
function absentFrom(
  question: string,
  query: SuperPrompt['extras']['query'],
  candidates: readonly CitableChunk[],
): string[] {
  const [best] = candidates;
  if (!best) return [];
  const days = askedDays(question, best, candidates);
  const besideDays = days.reduce((rest, { written }) => rest.replace(written, ' '), question);
  const held = new Set(
    candidates.flatMap(({ chunk }) => [...numbersIn(`${aboveOf(chunk)} ${chunk.path}\n${chunk.text}`)]),
  );
  return [
    ...missingNames(corrected(question, query?.names ?? []), query, candidates),
    ...[...numbersIn(besideDays)].filter((number) => !held.has(number)),
    ...days.filter(({ isElsewhere: missing }) => missing).map(({ written }) => written),
  ];
}

/** The days that a question names, each with whether the best passage states it, and whether there are other days in its place. */
function askedDays(question: string, best: CitableChunk, citable: readonly CitableChunk[]) {
  const days = askedDates(question).filter(({ readings }) => readings.every(({ day }) => day !== null));
  const textOf = ({ chunk }: CitableChunk): string => `${aboveOf(chunk)} ${chunk.path} ${chunk.text}`;
  const texts = days.length === 0 ? [] : citable.map(textOf);
  const first = firstBetweenSlashes(texts);
  return days.map((day) => ({
    written: day.written,
    isInBest: statesDate(textOf(best), day, first),
    isElsewhere: !texts.some((text) => statesDate(text, day, first)) && statesOtherDay(textOf(best), day, first),
  }));
}

/** Above this share of capitalised words a question is written as a title, and capitals tell no names. */
const mostCapitals = 0.5;

/**
 * Names of a question that none of the passages, their headings or their paths have: “Nebraska” asked of a table about
 * Iowa. Only for languages whose capitals mark names, and with a passage in the question's language, because names are
 * translated too.
 *
 * @param query its language, and its acronyms: a passage with one has the other
 */
function missingNames(
  question: string,
  { language, acronyms = [] }: Partial<NonNullable<SuperPrompt['extras']['query']>> = {},
  citable: readonly CitableChunk[],
): string[] {
  if (language === undefined || languageOf(language)?.capitalsTellNames !== true) return [];
  const all = question.match(/\p{L}[\p{L}\p{M}]+/gu) ?? [];
  if (all.filter((word) => /^\p{Lu}/u.test(word)).length > all.length * mostCapitals) return [];
  if (!citable.some(({ chunk }) => isIn(chunk, language))) return [];
  const inPassages = citable.flatMap(({ chunk }) => words(`${aboveOf(chunk)} ${chunk.path} ${chunk.text}`));
  const said = new Set(inPassages);
  const has = (text: string): boolean => words(text).every((word) => said.has(word));
  const held = [
    ...inPassages,
    ...acronyms
      .filter(({ short, long }) => has(short) || has(long))
      .flatMap(({ short, long }) => words(`${short} ${long}`)),
  ];
  const isHeld = (word: string): boolean => held.some((other) => other.startsWith(beginningOf(word)));
  return properNames(question)
    .filter((name) => !name.some(isHeld))
    .map((name) => name.join(' '));
}

const tableKinds: ReadonlySet<BlockKind> = new Set(['table-head', 'table-row']);

/** Whether a passage can be in a language: of figures and names in a table nothing tells. */
const isIn = ({ language: own, blocks }: Chunk, language: string | undefined): boolean =>
  own === language || own === 'und' || (blocks.length > 0 && blocks.every(({ kind }) => tableKinds.has(kind)));

/** The common part of a name's forms: “Europe” and “European”, “Indian” and “India”. */
const beginningOf = (word: string): string => {
  const first = folded(word.split('-')[0] ?? word);
  return first.slice(0, Math.max(4, first.length - 3));
};

/**
 * The probability that the shown text answers the question: a logistic model over the evidence, 0–1. Its weights belong
 * to the embedding model and were fitted by research/fit-confidence.ts on right and wrong quoted answers, with
 * unanswerable questions; the report beside them covers domains that were not fitted.
 */
export function answerConfidence(evidence: AnswerEvidence, weights: ConfidenceWeights): number {
  if (evidence.passages === 0) return 0;
  return logistic(confidenceParts(evidence, weights).reduce((sum, { value, weight }) => sum + value * weight, 0));
}

/** The inputs of confidence, with passages. */
export function confidenceParts(
  { coverage, nearness, missingNumbers, reading }: AnswerEvidence,
  weights: ConfidenceWeights,
): ConfidencePart[] {
  const by = nearness === null ? weights.wordsOnly : weights;
  return [
    { input: 'start', value: 1, weight: by.bias },
    { input: 'coverage', value: coverage, weight: by.coverage },
    ...(nearness === null ? [] : [{ input: 'nearness' as const, value: nearness, weight: weights.nearness }]),
    { input: 'missingNumbers', value: missingNumbers.length > 0 ? 1 : 0, weight: by.missingNumbers },
    // Shown, and without weight: that of no reader was measured.
    ...(reading === undefined ? [] : [{ input: 'reading' as const, value: reading, weight: 0 }]),
  ];
}

/** At least `minChunks` scores at or above the threshold (C6). */
export function hasSufficientContext(scores: readonly number[], threshold: number, minChunks: number): boolean {
  return scores.filter((score) => score >= threshold).length >= Math.max(minChunks, 1);
}

/** In a language in which fewer of the sure answers were right, none is sure. */
const leastRight = 0.85;
/** And of fewer answers than these nothing is known. */
const fewestSure = 5;

function mayBeSure(question: string, languages: ConfidenceWeights['languages']): boolean {
  const { sure, right } = languages[queryLanguage(question).code] ?? { sure: 0, right: 0 };
  return sure >= fewestSure && right / sure >= leastRight;
}

/**
 * Whether a quotation is called an answer: its probability reaches the highest band, in a language in which such answers
 * were measured and right. Equal bands call everything above them an answer.
 */
export function isSure(
  question: string,
  confidence: number,
  bands: PipelineLimits['answer']['bands'],
  { languages }: Pick<ConfidenceWeights, 'languages'>,
): boolean {
  if (bands.high === bands.low) return confidence >= bands.low;
  return bandOf(confidence, bands) === 'high' && mayBeSure(question, languages);
}

export function bandOf(value: number, bands: PipelineLimits['answer']['bands']): Band {
  if (value >= bands.high) return 'high';
  if (value >= bands.medium) return 'medium';
  return value >= bands.low ? 'low' : 'very-low';
}
