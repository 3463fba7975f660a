import { existsSync } from 'node:fs';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '@lancedb/lancedb';
import Database from 'libsql';
import { afterEach, describe, expect, it } from 'vitest';
import { addRows, type IndexRow } from '../../../electron/engine/store/search-index/index-rows';
import type { FindingKind, RepairPlan, RepairReport } from '../../../shared/contract';
import { json } from '../cli/command-in-process';
import { TestEngine } from '../open-test-engine';

const words = ['zxanchor', 'zxbellows', 'zxcandle', 'zxdrum', 'zxember', 'zxflute'];
const textOf = (word: string) => `The ${word} hangs beside the northern workshop window of the museum.`;

const vitrine = TestEngine.each(async () => {
  for (const word of words) await vitrine.file(`six/${word}.txt`, textOf(word));
  await vitrine.ingest(vitrine.path('six'));
  await vitrine.reopen();
});

const inIndex = (...names: string[]) => join(vitrine.library, 'index', ...names);

async function filesBelow(folder: string, ending: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

/** Changes the catalogue beside the engine, as no part of Vitrine would. */
function inCatalogue(sql: string, ...values: string[]): void {
  const database = new Database(join(vitrine.library, 'catalogue.db'));
  database.exec('PRAGMA foreign_keys = OFF');
  database.prepare(sql).run(values);
  database.close();
}

async function withTable<T>(work: (table: Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['openTable']>>) => T) {
  const connection = await connect(inIndex());
  const [name = ''] = await connection.tableNames();
  const table = await connection.openTable(name);
  const result = await work(table);
  table.close();
  connection.close();
  return result;
}

async function kinds(depth: 'quick' | 'whole' = 'whole'): Promise<FindingKind[]> {
  return (await vitrine.ask('library.check', { depth })).findings.map(({ kind }) => kind);
}

/** Repairs, and holds the library against what it was: every document found by word and by meaning. */
async function repaired(): Promise<RepairReport> {
  const plan = await vitrine.ask('library.repairPlan', {});
  const report = await vitrine.ask('library.repair', {});
  expect(plan.check.findings).toEqual(report.before.findings);
  expect(plan.steps.map(({ act, count }) => [act, count])).toEqual(report.done.map(({ act, count }) => [act, count]));
  expect(report.after.findings).toEqual([]);
  for (const word of words) {
    expect(await vitrine.found(word)).toEqual([textOf(word)]);
    expect(await vitrine.found(textOf(word), { mode: 'vector', top: 1 })).toEqual([textOf(word)]);
  }
  expect(await vitrine.unwell()).toEqual([]);
  return report;
}

const did = ({ done }: RepairReport) => done.map(({ kind, count }) => `${kind}: ${count}`);

describe('a library that is whole', () => {
  it('has no findings, and a repair does nothing', async () => {
    expect(await vitrine.ask('library.check', {})).toMatchObject({
      depth: 'whole',
      findings: [],
      looked: { chunks: 6, rows: 6, files: 6 },
    });
    expect(await vitrine.ask('library.repair', {})).toMatchObject({ before: { findings: [] }, done: [], jobId: null });
  });
});

describe('damage of the index is found and put right from the catalogue, embedding nothing', () => {
  afterEach(async () => {
    // Six texts when they were added, and six queries at most.
    expect((await vitrine.ask('app.status', {})).counters.embeddingCalls).toBeLessThanOrEqual(12);
  });

  it('where its folder is deleted', async () => {
    await vitrine.engine.close();
    await rm(inIndex(), { recursive: true });
    await vitrine.reopen();
    expect(await kinds('quick')).toEqual(['index-unreadable']);
    expect(did(await repaired())).toEqual(['index-unreadable: 6']);
  });

  it.each(['delete', 'truncate'] as const)('where a file of its rows is gone or cut off: %s', async (how) => {
    const [file = ''] = await filesBelow(inIndex(), '.lance').then((all) =>
      all.filter((name) => name.includes('/data/')),
    );
    if (how === 'delete') await rm(file);
    else await truncate(file, 100);
    expect(await kinds()).toEqual(['index-unreadable']);
    // The number of its rows is known without reading one.
    const { health } = await vitrine.ask('app.status', { check: true });
    expect(health.map(({ code }) => code)).toContain('index-unreadable');
    expect(health.map(({ code }) => code)).not.toContain('index-whole');
    expect(did(await repaired())).toEqual(['index-unreadable: 6']);
  });

  it('where rows are lost', async () => {
    await withTable((table) => table.delete(`searchable LIKE '%zxbellows%' OR searchable LIKE '%zxdrum%'`));
    expect(await kinds('quick')).toEqual(['rows-missing']);
    expect(did(await repaired())).toEqual(['rows-missing: 2']);
  });

  it('with rows of nothing, double rows and rows with a wrong text or vector', async () => {
    await withTable(async (table) => {
      const rows = (await table.query().toArray()) as {
        chunk_id: string;
        content_id: string;
        searchable: string;
        vector: { toArray(): Float32Array };
      }[];
      const [first, second, third] = rows.map(
        (row): IndexRow => ({
          chunkId: row.chunk_id,
          contentId: row.content_id,
          searchable: row.searchable,
          vector: row.vector.toArray(),
        }),
      );
      if (!first || !second || !third) throw new Error('six rows were expected');
      await table.delete(`chunk_id IN ('${second.chunkId}', '${third.chunkId}')`);
      await addRows(table, [
        { ...first, chunkId: 'nobody' },
        first,
        { ...second, searchable: 'something else' },
        { ...third, vector: new Float32Array(third.vector.length) },
      ]);
    });
    expect((await vitrine.ask('library.check', {})).findings).toMatchObject([
      { kind: 'rows-stray', count: 1, examples: ['nobody'] },
      { kind: 'rows-twice', count: 1 },
      { kind: 'rows-malformed', count: 2 },
    ]);
    expect(did(await repaired())).toEqual(['rows-stray: 1', 'rows-missing: 3']);
  });
});

describe('stored files', () => {
  it('that are lost, cut off or strange are found; what came from a path that still holds the bytes is copied again', async () => {
    const stored = (await readdir(join(vitrine.library, 'uploads'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const [lost = '', cut = '', unknown = ''] = stored;
    const said = await readFile(unknown, 'utf8');
    await rm(lost);
    await truncate(cut, 3);
    const stray = join(vitrine.library, 'uploads', 'stray');
    await writeFile(stray, 'stray');
    expect(await kinds()).toEqual(['files-missing', 'files-changed', 'files-stray']);
    expect(did(await repaired())).toEqual(['files-missing: 1', 'files-changed: 1', 'files-stray: 1']);
    expect(existsSync(stray)).toBe(false);
    // Neither the strange file nor the damaged one is deleted.
    const [aside = ''] = await readdir(join(vitrine.library, 'removed'));
    const kept = await filesBelow(join(vitrine.library, 'removed', aside), '');
    const texts = await Promise.all(kept.map((file) => readFile(file, 'utf8').catch(() => '')));
    expect(texts.filter(Boolean).sort()).toEqual(['The', 'stray']);
    expect((await readFile(cut, 'utf8')).length).toBeGreaterThan(3);

    const gone = words.find((word) => said.includes(word)) ?? '';
    await rm(vitrine.path(`six/${gone}.txt`));
    await rm(unknown);
    const { done, after } = await vitrine.ask('library.repair', {});
    expect(done).toEqual([]);
    expect(after.findings).toMatchObject([{ kind: 'files-missing', count: 1 }]);
    expect(await vitrine.found(gone)).toEqual([textOf(gone)]);
  });
});

describe('I17 malformed chunks', () => {
  it('are left out of results, and cut again from the stored text', async () => {
    inCatalogue("UPDATE chunks SET text = '' WHERE text LIKE '%zxember%'");
    expect(await vitrine.found('zxember')).toEqual([]);
    expect(await kinds()).toEqual(['content-malformed', 'rows-malformed']);
    expect(did(await repaired())).toContain('content-malformed: 1');
  });

  it('that a search meets are written down, and repaired by the next host that stays open', async () => {
    inCatalogue("DELETE FROM chunks WHERE text LIKE '%zxflute%'");
    inCatalogue("UPDATE chunks SET text = ' ' WHERE text LIKE '%zxember%'");
    expect(await vitrine.found('zxember')).toEqual([]);
    const logFile = join(vitrine.folder, 'log.jsonl');
    await vitrine.reopen({ resumesIngests: true, logFile });
    await expect.poll(() => vitrine.found('zxember'), { timeout: 60_000 }).toEqual([textOf('zxember')]);
    await expect.poll(() => vitrine.found('zxflute'), { timeout: 60_000 }).toEqual([textOf('zxflute')]);
    await vitrine.reopen({ logFile: null });
    expect(await readFile(logFile, 'utf8')).toMatch(/"what":"library.repair"|library\.repair/);
  });
});

describe('the command line', () => {
  it('names faults with --check and repairs them with --repair', async () => {
    await vitrine.engine.close();
    await rm(inIndex(), { recursive: true });
    const library = ['--library', vitrine.library];
    const found = await json<{ check: { findings: object[] } }>(['status', '--check', ...library]);
    expect([found.code, found.document.check.findings]).toMatchObject([1, [{ kind: 'index-unreadable' }]]);
    const plan = await json<RepairPlan>(['status', '--plan', ...library]);
    expect([plan.code, plan.document.steps]).toMatchObject([1, [{ act: 'index-rebuilt', count: 6 }]]);
    const mended = await json<{ repair: RepairReport; check: object }>(['status', '--repair', ...library]);
    expect(mended.code).toBe(0);
    expect(mended.document).toMatchObject({ check: { findings: [] }, repair: { done: [{ count: 6 }] } });
    await vitrine.reopen();
  });
});
