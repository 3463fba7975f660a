import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentSummary, WatchedFolder } from '@shared/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';
import { json, run } from './command-in-process';

const folder = temporaryFolder();
let papers = '';
let library: string[] = [];

beforeAll(async () => {
  papers = join(folder, 'papers');
  await mkdir(papers);
  await writeFile(join(papers, 'heron.txt'), 'The heron boat is blue.');
  library = ['--library', join(folder, 'library')];
}, 240_000);

const command = async <T>(...args: string[]) => (await json<T>([...library, ...args])).document;
const folders = async (...args: string[]) => (await command<{ folders: WatchedFolder[] }>('watch', ...args)).folders;
const names = async () =>
  (await command<{ documents: DocumentSummary[] }>('documents')).documents.map(({ title }) => title).sort();

describe('vitrine watch', () => {
  it('I10 adds the files of a folder, and changed ones at the next look', async () => {
    expect(await folders('add', papers, '--collection', 'Papers')).toMatchObject([
      { path: papers, collection: 'Papers', state: 'resting', files: 1, gone: [] },
    ]);
    expect(await names()).toEqual(['heron']);
    await writeFile(join(papers, 'silk.txt'), 'The limit for silk is fifty lux.');
    await rm(join(papers, 'heron.txt'));
    const [scanned] = await folders('scan', papers);
    expect(scanned?.gone.map(({ title }) => title)).toEqual(['heron']);
    expect(await names()).toEqual(['heron', 'silk']);
  });

  it('I10 stops watching by path, and says what it does not know', async () => {
    expect(await command('watch', 'remove', papers)).toEqual({ removed: true });
    expect(await folders()).toEqual([]);
    expect((await run([...library, 'watch', 'dance'])).code).toBe(2);
    expect((await run([...library, 'watch', 'add', join(folder, 'nowhere')])).code).toBe(1);
  });
});
