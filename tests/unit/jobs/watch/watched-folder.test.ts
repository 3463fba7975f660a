import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GoneDocument } from '@shared/contract';
import { FSWatcher } from 'chokidar';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type FileStamp,
  FolderWatch,
  type KeptFolder,
  type WatchParts,
} from '../../../../electron/engine/jobs/watch/watched-folder';
import { temporaryFolder } from '../../../temporary-folder';

const settle = 300;
let folder: string;
let open: FolderWatch[];
beforeEach(async () => {
  folder = temporaryFolder();
  open = [];
  // Time passes where a test says so.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
});
afterEach(async () => {
  for (const watch of open) await watch.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Watched {
  readonly watch: FolderWatch;
  readonly queued: string[];
  /** Resolves at the end of the look that is under way, or of the next one. */
  looked(): Promise<void>;
}

function watched({ polling = true, ...changes }: Partial<WatchParts> & { polling?: boolean } = {}): Watched {
  const queued: string[] = [];
  let looks: ReadonlyMap<string, FileStamp> = new Map();
  let hasBegun = false;
  let ended = () => {};
  const parts: WatchParts = {
    documents: () => [],
    takesPictures: () => false,
    enqueue: async (_folder, paths) => {
      queued.push(...paths);
    },
    keep: () => undefined,
    looks: () => looks,
    keepLooks: (_id, next) => {
      looks = next;
    },
    changed: () => {
      const isLooking = watch.summary.state === 'scanning';
      // A plan made after a look exists before the look's promise resolves.
      if (hasBegun && !isLooking) setImmediate(ended);
      hasBegun = isLooking;
    },
    times: { settle, poll: 10_000 },
    ...changes,
  };
  const kept: KeptFolder = {
    folderId: 'f',
    path: folder,
    collection: 'Library',
    polling,
    addedAt: '2026-01-01T00:00:00.000Z',
    lastScan: '2026-01-01T00:00:00.000Z',
    identity: null,
    stay: [],
  };
  const watch = new FolderWatch(kept, parts);
  open.push(watch);
  const looked = () =>
    new Promise<void>((resolve) => {
      ended = resolve;
    });
  return { watch, queued, looked };
}

async function write(name: string, text: string, age: number): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  const then = new Date(Date.now() - age);
  await utimes(path, then, then);
  return path;
}

describe('a file of a clock that is ahead', () => {
  it('is whole when it looks the same at two looks that are far enough apart, not at two quick ones', async () => {
    const file = await write('ahead.txt', 'Written by a machine whose clock is ahead.', -3_600_000);
    const { watch, queued, looked } = watched();
    const first = looked();
    watch.start();
    await first;
    for (const quick of [1, settle / 2]) {
      vi.advanceTimersByTime(quick);
      const again = looked();
      void watch.scan();
      await again;
      expect(queued).toEqual([]);
    }
    const last = looked();
    vi.advanceTimersByTime(settle);
    await last;
    expect(queued).toEqual([file]);
  });

  it('is not whole as long as it looks different at each look, however long that takes', async () => {
    const { watch, queued, looked } = watched();
    let file = '';
    for (let line = 1; line <= 12; line += 1) {
      file = await write('ahead.txt', 'A line that is being written. '.repeat(line), -3_600_000 - line);
      const next = looked();
      if (line === 1) watch.start();
      else vi.advanceTimersByTime(settle);
      await next;
    }
    expect(queued).toEqual([]);
    const last = looked();
    vi.advanceTimersByTime(settle);
    await last;
    expect(queued).toEqual([file]);
  });
});

describe('what happens during a look', () => {
  /** Takes the place of the system, which tells when the test says so. */
  function system(): { tell(event: string): void } {
    let watcher: FSWatcher | undefined;
    vi.spyOn(FSWatcher.prototype, 'add').mockImplementation(function (this: FSWatcher) {
      watcher = this;
      return this;
    });
    return { tell: (event) => watcher?.emit(event as 'all', 'add', '') };
  }

  it.each([
    ['the system tells of it', 'all'],
    ['it came before the system would tell of it', 'ready'],
  ])('is found by a look that follows: %s', async (_how, event) => {
    const { tell } = system();
    let later = '';
    const queued: string[] = [];
    const { watch, looked } = watched({
      polling: false,
      async enqueue(_folder, paths) {
        queued.push(...paths);
        if (later !== '') return;
        later = await write('later.txt', 'It came when the folder had been walked.', 2 * settle);
        tell(event);
      },
    });
    const first = await write('first.txt', 'It is there.', 2 * settle);
    const begun = looked();
    watch.start();
    await begun;
    expect(queued).toEqual([first]);
    const next = looked();
    vi.advanceTimersByTime(settle / 2);
    await next;
    expect(queued).toEqual([first, later]);
  });

  const gone = (name: string): GoneDocument => ({ documentId: name, title: name, path: join(folder, name) });

  it('is not undone by its end: a document that was deleted, or is to stay, is not offered for removal', async () => {
    let documents = [gone('deleted'), gone('stays'), gone('gone')];
    let during = () => {};
    const { watch, looked } = watched({
      documents: () => {
        // The look goes on with what it has read when the documents change.
        setImmediate(during);
        return documents;
      },
    });
    during = () => {
      during = () => {};
      documents = documents.filter(({ documentId }) => documentId !== 'deleted');
      watch.forgetDeleted();
      watch.stay(['stays']);
    };
    const end = looked();
    watch.start();
    await end;
    expect(watch.summary.gone).toEqual([gone('gone')]);
  });
});
