import { basename } from 'node:path';
import type { VitrineError } from '@shared/errors';
import type { LabelledSet } from './labelled-set';
import { findableQueries } from './left-out';
import { columnsOf, type FindDocuments, parsedRows } from './question-columns';
import { invalidSet, textOf } from './set-file';

/** A document of the library, by all that a list may call it. */
export interface NamedDocument {
  readonly documentId: string;
  readonly path: string;
  readonly title: string;
}

const hint = 'Write two columns, a question and the path, file name, title or id of the document that answers it.';
const again = 'Write the question again for a second document';
/** Faults that a message names beside the first: enough to mend a list in one go, few enough to be read. */
const namedFaults = 5;

/**
 * Reads a CSV file (RFC 4180; the delimiter is guessed) of questions and the documents of a library that should be
 * found; which column is which, `columnsOf` says. A further column of documents, or the same question again, names one more. A question of which
 * the library has no document is left out, as in a folder. Errors: `labelled-set-invalid`, with the first line that does
 * not fit; where the library has none of the documents, they are named together.
 */
export async function readQuestionList(file: string, documents: readonly NamedDocument[]): Promise<LabelledSet> {
  const text = await textOf(file, `${hint} Save it as a CSV file.`);
  const data = rowsOf(file, text.replace(/\r\n?/gu, '\n').replace(separatorLine, '\n'));
  const find = finderOf(documents);
  const columns = columnsOf(data, find);
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
      throw invalidSet(file, here, { why: 'column-empty', reason: 'a column is empty', hint });
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
  if (questions.size === 0) throw invalidSet(file, 0, { why: 'no-question', reason: 'it holds no question', hint });
  return {
    documents: documents.map(({ documentId, title }) => ({ id: documentId, title, text: '' })),
    ...findable,
    unjudged: 0,
    ...(repeated > 0 ? { repeated } : {}),
  };
}

/** The document that a list means by a name; null where there is none. Errors: `labelled-set-invalid` for several. */
function documentOf(name: string, found: readonly string[], file: string, line: number): string | null {
  if (found.length <= 1) return found[0] ?? null;
  throw invalidSet(file, line, {
    why: 'many-documents',
    reason: `${found.length} documents are called "${name}"`,
    hint: 'Name it by its path or id.',
    values: { document: name, number: found.length },
  });
}

function tooManyCells(file: string, line: number, columns: number): VitrineError {
  const quotes = `${hint} Put quotes round a cell with a comma. ${again}.`;
  if (columns === 2) {
    return invalidSet(file, line, { why: 'two-columns', reason: 'it has more than two columns', hint: quotes });
  }
  const reason = `it has more cells than the ${columns} columns that the first line names`;
  return invalidSet(file, line, { why: 'named-columns', reason, hint: quotes, values: { columns } });
}

/** For a list of which the library has no document: what they are called, and that they have to be added. */
function assertSomeThere(file: string, lacking: readonly { readonly line: number; readonly document: string }[]): void {
  const [first] = lacking;
  if (!first) return;
  const names = `Add its documents to the library, or name those that are there. ${hint} See the list of documents.`;
  if (lacking.length === 1) {
    const { document } = first;
    const reason = `the library has no document "${document}"`;
    throw invalidSet(file, first.line, { why: 'no-document', reason, hint: names, values: { document } });
  }
  const left = lacking.length - namedFaults;
  const named = lacking.slice(0, namedFaults).map(({ line, document }) => `${line}: "${document}"`);
  const listed = left > 0 ? [...named, `+ ${left}`].join('; ') : named.join('; ');
  throw invalidSet(file, first.line, {
    why: 'no-documents-called',
    reason: `all ${lacking.length} lines name a document that the library does not have (${listed})`,
    hint: names,
    values: { number: lacking.length, listed },
  });
}

/** What a spreadsheet may write above all, to tell itself the delimiter; the line stays, empty, so that lines keep their numbers. */
const separatorLine = /^sep=.\n/iu;

/** Errors: `labelled-set-invalid` for an open quote. */
function rowsOf(file: string, text: string): string[][] {
  const { data, errors } = parsedRows(text);
  const [open] = errors.filter(({ code }) => code === 'MissingQuotes');
  if (!open) return data;
  const line = text.slice(0, open.index ?? 0).split('\n').length;
  const quotes = 'Close the quotes of a cell, and write those within it twice.';
  throw invalidSet(file, line, { why: 'open-quotes', reason: 'a cell has quotes that do not close', hint: quotes });
}

const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

/**
 * By name: a more exact one goes before, so that an id or a path is never taken for another's title. What has a folder in
 * it, and is no path of a document, is the end of one.
 */
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
