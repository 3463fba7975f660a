import type { SuperPrompt } from '@shared/super-prompt';

/** S system, P prompt, C condensed context, A attachments, H conversation; empty for what joins them. */
export type Origin = 'S' | 'P' | 'C' | 'A' | 'H' | '';

export interface PromptBlock {
  readonly origin: Origin;
  readonly text: string;
}

/**
 * Cuts `prompt_ready` by where its text comes from. The four blocks are looked for in the order they are
 * written; what stands between them and is only white space joins them, and anything else that follows the
 * attachments is the recent conversation. Joined together the blocks are `prompt_ready`, byte for byte.
 */
export function promptBlocks(
  prompt: Pick<SuperPrompt, 'prompt_ready' | 'System_MD' | 'Prompt_MD' | 'S_CTX_MD' | 'Attachments_MD'>,
): readonly PromptBlock[] {
  const { prompt_ready: whole } = prompt;
  const wanted: readonly (readonly [Origin, string])[] = [
    ['S', prompt.System_MD],
    ['P', prompt.Prompt_MD],
    ['C', prompt.S_CTX_MD],
    ['A', prompt.Attachments_MD],
  ];
  const blocks: PromptBlock[] = [];
  let from = 0;
  let last: Origin = '';
  for (const [origin, text] of wanted) {
    if (text === '') continue;
    const at = whole.indexOf(text, from);
    if (at < 0) continue;
    if (at > from) blocks.push({ origin: '', text: whole.slice(from, at) });
    blocks.push({ origin, text });
    from = at + text.length;
    last = origin;
  }
  const rest = whole.slice(from);
  const words = rest.search(/\S/);
  if (last === '' || words < 0) {
    if (rest !== '') blocks.push({ origin: '', text: rest });
    return blocks;
  }
  if (words > 0) blocks.push({ origin: '', text: rest.slice(0, words) });
  blocks.push({ origin: 'H', text: rest.slice(words) });
  return blocks;
}

/** Characters of each origin, in the order S P C A H, without those that are not there. */
export function originSizes(blocks: readonly PromptBlock[]): readonly { origin: Origin; characters: number }[] {
  const order: readonly Origin[] = ['S', 'P', 'C', 'A', 'H'];
  return order
    .map((origin) => ({
      origin,
      characters: blocks.filter((block) => block.origin === origin).reduce((sum, block) => sum + block.text.length, 0),
    }))
    .filter(({ characters }) => characters > 0);
}

/** Splits a text around the first occurrence of a passage: before, passage, after; the passage is empty when absent. */
export function around(text: string, passage: string): readonly [string, string, string] {
  const at = passage === '' ? -1 : text.indexOf(passage);
  return at < 0 ? [text, '', ''] : [text.slice(0, at), passage, text.slice(at + passage.length)];
}
