import type { Chunk } from '@shared/chunk';
import type { SourceStop } from '../state/shell';

/** The place in its document that a chunk was cut from. */
export function stopOf(chunk: Pick<Chunk, 'documentId' | 'title' | 'startChar' | 'endChar' | 'pages'>): SourceStop {
  const span = { startChar: chunk.startChar, endChar: chunk.endChar };
  return { documentId: chunk.documentId, title: chunk.title, span, pages: chunk.pages, marker: null };
}
