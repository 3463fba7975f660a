import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statedFacts } from '@shared/document-facts';
import { afterAll, onTestFinished } from 'vitest';
import { quietNativeLogs } from '../../../electron/engine/host-options';
import {
  type Addition,
  type IndexRow,
  type LaneHit,
  Library,
  type NewContent,
  type RowScope,
  searchableText,
} from '../../../electron/engine/store';

quietNativeLogs(process.env);

export const dimension = 8;

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-store-'));
  // Here and not once above: files of unit tests share this module, and hooks are those of one file.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A temporary folder that goes after all tests of a file; to be called where the file begins, and in no hook. */
export function keptFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-store-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A vector that is the text's own and needs no model. */
export function vectorOf(text: string): Float32Array {
  const bytes = createHash('sha256').update(text).digest();
  const raw = Float32Array.from({ length: dimension }, (_value, index) => (bytes[index] ?? 0) - 127);
  const length = Math.hypot(...raw);
  return raw.map((value) => value / length);
}

/** A content whose chunks are these texts, one behind the other. */
export function contentOf(contentId: string, texts: readonly string[], storedPath = ''): NewContent {
  let end = 0;
  const chunks = texts.map((text, position) => {
    const startChar = end;
    end += text.length + 1;
    const spans = { position, text, startChar, endChar: startChar + text.length, pages: [], headings: [], lead: '' };
    return {
      ...spans,
      id: `${contentId}-${position}`,
      tokenCount: 1,
      wordCount: 1,
      hasCode: false,
      hasEquations: false,
      blocks: '[]',
      language: 'eng',
    };
  });
  return {
    contentId,
    checksum: `sum-${contentId}`,
    format: 'txt',
    mime: 'text/plain',
    bytes: end,
    storedPath,
    ...statedFacts({}),
    title: null,
    indexTitle: 'Title',
    language: 'eng',
    pages: [],
    headings: [],
    blocks: '[]',
    warnings: [],
    profile: 'balanced',
    text: texts.join('\n'),
    chunks,
  };
}

export function rowsOf(content: NewContent): IndexRow[] {
  return content.chunks.map((chunk) => {
    const searchable = searchableText(content.indexTitle, chunk);
    return { chunkId: chunk.id, contentId: content.contentId, searchable, vector: vectorOf(searchable) };
  });
}

/** A document at a path; with its content where that is not in the library yet. */
export function addition(path: string, contentId: string, content?: NewContent): Addition {
  const document = {
    documentId: `doc-${path}`,
    path,
    title: path,
    collection: 'Library',
    contentId,
    bytes: 1,
    state: 'ready',
    error: null,
    warnings: [],
  } as const;
  return content ? { document, content } : { document };
}

export async function libraryWithIndex(folder = temporaryFolder()): Promise<Library> {
  const library = await Library.open(folder, 'local');
  if (!library.index.manifest) await library.index.create({ modelId: 'model', dimension, profile: 'balanced' });
  return library;
}

/** Adds a document as an ingest does: rows, one commit, cached vectors. */
export async function put(library: Library, path: string, content: NewContent): Promise<void> {
  await library.change(async () => {
    const rows = rowsOf(content);
    library.embeddings.put(
      'model',
      rows.map(({ searchable: text, vector }) => ({ text, vector })),
    );
    await library.index.add(rows);
    await library.release(await library.commit([addition(path, content.contentId, content)]));
  });
}

/** Rows of the index that the catalogue does not know, and chunks that the index lacks. */
export async function compareIndex({
  contents,
  index,
}: Library): Promise<{ strayRows: string[]; missingRows: string[] }> {
  const known = contents.chunkIds();
  const indexed = new Set(await index.chunkIds());
  return {
    strayRows: [...indexed].filter((id) => !known.has(id)),
    missingRows: [...known].filter((id) => !indexed.has(id)),
  };
}

export async function foundByWords(
  { index }: Library,
  words: string,
  limit: number,
  scope: RowScope | null = null,
): Promise<LaneHit[]> {
  await index.folded();
  return index.text({ text: words, as: 'words' }, limit, scope);
}
