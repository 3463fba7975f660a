import { basename } from 'node:path';
import type { DocumentSummary } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import Papa from 'papaparse';
import { at, findableQueries, type LabelledSet, readSetText } from './labelled-set';

export type NamedDocument = Pick<DocumentSummary, 'documentId' | 'path' | 'title'>;

/** Faults that a message names beside the first: enough to mend a list in one go, few enough to be read. */
const namedFaults = 5;

/**
 * Reads a CSV file (RFC 4180; the delimiter is guessed) of questions and the documents of a library that should be
 * found; which column is which, `columnsOf` says. A further column of documents, or the same question again, names one more. A question of which
 * the library has no document is left out, as in a folder. Errors: `labelled-set-invalid`, with the first line that does
 * not fit; where the library has none of the documents, they are named together.
 */
export async function readQuestionList(file: string, documents: readonly NamedDocument[]): Promise<LabelledSet> {
  const text = await readSetText(file);
  const data = rowsOf(file, text.replace(/\r\n?/gu, '\n').replace(separatorLine, '\n'));
  const find = finderOf(documents);
  const columns = questionColumns(data, find);
  const questions = new Map<string, Map<string, number>>();
  let repeated = 0;
  const lacking: { readonly line: number; readonly document: string }[] = [];
  let line = 1;
  let isFirst = true;
  data.forEach((row) => {
    const here = line;
    line += row.join('').split('\n').length;
    const cells = row.map((cell) => cell.trim());
    if (cells.every((cell) => cell === '')) return;
    const isAbove = isFirst && columns.named;
    isFirst = false;
    if (isAbove) return;
    const { [columns.question]: question = '' } = cells;
    const expected = columns.documents.map((column) => cells[column] ?? '').filter((cell) => cell !== '');
    if (question === '' || expected.length === 0) {
      throw new VitrineError('labelled-set-invalid', { why: 'column-empty', ...at(file, here) });
    }
    if (cells.slice(columns.count).some((cell) => cell !== '')) throw tooManyCells(file, here, columns.count);
    const own = questions.get(question) ?? new Map<string, number>();
    for (const name of expected) {
      const document = documentOf(name, find(name), file, here);
      if (document === null) lacking.push({ line: here, document: name });
      if (own.has(document ?? name)) repeated += 1;
      own.set(document ?? name, 1);
    }
    questions.set(question, own);
  });
  const known = new Set(documents.map(({ documentId }) => documentId));
  const asked = [...questions].map(([text, judgements], at) => ({ id: `q${at + 1}`, text, judgements }));
  const findable = findableQueries(asked, (id) => known.has(id));
  if (findable.queries.length === 0) assertSomeThere(file, lacking);
  if (questions.size === 0) throw new VitrineError('labelled-set-invalid', { why: 'no-question', ...at(file) });
  return {
    documents: documents.map(({ documentId, title }) => ({ id: documentId, title, text: '' })),
    ...findable,
    unjudged: 0,
    ...(repeated > 0 ? { repeated } : {}),
  };
}

function documentOf(name: string, found: readonly string[], file: string, line: number): string | null {
  if (found.length <= 1) return found[0] ?? null;
  const several = { document: name, number: found.length };
  throw new VitrineError('labelled-set-invalid', { why: 'many-documents', ...at(file, line), ...several });
}

function tooManyCells(file: string, line: number, columns: number): VitrineError {
  return columns === 2
    ? new VitrineError('labelled-set-invalid', { why: 'two-columns', ...at(file, line) })
    : new VitrineError('labelled-set-invalid', { why: 'named-columns', ...at(file, line), columns });
}

/** For a list of which the library has no document: what they are called, and that they have to be added. */
function assertSomeThere(file: string, lacking: readonly { readonly line: number; readonly document: string }[]): void {
  const [first] = lacking;
  if (!first) return;
  const { line, document } = first;
  if (lacking.length === 1) {
    throw new VitrineError('labelled-set-invalid', { why: 'no-document', ...at(file, line), document });
  }
  const left = lacking.length - namedFaults;
  const named = lacking.slice(0, namedFaults).map(({ line, document }) => `${line}: "${document}"`);
  const listed = left > 0 ? [...named, `+ ${left}`].join('; ') : named.join('; ');
  const all = { number: lacking.length, listed };
  throw new VitrineError('labelled-set-invalid', { why: 'no-documents-called', ...at(file, line), ...all });
}

/** A spreadsheet's own first line that names the delimiter; it becomes empty, so lines keep their numbers. */
const separatorLine = /^sep=.\n/iu;

/** Errors: `labelled-set-invalid` for an open quote. */
function rowsOf(file: string, text: string): string[][] {
  const { data, errors } = parsedRows(text);
  const [open] = errors.filter(({ code }) => code === 'MissingQuotes');
  if (!open) return data;
  const line = text.slice(0, open.index ?? 0).split('\n').length;
  throw new VitrineError('labelled-set-invalid', { why: 'open-quotes', ...at(file, line) });
}

const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

/** By name, a more exact kind first: an id or a path is never taken for another's title. */
function finderOf(documents: readonly NamedDocument[]): FindDocuments {
  const names = namesOf(documents);
  const paths = documents.map(({ documentId, path }) => ({ documentId, key: pathKey(path) }));
  return (name) => {
    const found = names.get(nameKey(name));
    if (found) return found;
    const end = pathKey(name).replace(/^(\.\/)+/u, '');
    if (!pathKey(name).includes('/')) return [];
    return paths.filter(({ key }) => key.endsWith(`/${end}`)).map(({ documentId }) => documentId);
  };
}

const pathKey = (path: string): string => nameKey(path).replaceAll('\\', '/');

function namesOf(documents: readonly NamedDocument[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  const kinds: ((document: NamedDocument) => string)[] = [
    ({ documentId }) => documentId,
    ({ path }) => path,
    ({ path }) => basename(path),
    ({ title }) => title,
  ];
  for (const nameOf of kinds) {
    const ofKind = new Map<string, string[]>();
    for (const document of documents) {
      const key = nameKey(nameOf(document));
      ofKind.set(key, [...(ofKind.get(key) ?? []), document.documentId]);
    }
    for (const [key, ids] of ofKind) if (!names.has(key)) names.set(key, ids);
  }
  return names;
}

type FindDocuments = (name: string) => readonly string[];

interface QuestionColumns {
  readonly question: number;
  /** More than one where the first row names several alike: `document`, `document 2`. */
  readonly documents: readonly number[];
  /** Whether the first row that holds anything names the columns. */
  readonly named: boolean;
  readonly count: number;
}

/** Headings of questions, in the languages of the app. */
const ofQuestions = /^(questions?|quer(y|ies)|fragen?|preguntas?|consultas?)([ _-]?texte?)?$/iu;
const ofFiles =
  /^(\p{L}+[ _-])?(documents?|files?|filenames?|paths?|dokumente?|datei(en|name)?|pfad|documentos?|archivo|ruta)([ _-](names?|titles?|paths?|ids?))?$/iu;
/** And what may: `expected title`, `Richtige Quelle`; never a name with a number or an ending. */
const ofDocuments =
  /^(\p{L}+[ _-])?(titles?|sources?|answers?|titel|quelle|título|fuente)([ _-](names?|titles?|paths?|ids?))?$/iu;

const isFilled = (cell: string): boolean => cell.trim() !== '';
const firstRow = (rows: readonly (readonly string[])[]): readonly string[] =>
  (rows.find((row) => row.some(isFilled)) ?? []).map((cell) => cell.trim());

/**
 * By the words of the first row if it has any, in any order and among any others; otherwise the question comes first,
 * unless only the first column names documents of the library.
 */
export function questionColumns(rows: readonly (readonly string[])[], find: FindDocuments): QuestionColumns {
  const first = firstRow(rows);
  const named = namedColumns(first);
  if (named) return { ...named, named: true, count: first.findLastIndex(isFilled) + 1 };
  const [one = '', two = ''] = first;
  if (ofQuestions.test(one)) return { ...usual, named: true };
  if (ofQuestions.test(two)) return { ...turned, named: true };
  const isName = (cell: string) => (ofFiles.test(cell) || ofDocuments.test(cell)) && find(cell).length === 0;
  if (isName(two) && !one.endsWith('?')) return { ...usual, named: true };
  if (isName(one) && !two.endsWith('?') && find(two).length === 0) return { ...turned, named: true };
  const knows = (column: number) =>
    rows.some((row) => isFilled(row[column] ?? '') && find((row[column] ?? '').trim()).length > 0);
  return !knows(usual.documents[0]) && knows(turned.documents[0]) ? turned : usual;
}

const usual = { question: 0, documents: [1], named: false, count: 2 } as const;
const turned = { question: 1, documents: [0], named: false, count: 2 } as const;

function namedColumns(first: readonly string[]): Pick<QuestionColumns, 'question' | 'documents'> | null {
  const question = first.findIndex((cell) => ofQuestions.test(cell));
  const file = first.findIndex((cell) => ofFiles.test(unnumbered(cell)));
  const document = file === -1 ? first.findIndex((cell) => ofDocuments.test(cell)) : file;
  if (question === -1 || document === -1) return null;
  // `path` beside `document` says where the same one lies; only another of its kind names one more.
  const kind = kindOf(first[document] ?? '');
  return { question, documents: first.flatMap((cell, at) => (at !== question && kindOf(cell) === kind ? [at] : [])) };
}

/** The name of a column without the number that tells it from others of its kind. */
const unnumbered = (name: string): string => name.replace(/[ _-]?\(?\d+\)?$/u, '');

function kindOf(name: string): string | null {
  const plain = unnumbered(name);
  const [, before = ''] = plain.match(ofFiles) ?? [];
  const isOne = ofFiles.test(plain) || ofDocuments.test(plain);
  return isOne
    ? plain
        .slice(before.length)
        .toLowerCase()
        .replace(/e?[ns]?$/u, '')
    : null;
}

/**
 * Rows of cells, by the delimiter with which the first row names question and document, otherwise by the one that gives
 * the most rows of two, then of more.
 */
export function parsedRows(text: string): Papa.ParseResult<string[]> {
  const parsed = [',', ';', '\t', '|'].map((delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }));
  const weight = ({ data }: Papa.ParseResult<string[]>): readonly number[] => {
    const filled = data.map((cells) => cells.filter(isFilled).length);
    const rows = (is: (cells: number) => boolean): number => filled.filter(is).length;
    return [namedColumns(firstRow(data)) ? 1 : 0, rows((cells) => cells === 2), rows((cells) => cells > 2)];
  };
  const weighed = parsed.map((result) => ({ result, weight: weight(result) }));
  const best = weighed.reduce((one, other) => (isMore(other.weight, one.weight) ? other : one));
  return best.result;
}

function isMore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, position) => value !== other[position]);
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);
}
