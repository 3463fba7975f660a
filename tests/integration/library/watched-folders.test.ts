import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import type { WatchedFolder } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';

const times = { settle: 60, poll: 120 };

const vitrine = TestEngine.each(
  async () => {
    await vitrine.file('papers/one.txt', 'The heron boat is blue.');
    await vitrine.file('papers/deep/two.txt', 'The silk lamp has fifty lux.');
  },
  { resumesIngests: true, watchTimes: times },
);

const folders = async (): Promise<readonly WatchedFolder[]> => (await vitrine.ask('watch.list', {})).folders;
const watch = (more: { polling?: boolean; collection?: string } = {}) =>
  vitrine.ask('watch.add', { path: vitrine.path('papers'), ...more });
const soon = { timeout: 60_000, interval: 25 };

async function documents(): Promise<string[]> {
  const list = await vitrine.ask('library.list', {});
  return list.map(({ path }) => path.slice(vitrine.path('').length + 1)).sort();
}
async function gone(): Promise<string[]> {
  const all = (await folders()).flatMap((folder) => folder.gone);
  // They come as they were added, which may be one after the other or together.
  return all.map(({ path }) => path.slice(vitrine.path('').length + 1)).sort();
}
/** Resolves when a look has found the folder as it is now. */
const state = (wanted: WatchedFolder['state']) =>
  expect.poll(async () => (await folders())[0]?.state, soon).toBe(wanted);

describe('a watched folder', () => {
  it.each([
    ['the system tells of changes', false],
    ['it is looked at from time to time', true],
  ])('I10 adds present and new files, and replaces changed ones, if %s', async (_how, polling) => {
    const added = await watch({ polling, collection: 'Papers' });
    expect(added).toMatchObject({ path: vitrine.path('papers'), collection: 'Papers', polling, gone: [], error: null });
    await expect.poll(documents, soon).toEqual(['papers/deep/two.txt', 'papers/one.txt']);

    await vitrine.file('papers/deeper/still/three.md', '# Three\n\nThe third paper came later.');
    await expect.poll(documents, soon).toContain('papers/deeper/still/three.md');
    await vitrine.file('papers/one.txt', 'The heron boat is green now.');
    await expect.poll(() => vitrine.found('heron'), soon).toEqual(['The heron boat is green now.']);
    expect((await vitrine.ask('library.list', { collection: 'Papers' })).length).toBe(3);
    expect((await folders())[0]?.files).toBe(3);
  });

  it('I10 offers to remove missing documents, and removes none automatically', async () => {
    await watch();
    await expect.poll(documents, soon).toHaveLength(2);
    await rm(vitrine.path('papers/one.txt'));
    await expect.poll(gone, soon).toEqual(['papers/one.txt']);
    expect(await documents()).toHaveLength(2);

    const [{ gone: offered = [] } = {}] = await folders();
    await vitrine.ask('library.delete', { documentIds: offered.map(({ documentId }) => documentId) });
    expect(await gone()).toEqual([]);
    expect(await documents()).toEqual(['papers/deep/two.txt']);
  });

  it('I10 does not offer kept documents again', async () => {
    const { folderId } = await watch();
    await expect.poll(documents, soon).toHaveLength(2);
    await rm(vitrine.path('papers/one.txt'));
    await expect.poll(gone, soon).toHaveLength(1);
    expect((await vitrine.ask('watch.keep', { folderId })).gone).toEqual([]);
    await vitrine.reopen();
    await vitrine.ask('watch.scan', {});
    expect(await gone()).toEqual([]);
    expect(await documents()).toHaveLength(2);
  });

  it('I10 follows a renamed file: its text is in the library at once, its old place is offered for removal', async () => {
    await watch();
    await expect.poll(documents, soon).toHaveLength(2);
    await rename(vitrine.path('papers/one.txt'), vitrine.path('papers/uno.txt'));
    await expect.poll(documents, soon).toContain('papers/uno.txt');
    await expect.poll(gone, soon).toEqual(['papers/one.txt']);
  });

  it('I10 finds changes at the next start, and reads nothing else again', async () => {
    await watch();
    await expect.poll(documents, soon).toHaveLength(2);
    await vitrine.engine.close();
    // Minutes ago, to be whole at the first look.
    const then = new Date(Date.now() - 120_000);
    await utimes(await vitrine.file('papers/one.txt', 'The heron boat was painted while nobody looked.'), then, then);
    await rm(vitrine.path('papers/deep'), { recursive: true });
    await utimes(await vitrine.file('papers/new.txt', 'This came while nobody looked.'), then, then);
    await vitrine.reopen();
    await expect.poll(documents, soon).toContain('papers/new.txt');
    await expect.poll(gone, soon).toEqual(['papers/deep/two.txt']);
    await expect.poll(() => vitrine.found('heron'), soon).toEqual(['The heron boat was painted while nobody looked.']);
    const { jobs } = await vitrine.ask('ingest.jobs', {});
    expect(jobs[0]?.paths.map((path) => path.slice(vitrine.path('').length + 1)).sort()).toEqual([
      'papers/new.txt',
      'papers/one.txt',
    ]);
  });

  it('I10 takes a folder that goes away for an unplugged drive, not for removed files, and goes on when it is back', async () => {
    await watch();
    await expect.poll(documents, soon).toHaveLength(2);
    await rename(vitrine.path('papers'), vitrine.path('unplugged'));
    await state('away');
    expect(await gone()).toEqual([]);
    // The empty place where it was mounted.
    await mkdir(vitrine.path('papers'));
    await vitrine.ask('watch.scan', {});
    expect(await folders()).toMatchObject([{ state: 'away', gone: [], files: 2 }]);
    expect(await documents()).toHaveLength(2);

    await rm(vitrine.path('papers'), { recursive: true });
    await rename(vitrine.path('unplugged'), vitrine.path('papers'));
    await vitrine.file('papers/back.txt', 'The drive is back.');
    await state('watching');
    await expect.poll(documents, soon).toContain('papers/back.txt');
    expect(await gone()).toEqual([]);
  });

  it('I10 offers all of them if a person cleared the folder itself', async () => {
    await watch();
    await expect.poll(documents, soon).toHaveLength(2);
    await rm(vitrine.path('papers/deep'), { recursive: true });
    await rm(vitrine.path('papers/one.txt'));
    await expect.poll(gone, soon).toEqual(['papers/deep/two.txt', 'papers/one.txt']);
  });

  it('I10 is left alone when it is no longer watched; its documents stay', async () => {
    const { folderId } = await watch();
    await expect.poll(documents, soon).toHaveLength(2);
    await vitrine.ask('watch.remove', { folderId });
    await vitrine.reopen();
    expect(await folders()).toEqual([]);
    expect(await documents()).toHaveLength(2);
    expect(await vitrine.refusal('watch.scan', { folderId })).toMatchObject({ code: 'watch-not-found' });
  });

  it('I10 cannot be the place of the library, nor a file, nor nothing', async () => {
    const refusal = async (path: string) => (await vitrine.refusal('watch.add', { path })).code;
    expect(await refusal(vitrine.folder)).toBe('bad-request');
    expect(await refusal(vitrine.library)).toBe('bad-request');
    expect(await refusal(vitrine.path('papers/one.txt'))).toBe('bad-request');
    expect(await refusal(vitrine.path('nowhere'))).toBe('vanished');
  });

  it('I10 keeps its new documents in a collection that is renamed', async () => {
    await watch({ collection: 'Papers' });
    await expect.poll(documents, soon).toHaveLength(2);
    await vitrine.ask('collections.rename', { name: 'Papers', to: 'Essays' });
    await vitrine.file('papers/three.txt', 'A third one.');
    await expect.poll(documents, soon).toHaveLength(3);
    expect((await vitrine.ask('library.list', { collection: 'Essays' })).length).toBe(3);
  });
});

describe('a process that does not stay', () => {
  it('I10 looks once, and leaves nothing running', async () => {
    await vitrine.reopen({ resumesIngests: false });
    const { folderId } = await watch();
    expect((await folders())[0]).toMatchObject({ state: 'resting', lastScan: null });
    const { folders: scanned } = await vitrine.ask('watch.scan', { folderId });
    expect(scanned).toMatchObject([{ state: 'resting', files: 2 }]);
    await expect.poll(documents, soon).toHaveLength(2);
  });
});
