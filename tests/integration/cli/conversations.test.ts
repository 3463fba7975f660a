import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer, ConversationSummary, QaLogEntry } from '@shared/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';
import { fixture } from '../open-test-engine';
import { json, run } from './command-in-process';

const folder = temporaryFolder();
let library: string[] = [];
let answer: Answer;

beforeAll(async () => {
  library = ['--library', join(folder, 'library')];
  await json([...library, 'ingest', fixture('handbook.md')]);
  answer = (await json<Answer>([...library, 'ask', 'How many lux does silk bear?', '--no-llm'])).document;
}, 240_000);

describe('the command line', () => {
  it('C8 lists and finds conversations, and exports one', async () => {
    const { document } = await json<{ conversations: ConversationSummary[] }>([
      ...library,
      'conversations',
      '--find',
      'SILK',
    ]);
    expect(document.conversations.map(({ conversationId }) => conversationId)).toEqual([answer.conversationId]);
    const markdown = await run([...library, 'export', answer.conversationId]);
    expect(markdown).toMatchObject({ code: 0, stdout: expect.stringContaining('## How many lux does silk bear?') });
    const out = join(folder, 'conversation.json');
    expect((await run([...library, 'export', answer.conversationId, '--format', 'json', '--out', out])).code).toBe(0);
    expect(JSON.parse(await readFile(out, 'utf8')).exchanges).toEqual([answer]);
    expect((await json([...library, 'export', 'none'])).document).toMatchObject({
      error: { code: 'conversation-not-found' },
    });
  });

  it('C9 browses, exports and deletes the log', async () => {
    const listed = await json<{ logs: QaLogEntry[] }>([...library, 'logs']);
    expect(listed.document.logs.map(({ messageId }) => messageId)).toEqual([answer.messageId]);
    for (const [options, found] of [
      [['--find', 'lux silk', '--since', '2020-01-01'], 1],
      [['--find', 'zebra'], 0],
      [['--before', '2020-01-01'], 0],
      [['--outcome', 'passages', '--model', 'none'], 1],
      [['--outcome', 'nothing'], 0],
      [['--rated', 'helpful'], 0],
    ] as const) {
      expect((await json<{ logs: QaLogEntry[] }>([...library, 'logs', ...options])).document.logs).toHaveLength(found);
    }
    const figures = await run([...library, 'insights']);
    expect(figures.stdout).toMatch(/^Best passages +1$/mu);
    expect(figures.stdout).toMatch(/^Whole answer +[\d.,]+ +[\d.,]+ +[\d.,]+$/mu);
    const csv = await run([...library, 'logs', '--export', 'csv']);
    expect(csv.stdout).toContain(`${answer.messageId},${answer.conversationId}`);
    expect((await json([...library, 'logs', '--delete-older', '2020-01-01'])).document).toEqual({ deleted: 0 });
    expect((await json([...library, 'logs', '--delete', answer.messageId])).document).toEqual({ deleted: 1 });
    expect((await json([...library, 'logs'])).document).toEqual({ logs: [] });
  });
});
