import { valueText } from '@shared/review-values';
import { type CitedPlaces, escapedMarkdown, shownWords } from '../../chat';
import {
  type ExtractionColumn,
  extract,
  type FoundValue,
  type PreparedDocument,
  readForExtraction,
} from '../../extraction';
import { languageOf, languages } from '../../languages';
import type { Library, StoredDocument } from '../../store';
import { folded } from '../../text/segmentation';
import fieldColumns from './field-columns.json';
import { type FieldId, waysOfLanguages } from './question-forms';

/** A document with the values of a field in it; several only for a field that may have several. */
export interface FieldOfDocument {
  readonly document: StoredDocument;
  readonly values: readonly QuotedValue[];
}

/** A value with the sentence or row that bears it out. */
interface QuotedValue extends FoundValue {
  readonly quote: string;
}

/**
 * The columns of a review table that ask for a field; the first that finds something counts. An amount that goes by its
 * name has none: its word in the language of the document is asked for.
 */
const columns = fieldColumns as Readonly<Partial<Record<FieldId, readonly ExtractionColumn[]>>>;

/** Characters behind a name in which an agreement says what that party is called: “(the “Tenant”)”. */
const roleReach = 80;
/** Characters: a longer quote is cut. */
const longestQuote = 280;

/** A document that is read once for all fields. */
interface ReadDocument {
  readonly document: StoredDocument;
  readonly prepared: PreparedDocument;
}

export const readDocuments = ({ documents }: Library, of: readonly StoredDocument[]): ReadDocument[] =>
  of.map((document) => {
    const { text, pages, blocks } = documents.source(document.documentId);
    const { language, title } = document;
    return { document, prepared: readForExtraction({ text, pages, blocks, language, title }) };
  });

/** Returns the documents that state a field, each with its values: what a review table has in its cells. */
export function fieldValues(read: readonly ReadDocument[], field: FieldId, said = ''): FieldOfDocument[] {
  return read.flatMap(({ document, prepared }) => {
    const { text } = prepared;
    const own = (languageOf(document.language) ?? languages.eng).ways ?? languages.eng.ways;
    const word = Object.entries(own?.columns ?? {}).find(([id]) => id === field)?.[1];
    const asked: readonly ExtractionColumn[] = word ? [{ question: word, type: 'amount' }] : (columns[field] ?? []);
    for (const column of asked) {
      const { found } = extract(prepared, column);
      const values = found.filter((one) => isAbout(text, one, field, said));
      if (values.length > 0) {
        const quoted = values.map((one) => ({ ...one, quote: text.slice(one.quoteStart, one.quoteEnd) }));
        return [{ document, values: quoted }];
      }
    }
    return [];
  });
}

/** The words of amounts that go by their name; any amount is a price. */
const amountWords = new Map(
  Object.keys(languages.eng.ways?.columns ?? {})
    .filter((field) => field !== 'price')
    .map((field) => [
      field,
      new RegExp(waysOfLanguages.map(({ fields: { names } }) => names[field as FieldId]).join('|'), 'u'),
    ]),
);

/** Tells whether a found value is of the very field: a rent is no salary, and a landlord no tenant. */
function isAbout(text: string, { end, quoteStart, quoteEnd }: FoundValue, field: FieldId, said: string): boolean {
  // A party is called by its role directly behind its name.
  const [behind = ''] = text.slice(end, end + roleReach).split(/[;.]|(?<!\p{L})(?:and|und|y)(?!\p{L})/u, 1);
  if (field === 'role') return folded(behind).includes(said);
  return amountWords.get(field)?.test(folded(text.slice(quoteStart, quoteEnd))) ?? true;
}

/** Returns values as a person reads them, each with its citation, and the sentences that bear them out below. */
export function saidValues({ document, values }: FieldOfDocument, places: CitedPlaces): string {
  const said = values.map(({ value }) => `**${escapedMarkdown(valueText(value))}**`).join(', ');
  const quotes = new Map(values.map((one) => [one.quoteStart, quoteOf(document, one, places)]));
  return [said, ...[...quotes.values()].map((quote) => `> ${quote}`)].join('\n\n');
}

/** Returns the values of a document as the cell of a table. */
export const cellOfValues = ({ document, values }: FieldOfDocument, places: CitedPlaces): string =>
  values.map((one) => quoteOf(document, one, places, escapedMarkdown(valueText(one.value)))).join('; ');

const quoteOf = (
  document: StoredDocument,
  { quote, quoteStart: start, quoteEnd }: QuotedValue,
  places: CitedPlaces,
  markdown?: string,
): string => places.quote(document, { start, end: quoteEnd }, shownWords(quote, longestQuote, document.mime), markdown);
