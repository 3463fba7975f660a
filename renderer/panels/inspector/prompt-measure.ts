import type { OriginBlock, OriginSegment } from '@shared/prompt/prompt-origins';
import type { SuperPrompt } from '@shared/prompt/super-prompt';

interface PromptBlock {
  readonly block: OriginBlock;
  readonly segments: readonly { readonly segment: OriginSegment; readonly index: number }[];
}

interface BlockSize {
  readonly block: OriginBlock;
  readonly characters: number;
  readonly tokens: number;
}

export interface PromptBudget {
  readonly sizes: readonly BlockSize[];
  /** Tokens of the whole prompt, estimated. */
  readonly used: number;
  readonly dropped: { readonly chunks: number; readonly tokens: number };
  readonly budget: number;
  /** Tokens of the bar's whole width. */
  readonly scale: number;
}

const order: readonly OriginBlock[] = ['S', 'P', 'C', 'A', 'H'];
/** For English prose, if the state holds no chunk to measure. */
const usualRate = 0.25;

export function promptBlocks(segments: readonly OriginSegment[]): readonly PromptBlock[] {
  const blocks: { block: OriginBlock; segments: { segment: OriginSegment; index: number }[] }[] = [];
  segments.forEach((segment, index) => {
    const last = blocks.at(-1);
    if (last?.block === segment.block) last.segments.push({ segment, index });
    else blocks.push({ block: segment.block, segments: [{ segment, index }] });
  });
  return blocks;
}

/** Tokens a character, measured on the state's chunks: their tokens were counted when they were read in. */
export function tokensPerCharacter({ base_context_chunks: chunks }: Pick<SuperPrompt, 'base_context_chunks'>): number {
  const characters = chunks.reduce((sum, { text }) => sum + text.length, 0);
  return characters === 0 ? usualRate : chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0) / characters;
}

/** @param budget tokens of the whole prompt, `limits.build.tokenBudget` */
export function promptBudget(state: SuperPrompt, segments: readonly OriginSegment[], budget: number): PromptBudget {
  const characters = charactersOf(segments);
  const { passages = Infinity, rest = 0 } = state.extras.token_count ?? {};
  // A4 has counted what the prompt takes at most: an estimate above that is wrong.
  const rate = Math.min(tokensPerCharacter(state), (passages + rest) / Math.max(1, characters));
  const sizes = order.flatMap((block): BlockSize[] => {
    const own = charactersOf(segments.filter((segment) => segment.block === block));
    return own === 0 ? [] : [{ block, characters: own, tokens: Math.floor(own * rate) }];
  });
  const gone = new Set(state.extras.dropped_for_budget ?? []);
  const lost = state.base_context_chunks.filter(({ id }) => gone.has(id));
  const used = sizes.reduce((sum, { tokens }) => sum + tokens, 0);
  const dropped = { chunks: gone.size, tokens: lost.reduce((sum, { tokenCount }) => sum + tokenCount, 0) };
  return { sizes, used, dropped, budget, scale: Math.max(budget + dropped.tokens, used + dropped.tokens, 1) };
}

const charactersOf = (segments: readonly OriginSegment[]): number =>
  segments.reduce((sum, { startChar, endChar }) => sum + endChar - startChar, 0);

/** Splits a text around the first occurrence of a passage: before, passage, after; the passage is empty when absent. */
export function around(text: string, passage: string): readonly [string, string, string] {
  const at = passage === '' ? -1 : text.indexOf(passage);
  return at < 0 ? [text, '', ''] : [text.slice(0, at), passage, text.slice(at + passage.length)];
}

interface PromptPiece {
  readonly index: number;
  readonly segment: OriginSegment;
  /** UTF-16 code units in `prompt_ready`. */
  readonly startChar: number;
  readonly endChar: number;
}

/** A stretch of a block with its own layout; each but the last of a block ends with a line. */
interface PromptPart {
  readonly pieces: readonly PromptPiece[];
  /** Lines that it takes about, where `columns` characters fit a line. */
  readonly lines: number;
}

/** Characters from which on a part ends at the next place where it may: a little more than a screen of them. */
const enough = 1600;
/** Characters in a line of the side panel as wide as it opens. */
const columns = 44;

/**
 * Cuts a block into parts, of which the page lays out only the visible ones. A part ends after a line end that ends a
 * segment or is before words of the frame: a passage, which can be marked, is never cut.
 */
export function promptParts({ segments }: PromptBlock, prompt: string): readonly PromptPart[] {
  const parts: PromptPiece[][] = [];
  let open: PromptPiece[] = [];
  let length = 0;
  const add = (piece: PromptPiece): void => {
    if (piece.startChar === piece.endChar) return;
    open.push(piece);
    length += piece.endChar - piece.startChar;
    if (length < enough || prompt[piece.endChar - 1] !== '\n') return;
    parts.push(open);
    open = [];
    length = 0;
  };
  for (const { segment, index } of segments) {
    const { startChar, endChar, field } = segment;
    const cut = field === null ? afterLineEnds(prompt, startChar, endChar) : startChar;
    add({ index, segment, startChar, endChar: cut });
    add({ index, segment, startChar: cut, endChar });
  }
  if (open.length > 0) parts.push(open);
  return parts.map((pieces) => ({ pieces, lines: linesOf(pieces, prompt) }));
}

function afterLineEnds(prompt: string, from: number, to: number): number {
  let at = from;
  while (at < to && prompt[at] === '\n') at += 1;
  return at;
}

function linesOf(pieces: readonly PromptPiece[], prompt: string): number {
  const text = prompt.slice(pieces[0]?.startChar, pieces.at(-1)?.endChar);
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
}
