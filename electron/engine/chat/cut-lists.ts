import type { Chunk } from '@shared/chunk';
import type { AnsweringSentence } from './answering-sentences';
import { isItem } from './led-lists';

/**
 * Lists that the end of their passage cuts: left out where another passage of the document has the same list and more
 * of it, and marked where the document goes on with it, or may.
 *
 * @param passages that are quoted from
 * @param known every passage that is known of their documents
 */
export function withCutLists(
  ranked: readonly AnsweringSentence[],
  passages: ReadonlyMap<string, Chunk>,
  known: readonly Chunk[],
): AnsweringSentence[] {
  const lists = ranked.flatMap((item) => listPlace(item, passages) ?? []);
  return ranked.flatMap((item): AnsweringSentence[] => {
    const own = listPlace(item, passages);
    if (own === null || item.list === undefined || own.chunk.text.slice(own.endsAt).trim() !== '') return [item];
    const isFuller = ({ chunk, start, end }: ListPlace): boolean =>
      chunk.documentId === own.chunk.documentId && start === own.start && end > own.end;
    if (lists.some(isFuller)) return [];
    return goesOn(own.chunk, known) ? [{ ...item, list: { ...item.list, isCut: true } }] : [item];
  });
}

/** Where a list's items stand: from `start` to `end` in the document, to `endsAt` in the passage. */
interface ListPlace {
  readonly chunk: Chunk;
  readonly start: number;
  readonly end: number;
  readonly endsAt: number;
}

function listPlace({ chunkId, list }: AnsweringSentence, passages: ReadonlyMap<string, Chunk>): ListPlace | null {
  const chunk = passages.get(chunkId);
  const first = list?.items[0];
  const last = list?.items.at(-1);
  if (!chunk || !first || !last || list?.isPlain) return null;
  const { startChar } = chunk;
  return { chunk, start: startChar + first.start, end: startChar + last.end, endsAt: last.end };
}

/** Whether an item stands behind a passage; it may, where only a later passage of the document is known. */
function goesOn({ documentId, endChar, text }: Chunk, known: readonly Chunk[]): boolean {
  const later = known.filter((chunk) => chunk.documentId === documentId && chunk.endChar > endChar);
  const nearest = later.find(({ startChar }) => startChar <= endChar + longestGap);
  if (nearest === undefined) return later.length > 0;
  const behind = nearest.text.slice(Math.max(0, endChar - nearest.startChar));
  const isNewLine = text.endsWith('\n') || nearest.startChar > endChar || /^[^\S\n]*\n/u.test(behind);
  return !isNewLine || isItem(behind.trimStart());
}

/** Blank lines between two passages. */
const longestGap = 4;
