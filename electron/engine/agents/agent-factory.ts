import type { AgentDefinition } from '@shared/agent-config';
import type { ModelCall } from '@shared/contract';
import { reportOf } from '@shared/errors';
import type { ChatMessage, ChatModel } from '../models';
import { renderAgentPrompt } from './agent-prompt';
import type { AgentQuestion, AgentReply, AgentRunner } from './contract';
import { jsonSchemaOf } from './json-schema-of';
import { callModel, type LlmAnswer } from './llm-client';
import { readJson } from './read-json';

/** Longest part of an answer that is shown again for repair, characters. */
const shownForRepair = 2000;

/**
 * Agents on one model. A server that is down, or that never said a word, is not asked again within this request:
 * every later question fails at once for the same reason.
 */
export function createAgents(model: ChatModel, agents: Readonly<Record<string, AgentDefinition>>): AgentRunner {
  let down: string | null = null;

  async function ask<T>(name: string, question: AgentQuestion<T>, signal?: AbortSignal): Promise<AgentReply<T>> {
    signal?.throwIfAborted();
    const agent = Object.hasOwn(agents, name) ? agents[name] : undefined;
    if (!agent) return { ok: false, reason: `no agent is called ${name}`, calls: [] };
    if (down !== null) return { ok: false, reason: down, calls: [] };
    const prompt = promptOf(agent, question);
    if (typeof prompt === 'string') return { ok: false, reason: prompt, calls: [] };
    const format = jsonSchemaOf(agent.output, question.choices);
    const calls: ModelCall[] = [];
    let messages = prompt;
    for (const attempt of ['parsed', 'repaired'] as const) {
      const answer = await callModel(model, { ...agent, messages, format }, signal);
      const read = answer.failure ? null : readJson(answer.raw, question.read);
      const problem = answer.failure?.reason ?? (read?.ok === false ? read.problem : null);
      calls.push(callOf(agent, model.id, messages, answer, problem === null ? attempt : 'failed', problem));
      if (read?.ok) return { ok: true, output: read.output, calls };
      if (isDown(answer)) down = problem;
      if (answer.failure) break;
      messages = [...prompt, ...repair(answer.raw, problem ?? '')];
    }
    return { ok: false, reason: calls.at(-1)?.reason ?? 'it was not asked', calls };
  }
  return { model: model.id, ask };
}

/** In the place of agents whose model cannot be had: every question fails for this reason. */
export function unavailableAgents(model: string, reason: string): AgentRunner {
  return {
    model,
    async ask(_agent, _question, signal) {
      signal?.throwIfAborted();
      return { ok: false, reason, calls: [] };
    },
  };
}

/** The messages, or why there are none: a template that somebody broke must not take the run down with it. */
function promptOf(agent: AgentDefinition, question: AgentQuestion<unknown>): ChatMessage[] | string {
  try {
    return renderAgentPrompt(agent, question.values);
  } catch (error) {
    return reportOf(error).message;
  }
}

const gone = new Set(['model-unreachable', 'model-missing', 'offline', 'rate-limited']);

const isDown = ({ failure, raw }: LlmAnswer): boolean =>
  failure !== null && (gone.has(failure.code) || (failure.code === 'model-timeout' && raw === ''));

function callOf(
  agent: AgentDefinition,
  model: string,
  messages: readonly ChatMessage[],
  { raw, promptTokens, outputTokens, ms }: LlmAnswer,
  outcome: ModelCall['outcome'],
  reason: string | null,
): ModelCall {
  return {
    agent: agent.agent_name,
    version: agent.version,
    model,
    messages,
    raw,
    outcome,
    reason,
    promptTokens,
    outputTokens,
    ms: Math.round(ms),
  };
}

function repair(raw: string, problem: string): ChatMessage[] {
  return [
    { role: 'assistant', content: raw.trim() === '' ? '(nothing)' : raw.slice(0, shownForRepair) },
    {
      role: 'user',
      content: `That cannot be used: ${problem}. Answer again with one JSON object of the form you were given, and nothing else.`,
    },
  ];
}
