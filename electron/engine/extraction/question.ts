import type { NotFoundReason } from '@shared/contract/review-tables';
import type { ColumnType, TypedValue } from '@shared/value-types';
import { type FieldWords, type ReviewField, reviewFields } from '../languages';
import { formsOf } from '../text/inflections';
import { PreparedDocument } from '../text/prepared-document';
import { folded } from '../text/segmentation';
import { termSet } from '../text/terms';
import { type ValueCandidate, valueTypeList, valueTypeOf } from '../text/values';
import { allReviewWords, anyWord, wordBegins, wordEnds } from '../text/values/words';
import { denialsIn } from '../text/values/yes-no';
import fieldTypes from './field-types.json';

/** A value with its place; all offsets are UTF-16 code units of the document's text. */
export interface FoundValue {
  readonly value: TypedValue;
  readonly start: number;
  readonly end: number;
  /** The sentence or row that bears it out: `text.slice(quoteStart, quoteEnd)` is the quote and holds the value. */
  readonly quoteStart: number;
  readonly quoteEnd: number;
  readonly confidence: number;
}

/**
 * `reason`: why a cell is empty. The document has no text (`empty-document`); it has none of the question’s words nor a
 * value where such words are (`no-such-words`); it has the words and no value of the type (`no-value-of-type`); it has
 * values and none that is sure enough (`too-unsure`).
 */
export type Extraction =
  | { readonly found: readonly FoundValue[] }
  | { readonly found: readonly []; readonly reason: NotFoundReason };

export interface ExtractionColumn {
  readonly question: string;
  readonly type: ColumnType;
  /** For the type `choice`: the possible answers. */
  readonly choices?: readonly string[];
  readonly many?: boolean;
}

/** Marks, blanks and small words between a cue and its value. */
const marks = '[^\\p{L}\\p{N}]{0,12}';
const gap = `(?:${marks}(?:${anyWord(({ links }) => links)})(?![\\p{L}\\p{N}])){0,3}${marks}`;

/** “The notice period for the flat in Mill Lane is”: between what names a field and its value. */
const isSaid = `(?: \\p{L}+){0,8} (?:${anyWord(({ copulas }) => copulas)}) `;

interface FieldPatterns {
  readonly field: ReviewField;
  readonly asks: RegExp;
  readonly before: RegExp;
  readonly behind: RegExp;
  readonly near: RegExp;
  readonly not: RegExp;
  readonly notBefore: RegExp;
  readonly notBehind: RegExp;
}

const compiled = (source: string, make: (alternatives: string) => string): RegExp =>
  new RegExp(source === '' ? '(?!)' : make(source), 'u');

const fieldPatterns: readonly FieldPatterns[] = reviewFields.map((field) => {
  const cues = (of: keyof FieldWords): string =>
    allReviewWords
      .map(({ fields }) => fields[field]?.[of] ?? '')
      .filter((alternatives) => alternatives !== '')
      .join('|');
  return {
    field,
    asks: compiled(cues('asks'), (all) => `${wordBegins}(?:${all})`),
    before: compiled(cues('before'), (all) => `${wordBegins}(?:(?:${all})${gap}|(?:${cues('asks')})${isSaid})$`),
    behind: compiled(cues('behind'), (all) => `^${marks}(?:${all})${wordEnds}`),
    near: compiled(cues('near'), (all) => `${wordBegins}(?:${all})`),
    not: compiled(cues('not'), (all) => `${wordBegins}(?:${all})`),
    notBefore: compiled(cues('notBefore'), (all) => `${wordBegins}(?:${all})${gap}$`),
    notBehind: compiled(cues('notBehind'), (all) => `^${marks}(?:${all})${wordEnds}`),
  };
});

/** The type of a field's values, and others that a column may ask for it by. */
const typesOfFields = fieldTypes as Readonly<Record<ReviewField, readonly ColumnType[]>>;

export interface ReadQuestion {
  readonly field: FieldPatterns | null;
  /** Its terms, and those of other forms of its words, each with the query's term. */
  readonly terms: ReadonlyMap<string, string>;
  readonly ofPlace: boolean;
  readonly denials: number;
  readonly kind: RegExp | null;
}

const asksPlace = new RegExp(`(?<!\\p{L})(?:${anyWord(({ asksFor }) => asksFor.place)})`, 'u');

/** Fields by how telling their words are: a question for an invoice's date has the words of two. */
function fieldOf(question: string, type: ColumnType): FieldPatterns | null {
  const asked = fieldPatterns
    .filter(({ field }) => typesOfFields[field].includes(type))
    .flatMap((patterns) => {
      const found = patterns.asks.exec(question);
      return found ? [{ patterns, length: found[0].length }] : [];
    });
  // Any amount is a price: only where it is no total and no tax.
  const rank = ({ patterns, length }: (typeof asked)[number]): number => (patterns.field === 'price' ? 0 : length);
  return asked.sort((one, other) => rank(other) - rank(one))[0]?.patterns ?? null;
}

/** The type of the known field that a question names, by the longest of its words; null where it names none. */
export function statedType(question: string): ColumnType | null {
  const plain = folded(question).trim();
  const named = fieldPatterns.flatMap(({ field, asks }) => {
    const found = asks.exec(plain);
    return found ? [{ type: typesOfFields[field][0] ?? null, length: found[0].length }] : [];
  });
  return named.sort((one, other) => other.length - one.length)[0]?.type ?? null;
}

/** Which of the known fields of its type a column's question asks for; null for none. */
export const fieldAsked = ({ question, type }: ExtractionColumn): ReviewField | null =>
  fieldOf(folded(question).trim(), type)?.field ?? null;

const kinds = (['agreement', 'invoice', 'study'] as const).map(
  (kind) => new RegExp(`${wordBegins}(?:${anyWord((words) => words.kinds[kind])})${wordEnds}`, 'u'),
);

export function readColumnQuestion({ question, type }: ExtractionColumn, language: string): ReadQuestion {
  const plain = folded(question).trim();
  const own = [...termSet(question)].map((term) => [term, term] as const);
  const forms = [...formsOf(question, language)].map(([term, { of }]) => [term, of] as const);
  return {
    field: fieldOf(plain, type),
    terms: new Map([...forms, ...own]),
    ofPlace: asksPlace.test(plain),
    denials: denialsIn(plain),
    kind: kinds.find((words) => words.test(plain)) ?? null,
  };
}

/** Words of a question with the type that they ask for, the most telling first. */
const askedTypes = valueTypeList.flatMap(([type, { asks }]) =>
  asks.map((kind) => {
    const words = allReviewWords.map(({ asksFor }) => `(?<![\\p{L}])(?:${asksFor[kind]})`);
    return { type, words: new RegExp(words.join('|'), 'u') };
  }),
);
const many = new RegExp(allReviewWords.map(({ asksMany }) => `(?<![\\p{L}])(?:${asksMany})(?!\\p{L})`).join('|'), 'u');

/** Returns the type of the values that a question asks for, and whether it may have several; text where nothing tells. */
export function proposeType(question: string): { type: ColumnType; many: boolean } {
  const plain = folded(question)
    .trim()
    .replace(/^[¿¡\s]+/u, '');
  const type = askedTypes.find(({ words }) => words.test(plain))?.type ?? 'text';
  return { type, many: valueTypeOf(type).severalAsked && many.test(plain) };
}

const nothingAsked = { field: null, ofPlace: false, denials: 0, choices: [] };

/** Returns the values that a short text compares with, such as dates and amounts, in its order, none within another. */
export function statedValues(text: string): ValueCandidate[] {
  const document = new PreparedDocument({ text, blocks: [], pages: [], language: 'und', title: null });
  const stated = valueTypeList
    .flatMap(([, type]) => (type.tellsItself ? type.find(document, nothingAsked) : []))
    .sort((one, other) => one.start - other.start || other.end - one.end);
  const apart: ValueCandidate[] = [];
  for (const candidate of stated) if (candidate.start >= (apart.at(-1)?.end ?? 0)) apart.push(candidate);
  return apart;
}

export const hasFieldFor = (column: ExtractionColumn): boolean => fieldAsked(column) !== null;
