import type { OriginBlock, OriginSegment } from '@shared/prompt-origins';
import type { SuperPrompt } from '@shared/super-prompt';

/** Segments that follow each other and are of one origin, with their places in the list of all. */
export interface PromptBlock {
  readonly block: OriginBlock;
  readonly segments: readonly { readonly segment: OriginSegment; readonly index: number }[];
}

export interface BlockSize {
  readonly block: OriginBlock;
  readonly characters: number;
  /** Tokens, estimated by `tokensPerCharacter`. */
  readonly tokens: number;
}

export interface PromptBudget {
  readonly sizes: readonly BlockSize[];
  /** Tokens of the whole prompt, estimated. */
  readonly used: number;
  /** What did not fit. */
  readonly dropped: { readonly chunks: number; readonly tokens: number };
  readonly budget: number;
  /** Tokens that the whole width of the bar stands for. */
  readonly scale: number;
}

const order: readonly OriginBlock[] = ['S', 'P', 'C', 'A', 'H'];
/** Of English prose, where the state holds no chunk to go by. */
const usualRate = 0.25;

/** The segments by origin, in their order; no segment is lost. */
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

/**
 * How much of the budget each origin takes, and what was dropped because there was no room.
 *
 * @param budget tokens that the whole prompt may have, `limits.build.tokenBudget`
 */
export function promptBudget(state: SuperPrompt, segments: readonly OriginSegment[], budget: number): PromptBudget {
  const rate = tokensPerCharacter(state);
  const sizes = order.flatMap((block): BlockSize[] => {
    const characters = segments
      .filter((segment) => segment.block === block)
      .reduce((sum, { startChar, endChar }) => sum + endChar - startChar, 0);
    return characters === 0 ? [] : [{ block, characters, tokens: Math.round(characters * rate) }];
  });
  const gone = new Set(state.extras.dropped_for_budget ?? []);
  const lost = state.base_context_chunks.filter(({ id }) => gone.has(id));
  const used = sizes.reduce((sum, { tokens }) => sum + tokens, 0);
  const dropped = { chunks: gone.size, tokens: lost.reduce((sum, { tokenCount }) => sum + tokenCount, 0) };
  return { sizes, used, dropped, budget, scale: Math.max(budget + dropped.tokens, used + dropped.tokens, 1) };
}

/** Splits a text around the first occurrence of a passage: before, passage, after; the passage is empty when absent. */
export function around(text: string, passage: string): readonly [string, string, string] {
  const at = passage === '' ? -1 : text.indexOf(passage);
  return at < 0 ? [text, '', ''] : [text.slice(0, at), passage, text.slice(at + passage.length)];
}
