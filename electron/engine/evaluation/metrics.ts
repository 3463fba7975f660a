import type { Answer, AnswerFigures, Citation, Significance } from '@shared/contract';
import { unfoldedPassages } from '@shared/prompt/answer-backing';
import { rounded } from '@shared/ranking';

/** Judgements of one query: document id → gain, > 0 for relevant. */
export type Judgements = ReadonlyMap<string, number>;

/**
 * Σ gain_i / log2(i + 1) over the first k, i from 1 (Järvelin & Kekäläinen 2002, as trec_eval computes ndcg_cut:
 * negative judgements, which mark spam in some sets, gain nothing).
 */
function discountedGain(gains: readonly number[], k: number): number {
  return gains.slice(0, k).reduce((sum, gain, position) => sum + Math.max(gain, 0) / Math.log2(position + 2), 0);
}

/** nDCG@k with graded gains; 0 for a query without relevant documents. */
export function ndcg(ranked: readonly string[], judgements: Judgements, k: number): number {
  const ideal = discountedGain(
    [...judgements.values()].sort((a, b) => b - a),
    k,
  );
  if (ideal === 0) return 0;
  return (
    discountedGain(
      ranked.map((id) => judgements.get(id) ?? 0),
      k,
    ) / ideal
  );
}

/** 1/rank of the first relevant document within the first k, otherwise 0. */
export function reciprocalRank(ranked: readonly string[], judgements: Judgements, k: number): number {
  const position = ranked.slice(0, k).findIndex((id) => (judgements.get(id) ?? 0) > 0);
  return position === -1 ? 0 : 1 / (position + 1);
}

/** Share of the relevant documents that are within the first k. */
export function recall(ranked: readonly string[], judgements: Judgements, k: number): number {
  const relevant = [...judgements].filter(([, gain]) => gain > 0).map(([id]) => id);
  if (relevant.length === 0) return 0;
  const found = new Set(ranked.slice(0, k));
  return relevant.filter((id) => found.has(id)).length / relevant.length;
}

/** Share of the first k that are relevant; a list shorter than k is filled with misses. */
export function precision(ranked: readonly string[], judgements: Judgements, k: number): number {
  return ranked.slice(0, k).filter((id) => (judgements.get(id) ?? 0) > 0).length / k;
}

/** The value that `share` of the values do not exceed (nearest rank); 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** Four decimals, as trec_eval writes figures; or as many as this scale has. */
export const toFigure = (value: number, scale = 1e4): number => Math.round(value * scale) / scale;

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

const sampledRounds = 10_000;
const seed = 20_070_611;
/** 2^13 flips are fewer than the sampled rounds, and leave nothing to chance. */
const mostExact = 13;
/** Means that differ by less are equal but for the order in which they were summed. */
const slack = 1e-12;

/**
 * Two-sided paired randomisation test of the mean difference (R. A. Fisher, The Design of Experiments, 1935; for
 * retrieval: Smucker, Allan & Carterette, "A comparison of statistical significance tests for information retrieval
 * evaluation", CIKM 2007). Under the null hypothesis either sign of a question's difference is as likely: p is the share
 * of sign flips whose mean is at least as far from 0 as the one seen. Up to 13 questions that differ, every flip is
 * counted; above, 10,000 are drawn, and p = (1 + hits) / (1 + rounds), which is never 0 (Phipson & Smyth 2010).
 *
 * @param differences one a question, in the order of the set: the draw is a function of them alone
 */
export function randomisationTest(differences: readonly number[]): Significance {
  // A difference of 0 is the same with either sign.
  const moved = differences.filter((difference) => difference !== 0);
  const seen = Math.abs(sumOf(moved, () => false)) - slack;
  if (moved.length <= mostExact) {
    const rounds = 2 ** moved.length;
    let hits = 0;
    for (let flips = 0; flips < rounds; flips += 1) {
      if (Math.abs(sumOf(moved, (at) => (flips & (1 << at)) !== 0)) >= seen) hits += 1;
    }
    return { pValue: rounded(hits / rounds), method: 'exact', rounds, seed };
  }
  const hits = sampledHits(Float64Array.from(moved), seen);
  return { pValue: rounded((1 + hits) / (1 + sampledRounds)), method: 'sampled', rounds: sampledRounds, seed };
}

function sumOf(values: readonly number[], flipped: (at: number) => boolean): number {
  let sum = 0;
  values.forEach((value, at) => {
    sum += flipped(at) ? -value : value;
  });
  return sum;
}

/** How many of the sampled flips lie at least as far from 0 as `least`; signs are bits of xorshift32 (Marsaglia 2003). */
function sampledHits(values: Float64Array, least: number): number {
  let state = seed;
  let bits = 0;
  let left = 0;
  let hits = 0;
  for (let round = 0; round < sampledRounds; round += 1) {
    let sum = 0;
    for (let at = 0; at < values.length; at += 1) {
      if (left === 0) {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        bits = state;
        left = 32;
      }
      const value = values[at] ?? 0;
      sum += (bits & 1) === 1 ? -value : value;
      bits >>>= 1;
      left -= 1;
    }
    if (Math.abs(sum) >= least) hits += 1;
  }
  return hits;
}

export const answerLimits = { sentences: 3, characters: 1000 } as const;

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
const withoutMarkers = (answer: string): string => answer.replace(/\s*\[[^\]]*\d[^\]]*\]/gu, '');

export interface JudgedAnswer {
  readonly answered: boolean;
  readonly holdsSpan: boolean;
  readonly firstCitationRight: boolean;
}

export interface AnswerToJudge extends Pick<Answer, 'outcome' | 'answer' | 'cited' | 'passages'> {
  readonly citations: readonly CitedPlace[];
}
type CitedPlace = Pick<Citation, 'marker' | 'documentId' | 'path'>;

/** An answer against the spans that are right; `isRelevant` says whether a citation's document is. */
export function judgeAnswer(
  answer: AnswerToJudge,
  spans: readonly string[],
  isRelevant: (citation: CitedPlace) => boolean,
): JudgedAnswer {
  if (answer.outcome === 'nothing') return { answered: false, holdsSpan: false, firstCitationRight: false };
  const isAnswer = answer.outcome !== 'passages';
  const shown = isAnswer
    ? withoutMarkers(answer.answer)
    : unfoldedPassages(answer)
        .map(({ text }) => text)
        .join('\n');
  const fits = !isAnswer || (shown.length <= answerLimits.characters && answer.cited.length <= answerLimits.sentences);
  const [first] = [...answer.citations].sort((a, b) => a.marker - b.marker);
  return {
    answered: true,
    holdsSpan: fits && spans.some((span) => plain(shown).includes(plain(span))),
    firstCitationRight: first !== undefined && isRelevant(first),
  };
}

export interface Abstention {
  readonly known: boolean;
  readonly answered: boolean;
}

/** Mean of the answered share of known questions and the refused share of unknown ones; null if either is empty. */
export function balancedAccuracy(asked: readonly Abstention[]): number | null {
  const known = asked.filter((question) => question.known);
  const unknown = asked.filter((question) => !question.known);
  if (known.length === 0 || unknown.length === 0) return null;
  const answered = known.filter((question) => question.answered).length / known.length;
  const refused = unknown.filter((question) => !question.answered).length / unknown.length;
  return (answered + refused) / 2;
}

export function answerFigures(judged: readonly JudgedAnswer[], abstention: number | null): AnswerFigures {
  const share = (of: keyof JudgedAnswer): number =>
    judged.length === 0 ? 0 : toFigure(judged.filter((answer) => answer[of]).length / judged.length);
  return {
    questions: judged.length,
    answered: share('answered'),
    spanInAnswer: share('holdsSpan'),
    firstCitationRight: share('firstCitationRight'),
    abstention: abstention === null ? null : toFigure(abstention),
  };
}
