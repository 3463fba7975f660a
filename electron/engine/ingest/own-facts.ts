import { type FactId, longestFact, type StatedFacts, statedFacts } from '@shared/document-facts';
import { plainLine, type ReadDocument } from './document';

/** A reader's findings of facts in a file: any text, of any length. */
export type RawFacts = Readonly<Partial<Record<FactId, string | null | undefined>>>;

/** A document as its reader returns it, before format, language and facts are settled. */
export type Read = Omit<ReadDocument, 'format' | 'mime' | 'language' | FactId> & RawFacts;

/** Names that programs write without a user's name. */
const madeUpAuthors =
  /^(?:unknown|unbekannt|desconocido|anonymous|author|autor|user|owner|admin(?:istrator)?|root|none|(?:microsoft )?office user|microsoft|python-docx|openpyxl|pandoc|apache poi|un-?named)$/iu;

/** Returns the facts as the catalogue keeps them: one line each, of bounded length, null for what says nothing. */
export function ownFacts(raw: RawFacts): StatedFacts {
  const facts = statedFacts(raw);
  const author = line(facts.author);
  return { author: author !== null && madeUpAuthors.test(author) ? null : author, created: dayIn(line(facts.created)) };
}

const line = (value: string | null): string | null => plainLine(value ?? '', longestFact) || null;

/** The day that a date begins with, by ISO 8601 or as a PDF writes it (`D:20240301…`); null for another text. */
function dayIn(date: string | null): string | null {
  const [, year, month, day] = /^(?:D:)?([12]\d{3})-?(\d{2})-?(\d{2})(?!\d{1,3}$)/.exec(date ?? '') ?? [];
  const iso = `${year}-${month}-${day}`;
  const time = Date.parse(iso);
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(iso) ? null : iso;
}
