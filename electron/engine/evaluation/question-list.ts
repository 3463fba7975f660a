import { basename } from 'node:path';
import Papa from 'papaparse';
import { invalidSet, type LabelledSet, textOf } from './labelled-set';

/** A document of the library, by all that a list may call it. */
export interface NamedDocument {
  readonly documentId: string;
  readonly path: string;
  readonly title: string;
}

const hint = 'Write two columns, a question and the path, file name, title or id of the document that answers it.';
/** Words that stand above such columns, in the languages of the app. */
const headers = /^(question|query|frage|pregunta|consulta)s?$/iu;

/**
 * Reads a CSV file (RFC 4180; the delimiter is guessed) of questions and the documents of a library that should be
 * found. The same question again names one more document. Errors: `labelled-set-invalid`, with the line.
 */
export async function readQuestionList(file: string, documents: readonly NamedDocument[]): Promise<LabelledSet> {
  const data = twoColumns(await textOf(file));
  const known = namesOf(documents);
  const questions = new Map<string, Map<string, number>>();
  let line = 1;
  data.forEach((row, position) => {
    const here = line;
    line += 1 + row.join('').split('\n').length - 1;
    const [question = '', expected = '', ...more] = row.map((cell) => cell.trim());
    if (question === '' && expected === '' && more.every((cell) => cell === '')) return;
    if (position === 0 && headers.test(question)) return;
    if (question === '' || expected === '') {
      throw invalidSet(file, here, { why: 'column-empty', reason: 'a column is empty', hint });
    }
    if (more.some((cell) => cell !== '')) {
      const reason = 'it has more than two columns';
      const quotes = `${hint} Put quotes round a cell with a comma.`;
      throw invalidSet(file, here, { why: 'two-columns', reason, hint: quotes });
    }
    const found = known.get(nameKey(expected)) ?? [];
    const [document] = found;
    if (document === undefined) {
      const reason = `the library has no document "${expected}"`;
      const names = `${hint} See the list of documents.`;
      throw invalidSet(file, here, { why: 'no-document', reason, hint: names, values: { document: expected } });
    }
    if (found.length > 1) {
      throw invalidSet(file, here, {
        why: 'many-documents',
        reason: `${found.length} documents are called "${expected}"`,
        hint: 'Name it by its path or id.',
        values: { document: expected, number: found.length },
      });
    }
    const own = questions.get(question) ?? new Map<string, number>();
    own.set(document, 1);
    questions.set(question, own);
  });
  if (questions.size === 0) throw invalidSet(file, 0, { why: 'no-question', reason: 'it holds no question', hint });
  return {
    documents: documents.map(({ documentId, title }) => ({ id: documentId, title, text: '' })),
    queries: [...questions].map(([text, judgements], position) => ({ id: `q${position + 1}`, text, judgements })),
    unjudged: 0,
  };
}

/** Rows of cells, by the delimiter that gives the most rows of two. */
function twoColumns(text: string): string[][] {
  const ofTwo = (rows: readonly string[][]): number =>
    rows.filter((cells) => cells.filter((cell) => cell.trim() !== '').length === 2).length;
  const [first = [], ...others] = [',', ';', '\t', '|'].map(
    (delimiter) => Papa.parse<string[]>(text, { delimiter }).data,
  );
  return others.reduce((best, rows) => (ofTwo(rows) > ofTwo(best) ? rows : best), first);
}

const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

/** Ids of documents by name. A more exact name goes before: an id or a path is never taken for another's title. */
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
