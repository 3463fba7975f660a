import type { ColumnType } from '@shared/value-types';
import type { ReviewField } from '../languages';
import { formsOf } from '../text/inflections';
import { folded } from '../text/segmentation';
import { termSet } from '../text/terms';
import { anyWord, wordBegins, wordEnds } from '../text/values/words';
import { denialsIn } from '../text/values/yes-no';
import { type FieldPatterns, fieldPatterns } from './review-words';
import type { ExtractionColumn } from './values';

/** The type of a field's values, and others that a column may ask for it by. */
const typesOfFields: Readonly<Record<ReviewField, readonly ColumnType[]>> = {
  'effective-date': ['date'],
  party: ['name'],
  law: ['name'],
  term: ['duration', 'date'],
  'notice-period': ['duration'],
  termination: ['text'],
  price: ['amount'],
  'invoice-number': ['text', 'number', 'name'],
  'invoice-date': ['date'],
  'due-date': ['date'],
  supplier: ['name'],
  customer: ['name'],
  total: ['amount'],
  vat: ['amount', 'percentage'],
  author: ['name'],
  year: ['date', 'number'],
  'sample-size': ['number'],
  method: ['text'],
  result: ['text'],
  dose: ['number', 'text'],
};

/** A column's question as the scoring reads it. */
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
export function fieldTypeOf(question: string): ColumnType | null {
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
