import { cpSync, mkdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'libsql';
import { afterEach, describe, expect, it } from 'vitest';
import type { EngineOptions } from '../../../electron/engine/options';
import type { Finding } from '../../../shared/contract';
import { damageTable } from '../../unit/store/damage-table';
import { TestEngine } from '../open-test-engine';
import cases from './damaged-catalogue.json';

const names = ['anchors', 'bellows', 'candles', 'drums', 'embers', 'flutes'];
// Longer than a page of the file.
const text = (name: string) =>
  `# ${name}\n\n${`The ${name} hang beside the northern window of the museum. `.repeat(90)}`;

let vitrine: TestEngine;

const whole = TestEngine.shared(async () => {
  for (const name of names) await whole.file(`six/${name}.md`, text(name));
  await whole.ingest(whole.path('six'));
  await whole.engine.close();
});
afterEach(() => vitrine.close());

async function damaged(damage: (catalogue: string) => void, changes: Partial<EngineOptions> = {}): Promise<void> {
  vitrine = await TestEngine.open();
  await vitrine.engine.close();
  await rm(vitrine.library, { recursive: true });
  cpSync(whole.library, vitrine.library, { recursive: true });
  damage(join(vitrine.library, 'catalogue.db'));
  await vitrine.reopen(changes);
}

const check = async (): Promise<readonly Finding[]> => (await vitrine.ask('library.check', {})).findings;

describe('a whole check of a library with a page of its catalogue damaged', () => {
  it.each(cases)(
    'says so of %s and what to do, finds nothing else wrong, and a repair leaves all as it is',
    async (table) => {
      await damaged((catalogue) => damageTable(catalogue, table));
      const findings = await check();
      expect(findings.map(({ kind }) => kind)).toEqual(['catalogue-damaged']);
      const { check: planned, steps } = await vitrine.ask('library.repairPlan', {});
      expect(planned.findings).toEqual(findings);
      expect(steps).toMatchObject([{ act: 'left', kind: 'catalogue-damaged' }]);
      expect(await vitrine.ask('library.repair', {})).toMatchObject({ done: [], after: { findings } });
      const status = await vitrine.ask('app.status', { check: true });
      expect(status.check?.findings).toEqual(findings);
      expect(status.health.filter(({ ok }) => !ok).map(({ code }) => code)).toContain('catalogue-damaged');
    },
  );

  it('is quick about it too', async () => {
    await damaged((catalogue) => damageTable(catalogue, 'contents'));
    const { findings } = await vitrine.ask('library.check', { depth: 'quick' });
    expect(findings.map(({ kind }) => kind)).toEqual(['catalogue-damaged']);
  });
});

describe('a host that stays open, with such a library', () => {
  it.each([
    ['contents_unembedded', 'embed.later'],
    ['ingest_jobs', 'engine.resume'],
  ])('goes on, and tells the log of %s', async (table, event) => {
    const logFile = join(whole.folder, `${table}.log`);
    await damaged((catalogue) => damageTable(catalogue, table), { resumesIngests: true, logFile });
    expect(await vitrine.found('bellows')).not.toEqual([]);
    await vitrine.engine.close();
    const lines = (await readFile(logFile, 'utf8')).trim().split('\n');
    const told = lines.map((line) => JSON.parse(line) as { event: string; code?: string });
    expect(told).toContainEqual(expect.objectContaining({ event, code: 'library-damaged' }));
  });
});

describe('a library with an unreadable column', () => {
  it('is opened, and answers', async () => {
    await damaged((catalogue) => {
      const database = new Database(catalogue);
      database.exec("UPDATE ingest_jobs SET paths = '[\"/ho'");
      database.close();
      // Files from a browser are checked against the jobs.
      mkdirSync(join(dirname(catalogue), 'incoming/letter'), { recursive: true });
    });
    expect(await vitrine.found('bellows')).not.toEqual([]);
  });
});

describe('status of such a library', () => {
  it('says which figures it has not', async () => {
    await damaged((catalogue) => damageTable(catalogue, 'documents'));
    const { health } = await vitrine.ask('app.status', {});
    expect(health.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual(['catalogue']);
  });
});
