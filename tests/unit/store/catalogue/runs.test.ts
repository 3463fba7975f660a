import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { canonicalJson } from '@shared/canonical-json';
import type { Run } from '@shared/contract';
import { expect, it } from 'vitest';
import { Library } from '../../../../electron/engine/store';
import { SqlDatabase } from '../../../../electron/engine/store/catalogue/database';
import { RunStore } from '../../../../electron/engine/store/catalogue/runs';
import { deskOf } from '../../controller/memory-runs';
import { temporaryFolder } from '../open-test-library';

const question = 'What does the mill grind?';

/** A run with a long entry in `extras` from Retrieval on, as the scores of many candidates are. */
async function longRun(): Promise<Run> {
  const { controller } = deskOf();
  const run = await controller.auto(await controller.start(question));
  const scores = Array.from({ length: 2000 }, (_, n) => Math.sin(n));
  let seen = false;
  const snapshots = Object.entries(run.snapshots).map(([stage, snapshot]) => {
    seen ||= stage === 'Retrieval';
    return [stage, seen ? { ...snapshot, extras: { ...snapshot.extras, scores } } : snapshot];
  });
  return { ...run, snapshots: Object.fromEntries(snapshots) };
}

const storeIn = (folder: string): { store: RunStore; database: SqlDatabase } => {
  const database = SqlDatabase.open(`${folder}/catalogue.db`);
  return { store: new RunStore(database), database };
};

async function madeLibrary(): Promise<string> {
  const folder = temporaryFolder();
  const library = await Library.open(folder, 'local');
  await library.close();
  return folder;
}

it('S16 a run comes back byte for byte in its canonical form, however often it is kept', async () => {
  const { store, database } = storeIn(await madeLibrary());
  const run = await longRun();
  store.put(run);
  const once = store.get(run.runId);
  expect(canonicalJson(once)).toBe(canonicalJson(run));
  store.put(once);
  expect(canonicalJson(store.get(run.runId))).toBe(canonicalJson(run));
  database.close();
});

it('S16 what a state shares with the one before is kept once', async () => {
  const { store, database } = storeIn(await madeLibrary());
  const run = await longRun();
  store.put(run);
  const kept = Number(database.get('SELECT LENGTH(data) AS bytes FROM runs')?.bytes);
  const scores = gzipSync(JSON.stringify(run.snapshots.Retrieval?.extras), { level: 1 }).length;
  expect(kept).toBeLessThan(2 * scores);
  database.close();
});

it('S16 which chunks were found is kept once, and is one list in all states that share it', async () => {
  const { store, database } = storeIn(await madeLibrary());
  const keptText = (): string =>
    brotliDecompressSync(database.get('SELECT data FROM runs')?.data as Uint8Array).toString();
  const run = await longRun();
  store.put(run);
  const kept = keptText();
  const { snapshots } = JSON.parse(kept) as { snapshots: Record<string, { chunkIds: unknown }> };
  const found = run.snapshots.Retrieval?.base_context_chunks.map(({ id }) => id);
  expect(found).not.toEqual([]);
  expect(Object.values(snapshots).flatMap(({ chunkIds }) => (Array.isArray(chunkIds) ? [chunkIds] : []))).toEqual([
    [],
    found,
  ]);
  const read = store.get(run.runId);
  expect(read.snapshots.Prompt_Builder?.base_context_chunks).toBe(read.snapshots.Retrieval?.base_context_chunks);
  store.put(read);
  expect(keptText()).toBe(kept);
  database.close();
});
