import { join } from 'node:path';
import Database from 'libsql';
import { expect } from 'vitest';
import type { Library, NewContent } from '../../../electron/engine/store';
import { addition, contentOf } from './open-test-library';

export interface Part {
  readonly headings: readonly string[];
}

export function contentUnder(contentId: string, parts: readonly Part[], profile = 'balanced'): NewContent {
  const content = contentOf(
    contentId,
    parts.map((_part, position) => `passage ${position}`),
  );
  const chunks = content.chunks.map((chunk, position) => {
    return { ...chunk, headings: parts[position]?.headings ?? [] };
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

/** A catalogue's counts equal the sums over its documents and every single chunk. */
export function expectRight(library: Library): void {
  const { folder } = library;
  const ready = read(folder, "SELECT 1 FROM documents WHERE state = 'ready'");
  const chunks = read(folder, 'SELECT 1 FROM chunks');
  expect(library.documents.counts()).toEqual({ documents: ready.length, chunks: chunks.length });
  expect(read(folder, 'SELECT content_id FROM contents EXCEPT SELECT content_id FROM documents')).toEqual([]);
}

export async function give(
  library: Library,
  path: string,
  contentId: string,
  parts: readonly Part[],
  along?: () => void,
): Promise<void> {
  const isThere = library.contents.ids().includes(contentId);
  const content = isThere ? undefined : contentUnder(contentId, parts);
  await library.commit([addition(path, contentId, content)], along ? { along } : {});
}
