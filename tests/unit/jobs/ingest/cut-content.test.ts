import { cpSync } from 'node:fs';
import { type ChunkProfile, profileId } from '@shared/limits';
import { afterEach, describe, expect, it } from 'vitest';
import { plainDocument } from '../../../../electron/engine/ingest';
import {
  cutContent,
  textToRecut,
  withoutVectors,
  wordRowsOf,
} from '../../../../electron/engine/jobs/ingest/cut-content';
import { recutContent } from '../../../../electron/engine/jobs/ingest/embed-content';
import { Library } from '../../../../electron/engine/store';
import {
  addition,
  compareIndex,
  dimension,
  foundByWords,
  libraryWithIndex,
  temporaryFolder,
  vectorOf,
} from '../../store/open-test-library';

const words = ['heron', 'silk', 'copper', 'marble', 'walnut', 'ivory', 'linen', 'bronze', 'pewter', 'amber'];
const text = words
  .map((word) => `The ${word} in the third room is kept dry and dark for as long as it is not shown.`)
  .join('\n\n');
const profile: ChunkProfile = { unit: 'tokens', size: 60, minSize: 0, overlap: 0 };
const balanced = profileId('balanced', profile);
const byWords = (part: string) => part.split(/\s+/).length;
const byTwoWords = (part: string) => Math.ceil(byWords(part) / 2);

const model = {
  embedder: {
    id: 'model',
    dimension,
    maxTokens: 100,
    countTokens: byTwoWords,
    embed: async (texts: readonly string[]) => texts.map(vectorOf),
    dispose: async () => undefined,
  },
  recut: async (again: Parameters<typeof cutContent>[0]) => cutContent(again, byTwoWords),
};

let library: Library;
afterEach(() => library.close());

/** Words whose chunk a search finds now, each once, as it would be shown. */
async function found(where: Library = library): Promise<string[]> {
  const lists = await Promise.all(
    words.map(async (word) => {
      const ids = (await foundByWords(where, word, 10)).map(({ chunkId }) => chunkId);
      const shown = [...where.documents.chunks(ids).values()].filter((chunk) => chunk.text.includes(word));
      return shown.length === 1 && ids.length === new Set(ids).size ? [word] : [];
    }),
  );
  return lists.flat();
}

async function waitingContent(folder = temporaryFolder()) {
  library = await libraryWithIndex(folder);
  const source = {
    read: plainDocument(text, null),
    contentId: 'content',
    checksum: 'sum',
    bytes: 1,
    storedPath: '',
    indexTitle: 'Title',
  };
  const old = withoutVectors(cutContent({ source, profile: balanced }, byWords), 1);
  await library.change(async () => {
    await library.index.add(wordRowsOf(old, dimension));
    library.commit([addition('a.txt', 'content', old.content)]);
  });
  const stored = library.contents.get('content');
  if (!stored) throw new Error('The content is not stored.');
  return { old, stored };
}

/** Looks before and after each single thing that is done to the index. */
function atEachStep(look: () => Promise<void>): void {
  const { index } = library;
  for (const step of ['add', 'put', 'removeContents', 'removeChunks'] as const) {
    const act = index[step].bind(index) as (rows: readonly never[]) => Promise<void>;
    index[step] = async (rows: readonly unknown[]) => {
      await look();
      await act(rows as readonly never[]);
      await look();
    };
  }
}

describe('a content that is cut again', () => {
  it('is found whole at each step, by its old chunks or its new ones, and leaves no row of the old', async () => {
    const { old, stored } = await waitingContent();
    expect(await found()).toEqual(words);
    const seen: string[][] = [];
    atEachStep(async () => {
      seen.push(await found());
    });
    const { index } = library;
    await recutContent(library, stored, model, new AbortController().signal);

    expect(seen.length).toBeGreaterThan(1);
    for (const step of [...seen, await found()]) expect(step).toEqual(words);
    const now = cutContent(textToRecut(stored, balanced), byTwoWords);
    expect(now.content.chunks.length).toBeLessThan(old.content.chunks.length);
    expect(new Set(await index.chunkIds())).toEqual(new Set(now.content.chunks.map(({ id }) => id)));
    expect(await index.count()).toBe(now.content.chunks.length);
    const [first] = now.content.chunks;
    const vectors = await index.vectors([first?.id ?? '']);
    expect([...vectors.values()]).toEqual([vectorOf(now.searchable[0] ?? '')]);
    expect(library.contents.unembedded()).toEqual([]);
  });

  it('I17 is whole at the next start, whenever the process ends, and is cut again if it still waits', async () => {
    const folder = temporaryFolder();
    const { stored } = await waitingContent(folder);
    const copies: string[] = [];
    const copy = async () => {
      const to = temporaryFolder();
      // The state after kill -9: nothing was closed or ended.
      cpSync(folder, to, { recursive: true, filter: (path) => !path.endsWith('.lock') });
      copies.push(to);
    };
    atEachStep(copy);
    await recutContent(library, stored, model, new AbortController().signal);
    await copy();

    const waited: number[] = [];
    for (const left of copies) {
      const next = await Library.open(left, 'local');
      expect(await found(next)).toEqual(words);
      expect(await compareIndex(next)).toEqual({ strayRows: [], missingRows: [] });
      waited.push(next.contents.unembedded().length);
      await recutContent(next, stored, model, new AbortController().signal);
      expect(await found(next)).toEqual(words);
      expect(next.contents.unembedded()).toEqual([]);
      expect(await next.index.chunkIds()).toHaveLength((await library.index.chunkIds()).length);
      next.close();
    }
    // Both before and after the catalogue knew of it.
    expect(new Set(waited)).toEqual(new Set([0, 1]));
  });
});
