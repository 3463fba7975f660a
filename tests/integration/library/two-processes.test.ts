import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { IngestReport, LibraryStatus } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { openEngine } from '../../../electron/engine/engine';
import { json } from '../cli/vitrine-command';
import { TestEngine } from '../open-test-engine';

const vitrine = TestEngine.shared(async () => {
  await vitrine.ingest(await vitrine.file('ferry.md', '# Ferry\n\nThe zxferry to the island leaves at seven.\n'));
});

const command = <T>(...args: string[]) => json<T>([...args, '--library', vitrine.library]);

describe('a second process', () => {
  it.each([['ingest', '.'], ['delete', 'some-id'], ['reindex'], ['models', 'use', 'use-lite']])(
    'may not %s',
    async (...args) => {
      const { code, document } = await command<{ error: object }>(...args);
      expect(code).toBe(1);
      expect(document.error).toMatchObject({ code: 'library-locked', hint: expect.stringMatching(/\w/) });
    },
  );

  it('that only reads sees at once what the writer adds, replaces, rebuilds and deletes', async () => {
    const reader = await openEngine(vitrine.options);
    const seen = async (query: string) => {
      const result = await reader.request('search.run', { query, mode: 'keyword' });
      return result.ok ? result.data.results.map((hit) => hit.text) : result.error.code;
    };
    expect(await seen('zxferry')).toHaveLength(1);

    const path = await vitrine.file('new.md', 'The zxnew text, first version.');
    const { files } = await vitrine.ingest(path);
    expect(await seen('zxnew')).toEqual([expect.stringContaining('first version')]);

    await vitrine.file('new.md', 'The zxnew text, second version.');
    await vitrine.ingest(path);
    expect(await seen('zxnew')).toEqual([expect.stringContaining('second version')]);

    await vitrine.ask('library.reindex', { profile: 'fine' });
    await vitrine.ask('library.reindex', { profile: 'balanced' });
    expect(await seen('zxnew')).toHaveLength(1);

    await vitrine.ask('library.delete', { documentIds: [files[0]?.documentId ?? ''] });
    expect(await seen('zxnew')).toEqual([]);

    // The writer leaves; another process writes, and the reader still sees it.
    await vitrine.engine.close();
    const late = await vitrine.file('late.md', 'The zxlate text of a third process.');
    expect((await command<IngestReport>('ingest', late)).document.totals.indexed).toBe(1);
    expect(await seen('zxlate')).toHaveLength(1);
    await reader.close();
    await vitrine.reopen();
  });

  it('may start at the same moment on a folder that is not there yet', async () => {
    const folder = join(vitrine.folder, 'fresh');
    const runs = await Promise.all([1, 2, 3].map(() => json<LibraryStatus>(['status', '--library', folder])));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    for (const { document } of runs) expect(document).toMatchObject({ documents: 0, chunks: 0 });
    await rm(folder, { recursive: true });
  });
});
