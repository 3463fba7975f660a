import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Look } from '../../../electron/engine/flows/watch/watch-scan';
import { FolderWatch, type KeptFolder, type WatchParts } from '../../../electron/engine/flows/watch/watched-folder';

const settle = 300;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-watch-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A watch of the folder, and when it put files in the queue, ms. */
function watched(): { watch: FolderWatch; queued: number[] } {
  const queued: number[] = [];
  let looks: ReadonlyMap<string, Look> = new Map();
  const parts: WatchParts = {
    documents: () => [],
    takesPictures: () => false,
    enqueue: async () => {
      queued.push(performance.now());
    },
    keep: () => undefined,
    looks: () => looks,
    keepLooks: (_id, next) => {
      looks = next;
    },
    changed: () => undefined,
    times: { settle, poll: 10_000 },
  };
  const kept: KeptFolder = {
    folderId: 'f',
    path: folder,
    collection: 'Library',
    polling: true,
    addedAt: '2026-01-01T00:00:00.000Z',
    lastScan: null,
    identity: null,
    stay: [],
  };
  return { watch: new FolderWatch(kept, parts), queued };
}

describe('a file of a clock that is ahead', () => {
  it('is whole when it looks the same at two looks that are far enough apart, not at two quick ones', async () => {
    const file = join(folder, 'ahead.txt');
    await writeFile(file, 'Written by a machine whose clock is ahead.');
    await utimes(file, new Date(Date.now() + 3_600_000), new Date(Date.now() + 3_600_000));
    const { watch, queued } = watched();
    // The first look reads modules, which takes longer than two looks may be apart.
    await import('../../../electron/engine/ingest');
    const begun = performance.now();
    // The second one makes a look follow the first at once.
    await Promise.all([watch.scan(), watch.scan()]);
    await watch.close();
    expect(queued).toHaveLength(1);
    expect((queued[0] ?? 0) - begun).toBeGreaterThanOrEqual(settle * 0.9);
  });
});
