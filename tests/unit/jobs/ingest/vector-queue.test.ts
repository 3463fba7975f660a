import { cpSync } from 'node:fs';
import type { EngineEvent } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { afterEach, describe, expect, it } from 'vitest';
import { SerialQueue } from '../../../../electron/engine/async';
import type { IngestModel } from '../../../../electron/engine/jobs/ingest/ingest-model';
import { VectorQueue } from '../../../../electron/engine/jobs/ingest/vector-queue';
import { Library } from '../../../../electron/engine/store';
import {
  addition,
  compareIndex,
  contentOf,
  dimension,
  foundByWords,
  libraryWithIndex,
  rowsOf,
  temporaryFolder,
  vectorOf,
} from '../../store/open-test-library';

const open = new AbortController().signal;
/** Not in the order of their names. */
const words = ['silk', 'heron', 'copper', 'amber'];
const textOf = (word: string) => `The ${word} is kept in the third room.`;

let library: Library;
afterEach(() => library.close());

/** A library of documents that are found by their words and wait for their vectors. */
async function waiting(folder = temporaryFolder()): Promise<void> {
  library = await libraryWithIndex(folder);
  for (const word of words) {
    const content = contentOf(word, [textOf(word)]);
    await library.change(async () => {
      const rows = rowsOf(content).map((row) => ({ ...row, vector: new Float32Array(dimension) }));
      await library.index.add(rows);
      await library.commit([addition(`${word}.txt`, word, { ...content, unembedded: 2 })]);
    });
  }
}

type Embed = (texts: readonly string[]) => Promise<Float32Array[]>;
const well: Embed = async (texts) => texts.map(vectorOf);

function queueWith(embed: Embed, opens: () => void = () => undefined, of: Library = library) {
  const events: EngineEvent[] = [];
  const embedder = { id: 'model', dimension, maxTokens: 100, countTokens: () => 1, dispose: async () => undefined };
  const model = { entry: { id: 'model' }, embedder: { ...embedder, textsPerCall: 8, embed } };
  const ingestModel = {
    async open() {
      opens();
      return model;
    },
  } as unknown as IngestModel;
  const turns = new SerialQueue();
  const emit = (event: EngineEvent) => void events.push(event);
  const queue = new VectorQueue({ library: of, ingestModel, turns, staysOpen: false, emit, log: () => undefined });
  return { queue, events, turns };
}

const wordOf = (text: string): string => words.find((word) => text.includes(word)) ?? '';

async function nearest(word: string, of: Library = library): Promise<string | undefined> {
  const content = contentOf(word, [textOf(word)]);
  const [row] = rowsOf(content);
  const [hits] = await of.index.nearest(row ? [row.vector] : [], 1, null);
  return hits?.[0]?.chunkId;
}

describe('passages that wait for their vectors', () => {
  it('I10 get them in the order in which they were added, and are counted as they come', async () => {
    await waiting();
    const seen: string[] = [];
    const { queue, events } = queueWith((texts) => {
      seen.push(...texts.map(wordOf));
      return well(texts);
    });
    expect(queue.get()).toMatchObject({ state: 'waiting', done: 0, passages: 4 });
    await queue.over(open);
    expect(seen).toEqual(words);
    expect(queue.get()).toBeNull();
    expect(queue.counts).toEqual({ embedded: 4, cached: 0 });
    for (const word of words) expect(await nearest(word)).toBe(`${word}-0`);
    const told = events.flatMap((event) => (event.type === 'library.vectors' ? [event.vectors] : []));
    expect(told.at(0)).toMatchObject({ state: 'running', done: 0, passages: 4 });
    expect(told.at(-1)).toBeNull();
  });

  it('I10 are whole at the next start, whenever the process ends, and lose no vector that was made', async () => {
    const folder = temporaryFolder();
    await waiting(folder);
    const copies: string[] = [];
    /** The state after kill -9: nothing was closed or ended. */
    const copy = () => {
      const to = temporaryFolder();
      cpSync(folder, to, { recursive: true, filter: (path) => !path.endsWith('.lock') });
      copies.push(to);
    };
    const put = library.index.put.bind(library.index);
    library.index.put = async (rows) => {
      copy();
      await put(rows);
      copy();
    };
    const { queue } = queueWith(well);
    await queue.over(open);
    copy();
    const left: number[] = [];
    for (const at of copies) {
      const next = await Library.open(at, 'local');
      for (const word of words) expect((await foundByWords(next, word, 1))[0]?.chunkId).toBe(`${word}-0`);
      expect(await compareIndex(next)).toEqual({ strayRows: [], missingRows: [] });
      left.push(next.contents.withoutVectors().passages);
      const again = queueWith(well, undefined, next);
      await again.queue.over(open);
      expect(next.contents.withoutVectors()).toEqual({ passages: 0, of: 0 });
      for (const word of words) expect(await nearest(word, next)).toBe(`${word}-0`);
      next.close();
    }
    expect(left).toEqual([4, 4, 0]);
  });

  it('I10 wait on a full disk, which is told, and go on where there is room', async () => {
    await waiting();
    const full = new VitrineError('disk-full');
    const { put } = library.embeddings;
    library.embeddings.put = () => {
      throw full;
    };
    const { queue } = queueWith(well);
    await queue.over(open);
    expect(queue.get()).toMatchObject({ state: 'stopped', done: 0, passages: 4, error: { code: 'disk-full' } });
    expect((await foundByWords(library, 'heron', 1))[0]?.chunkId).toBe('heron-0');
    library.embeddings.put = put;
    queue.resume();
    await queue.over(open);
    expect(queue.get()).toBeNull();
  });

  it('R12 wait for a model that is away, which is no failure', async () => {
    await waiting();
    let isHere = false;
    const { queue } = queueWith(well, () => {
      if (!isHere) throw new VitrineError('model-missing');
    });
    await queue.over(open);
    expect(queue.get()).toMatchObject({ state: 'waiting', done: 0, error: null });
    isHere = true;
    await queue.over(open);
    expect(queue.get()).toBeNull();
  });

  it('I10 are set aside one by one where the model is too slow for one, and all wait where it is for two', async () => {
    await waiting();
    let slow = ['heron'];
    const { queue } = queueWith(async (texts) => {
      if (texts.some((text) => slow.includes(wordOf(text)))) throw new VitrineError('model-timeout');
      return well(texts);
    });
    await queue.over(open);
    expect(queue.get()).toMatchObject({ state: 'stopped', done: 3, error: { code: 'model-timeout' } });
    expect(library.contents.unembedded().map(({ contentId }) => contentId)).toEqual(['heron']);
    slow = [];
    queue.resume();
    await queue.over(open);
    expect(queue.get()).toBeNull();
  });

  it('I10 get none while they are paused, also after a restart, and give way to other work on the index', async () => {
    await waiting();
    const { queue } = queueWith(well);
    expect(await queue.pause()).toMatchObject({ state: 'paused', done: 0 });
    await queue.over(open);
    expect(queue.get()).toMatchObject({ state: 'paused' });
    const later = queueWith(well);
    later.queue.soon();
    expect(later.queue.get()).toMatchObject({ state: 'paused' });
    let end = (): void => undefined;
    await new Promise<void>((begun) => {
      const other = () =>
        new Promise<void>((resolve) => {
          end = resolve;
          begun();
        });
      void later.turns.run(other);
    });
    later.queue.resume();
    expect(later.queue.get()).toMatchObject({ state: 'waiting', done: 0 });
    end();
    await later.queue.over(open);
    expect(later.queue.get()).toBeNull();
  });

  it('I12 stay deleted where that happens while the model has them', async () => {
    await waiting();
    const { queue } = queueWith(async (texts) => {
      await library.delete(['doc-heron.txt']);
      return well(texts);
    });
    await queue.over(open);
    expect(await foundByWords(library, 'heron', 1)).toEqual([]);
    expect(await compareIndex(library)).toEqual({ strayRows: [], missingRows: [] });
    expect(library.contents.withoutVectors()).toEqual({ passages: 0, of: 0 });
  });
});
