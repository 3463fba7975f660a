import type { AnswerSettings, Notice } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import { type ChatModel, type ChatOptions, contextFor } from '../models';

/** The limits of one question: what it sets itself stands in the place of theirs (C2). */
export function limitsWith({ temperature, seed, maxTokens }: AnswerSettings, limits: PipelineLimits): PipelineLimits {
  const { answer } = limits;
  return {
    ...limits,
    answer: {
      ...answer,
      temperature: temperature ?? answer.temperature,
      seed: seed ?? answer.seed,
      maxTokens: maxTokens ?? answer.maxTokens,
    },
  };
}

/** How the model is asked for an answer. The context is always named, so that no server cuts silently. */
export function optionsOf(
  model: ChatModel,
  needed: number,
  { answer }: PipelineLimits,
  { stop, contextTokens }: AnswerSettings,
): ChatOptions {
  return {
    temperature: answer.temperature,
    seed: answer.seed,
    maxTokens: answer.maxTokens,
    contextTokens: contextTokens === undefined ? contextFor(needed, model.contextTokens) : model.contextTokens,
    ...(stop && stop.length > 0 ? { stop } : {}),
  };
}

/** Says so where the model takes less than was asked for. */
export function narrowerNotice(model: ChatModel, { contextTokens }: AnswerSettings): Notice[] {
  if (contextTokens === undefined || contextTokens <= model.contextTokens) return [];
  const message = `${model.id} takes ${model.contextTokens} tokens, not the ${contextTokens} asked for.`;
  return [
    {
      code: 'context-limited',
      message,
      values: { model: model.id, tokens: model.contextTokens, asked: contextTokens },
    },
  ];
}
