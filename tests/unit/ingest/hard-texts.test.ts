/** Texts that once took time by the square of their size, each against a harmless one that is as long. */
import type { ChunkProfile } from '@shared/limits';
import { describe, expect, it } from 'vitest';
import { documentTables } from '../../../electron/engine/calculation/tables/document-tables';
import { chunkDocument, plainDocument, type ReadDocument } from '../../../electron/engine/ingest';
import { threadMs } from '../../thread-time';
import { documentOf } from './fixture-documents';

const profile: ChunkProfile = { unit: 'characters', size: 1000, minSize: 0, overlap: 200 };
const byLetters = (text: string): number => text.length;

/** Least time of three runs, ms that this thread had a processor. */
async function timeOf(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const before = threadMs();
    await work();
    times.push(threadMs() - before);
  }
  return Math.max(1, Math.min(...times));
}

async function expectAlike(hard: () => unknown, harmless: () => unknown): Promise<void> {
  expect(await timeOf(hard)).toBeLessThan(10 * (await timeOf(harmless)));
}

/** A table of two rows, as wide as that. */
const wideTable = (columns: number): Promise<ReadDocument> =>
  documentOf(`${'name,'.repeat(columns)}\n${'12345,'.repeat(columns)}\n`, 'wide.csv');

describe('the time that a text takes grows with its length alone', () => {
  it('where Markdown is full of calls of footnotes', async () => {
    const read = (piece: string) => () => documentOf(piece.repeat(4000), 'notes.md');
    await expectAlike(read('[^a]'), read('(^a)'));
  });

  it('where a table has more columns than a chunk holds', async () => {
    const wide = await wideTable(15_000);
    const plain = plainDocument(wide.text, null);
    await expectAlike(
      () => chunkDocument(wide, profile, byLetters),
      () => chunkDocument({ ...plain, blocks: [] }, profile, byLetters),
    );
  });
});

describe('the work on one text', () => {
  it('is no table to calculate with where no spreadsheet has so many columns', async () => {
    expect(documentTables(await wideTable(300))).toHaveLength(1);
    expect(documentTables(await wideTable(16_385))).toEqual([]);
  });

  it('is counted in tokens up to a size, and estimated from that count beyond it', () => {
    const text = 'It weighs its words. '.repeat(450_000);
    let counted = 0;
    const count = (part: string): number => {
      counted += part.length;
      return Math.ceil(part.length / 3);
    };
    const document = { ...plainDocument('', null), text };
    const chunks = chunkDocument(document, { ...profile, size: 100_000, overlap: 0 }, count);
    expect(counted).toBeGreaterThan(8_000_000);
    expect(counted).toBeLessThan(8_200_000);
    const last = chunks.at(-1);
    expect(last?.tokenCount).toBeCloseTo((last?.text.length ?? 0) / 3, -2);
  });
});
