import { readFile } from 'node:fs/promises';
import { VitrineError } from '@shared/errors';
import { z } from 'zod';
import type { Judgements } from './metrics';

const corpusLine = z.object({ _id: z.string(), title: z.string().optional(), text: z.string() });
const queryLine = z.object({ _id: z.string(), text: z.string() });

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
}

/** Reads a set in the BEIR layout: corpus.jsonl, queries.jsonl, qrels as `query-id corpus-id score`. Errors: `labelled-set-invalid`. */
export async function readLabelledSet(paths: { corpus: string; queries: string; qrels: string }): Promise<LabelledSet> {
  const [documents, queries, judgements] = await Promise.all([
    jsonLines(paths.corpus, corpusLine),
    jsonLines(paths.queries, queryLine),
    readJudgements(paths.qrels),
  ]);
  return {
    documents: documents.map(({ _id, title, text }) => ({ id: _id, title: title ?? '', text })),
    queries: queries.flatMap(({ _id, text }) => {
      const own = judgements.get(_id);
      return own && [...own.values()].some((gain) => gain > 0) ? [{ id: _id, text, judgements: own }] : [];
    }),
  };
}

async function textOf(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\ufeff/u, '');
  } catch (error) {
    throw invalid(file, 0, 'it cannot be read', error);
  }
}

async function jsonLines<T>(file: string, schema: z.ZodType<T>): Promise<T[]> {
  const lines = (await textOf(file)).split(/\r?\n/u);
  return lines.flatMap((line, position) => {
    if (line.trim() === '') return [];
    try {
      return [schema.parse(JSON.parse(line))];
    } catch (error) {
      throw invalid(
        file,
        position + 1,
        error instanceof z.ZodError ? (error.issues[0]?.message ?? '') : String(error),
        error,
      );
    }
  });
}

async function readJudgements(file: string): Promise<Map<string, Map<string, number>>> {
  const judgements = new Map<string, Map<string, number>>();
  const lines = (await textOf(file)).split(/\r?\n/u);
  lines.forEach((line, position) => {
    const [query, document, score] = line.split('\t');
    if (line.trim() === '' || (position === 0 && document !== undefined && Number.isNaN(Number(score)))) return;
    const gain = score?.trim() ? Number(score) : Number.NaN;
    if (!query || !document || Number.isNaN(gain)) throw invalid(file, position + 1, 'three columns are wanted', null);
    const own = judgements.get(query) ?? new Map<string, number>();
    own.set(document, gain);
    judgements.set(query, own);
  });
  return judgements;
}

function invalid(file: string, line: number, reason: string, cause: unknown): VitrineError {
  const place = line > 0 ? `${file}, line ${line}` : file;
  return new VitrineError(
    'labelled-set-invalid',
    `The labelled set does not fit at ${place}: ${reason}.`,
    'Use the BEIR layout: corpus.jsonl and queries.jsonl with _id and text, qrels as query-id, corpus-id, score.',
    { file, line },
    { cause },
  );
}
