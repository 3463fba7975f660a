import { join } from 'node:path';
import Database from 'libsql';
import { expect } from 'vitest';
import type { Library, NewContent } from '../../../electron/engine/store';
import { addition, contentOf } from './open-test-library';

export const moreThanThereAre = 1000;

export interface Part {
  readonly headings: readonly string[];
  readonly words: number;
}

/** A content of chunks under these headings. */
export function contentUnder(contentId: string, parts: readonly Part[], profile = 'balanced'): NewContent {
  const content = contentOf(
    contentId,
    parts.map((_part, position) => `passage ${position}`),
  );
  const chunks = content.chunks.map((chunk, position) => {
    const { headings = [], words = 0 } = parts[position] ?? {};
    return { ...chunk, headings, wordCount: words };
  });
  return { ...content, chunks, profile };
}

export const catalogueOf = (folder: string) => join(folder, 'catalogue.db');

export function read<T>(folder: string, sql: string): T[] {
  const database = new Database(catalogueOf(folder));
  try {
    return database.prepare(sql).all() as T[];
  } finally {
    database.close();
  }
}

export function changedBeside(folder: string, sql: string): void {
  const database = new Database(catalogueOf(folder));
  database.exec(sql);
  database.close();
}

/** Counts and topics of a catalogue, from its documents and every single chunk. */
function fromEveryChunk(folder: string): { counts: object; topics: string[] } {
  const ready = read<{ title: string }>(folder, "SELECT title FROM documents WHERE state = 'ready'");
  const chunks = read<{ headings: string; word_count: number }>(folder, 'SELECT headings, word_count FROM chunks');
  const words = new Map<string, number>();
  for (const { headings, word_count } of chunks) words.set(headings, (words.get(headings) ?? 0) + word_count);
  const heaviest = [...words].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 200);
  const topics = new Map(ready.map(({ title }) => [title, 1]));
  for (const [headings, weight] of heaviest) {
    const heading = (JSON.parse(headings) as string[]).at(-1);
    if (heading) topics.set(heading, (topics.get(heading) ?? 0) + weight);
  }
  return {
    counts: { documents: ready.length, chunks: chunks.length },
    topics: [...topics].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([topic]) => topic),
  };
}

export function expectRight(library: Library): void {
  const { folder } = library;
  const { counts, topics } = fromEveryChunk(folder);
  expect(library.documents.counts()).toEqual(counts);
  expect(read(folder, 'SELECT content_id FROM contents EXCEPT SELECT content_id FROM documents')).toEqual([]);
  expect(library.documents.topics(moreThanThereAre)).toEqual(topics);
  for (const limit of [1, 3]) expect(library.documents.topics(limit)).toEqual(topics.slice(0, limit));
  expect(read(folder, 'SELECT * FROM heading_words ORDER BY headings')).toEqual(
    read(
      folder,
      `SELECT headings, count(*) AS chunks, sum(word_count) AS words FROM chunks
       GROUP BY headings ORDER BY headings`,
    ),
  );
}

export function give(
  library: Library,
  path: string,
  contentId: string,
  parts: readonly Part[],
  along?: () => void,
): void {
  const isThere = library.contents.ids().includes(contentId);
  const content = isThere ? undefined : contentUnder(contentId, parts);
  library.commit([addition(path, contentId, content)], undefined, along);
}
