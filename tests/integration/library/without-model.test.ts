import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '@lancedb/lancedb';
import { saidRemark } from '@shared/words/said';
import Database from 'libsql';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';
import { fixture, project, statuses, TestEngine } from '../open-test-engine';
import { contentsOf } from './library-contents';

let vitrine: TestEngine;
let other: TestEngine | null = null;
afterEach(async () => {
  await vitrine.close();
  await other?.close();
  other = null;
});

const heron = 'The heron boat is blue.';
const silk = 'The limit for silk is fifty lux.';
const missing = { bundledModelFolder: '/nowhere' };
const withModel = { bundledModelFolder: join(project, 'resources', 'models') };
const waiting = async () =>
  (await vitrine.ask('app.status', {})).health.filter(({ check }) => check === 'vectors').map(({ ok }) => ok);

describe('an ingest without the embedding model', () => {
  it('R12 makes documents that are read and found by words, says so, and embeds them when the model is there', async () => {
    vitrine = await TestEngine.open(missing);
    const report = await vitrine.ingest(fixture('handbook.md'), fixture('report.pdf'));
    expect(statuses(report)).toEqual({ 'handbook.md': 'indexed', 'report.pdf': 'indexed' });
    expect(report.totals).toMatchObject({ embedded: 0, cached: 0 });
    expect(report.files.map(({ warnings }) => warnings.at(-1)?.code)).toEqual(['words-only', 'words-only']);
    const [document] = await vitrine.ask('library.list', {});
    expect((await vitrine.ask('library.source', { documentId: document?.documentId ?? '' })).chunks).not.toEqual([]);
    const found = await vitrine.ask('search.run', { query: 'lux limit for textiles' });
    expect(found.results).not.toEqual([]);
    expect(found.notices.map(({ code }) => code)).toContain('keyword-only');
    expect((await vitrine.ask('library.check', {})).findings).toEqual([]);
    expect(await waiting()).toEqual([true]);

    await vitrine.reopen({ ...withModel, resumesIngests: true });
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
    expect((await vitrine.ask('library.check', {})).findings).toEqual([]);

    // Now it is the library that it would have been.
    other = await TestEngine.open();
    await other.ingest(fixture('handbook.md'), fixture('report.pdf'));
    await vitrine.engine.close();
    await other.engine.close();
    expect(await contentsOf(vitrine.library)).toEqual(await contentsOf(other.library));
    await vitrine.reopen();
    await other.reopen();
  });

  it('R12 keeps old vectors beside them, and a rebuild embeds the rest', async () => {
    vitrine = await TestEngine.open();
    await vitrine.ingest(await vitrine.file('first.txt', heron));
    await vitrine.reopen(missing);
    await vitrine.ingest(await vitrine.file('second.txt', silk));
    await vitrine.reopen();
    expect(await waiting()).toEqual([true]);
    const near = (text: string) => vitrine.found(text, { mode: 'vector', top: 1 });
    expect(await near(heron)).toEqual([heron]);
    expect(await near(silk)).not.toEqual([silk]);
    expect(await vitrine.found('silk')).toEqual([silk]);
    expect(await vitrine.ask('library.reindex', {})).toMatchObject({ chunks: 2, embedded: 1 });
    expect([await near(heron), await near(silk)]).toEqual([[heron], [silk]]);
    expect(await waiting()).toEqual([]);
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('is shown by the status if passages were embedded, and only while the model is away', async () => {
    const told = async () =>
      (await vitrine.ask('app.status', {})).health.flatMap((line) => (line.check === 'model' ? saidRemark(line) : []));
    vitrine = await TestEngine.open(missing);
    expect(await told()).toEqual([]);
    await vitrine.reopen(withModel);
    await vitrine.ingest(await vitrine.file('first.txt', heron));
    expect(await told()).toEqual([]);
    await vitrine.reopen(missing);
    expect(await told()).toEqual([
      expect.stringContaining('are not on this computer: questions are answered by words'),
    ]);
    const listed = await vitrine.ask('models.list', {});
    expect(listed.find(({ id }) => id === 'use-lite')).toMatchObject({ active: true, installed: false });
  });

  it('R12 embeds as soon as the model comes, in a host that stays open', async () => {
    const models = temporaryFolder();
    vitrine = await TestEngine.open({ bundledModelFolder: models, resumesIngests: true });
    await vitrine.ingest(await vitrine.file('first.txt', heron));
    expect(await waiting()).toEqual([true]);
    await cp(withModel.bundledModelFolder, models, { recursive: true });
    await vitrine.ask('models.list', {});
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
    expect(await vitrine.found(heron, { mode: 'vector', top: 1 })).toEqual([heron]);
    // News of connections come a moment later, after anything else.
    const last = () => vitrine.events.filter(({ type }) => type !== 'network.changed').at(-1)?.type;
    await expect.poll(last).toBe('library.changed');
  });
});

describe('a search while documents get their vectors', () => {
  it('R12 finds each of them at any moment', async () => {
    vitrine = await TestEngine.open(missing);
    const names = ['heron', 'silk', 'copper', 'marble', 'walnut', 'ivory', 'linen', 'bronze', 'pewter', 'amber'];
    const texts = names.map((name) => `The ${name} is in its case.`);
    await vitrine.ingest(...(await Promise.all(texts.map((text, at) => vitrine.file(`${at}.txt`, text)))));
    await vitrine.reopen({ ...withModel, resumesIngests: true });
    let searches = 0;
    // One search at a time: a round of all of them may last as long as it takes to embed the documents.
    while ((await waiting()).length > 0) {
      const at = searches % names.length;
      expect(await vitrine.found(names[at] ?? '')).toEqual([texts[at]]);
      searches += 1;
    }
    expect(searches).toBeGreaterThan(1);
    for (const [at, name] of names.entries()) expect(await vitrine.found(name)).toEqual([texts[at]]);
    for (const text of texts) expect(await vitrine.found(text, { mode: 'vector', top: 1 })).toEqual([text]);
    expect((await vitrine.ask('library.check', {})).findings).toEqual([]);
  });
});

describe('a repair without the embedding model', () => {
  const done = async () => {
    const plan = await vitrine.ask('library.repairPlan', {});
    const report = await vitrine.ask('library.repair', {});
    const acts = report.done.map(({ act, count }) => `${act}: ${count}`);
    expect(plan.steps.map(({ act, count }) => `${act}: ${count}`)).toEqual(acts);
    expect(report.after.findings).toEqual([]);
    return acts;
  };
  /** Opens the library without a model, after its catalogue and index were damaged beside the engine. */
  const damaged = async (sql: string, isIndexGone = false) => {
    vitrine = await TestEngine.open();
    await vitrine.ingest(await vitrine.file('first.txt', heron), await vitrine.file('second.txt', silk));
    await vitrine.engine.close();
    const database = new Database(join(vitrine.library, 'catalogue.db'));
    database.exec(sql);
    database.close();
    if (isIndexGone) await rm(join(vitrine.library, 'index'), { recursive: true });
    await vitrine.reopen(missing);
  };
  const whole = async () => {
    expect(await vitrine.found('heron')).toEqual([heron]);
    expect(await vitrine.found('silk')).toEqual([silk]);
    expect(await waiting()).toEqual([true]);
    await vitrine.reopen({ ...withModel, resumesIngests: true });
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
    for (const text of [heron, silk]) expect(await vitrine.found(text, { mode: 'vector', top: 1 })).toEqual([text]);
    expect((await vitrine.ask('library.check', {})).findings).toEqual([]);
  };

  it('R12 builds the index from kept vectors, and texts without one wait for the model', async () => {
    await damaged('DELETE FROM embeddings WHERE key = (SELECT min(key) FROM embeddings)', true);
    expect(await done()).toEqual(['index-rebuilt: 2', 'vectors-later: 1']);
    await whole();
  });

  it('R12 builds the whole index from kept vectors, and nothing waits', async () => {
    await damaged('SELECT 1', true);
    expect(await done()).toEqual(['index-rebuilt: 2']);
    expect(await waiting()).toEqual([]);
    expect(await vitrine.found('heron')).toEqual([heron]);
  });

  it('R12 cuts a malformed document again, which waits for the model', async () => {
    await damaged(`UPDATE chunks SET text = '' WHERE text = '${silk}'`);
    expect(await done()).toContain('vectors-later: 1');
    await whole();
  });

  it('R12 makes single rows again, which wait for the model where no vector is kept', async () => {
    await damaged('DELETE FROM embeddings');
    const connection = await connect(join(vitrine.library, 'index'));
    const [name = ''] = await connection.tableNames();
    const table = await connection.openTable(name);
    await table.delete("searchable LIKE '%silk%'");
    table.close();
    connection.close();
    expect(await done()).toEqual(['rows-made: 1', 'vectors-later: 1']);
    await whole();
  });
});
