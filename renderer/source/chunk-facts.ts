import type { ChunkPlace, DocumentSource } from '@shared/contract/index';
import { t } from '../strings/index';
import { pageNames } from './page-name';

/** Characters that a chunk shares with the one before it; 0 for the first. */
export function sharedWithPrevious(
  chunks: readonly { readonly startChar: number; readonly endChar: number }[],
  index: number,
): number {
  const [before, chunk] = [chunks[index - 1], chunks[index]];
  if (!before || !chunk) return 0;
  return Math.max(0, Math.min(before.endChar, chunk.endChar) - chunk.startChar);
}

/** Where a chunk stands and how large it is, in words. Characters are counted from 1, as pages are. */
export function chunkFacts(
  source: Pick<DocumentSource, 'document'>,
  chunks: readonly ChunkPlace[],
  index: number,
): readonly string[] {
  const chunk = chunks[index];
  if (!chunk) return [];
  const shared = sharedWithPrevious(chunks, index);
  return [
    pageNames(source.document.format, chunk.pages),
    t('document.characters', { from: chunk.startChar + 1, to: chunk.endChar }),
    t('document.tokens', { count: chunk.tokenCount }),
    shared > 0 ? t('document.overlap', { count: shared }) : '',
  ].filter(Boolean);
}
