import { z } from 'zod';

interface FactKind {
  /** Compares values as words of a language, or by their characters, which is right for days. */
  readonly order: 'words' | 'characters';
  readonly inTable: boolean;
  /** Its description for other programs, in English. */
  readonly meaning: string;
}

/**
 * The facts that readers find in documents, beside title and language. A new fact is an entry here, its name in
 * `library.columns` of the words, and the readers that know it. The catalogue, the table and the details of documents,
 * the API, MCP and the exports follow this table.
 *
 * @example author: { order: 'words', inTable: true, meaning: 'Who wrote it' }
 */
const kinds = {
  author: { order: 'words', inTable: true, meaning: 'Who wrote it, as the document itself states' },
  created: { order: 'characters', inTable: false, meaning: 'The day it was written, as it states itself: YYYY-MM-DD' },
} as const satisfies Record<string, FactKind>;

export type FactId = keyof typeof kinds;
export const factIds = Object.keys(kinds) as readonly FactId[];
export const factKinds: Readonly<Record<FactId, FactKind>> = kinds;

/** The value of each fact; null if the document does not state it. Untrusted text of one line. */
export type StatedFacts = Readonly<Record<FactId, string | null>>;

/** The facts of a document, as the catalogue keeps them in one column. */
export interface DocumentFacts extends StatedFacts {
  /** From its metadata or its first heading; null if it has neither. */
  readonly title: string | null;
  /** ISO 639-3, or `und`. */
  readonly language: string;
}

export const longestFact = 200;

const shapeOf = <T extends z.ZodType>(typeOf: (id: FactId) => T) =>
  Object.fromEntries(factIds.map((id) => [id, typeOf(id)])) as Record<FactId, T>;

/** One field a fact, as other programs get it. */
export const factFields = shapeOf((id) => z.string().nullable().describe(kinds[id].meaning));

/** One optional field a fact: only documents whose fact holds this text are listed. */
export const factFilters = shapeOf((id) =>
  z.string().min(1).max(longestFact).optional().describe(`Only documents whose ${id} holds this text`),
);

export type FactFilters = Readonly<Partial<Record<FactId, string | undefined>>>;

/** Returns the facts of a record that has more, or fewer. */
export const statedFacts = (of: Partial<Record<FactId, string | null | undefined>>): StatedFacts =>
  Object.fromEntries(factIds.map((id) => [id, of[id] ?? null])) as StatedFacts;

/** Tells if each of the facts holds the text that is wanted, whatever the case. */
export const holdsFacts = (facts: StatedFacts, wanted: FactFilters): boolean =>
  factIds.every((id) => facts[id]?.toLowerCase().includes(wanted[id]?.toLowerCase() ?? '') ?? wanted[id] === undefined);

/** Compares two documents by a fact; those that do not state it come last. */
export function compareFact(id: FactId, a: StatedFacts, b: StatedFacts, words: Intl.Collator): number {
  const [one, other] = [a[id], b[id]];
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return kinds[id].order === 'words' ? words.compare(one, other) : Number(one > other) - Number(one < other);
}
