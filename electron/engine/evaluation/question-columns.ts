import Papa from 'papaparse';

/** Ids of the documents that a list may mean by a name. */
export type FindDocuments = (name: string) => readonly string[];

/** Where a list has its questions and their documents. */
export interface QuestionColumns {
  readonly question: number;
  /** More than one where the first row names several alike: `document`, `document 2`. */
  readonly documents: readonly number[];
  /** Whether the first row that holds anything names the columns. */
  readonly named: boolean;
  /** How many there are: two, or as many as that row names. */
  readonly count: number;
}

/** Words that stand above questions, in the languages of the app. */
const ofQuestions = /^(questions?|quer(y|ies)|fragen?|preguntas?|consultas?)([ _-]?texte?)?$/iu;
/** Of what stands above the documents, what can mean nothing else. */
const ofFiles =
  /^(\p{L}+[ _-])?(documents?|files?|filenames?|paths?|dokumente?|datei(en|name)?|pfad|documentos?|archivo|ruta)([ _-](names?|titles?|paths?|ids?))?$/iu;
/** And what may: `expected title`, `Richtige Quelle`; never a name with a number or an ending. */
const ofDocuments =
  /^(\p{L}+[ _-])?(titles?|sources?|answers?|titel|quelle|título|fuente)([ _-](names?|titles?|paths?|ids?))?$/iu;

const isFilled = (cell: string): boolean => cell.trim() !== '';
const firstRow = (rows: readonly (readonly string[])[]): readonly string[] =>
  (rows.find((row) => row.some(isFilled)) ?? []).map((cell) => cell.trim());

/**
 * By the words of the first row where it has any, in whatever order and among whatever others; else the question stands
 * first, unless only the first column names documents of the library.
 */
export function columnsOf(rows: readonly (readonly string[])[], find: FindDocuments): QuestionColumns {
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

/** Null where the row does not name both. */
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

/** What a column names, whichever of several it is and, of files, whatever word stands before; null of other columns. */
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
 * Rows of cells, by the delimiter with which the first row names question and document, else by the one that gives the
 * most rows of two, else of more.
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

/** Whether the first number that differs is larger. */
function isMore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, position) => value !== other[position]);
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);
}
