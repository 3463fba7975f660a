import type { Chunk } from '@shared/chunk';
import type { SuperPrompt } from '@shared/super-prompt';
import type { TokenCounter } from '../models';
import { renderAttachment, renderConversation, renderPrompt, renderSystem } from './render-blocks';
import type { StageConfig } from './stage';

export interface PassageRoom {
  /** Tokens that the passages may have together, with their headings. */
  readonly room: number;
  /** Tokens of everything else in the prompt; the condensed context counts as long as it may be. */
  readonly frame: number;
}

/** A long question or conversation may not push out everything that an answer could rest on. */
const leastShare = 0.5;

/**
 * What `build.tokenBudget` leaves for the passages once the rest of the prompt is paid for, at least half of it. The
 * format section and what is recalled come later and are not counted here: whoever sends the prompt counts it whole.
 */
export function passageRoom(
  prompt: SuperPrompt,
  counter: TokenCounter,
  { limits, system }: Pick<StageConfig, 'limits' | 'system'>,
): PassageRoom {
  const blocks = [
    renderSystem(prompt, system),
    renderPrompt(prompt),
    renderConversation(prompt.recentConversation, prompt.recentConversation.length),
  ];
  const frame = blocks.reduce((sum, block) => sum + counter.count(block), limits.condense.tokenBudget);
  const budget = limits.build.tokenBudget;
  return { room: Math.max(budget - frame, Math.floor(budget * leastShare)), frame };
}

/** Tokens of a passage as it stands in the prompt. Its text is counted alone: those counts are kept from the ingest. */
export function passageTokens(chunk: Chunk, number: number, counter: TokenCounter): number {
  return counter.count(chunk.text) + counter.count(renderAttachment({ ...chunk, text: '' }, number));
}
