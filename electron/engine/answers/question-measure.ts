import type { ParsedRequestOf, QuestionMeasure } from '@shared/contract';
import { type ConversationTurn, emptySuperPrompt, type SuperPrompt } from '@shared/prompt/super-prompt';
import type { Uses } from '../engine-context';
import type { RouteContext } from '../events';
import { type ChatModelParts, modelsOfRequest } from '../jobs/models/chat-models';
import type { ChatModel, TokenCounter } from '../models';
import { nothingSearched } from '../retrieval';
import { type StageConfig, type StageServices, stages } from '../stages';
import { conversationTurns, promptOf } from './question-turns';

type MeasuringParts = ChatModelParts & Uses<'library'>;

interface Known {
  readonly name: string;
  readonly until: number;
  readonly model: Promise<ChatModel | null>;
}

/** The server is asked about its model once, and not with every pause in the typing; ms. */
const keptMs = 300_000;
/** One that did not answer may soon. */
const missedMs = 15_000;

const known = new WeakMap<MeasuringParts, Known>();

/**
 * Measures how much of its model's window a question would take, by the stages that shape and build a prompt and by the
 * counter that measures it before it is sent; without any passage. Errors: `conversation-not-found`, `config-invalid`,
 * `cancelled`.
 */
export async function measureQuestion(
  parts: MeasuringParts,
  context: RouteContext,
  { question, conversationId, selectedText = '', model: asked }: ParsedRequestOf<'chat.measure'>,
): Promise<QuestionMeasure> {
  const config = await parts.config.stageConfig();
  const { answer, build } = config.limits;
  const mostCharacters = answer.maxQuestionCharacters;
  const name = asked ?? parts.options.chatModel;
  const model = name === null ? null : await modelNamed(parts, context, name);
  context.signal.throwIfAborted();
  if (!model) return { mostCharacters, prompt: null };
  const exchanges =
    conversationId === undefined ? [] : parts.library.storesOf(conversationId).conversations.messages(conversationId);
  const turns = conversationTurns(exchanges, config.limits.N4_RECENT_CONV_MAX_PAIRS);
  const text = promptOf(question.trim(), selectedText.trim());
  const counter = await model.tokenCounter();
  const tokens = await model.countTokens(await builtFrom(text, turns, counter, config));
  const alone = turns.length === 0 ? tokens : await model.countTokens(await builtFrom(text, [], counter, config));
  context.signal.throwIfAborted();
  const room = Math.min(model.contextTokens - answer.maxTokens, build.tokenBudget);
  return {
    mostCharacters,
    prompt: {
      model: model.id,
      exact: counter.exact,
      window: model.contextTokens,
      tokens,
      question: counter.count(text),
      conversation: tokens - alone,
      answer: answer.maxTokens,
      passages: Math.max(0, room - tokens),
    },
  };
}

async function modelNamed(parts: MeasuringParts, context: RouteContext, name: string): Promise<ChatModel | null> {
  const kept = known.get(parts);
  if (kept?.name === name && kept.until > Date.now()) return kept.model;
  // Asking reports its faults; during writing there is only nothing to show.
  const model = modelsOfRequest(parts, context)(name).catch(() => null);
  known.set(parts, { name, until: Date.now() + missedMs, model });
  if ((await model) !== null) known.set(parts, { name, until: Date.now() + keptMs, model });
  return model;
}

/** The prompt that the deterministic stages build of a question where nothing is found. */
async function builtFrom(
  text: string,
  turns: readonly ConversationTurn[],
  counter: TokenCounter,
  config: StageConfig,
): Promise<string> {
  const services: StageServices = {
    evidence: async () => ({ found: nothingSearched(text, config.limits) }),
    reranker: null,
    agent: null,
    tokenCounter: async () => counter,
  };
  let prompt: SuperPrompt = emptySuperPrompt(text, turns);
  for (const id of ['A0_PreProcessing', 'A2_PromptShaper', 'Prompt_Builder'] as const) {
    ({ prompt } = await stages[id].run(prompt, services, config));
  }
  return prompt.prompt_ready;
}
