import { createHash } from 'node:crypto';
import type { LeftOutQuestions } from '@shared/left-out-questions';
import { z } from 'zod';
import { readJudgements } from './judgements';
import { findableQueries } from './left-out';
import type { Judgements } from './metrics';
import { invalidSet, linesOf } from './set-file';

/** Sets that were made by hand number their lines, and leave out a title by null; a title may be a year. */
const lineId = z.union([z.string().trim().min(1), z.int().transform(String)]);
const corpusLine = z.object({
  _id: lineId,
  title: z.union([z.string(), z.number().transform(String)]).nullish(),
  text: z.string(),
});
type CorpusLine = z.output<typeof corpusLine>;
const queryLine = z.object({ _id: lineId, text: z.string() });
/** What a line lacks, by the field at which it does not fit. */
const wanted: Readonly<Record<string, string>> = {
  _id: '_id is wanted, a text or a whole number of at most 15 digits',
  title: 'title must be a text',
  text: 'text is wanted, a text',
};

export interface LabelledDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface LabelledQuery {
  readonly id: string;
  readonly text: string;
  readonly judgements: Judgements;
  /** Id of the document that asks: the question is its text, and nobody has judged it. It is not to be found. */
  readonly asker?: string;
}

export interface LabelledSet {
  readonly documents: readonly LabelledDocument[];
  /** Queries that have at least one relevant document among `documents`; the others cannot be scored. */
  readonly queries: readonly LabelledQuery[];
  /** How many have none at all. */
  readonly unjudged: number;
  /** Those whose relevant documents are all missing; absent where there are none. */
  readonly leftOut?: LeftOutQuestions;
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
  if (queries.length === 0) throw invalidSet(paths.queries, 0, { why: 'no-queries', reason: 'it holds no question' });
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
    throw invalidSet(corpus, 0, { why: 'no-documents', reason: 'it holds no document with a text' });
  }
  if (judged === 0) {
    const hint = 'Its first column must hold ids of queries.jsonl, its last a number above 0 for what is relevant.';
    throw invalidSet(qrels, 0, { why: 'nothing-relevant', reason: 'no question has a relevant document', hint });
  }
  if (findable > 0) return;
  const hint = 'Its second column must hold ids of corpus.jsonl.';
  throw invalidSet(qrels, 0, { why: 'none-in-corpus', reason: 'no relevant document is in the corpus', hint });
}

/** What was found, best first, without the document that asks. */
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
      ? { why: 'field', reason: wanted[field ?? ''] ?? 'it is no JSON object', values: { field: field || '{}' } }
      : { why: 'not-json', reason: 'it is not JSON' };
    throw invalidSet(file, number, fault, error);
  }
}
