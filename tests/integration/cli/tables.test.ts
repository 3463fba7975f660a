import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer, ReviewTable, TableProgress, TableSummary } from '@shared/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';
import { json, run } from './command-in-process';

const folder = temporaryFolder();
const library = ['--library', join(folder, 'library')];

beforeAll(async () => {
  const agreement = (state: string) =>
    `# Agreement of ${state}\n\nThis Agreement is entered into as of May 21, 2014 by and between Crane LLC and Birch Corporation.\n\nThis Agreement is governed by the laws of the State of ${state}.\n`;
  for (const state of ['Texas', 'Ohio']) await writeFile(join(folder, `${state}.md`), agreement(state));
  await json([...library, 'ingest', join(folder, 'Texas.md'), join(folder, 'Ohio.md')]);
}, 240_000);

const command = async <T>(...args: string[]) => (await json<T>([...library, ...args])).document;

describe('the command line', () => {
  it('W44 makes a table, fills it, shows a cell with its quote, edits it and saves it', async () => {
    const made = await command<ReviewTable>('table', 'new', 'Contracts', '--template', 'contract');
    expect(made.columns.map(({ title }) => title)).toContain('Governing law');
    await command('table', 'add', 'Contracts', 'Is there a penalty?', '--type', 'yes-no', '--title', 'Penalty');
    const total = 2 * (made.columns.length + 1);
    expect(await command<TableProgress>('table', 'fill', 'Contracts')).toMatchObject({ done: total, total });
    const shown = await run([...library, 'table', 'show', 'Contracts']);
    expect(shown.stdout).toMatch(/Agreement of Ohio.*Ohio/u);
    const cell = await run([...library, 'table', 'cell', 'Contracts', 'Agreement of Ohio', 'Governing law']);
    expect(cell.stdout).toContain('governed by the laws of the State of Ohio');
    await command('table', 'edit', 'Contracts', 'Agreement of Ohio', 'Governing law', 'Ohio, USA');
    const out = join(folder, 'contracts.csv');
    await command('table', 'export', 'Contracts', '--out', out);
    expect(await readFile(out, 'utf8')).toMatch(/Agreement of Ohio,.*"?Ohio, USA"?/u);
    await command('table', 'remove-column', 'Contracts', 'Penalty');
    const { tables } = await command<{ tables: TableSummary[] }>('table');
    expect(tables).toMatchObject([{ name: 'Contracts', rows: 2, columns: made.columns.length }]);
    await command('table', 'delete', 'Contracts');
    expect(await run([...library, 'table', 'show', 'Contracts'])).toMatchObject({ code: 1 });
    expect((await run([...library, 'table', 'paint', 'Contracts', 'x', 'y', 'z'])).code).not.toBe(0);
  });

  it('W45 looks at every document', async () => {
    const answer = await command<Answer>('ask', 'Which agreements are governed by Ohio law?', '--no-llm');
    expect(answer.census?.found.map(({ title }) => title)).toEqual(['Agreement of Ohio']);
  });
});
