import { isAside } from '@shared/prompt/blocks';
import type { ReviewField } from '../languages';
import type { PreparedDocument, Span } from '../text/prepared-document';
import { termSet } from '../text/terms';
import { isAlone } from './parties';
import type { ReadQuestion } from './question';

/** How well the text around a value answers a question: a logit, the sum of the evidence (bench/quality-extraction.ts). */
const weights = {
  /** The words that state the field, at once before the value or behind it. */
  before: 3,
  behind: 2.5,
  near: 1.5,
  heading: 1.2,
  /** Words that show that the sentence states something else. */
  not: -2.5,
  /** Words at once beside the value that make it another's. */
  anothers: -6,
  /** Asked of an agreement or an invoice, in a document that speaks of none. */
  otherKind: -3,
  /** Share of the question’s terms in sentence, labels and heading, by their weight. */
  covered: 1,
  /** For a question without a known field. */
  coveredAlone: 5,
  /** A statement of such a field, and one on a line of its own. */
  early: 1.5,
  alone: 3,
  late: -1,
  aside: -1,
} as const;

/** Without any evidence; a value of the type is already much where a document has few. */
const bias = -3;

/** Fields that a document states at its begin: how far into it, in characters. */
const earlyFields: Readonly<Partial<Record<ReviewField, number>>> = {
  'effective-date': 1800,
  'invoice-number': 800,
  'invoice-date': 800,
  supplier: 800,
  customer: 800,
  author: 1500,
  year: 1500,
};
/** Fields that may be on a line of their own, without a word that states them. */
const aloneFields: ReadonlySet<ReviewField> = new Set(['effective-date', 'invoice-date']);

/** How much of the text before and behind a value is read for cues, characters. */
const reach = { before: 110, behind: 90, reference: 240 } as const;
const longestSentence = 700;

/**
 * Of a longer row of values the first and the last ones are considered: a table of measurements answers no question.
 */
const most = { first: 4000, last: 1000 } as const;

export const looked = <Value>(values: readonly Value[]): readonly Value[] =>
  values.length <= most.first + most.last ? values : [...values.slice(0, most.first), ...values.slice(-most.last)];

export interface CandidateEvidence {
  readonly logit: number;
  readonly quote: Span;
  readonly hasWords: boolean;
}

export function evidenceFor(document: PreparedDocument, question: ReadQuestion, value: Span): CandidateEvidence {
  const { plain } = document;
  const quote = document.quoteOf(value);
  const block = document.blockAt(value.start);
  const near = {
    start: Math.max(quote.start, value.start - longestSentence),
    end: Math.min(quote.end, value.end + longestSentence),
  };
  const sentence = plain.slice(near.start, near.end);
  const labels = labelsOf(document, value);
  const heading = document.headingAbove(value.start);
  const covered = coverage(document, question, near, `${labels} ${heading}`);
  const { field } = question;
  if (field === null) {
    const logit = bias + weights.coveredAlone * covered + (block && isAside(block.kind) ? weights.aside : 0);
    return { logit, quote, hasWords: covered > 0 };
  }
  const before = `${labels} ${plain.slice(Math.max(0, value.start - reach.before), value.start)}`;
  const behind = plain.slice(value.end, value.end + reach.behind);
  const isBefore = field.before.test(before) || (labels !== '' && field.before.test(labels));
  const isBehind = field.behind.test(behind);
  const isNear = field.near.test(sentence);
  const inHeading = heading !== '' && (field.asks.test(heading) || field.near.test(heading));
  const early = earlyFields[field.field];
  const isEarly = early !== undefined && value.start < early;
  const lateness = early === undefined ? 0 : weights.late;
  const logit =
    bias +
    (isBefore ? weights.before : 0) +
    (isBehind ? weights.behind : 0) +
    (isNear ? weights.near : 0) +
    (inHeading ? weights.heading : 0) +
    kindEvidence(document, question) +
    (field.not.test(lineOf(plain, quote, value)) ? weights.not : 0) +
    (field.notBefore.test(plain.slice(Math.max(quote.start, value.start - reach.reference), value.start)) ||
    field.notBehind.test(behind)
      ? weights.anothers
      : 0) +
    weights.covered * covered +
    (isEarly ? weights.early : lateness) +
    (isEarly && aloneFields.has(field.field) && isAlone(document, value) ? weights.alone : 0) +
    (block && isAside(block.kind) ? weights.aside : 0);
  return { logit, quote, hasWords: isBefore || isBehind || isNear || covered > 0 };
}

export const kindEvidence = (document: PreparedDocument, { kind }: ReadQuestion): number =>
  kind !== null && !document.speaksOf(kind) ? weights.otherKind : 0;

function labelsOf(document: PreparedDocument, { start }: Span): string {
  const { plain } = document;
  const block = document.blockAt(start);
  if (!block) return '';
  const lead = block.lead ? plain.slice(block.lead.start, block.lead.end) : '';
  if (block.kind !== 'table-row') return lead.slice(0, 200);
  const row = plain.slice(block.start, block.end).replace(/^\s*\|/u, '');
  const column =
    plain
      .slice(block.start, start)
      .replace(/^\s*\|/u, '')
      .split('|').length - 1;
  // The head of a column of several rows states no field: each row has its own value of it.
  const head = document.isOnlyRow(block) ? (lead.replace(/^\s*\|/u, '').split('|')[column] ?? '') : '';
  return `${(row.split('|')[0] ?? '').slice(0, 100)} ${head.slice(0, 100)}`;
}

function lineOf(plain: string, quote: Span, { start, end }: Span): string {
  const before = plain.slice(Math.max(quote.start, start - longestSentence), start);
  const behind = plain.slice(end, Math.min(quote.end, end + longestSentence));
  return `${before.slice(before.lastIndexOf('\n') + 1)}${plain.slice(start, end)}${behind.split('\n', 1)[0] ?? ''}`;
}

function coverage(document: PreparedDocument, { terms: wanted }: ReadQuestion, span: Span, above: string): number {
  const meant = new Set(wanted.values());
  if (meant.size === 0) return 0;
  const held = new Set([...document.termsIn(span), ...termSet(above)].flatMap((term) => wanted.get(term) ?? []));
  let [all, found] = [0, 0];
  for (const term of meant) {
    const weight = document.rarity(term);
    all += weight;
    if (held.has(term)) found += weight;
  }
  return all === 0 ? 0 : found / all;
}
