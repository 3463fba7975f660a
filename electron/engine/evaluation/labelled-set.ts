import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { VitrineError } from '@shared/errors';
import { z } from 'zod';
import { decodeText } from '../ingest';
import type { Judgements } from './metrics';

/** Sets that were made by hand number their lines, and leave out a title by null. */
const lineId = z.union([z.string().min(1), z.int().transform(String)]);
const corpusLine = z.object({ _id: lineId, title: z.string().nullish(), text: z.string() });
const queryLine = z.object({ _id: lineId, text: z.string() });

export interface LabelledDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface LabelledQuery {
  readonly id: string;
  readonly text: string;
  readonly judgements: Judgements;
}

export interface LabelledSet {
  readonly documents: readonly LabelledDocument[];
  /** Queries that have at least one relevant document; the others cannot be scored. */
  readonly queries: readonly LabelledQuery[];
  /** How many others there are. */
  readonly unjudged: number;
}

/**
 * Reads a set in the BEIR layout: corpus.jsonl, queries.jsonl, qrels as `query-id corpus-id score`, or as trec_eval reads
 * them (`query-id 0 corpus-id score`, with any white space between). A judgement may name a document that the corpus
 * lacks: it counts as never found, as in trec_eval. Errors: `labelled-set-invalid`, also
 * where nothing could be found: no document, no question with a relevant one, or none of these in the corpus.
 */
export async function readLabelledSet(paths: { corpus: string; queries: string; qrels: string }): Promise<LabelledSet> {
  const [documents, queries, judgements] = await Promise.all([
    jsonLines(paths.corpus, corpusLine),
    jsonLines(paths.queries, queryLine),
    readJudgements(paths.qrels),
  ]);
  const judged = queries.flatMap(({ _id, text }) => {
    const own = judgements.get(_id);
    return own && [...own.values()].some((gain) => gain > 0) ? [{ id: _id, text, judgements: own }] : [];
  });
  assertFindable(paths, documents, judged);
  return {
    documents: documents.map(({ _id, title, text }) => ({ id: _id, title: title ?? '', text })),
    queries: judged,
    unjudged: queries.length - judged.length,
  };
}

function assertFindable(
  { corpus, qrels }: { corpus: string; qrels: string },
  documents: readonly { readonly _id: string }[],
  judged: readonly LabelledQuery[],
): void {
  if (documents.length === 0) throw invalidSet(corpus, 0, { why: 'no-documents', reason: 'it holds no document' });
  if (judged.length === 0) {
    const hint = 'Its first column must hold ids of queries.jsonl, its last a number above 0 for what is relevant.';
    throw invalidSet(qrels, 0, { why: 'nothing-relevant', reason: 'no question has a relevant document', hint });
  }
  const known = new Set(documents.map(({ _id }) => _id));
  const isThere = ({ judgements }: LabelledQuery) => [...judgements].some(([id, gain]) => gain > 0 && known.has(id));
  if (judged.some(isThere)) return;
  const hint = 'Its second column must hold ids of corpus.jsonl.';
  throw invalidSet(qrels, 0, { why: 'none-in-corpus', reason: 'no relevant document is in the corpus', hint });
}

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

/** A file's text, in the encodings in which spreadsheets and editors save one. Errors: `labelled-set-invalid`. */
export async function textOf(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw invalidSet(file, 0, { why: 'not-readable', reason: 'it cannot be read' }, error);
  });
  const decoded = decodeText(bytes);
  if (decoded) return decoded.text;
  throw invalidSet(file, 0, { why: 'no-text', reason: 'it is not text' });
}

async function jsonLines<T extends { readonly _id: string }>(file: string, schema: z.ZodType<T>): Promise<T[]> {
  const lines = (await textOf(file)).split(/\r?\n/u);
  const seen = new Map<string, number>();
  return lines.flatMap((line, position) => {
    if (line.trim() === '') return [];
    const item = parsed(line, schema, file, position + 1);
    const before = seen.get(item._id);
    if (before !== undefined) {
      throw invalidSet(file, position + 1, {
        why: 'same-id',
        reason: `_id "${item._id}" is that of line ${before} too`,
        hint: 'Give each its own _id.',
        values: { id: item._id, other: before },
      });
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
    const field = issue?.path.join('.');
    const fault = issue
      ? { why: 'field', reason: `${field || 'it'}: ${issue.message}`, values: { field: field || '{}' } }
      : { why: 'not-json', reason: 'it is not JSON' };
    throw invalidSet(file, number, fault, error);
  }
}

async function readJudgements(file: string): Promise<Map<string, Map<string, number>>> {
  const judgements = new Map<string, Map<string, number>>();
  const lines = (await textOf(file)).split(/\r?\n/u);
  lines.forEach((line, position) => {
    const [query, document, score] = judgementOf(line);
    if (line.trim() === '' || (position === 0 && document !== undefined && Number.isNaN(Number(score)))) return;
    const gain = score?.trim() ? Number(score) : Number.NaN;
    if (!query || !document || !Number.isFinite(gain)) {
      throw invalidSet(file, position + 1, {
        why: 'three-columns',
        reason: 'three columns are wanted',
        hint: 'Write question id, document id and a number, with tabs between them.',
      });
    }
    const own = judgements.get(query) ?? new Map<string, number>();
    own.set(document, gain);
    judgements.set(query, own);
  });
  return judgements;
}

/** Question, document and gain of a line; the columns of trec_eval have an iteration, always unused, after the first. */
function judgementOf(line: string): readonly (string | undefined)[] {
  const cells = line.includes('\t') ? line.split('\t') : line.trim().split(/\s+/u);
  return cells.length === 4 && cells[1]?.trim() === '0' ? [cells[0], cells[2], cells[3]] : cells;
}

interface SetFault {
  /** The reason in one word, for other languages; with `values` it says the same. */
  readonly why: string;
  readonly reason: string;
  readonly hint?: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

const layout =
  'Use the BEIR layout: corpus.jsonl and queries.jsonl with _id and text, qrels as query-id, corpus-id, score.';

/** @param line 0 where the whole file is meant */
export function invalidSet(
  file: string,
  line: number,
  { why, reason, hint = layout, values = {} }: SetFault,
  cause: unknown = null,
): VitrineError {
  const message = `The labelled set does not fit at ${line > 0 ? `${file}, line ${line}` : file}: ${reason}.`;
  const place = line > 0 ? `${file}:${line}` : file;
  return new VitrineError('labelled-set-invalid', message, hint, { ...values, file, line, place, why }, { cause });
}
