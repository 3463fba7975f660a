import { join } from 'node:path';
import type { Answer, CollectionSummary, DocumentSummary, SearchAnswer } from '@shared/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';
import { fixture } from '../open-test-engine';
import { json, run } from './command-in-process';

const folder = temporaryFolder();
let library: string[] = [];

beforeAll(async () => {
  library = ['--library', join(folder, 'library')];
  await json([...library, 'ingest', fixture('handbook.md'), '--collection', 'Handbooks']);
  await json([...library, 'ingest', fixture('crlf.txt'), '--collection', 'Notes']);
}, 240_000);

const command = async <T>(...args: string[]) => (await json<T>([...library, ...args])).document;
const list = async () =>
  (await command<{ collections: CollectionSummary[] }>('collections')).collections.map(
    ({ name, documents }) => `${name}: ${documents}`,
  );

describe('the command line', () => {
  it('R6 searches and asks where its flags say', async () => {
    const question = 'How many lux does silk bear?';
    expect((await command<Answer>('ask', question, '--no-llm', '--collection', 'Handbooks')).outcome).toBe('passages');
    expect((await command<Answer>('ask', question, '--no-llm', '--collection', 'Notes')).outcome).toBe('nothing');
    const found = async (...flags: string[]) =>
      (await command<SearchAnswer>('search', question, ...flags)).results.map(({ title }) => title);
    const all = new Set(await found());
    expect(new Set(await found('--mime', 'text/markdown')).size).toBe(1);
    expect(new Set(await found('--collection', 'Notes', '--collection', 'Handbooks'))).toEqual(all);
    expect(await found('--added-to', '2020-01-01')).toEqual([]);
    expect((await run([...library, 'search', question, '--added-to', 'yesterday'])).code).toBe(2);
  });

  it('I11 makes, fills, configures, renames and removes collections', async () => {
    expect(await list()).toEqual(['Handbooks: 1', 'Library: 0', 'Notes: 1']);
    await command('collections', 'create', 'Silk');
    const { documents } = await command<{ documents: DocumentSummary[] }>('documents', '--collection', 'Notes');
    const moved = await run([...library, 'move', documents[0]?.documentId ?? '', 'none', '--to', 'Silk']);
    expect(moved).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Moved to Silk: 1. Not in the library: none.'),
    });
    await command('collections', 'configure', 'Silk', '--system-prompt', 'Answer briefly.');
    const renamed = await command('collections', 'rename', 'Silk', '--to', 'Cloth');
    expect(renamed).toMatchObject({ name: 'Cloth', systemPrompt: 'Answer briefly.', documents: 1 });
    await command('collections', 'remove', 'Cloth', '--to', 'Handbooks');
    await command('collections', 'remove', 'Notes');
    expect(await list()).toEqual(['Handbooks: 2', 'Library: 0']);
    expect((await run([...library, 'collections', 'paint', 'x'])).code).toBe(2);
  });
});
