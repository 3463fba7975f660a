import type { DocumentSource } from '@shared/contract/index';

/** A run of text drawn in one way. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly highlighted: boolean;
  /** Covered by two chunks: their overlap. */
  readonly shared: boolean;
  /** 1-based numbers of the chunks that begin at `from`. */
  readonly chunkStarts: readonly number[];
}

/** A block of lines, so that what is out of view need not be laid out. */
export interface TextBlock {
  readonly from: number;
  readonly to: number;
  /** The page that begins here, or null. */
  readonly page: number | null;
  readonly segments: readonly Segment[];
}

/** Characters in a block before it ends at the next line break. */
const blockCharacters = 1500;

/**
 * Cuts a document's text into blocks and segments. Every character lies in exactly one segment of exactly one
 * block, in order; blocks end after a line break or where a page begins.
 */
export function textBlocks(
  source: Pick<DocumentSource, 'text' | 'pages' | 'chunks'>,
  span: { readonly startChar: number; readonly endChar: number } | null,
): readonly TextBlock[] {
  const { text, pages, chunks } = source;
  const pageAt = new Map(pages.map((page) => [page.startChar, page.page]));
  const blockStarts = startsOfBlocks(text, [...pageAt.keys()]);
  const cuts = new Set<number>([...blockStarts, text.length]);
  for (const chunk of chunks) cuts.add(chunk.startChar).add(chunk.endChar);
  if (span) cuts.add(span.startChar).add(span.endChar);
  const sorted = [...cuts].filter((cut) => cut >= 0 && cut <= text.length).sort((a, b) => a - b);

  const startNumbers = new Map<number, number[]>();
  const balance = new Map<number, number>();
  chunks.forEach((chunk, index) => {
    startNumbers.set(chunk.startChar, [...(startNumbers.get(chunk.startChar) ?? []), index + 1]);
    balance.set(chunk.startChar, (balance.get(chunk.startChar) ?? 0) + 1);
    balance.set(chunk.endChar, (balance.get(chunk.endChar) ?? 0) - 1);
  });

  const blocks: TextBlock[] = [];
  let segments: Segment[] = [];
  let covering = 0;
  const starts = new Set(blockStarts);
  let blockFrom = 0;
  sorted.forEach((from, index) => {
    if (starts.has(from) && segments.length > 0) {
      blocks.push({ from: blockFrom, to: from, page: pageAt.get(blockFrom) ?? null, segments });
      segments = [];
    }
    if (starts.has(from)) blockFrom = from;
    covering += balance.get(from) ?? 0;
    const to = sorted[index + 1];
    if (to === undefined) return;
    segments.push({
      from,
      to,
      highlighted: span !== null && from >= span.startChar && to <= span.endChar,
      shared: covering > 1,
      chunkStarts: startNumbers.get(from) ?? [],
    });
  });
  if (segments.length > 0) {
    blocks.push({ from: blockFrom, to: text.length, page: pageAt.get(blockFrom) ?? null, segments });
  }
  return blocks;
}

function startsOfBlocks(text: string, pageStarts: readonly number[]): readonly number[] {
  const starts = new Set<number>([0]);
  for (const start of pageStarts) if (start > 0 && start < text.length) starts.add(start);
  let from = 0;
  while (from + blockCharacters < text.length) {
    const newline = text.indexOf('\n', from + blockCharacters);
    if (newline < 0 || newline + 1 >= text.length) break;
    from = newline + 1;
    starts.add(from);
  }
  return [...starts].sort((a, b) => a - b);
}
