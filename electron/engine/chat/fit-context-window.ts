import type { DroppedPassage, Notice, Run } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import { placeName } from '@shared/place-names';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { notice } from '@shared/words/sayings';
import type { ChatModel } from '../models';

/** The run again from the condenser on with these chunks only, and without the conversation if it is not kept. */
export type Reselect = (
  run: Run,
  chunkIds: readonly string[],
  keepConversation: boolean,
  signal: AbortSignal,
) => Promise<Run>;

export interface FittedRun {
  /** The run whose prompt fits; the given one where none does. */
  readonly run: Run;
  readonly fits: boolean;
  /** Lowest relevance first. */
  readonly dropped: readonly DroppedPassage[];
  readonly notices: readonly Notice[];
}

/** The last state of a finished run. Errors: `internal` for a run without it. */
export function builtPrompt(run: Run): SuperPrompt {
  const prompt = run.snapshots.Prompt_Builder;
  if (prompt) return prompt;
  throw new Error('The run ended without a prompt.');
}

/**
 * Makes the whole prompt fit `build.tokenBudget`, and prompt and answer the model's context (C2), by its tokenizer's or
 * the estimate's count. Passages go, lowest relevance first, then the earlier exchanges; one passage always stays. Each
 * time the stages from the condenser on run again on the rest: the shown prompt is the sent prompt, and notices name
 * the dropped parts. A prompt that exceeds only the budget, and has nothing left to drop, is sent.
 */
export async function fitPrompt(
  model: ChatModel,
  whole: Run,
  limits: PipelineLimits,
  reselect: Reselect,
  signal: AbortSignal,
): Promise<FittedRun> {
  let run = whole;
  let keepConversation = true;
  const dropped: DroppedPassage[] = [];
  const window = model.contextTokens - limits.answer.maxTokens;
  const budget = limits.build.tokenBudget;
  for (;;) {
    const prompt = builtPrompt(run);
    const tokens = await model.countTokens(prompt.prompt_ready);
    const over = tokens - Math.min(window, budget);
    if (over <= 0) return { run, fits: true, dropped, notices: noticesOf(dropped, keepConversation) };
    const ids = prompt.final_selection_ids;
    if (ids.length > 1) {
      const gone = await lowest(model, prompt, over);
      dropped.push(...gone);
      const left = ids.filter((id) => gone.every(({ chunkId }) => chunkId !== id));
      run = await reselect(run, left, keepConversation, signal);
    } else if (keepConversation && prompt.recentConversation.length > 0) {
      keepConversation = false;
      run = await reselect(run, ids, keepConversation, signal);
    } else if (tokens <= window) {
      const over = notice('prompt-over-budget', { tokens, budget });
      return { run, fits: true, dropped, notices: [...noticesOf(dropped, keepConversation), over] };
    } else {
      const values = { needed: tokens + limits.answer.maxTokens, model: model.id, tokens: model.contextTokens };
      return { run: whole, fits: false, dropped: [], notices: [notice('prompt-too-long', values)] };
    }
  }
}

/** Passages of the lowest relevance that together free `over` tokens, as far as one stays. */
async function lowest(model: ChatModel, prompt: SuperPrompt, over: number): Promise<DroppedPassage[]> {
  const chunks = new Map(prompt.base_context_chunks.map((chunk) => [chunk.id, chunk]));
  const ranked = prompt.final_selection_ids
    .map((id, position) => ({ id, position, score: prompt.extras.rerank_relevance?.[id] ?? 0 }))
    .sort((a, b) => a.score - b.score || b.position - a.position);
  const gone: DroppedPassage[] = [];
  let freed = 0;
  for (const { id, score } of ranked.slice(0, -1)) {
    if (freed >= over) break;
    const chunk = chunks.get(id);
    if (!chunk) continue;
    const { title, pages, mime, text } = chunk;
    gone.push({ chunkId: id, title, pages, mime, score });
    freed += await model.countTokens(text);
  }
  return gone;
}

function noticesOf(dropped: readonly DroppedPassage[], keptConversation: boolean): Notice[] {
  const notices: Notice[] = [];
  if (dropped.length > 0) {
    const names = dropped.map((one) => (one.pages.length > 0 ? `${one.title} (${placeName(one)})` : one.title));
    notices.push(notice('passages-dropped', { passages: dropped.length, names: names.join('; ') }));
  }
  if (!keptConversation) notices.push(notice('conversation-dropped'));
  return notices;
}
