import type { Chunk } from '@shared/prompt/chunk';
import { byCodeUnits, falling, type RankFeature, rankFeatures } from '@shared/ranking';
import { type AskedDate, firstBetweenSlashes, statesDate } from '../../text/calendar-dates';
import { hasUnspaced } from '../../text/segmentation';
import { normaliseQuery, type ParsedQuery } from '../query/parse-query';
import type { FusedCandidate } from './fusion';

export type RankWeights = Readonly<Record<RankFeature, number>>;

export interface RankInput extends Readonly<Record<RankFeature, number>> {
  readonly fused: FusedCandidate;
  readonly chunk: Chunk;
}

export interface Ranked<T> {
  readonly input: T;
  readonly score: number;
  readonly contributions: Readonly<Record<'fusion' | RankFeature, number>>;
}

/**
 * The explainable reranker: a weighted mean of the fused score and of features, fitted by research/fit-reranker.ts.
 * Gives the best `most`, best first; ties by chunk id.
 */
export function rankByFeatures<T extends RankInput>(
  inputs: readonly T[],
  weights: RankWeights,
  most: number = inputs.length,
): Ranked<T>[] {
  const total = rankFeatures.reduce((sum, feature) => sum + weights[feature], 1);
  const scores = inputs.map(
    (input) =>
      rankFeatures.reduce((sum, feature) => sum + weights[feature] * input[feature], input.fused.fused.value) / total,
  );
  return inputs
    .map((input, position) => ({ input, score: scores[position] ?? 0 }))
    .sort((a, b) => falling(a.score, b.score) || byCodeUnits(a.input.chunk.id, b.input.chunk.id))
    .slice(0, most)
    .map(({ input, score }) => ({
      input,
      score,
      contributions: {
        fusion: input.fused.fused.value / total,
        coverage: (weights.coverage * input.coverage) / total,
        title: (weights.title * input.title) / total,
        definition: (weights.definition * input.definition) / total,
        relevance: (weights.relevance * input.relevance) / total,
      },
    }));
}

const asksForDefinition = [
  /^(?:what|who)(?:['’]s| is| are| was| were)\s+(?:an?\s+|the\s+)?(.+)$/iu,
  /^(?:define|definition of|meaning of|explain)\s+(?:an?\s+|the\s+)?(.+)$/iu,
  /^what (?:does|do)\s+(?:an?\s+|the\s+)?(.+?)\s+mean$/iu,
  /^(?:was|wer) (?:ist|sind|war|bedeutet)\s+(?:eine?\s+|der\s+|die\s+|das\s+)?(.+)$/iu,
  /^(?:qué|quién|que|quien) (?:es|son|significa)\s+(?:una?\s+|el\s+|la\s+)?(.+)$/iu,
];
/** A longer phrase is a question about something, not the name of a thing. */
const maximumSubjectWords = 5;

/** The term that a question wants defined (`what is a gyroscope?` → `gyroscope`), or null for other questions. */
export function definitionSubject(query: string): string | null {
  const text = normaliseQuery(query).replace(/^[\s¿¡]+|[\s?!.]+$/gu, '');
  for (const pattern of asksForDefinition) {
    const subject = pattern.exec(text)?.[1]?.trim();
    if (subject && subject.split(/\s+/u).length <= maximumSubjectWords) return subject;
  }
  return null;
}

const copula =
  '(?:is|are|was|were|means?|refers? to|denotes?|stands for|ist|sind|bedeutet|bezeichnet|es|son|significa)';

/** Whether texts define the subject: `X is …`, `X (…) means …`, `X, also …, is …`, or `X: …` at the start of a line. */
export function definitionIn(subject: string): (text: string) => boolean {
  const name = escaped(subject).replace(/\s+/gu, '\\s+');
  const aside = '(?:\\s*\\([^)]{1,60}\\)|\\s*,[^,.;:]{1,60},)?';
  const sentence = new RegExp(`(?:^|[^\\p{L}\\p{N}])${name}(?:s|es)?${aside}\\s+${copula}[^\\p{L}]`, 'iu');
  const entry = new RegExp(
    `^\\s*(?:[-*+•]\\s+)?[*_\`]{0,3}${name}[*_\`]{0,3}(?:\\s*\\([^)]{1,60}\\))?:[*_\`]{0,3}\\s`,
    'imu',
  );
  return (text) => sentence.test(text) || entry.test(text);
}

export const aboveOf = ({ title, headings, lead }: Chunk): string => `${title} ${headings.join(' ')} ${lead}`;

/** White space, case, composition and typographic quotation marks do not tell two spellings apart. */
const plain = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/[’‘]/gu, "'").replace(/\s+/gu, ' ');

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&');

/** Finds a stretch as it is, not as a part of a longer word or number, as far as blanks tell words apart. */
const standing = (stretch: string): RegExp =>
  hasUnspaced(stretch)
    ? new RegExp(escaped(plain(stretch)), 'u')
    : new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(plain(stretch))}(?![\\p{L}\\p{N}_])`, 'u');

/** How much of a query's phrases, identifiers and dates chunks hold as they are. */
export class ExactMatcher {
  private readonly phrases: readonly RegExp[];
  private readonly identifiers: readonly RegExp[];
  private readonly dates: readonly AskedDate[];
  readonly phrasesOnly: boolean;

  constructor({
    phrases,
    identifiers,
    phrasesOnly,
    dates,
  }: Pick<ParsedQuery, 'phrases' | 'identifiers' | 'phrasesOnly' | 'dates'>) {
    this.phrasesOnly = phrasesOnly;
    this.phrases = phrases.map(standing);
    this.identifiers = identifiers.map(standing);
    this.dates = dates;
  }

  get asked(): boolean {
    return this.phrases.length + this.identifiers.length + this.dates.length > 0;
  }

  /** Each chunk's share of the exact conditions; and whether it holds every phrase. */
  in(chunks: readonly Chunk[]): { readonly share: number; readonly everyPhrase: boolean }[] {
    const first = this.dates.length > 0 ? firstBetweenSlashes(chunks.map(({ text }) => text)) : null;
    const all = this.phrases.length + this.identifiers.length + this.dates.length;
    return chunks.map((chunk) => {
      const whole = `${aboveOf(chunk)} ${chunk.text}`;
      const text = plain(whole);
      const phrases = this.phrases.filter((pattern) => pattern.test(text)).length;
      const identifiers = this.identifiers.filter((pattern) => pattern.test(text)).length;
      const dates = this.dates.filter((date) => statesDate(whole, date, first)).length;
      return {
        share: all === 0 ? 0 : (phrases + identifiers + dates) / all,
        everyPhrase: phrases === this.phrases.length,
      };
    });
  }
}
