import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { start } from '../cli/vitrine-command';
import { modelsBeside } from '../models/model-sources';
import { TestEngine } from '../open-test-engine';

const files = 80;
const better = 'all-MiniLM-L6-v2';
const beside = modelsBeside(better);
const endsAt = (call: string) => ({
  NODE_OPTIONS: `--require ${join(__dirname, 'ends-the-process.cjs')}`,
  ENDS_AT: call,
});
const vitrine = TestEngine.each(async () => {
  for (let n = 0; n < files; n += 1) {
    const sections = [1, 2, 3].map(
      (part) => `## Part ${part}\n\nReport zx${n} part ${part} counts ${n * part} crates.\n`,
    );
    await vitrine.file(`reports/${n}.md`, sections.join('\n'));
  }
});

async function filesBelow(folder: string): Promise<number> {
  const path = join(vitrine.library, folder);
  if (!existsSync(path)) return 0;
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}

/** Runs a command that ends without warning: at a call of its own, or as soon as the library looks like that. */
async function killed(args: readonly string[], at: string | (() => boolean)): Promise<void> {
  await vitrine.engine.close();
  const child = start([...args, '--library', vitrine.library], { env: typeof at === 'string' ? endsAt(at) : {} });
  const ended = once(child, 'close');
  if (typeof at !== 'string') {
    // Looked at often enough for every moment, and seldom enough to leave the child the processor.
    while (child.exitCode === null && !at()) await after(2);
    child.kill('SIGKILL');
  }
  expect(await ended).toEqual([null, 'SIGKILL']);
}

/** Everything visible is whole, and nothing else is there. */
async function expectWhole(): Promise<number> {
  await vitrine.reopen();
  expect(await vitrine.unwell()).toEqual([]);
  const documents = await vitrine.ask('library.list', {});
  for (const document of documents) {
    const source = await vitrine.ask('library.source', { documentId: document.documentId });
    expect(source.chunks.length).toBe(document.chunks);
    expect(document).toMatchObject({ state: 'ready', error: null });
  }
  expect(await filesBelow('uploads')).toBe(documents.length);
  expect(await filesBelow('staging')).toBe(0);
  for (const { path } of [documents[0], documents.at(-1)].flatMap((one) => one ?? [])) {
    const name = path.split('/').at(-1)?.replace('.md', '');
    expect(await vitrine.found(`zx${name}`)).not.toEqual([]);
  }
  return documents.length;
}

// A commit is made of 64 files.
const moments = [
  ['when files take their place', 'rename uploads 1'],
  ['between the first commit and the last', 'rename uploads 65'],
] as const;

describe('kill -9 during an ingest', () => {
  it.each(moments)('I10 %s: the next start is whole, and the ingest completes', async (_moment, at) => {
    await killed(['ingest', vitrine.path('reports')], at);
    const already = await expectWhole();
    expect(already).toBeLessThan(files);
    const report = await vitrine.ingest(vitrine.path('reports'));
    expect(report.totals).toMatchObject({ files, failed: 0, unchanged: already, indexed: files - already });
    expect(await expectWhole()).toBe(files);
  });
});

describe('kill -9 during other changes', () => {
  it('I13 a reindex: the library is whole in its old or its new state', async () => {
    await vitrine.ingest(vitrine.path('reports'));
    await killed(['reindex', '--profile', 'fine'], () => existsSync(join(vitrine.library, 'index/chunks-2.lance')));
    expect(await expectWhole()).toBe(files);
    await vitrine.ask('library.reindex', { profile: 'fine' });
    expect(await expectWhole()).toBe(files);
  });

  it.skipIf(beside === null)(
    'I22 a better model on its way: the old one answers, and the next start goes on',
    async () => {
      await vitrine.ingest(vitrine.path('reports'));
      const from = join(beside ?? '', better);
      const comes = join(vitrine.library, 'models', `.import-${better}`);
      await killed(['reindex', '--model', better, '--get', from], () => existsSync(comes));
      expect(await expectWhole()).toBe(files);
      expect(await vitrine.ask('rebuild.get', {})).toMatchObject({ state: 'interrupted', phase: 'fetching', from });
      expect((await vitrine.ask('app.status', {})).model.id).toBe('use-lite');
      await vitrine.reopen({ resumesIngests: true });
      await expect.poll(async () => (await vitrine.ask('rebuild.get', {}))?.state, { timeout: 60_000 }).toBe('done');
      expect((await vitrine.ask('app.status', {})).model.id).toBe(better);
      expect(existsSync(comes)).toBe(false);
      expect(await expectWhole()).toBe(files);
    },
  );

  it('I12 a deletion: the rest is whole', async () => {
    await vitrine.ingest(vitrine.path('reports'));
    const ids = (await vitrine.ask('library.list', {})).map(({ documentId }) => documentId);
    const doomed = ids.slice(0, files / 2);
    await killed(['delete', ...doomed], 'rm uploads 2');
    expect(await expectWhole()).toBe(files / 2);
  });
});
