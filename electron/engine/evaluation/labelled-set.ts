import { constants } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { VitrineError } from '@shared/errors';
import { mostNamed, type UnaskedQuestions } from '@shared/labelled-set-facts';
import type { Chunk } from '@shared/prompt/chunk';
import { z } from 'zod';
import { decodeText } from '../ingest';
import type { Judgements } from './metrics';

/** Sets that were made by hand number their lines, and leave out a title by null; a title may be a year. */
const lineId = z.union([z.string().trim().min(1), z.int().transform(String)]);
const corpusLine = z.object({
  _id: lineId,
  title: z.union([z.string(), z.number().transform(String)]).nullish(),
  text: z.string(),
});
type CorpusLine = z.output<typeof corpusLine>;
const queryLine = z.object({ _id: lineId, text: z.string() });
export type LabelledDocument = Pick<Chunk, 'id' | 'title' | 'text'>;

export interface LabelledQuery {
  readonly id: string;
  readonly text: string;
  readonly judgements: Judgements;
  /** Id of the asking document: the question is its text, and it was not judged. It must not be found. */
  readonly asker?: string;
}

export interface LabelledSet {
  readonly documents: readonly LabelledDocument[];
  /** Queries that have at least one relevant document among `documents`; the others cannot be scored. */
  readonly queries: readonly LabelledQuery[];
  readonly unjudged: number;
  /** Those whose relevant documents are all missing; absent where there are none. */
  readonly leftOut?: UnaskedQuestions;
  /** Lines of a list that say what an earlier one has said, and count once; absent where there are none. */
  readonly repeated?: number;
}

/**
 * Reads a set in the BEIR layout: corpus.jsonl, queries.jsonl, qrels (`readJudgements`). A judgement may name a document
 * that the corpus lacks: it counts as never found, as in trec_eval; a question with no other is left out. A question may
 * be a document of the corpus under the same id, which then is no answer to it (ArguAna asks for the counter-argument).
 * Errors: `labelled-set-invalid`, also where nothing could be found: no document with a text, no question, none with a
 * relevant document, or none of these in the corpus.
 */
export async function readLabelledSet(paths: { corpus: string; queries: string; qrels: string }): Promise<LabelledSet> {
  const [documents, queries] = await Promise.all([
    jsonLines(paths.corpus, corpusLine),
    jsonLines(paths.queries, queryLine),
  ]);
  if (queries.length === 0) throw new VitrineError('labelled-set-invalid', { why: 'no-queries', ...at(paths.queries) });
  const asked = new Set(queries.map(({ _id }) => _id));
  const judgements = await readJudgements(paths.qrels, (id) => asked.has(id));
  const byId = new Map(documents.map((document) => [document._id, document]));
  const judged = queries.flatMap(({ _id, text }) => {
    const own = judgements.get(_id);
    if (!own || ![...own.values()].some((gain) => gain > 0)) return [];
    const asks = !own.has(_id) && isTextOf(text, byId.get(_id));
    return [{ id: _id, text, judgements: own, ...(asks ? { asker: _id } : {}) }];
  });
  const findable = findableQueries(judged, (id) => byId.has(id));
  assertFindable(paths, byId, judged.length, findable.queries.length);
  return {
    documents: documents.map(({ _id, title, text }) => ({ id: _id, title: title ?? '', text })),
    ...findable,
    unjudged: queries.length - judged.length,
  };
}

const lettersOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Ids alone do not tell: where questions and documents are numbered, most share theirs with something else. */
function isTextOf(question: string, document: CorpusLine | undefined): boolean {
  if (!document) return false;
  const { title, text } = document;
  const asked = lettersOf(question);
  return asked !== '' && (asked === lettersOf(text) || asked === lettersOf(`${title ?? ''} ${text}`));
}

function assertFindable(
  { corpus, qrels }: { corpus: string; qrels: string },
  documents: ReadonlyMap<string, CorpusLine>,
  judged: number,
  findable: number,
): void {
  if ([...documents.values()].every(({ title, text }) => `${title ?? ''}${text}`.trim() === '')) {
    throw new VitrineError('labelled-set-invalid', { why: 'no-documents', ...at(corpus) });
  }
  if (judged === 0) throw new VitrineError('labelled-set-invalid', { why: 'nothing-relevant', ...at(qrels) });
  if (findable === 0) throw new VitrineError('labelled-set-invalid', { why: 'none-in-corpus', ...at(qrels) });
}

/** The hits, best first, without the asking document. */
export const withoutAsker = ({ asker }: LabelledQuery, ids: readonly string[]): readonly string[] =>
  asker === undefined ? ids : ids.filter((id) => id !== asker);

/** sha256 of the documents, hex: which index a set needs. */
export function documentsChecksum(documents: readonly LabelledDocument[]): string {
  const hash = createHash('sha256');
  for (const { id, title, text } of documents) hash.update(JSON.stringify([id, title, text])).update('\n');
  return hash.digest('hex');
}

/** sha256 of all that figures are a function of on the side of the set, hex. */
export function setChecksum(set: LabelledSet, answers: object | null): string {
  const hash = createHash('sha256').update(documentsChecksum(set.documents));
  for (const { id, text, judgements } of set.queries) hash.update(JSON.stringify([id, text, [...judgements]]));
  return hash.update(JSON.stringify(answers)).digest('hex');
}

async function jsonLines<T extends { readonly _id: string }>(file: string, schema: z.ZodType<T>): Promise<T[]> {
  const lines = await linesOf(file);
  const seen = new Map<string, number>();
  return lines.flatMap((line, position) => {
    if (line.trim() === '') return [];
    const item = parsed(line, schema, file, position + 1);
    const before = seen.get(item._id);
    if (before !== undefined) {
      const twice = { id: item._id, other: before };
      throw new VitrineError('labelled-set-invalid', { why: 'same-id', ...at(file, position + 1), ...twice });
    }
    seen.set(item._id, position + 1);
    return [item];
  });
}

function parsed<T>(line: string, schema: z.ZodType<T>, file: string, number: number): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    const place = at(file, number);
    throw issue
      ? new VitrineError('labelled-set-invalid', { why: 'field', ...place, field: issue.path.join('.') || '{}' })
      : new VitrineError('labelled-set-invalid', { why: 'not-json', ...place }, { cause: error });
  }
}

/**
 * Judgements by question, from lines as BEIR (`query-id corpus-id score`) or trec_eval (`query-id iteration corpus-id
 * score`, the iteration is not used) writes them. The first line that holds anything may be a header; of two lines about
 * the same pair the last counts. Errors: `labelled-set-invalid`.
 *
 * @param isQuestion whether the set has this question: a line about one is no header
 */
async function readJudgements(
  file: string,
  isQuestion: (id: string) => boolean,
): Promise<ReadonlyMap<string, Judgements>> {
  const judgements = new Map<string, Map<string, number>>();
  let isFirst = true;
  (await linesOf(file)).forEach((line, position) => {
    if (line.trim() === '') return;
    const { query, document, gain } = judgementOf(line);
    const isHeader = isFirst && document !== '' && Number.isNaN(gain) && !isQuestion(query);
    isFirst = false;
    if (isHeader) return;
    if (query === '' || document === '' || !Number.isFinite(gain)) {
      throw new VitrineError('labelled-set-invalid', { why: 'three-columns', ...at(file, position + 1) });
    }
    const own = judgements.get(query) ?? new Map<string, number>();
    own.set(document, gain);
    judgements.set(query, own);
  });
  return judgements;
}

/** Missing columns are empty; the gain is not a number unless the line has three or four columns. */
function judgementOf(line: string): { query: string; document: string; gain: number } {
  const byTab = line.split('\t').map((cell) => cell.trim());
  const cells = byTab.length > 2 ? byTab : line.trim().split(/\s+/u);
  const [query = '', document = '', score = ''] = cells.length === 4 ? [cells[0], cells[2], cells[3]] : cells;
  const fits = score !== '' && cells.length < 5;
  return { query, document, gain: fits ? Number(score) : Number.NaN };
}

/** Returns the questions with a right document in the library, and a note on the others. */
export function findableQueries<Q extends { readonly judgements: Judgements }>(
  judged: readonly Q[],
  isThere: (documentId: string) => boolean,
): { readonly queries: readonly Q[]; readonly leftOut?: UnaskedQuestions } {
  const isFindable = ({ judgements }: Q) => rightOf(judgements).some(isThere);
  const queries = judged.filter(isFindable);
  const others = judged.filter((query) => !isFindable(query));
  if (others.length === 0) return { queries };
  const names = [...new Set(others.flatMap(({ judgements }) => rightOf(judgements)))];
  const leftOut = { questions: others.length, documents: names.length, named: names.slice(0, mostNamed) };
  return { queries, leftOut };
}

const rightOf = (judgements: Judgements): string[] => [...judgements].flatMap(([id, gain]) => (gain > 0 ? [id] : []));

/** The fault of a set, as its errors name it; line 0 for the whole file. */
export const at = (file: string, line = 0) => ({ file, name: basename(file), line });

/** A file's text, in the encodings in which spreadsheets and editors save one. Errors: `labelled-set-invalid`. */
export async function readSetText(file: string): Promise<string> {
  // A pipe would be read for ever.
  if ((await stat(file).catch(() => null))?.isFile() === false) {
    throw new VitrineError('labelled-set-invalid', { why: 'not-readable', ...at(file) });
  }
  const bytes = await readFile(file).catch(async (error: unknown) => {
    if (await isThere(`${file}${packedEnding}`)) throw packedError(`${file}${packedEnding}`);
    if ((error as NodeJS.ErrnoException).code === 'ERR_FS_FILE_TOO_LARGE') throw tooLarge(file);
    throw new VitrineError('labelled-set-invalid', { why: 'not-readable', ...at(file) }, { cause: error });
  });
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw packedError(file);
  const decoded = decodedOf(bytes, file);
  if (decoded) return decoded.text;
  throw new VitrineError('labelled-set-invalid', { why: 'no-text', ...at(file) });
}

function decodedOf(bytes: Uint8Array, file: string): ReturnType<typeof decodeText> {
  try {
    return decodeText(bytes);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_STRING_TOO_LONG' ? tooLarge(file) : error;
  }
}

const linesOf = async (file: string): Promise<readonly string[]> => (await readSetText(file)).split(/\r\n?|\n/u);

export const packedEnding = '.gz';

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

export const packedError = (file: string): VitrineError =>
  new VitrineError('labelled-set-invalid', { why: 'packed', ...at(file) });

function tooLarge(file: string): VitrineError {
  const gigabytes = (constants.MAX_STRING_LENGTH / 1e9).toFixed(1);
  return new VitrineError('labelled-set-invalid', { why: 'too-large', ...at(file), gigabytes });
}

/** The documents in two halves, by title: every other one of the titles in the order of the set. Null for one title. */
export function halvesByTitle(documents: readonly LabelledDocument[]): [LabelledDocument[], LabelledDocument[]] | null {
  const titles = [...new Set(documents.map(({ title }) => title))];
  if (titles.length < 2) return null;
  const even = new Set(titles.filter((_title, position) => position % 2 === 0));
  return [documents.filter(({ title }) => even.has(title)), documents.filter(({ title }) => !even.has(title))];
}
