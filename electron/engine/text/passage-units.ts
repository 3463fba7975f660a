import { type Block, type BlockKind, isAside, type TextRange } from '@shared/prompt/blocks';
import type { Chunk } from '@shared/prompt/chunk';
import { sentences } from './sentences';
import { forSentences, hasWords, quotedText } from './shown-text';

/** A scored and quoted unit of a passage: a sentence of prose; otherwise an item, a row or a line. */
export interface Unit extends TextRange {
  /** As it is shown: without marks of Markdown and of sources. Its place is that of all its characters. */
  readonly text: string;
  readonly kind: BlockKind;
  readonly block: number;
}

/** A passage as its blocks and units; all places are of the passage's text, UTF-16 code units. */
export interface Passage {
  readonly chunk: Chunk;
  readonly blocks: readonly Block[];
  /** Everything that can be quoted, in order: no headings, no heads of tables, nothing beside the text proper. */
  readonly units: readonly Unit[];
}

/** Blocks that name others. */
const naming: ReadonlySet<BlockKind> = new Set(['heading', 'table-head']);
const prose: ReadonlySet<BlockKind> = new Set(['paragraph', 'quote', 'note', 'caption']);
/** A longer item or row holds texts: its sentences are taken apart, characters. */
const longestWhole = 500;

const picture = /!\[[^\]]*\]\([^)]*\)/gu;

export function passageOf(chunk: Chunk): Passage {
  const blocks = blocksOf(chunk);
  const units = blocks.flatMap(({ kind, start, end }, block): Unit[] => {
    if (naming.has(kind) || isAside(kind)) return [];
    const source = chunk.text.slice(start, end);
    if (!hasWords(source.replace(picture, ''))) return [];
    return rangesOf(kind, source).flatMap((range) => {
      const own = source.slice(range.start, range.end);
      const text = kind === 'code' ? own : quotedText(own, chunk.mime).trim();
      return hasWords(text) ? [{ start: start + range.start, end: start + range.end, text, kind, block }] : [];
    });
  });
  return { chunk, blocks, units };
}

/** Returns the words of a passage that can be quoted; all of them for a passage of other text alone. */
export const quotedPassage = (chunk: Chunk): string =>
  passageOf(chunk)
    .units.map(({ text }) => text)
    .join(' ') || chunk.text;

/** Whether a passage holds nothing but what is beside the text proper, and headings. */
export const isBesideText = ({ blocks }: Pick<Chunk, 'blocks'>): boolean =>
  blocks.some(({ kind }) => isAside(kind)) && blocks.every(({ kind }) => isAside(kind) || kind === 'heading');

/** The introduction of a block, also in an earlier passage; null without one. */
export function leadOf({ chunk, blocks }: Passage, block: number): string | null {
  const here = blocks[block]?.lead;
  if (here) return chunk.text.slice(here.start, here.end);
  const lead = chunk.blocks[block]?.lead;
  return lead && lead.start < chunk.startChar && chunk.lead !== '' ? chunk.lead : null;
}

/** Quoted unit of a block, in the text of the block: a sentence, a line of code, an item or a row. */
export function rangesOf(kind: BlockKind, text: string): readonly TextRange[] {
  if (kind === 'code') return [...text.matchAll(/\S.*/gu)].map(({ 0: line, index }) => range(index, line));
  if (prose.has(kind) || text.length > longestWhole) return sentences(forSentences(text));
  const whole = text.trim();
  return whole === '' ? [] : [range(text.indexOf(whole), whole)];
}

const range = (start: number, text: string): TextRange => ({ start, end: start + text.trimEnd().length });

/** The blocks of a passage as far as it holds them; one paragraph where nothing is known of them. */
function blocksOf({ blocks, startChar, text }: Chunk): readonly Block[] {
  if (blocks.length === 0) return [{ kind: 'paragraph', start: 0, end: text.length }];
  const inside = (at: number): number => Math.min(Math.max(at - startChar, 0), text.length);
  return blocks.map(({ lead, words, ...block }): Block => {
    const isHere = lead !== undefined && lead.start >= startChar && lead.end <= startChar + text.length;
    return {
      ...block,
      start: inside(block.start),
      end: inside(block.end),
      ...(words !== undefined && { words: inside(words) }),
      ...(isHere && { lead: { start: lead.start - startChar, end: lead.end - startChar } }),
    };
  });
}
