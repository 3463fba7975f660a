import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { EvaluationResult, EvaluationSummary, Run, RunSummary } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { Chunk } from '@shared/prompt/chunk';
import type { StageId } from '@shared/prompt/stage-names';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import type { SqlDatabase } from './database';
import { runOf } from './question-log';

/** A snapshot without its chunks: they are the same in every state after Retrieval and are stored once a run. */
type ThinSnapshot = Omit<SuperPrompt, 'base_context_chunks'> & { readonly chunkIds: readonly string[] };
type StoredRun = Omit<Run, 'snapshots'> & {
  readonly chunks: Readonly<Record<string, Chunk>>;
  readonly snapshots: Readonly<Record<string, Record<string, unknown>>>;
};

/** Runs with every state on the way, compressed; the same run comes back equal byte for byte. */
export class RunStore {
  /** When this process last kept a run, ms since 1970: an old one that is gone on with does not go under one's hands. */
  readonly #keptAt = new Map<string, number>();

  onKept: () => void = () => undefined;

  constructor(private readonly database: SqlDatabase) {}

  put(run: Run): void {
    const done = run.stages.filter((record) => record.state === 'done');
    const ms = done.reduce((sum, record) => sum + (record.ms ?? 0), 0);
    const packed = pack(run);
    const documentIds = [...new Set(Object.values(packed.chunks).map(({ documentId }) => documentId))];
    this.database.transaction(() => {
      const sql =
        'INSERT OR REPLACE INTO runs (run_id, created_at, prompt, stages_done, ms, data) VALUES (?, ?, ?, ?, ?, ?)';
      this.database.run(sql, run.runId, run.createdAt, run.prompt, done.length, ms, compressed(JSON.stringify(packed)));
      this.database.run('DELETE FROM run_documents WHERE run_id = ?', run.runId);
      this.database.run(
        'INSERT INTO run_documents (document_id, run_id) SELECT value, ? FROM json_each(?)',
        run.runId,
        documentIds,
      );
    });
    this.#keptAt.set(run.runId, Date.now());
    this.onKept();
  }

  get(runId: string): Run {
    const row = this.database.get('SELECT data FROM runs WHERE run_id = ?', runId);
    if (!row || !(row.data instanceof Uint8Array)) throw new VitrineError('run-not-found', { runId });
    return unpack(JSON.parse(decompressed(row.data)) as StoredRun);
  }

  /** A run that may have been deleted since. */
  find(runId: string): Run | null {
    return this.database.has('SELECT 1 FROM runs WHERE run_id = ?', runId) ? this.get(runId) : null;
  }

  list(limit: number): RunSummary[] {
    const sql = `SELECT run_id AS runId, created_at AS createdAt, prompt, stages_done AS stagesDone, ms
       FROM runs ORDER BY created_at DESC, rowid DESC LIMIT ?`;
    return this.database.all<RunSummary>(sql, limit);
  }

  withDocuments(documentIds: readonly string[]): string[] {
    const sql = 'SELECT DISTINCT run_id FROM run_documents WHERE document_id IN (SELECT value FROM json_each(?))';
    return this.database.column(sql, documentIds);
  }

  /** Ids of the runs from before a moment (ms since 1970) that no answer in a conversation came from. */
  outdated(before: number): string[] {
    const sql = `SELECT run_id FROM runs WHERE created_at < ? AND run_id NOT IN
           (SELECT ${runOf('answer')} FROM messages WHERE ${runOf('answer')} IS NOT NULL)`;
    return this.database
      .column(sql, new Date(before).toISOString())
      .filter((runId) => (this.#keptAt.get(runId) ?? 0) < before);
  }

  remove(runIds: readonly string[]): number {
    return this.database.run('DELETE FROM runs WHERE run_id IN (SELECT value FROM json_each(?))', runIds);
  }
}

/** Takes half of gzip's time for the same bytes (380 kB of a run in 1.3 ms to 105 kB). */
function compressed(text: string): Buffer {
  const data = Buffer.from(text);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotliCompressSync(data, {
    params: { [BROTLI_PARAM_QUALITY]: 1, [BROTLI_PARAM_LGWIN]: 20, [BROTLI_PARAM_SIZE_HINT]: data.length },
  });
}

const decompressed = (data: Uint8Array): string => brotliDecompressSync(data).toString('utf8');

function pack(run: Run): StoredRun {
  const chunks: Record<string, Chunk> = {};
  const snapshots: Record<string, Record<string, unknown>> = {};
  let before: Fields = {};
  let base: readonly Chunk[] = [];
  let chunkIds: readonly string[] = [];
  for (const [stage, { base_context_chunks: own, ...rest }] of Object.entries(run.snapshots)) {
    if (own !== base) {
      base = own;
      chunkIds = own.map(({ id }) => id);
      for (const chunk of own) chunks[chunk.id] = chunk;
    }
    const thin: Fields = { ...rest, chunkIds };
    snapshots[stage] = beside(before, thin);
    before = thin;
  }
  return { ...run, chunks, snapshots };
}

function unpack(stored: StoredRun): Run {
  const { chunks, ...run } = stored;
  const snapshots: Partial<Record<StageId | 'raw', SuperPrompt>> = {};
  let before: Fields = {};
  let base: readonly Chunk[] = [];
  for (const [stage, kept] of Object.entries(stored.snapshots)) {
    const thin = whole(before, kept);
    const { chunkIds, ...rest } = thin as unknown as ThinSnapshot;
    if (chunkIds !== before.chunkIds) base = chunkIds.map((id) => chunks[id]).filter((chunk) => chunk !== undefined);
    snapshots[stage as StageId | 'raw'] = { ...rest, base_context_chunks: base };
    before = thin;
  }
  return { ...run, snapshots };
}

type Fields = Readonly<Record<string, unknown>>;

/** Means an unchanged value of the previous state; no field of a SuperPrompt holds such an object. */
const asBefore = { $asBefore: true } as const;
const grown: ReadonlySet<string> = new Set(['extras', 'views_by_stage']);

/** Leaves out what a state shares with the one before: scores and views of earlier stages are most of the bytes. */
function beside(before: Fields, after: Fields, depth = 0): Record<string, unknown> {
  const entries = Object.entries(after).map(([name, value]): [string, unknown] => {
    if (typeof value !== 'object' || value === null) return [name, value];
    if (value === before[name]) return [name, asBefore];
    if (depth > 0 || !grown.has(name)) return [name, value];
    return [name, beside((before[name] ?? {}) as Fields, value as Fields, 1)];
  });
  return Object.fromEntries(entries);
}

function whole(before: Fields, kept: Fields, depth = 0): Record<string, unknown> {
  const entries = Object.entries(kept).map(([name, value]): [string, unknown] => {
    if (typeof value === 'object' && value !== null && '$asBefore' in value) return [name, before[name]];
    if (depth > 0 || !grown.has(name)) return [name, value];
    return [name, whole((before[name] ?? {}) as Fields, value as Fields, 1)];
  });
  return Object.fromEntries(entries);
}

export class EvaluationStore {
  constructor(private readonly database: SqlDatabase) {}

  put(result: EvaluationResult): void {
    const { queries: _queries, chunks: _chunks, ...summary } = result;
    const { evaluationId, createdAt } = summary;
    const data = compressed(JSON.stringify(result));
    this.database.insert('evaluations', { evaluation_id: evaluationId, created_at: createdAt, summary, data });
  }

  get(evaluationId: string): EvaluationResult {
    const row = this.database.get('SELECT data FROM evaluations WHERE evaluation_id = ?', evaluationId);
    if (row?.data instanceof Uint8Array) return JSON.parse(decompressed(row.data)) as EvaluationResult;
    throw new VitrineError('evaluation-not-found', { evaluationId });
  }

  list(): EvaluationSummary[] {
    return this.database
      .all('SELECT summary FROM evaluations ORDER BY created_at DESC, rowid DESC')
      .map((row) => JSON.parse(String(row.summary)) as EvaluationSummary);
  }

  remove(evaluationIds: readonly string[]): number {
    const sql = 'DELETE FROM evaluations WHERE evaluation_id IN (SELECT value FROM json_each(?))';
    return this.database.run(sql, evaluationIds);
  }
}
