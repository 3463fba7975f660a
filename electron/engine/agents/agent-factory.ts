import type { ModelCall } from '@shared/contract';
import { codedError, VitrineError } from '@shared/errors';
import type { AgentDefinition } from '@shared/prompt/agent-config';
import { fenced } from '@shared/prompt/prompt-layout';
import { sayWhy, unused, type WhyUnused } from '@shared/words/sayings';
import type { z } from 'zod';
import type { ChatMessage, ChatModel } from '../models';
import { callModel, jsonSchemaOf, type LlmAnswer, readJson } from './llm-client';

/** A value for a placeholder: `plain` is our own words, `data` is anybody else's and is fenced. */
export type PromptValue =
  | { readonly plain: string }
  | { readonly data: string }
  /** A numbered list of foreign texts: each under its label, fenced. */
  | { readonly items: readonly { readonly label: string; readonly about?: string; readonly text: string }[] };

export interface AgentQuestion<T> {
  /** One value a placeholder of the template. */
  readonly values: Readonly<Record<string, PromptValue>>;
  /** Closed lists for the `{{name}}` enums of the output schema. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** The form of the answer. Choices outside their lists pass: the caller clamps them. */
  readonly read: z.ZodType<T>;
}

/** Between what the model is and what it is asked, alone on its line. */
const divider = /^===$/mu;
const placeholder = /\{\{([\w-]+)\}\}/gu;

/**
 * The messages of one question: the template with its placeholders filled in one pass, so no value can add a
 * placeholder. Errors: `config-invalid` for a template without a divider or with a placeholder that the question does
 * not fill.
 */
export function renderAgentPrompt(agent: AgentDefinition, values: AgentQuestion<unknown>['values']): ChatMessage[] {
  const [system, user, ...more] = agent.template.split(divider);
  if (system === undefined || user === undefined || more.length > 0) {
    throw new VitrineError('config-invalid', { why: 'divider', agent: agent.agent_name });
  }
  const fill = (text: string): string =>
    text
      .replace(placeholder, (_all, name: string) => {
        const value = Object.hasOwn(values, name) ? values[name] : undefined;
        if (value === undefined) {
          const details = { agent: agent.agent_name, placeholder: `{{${name}}}` };
          throw new VitrineError('config-invalid', { why: 'placeholder', ...details });
        }
        return renderValue(value);
      })
      .replace(/\n{3,}/gu, '\n\n')
      .trim();
  return [
    { role: 'system', content: fill(system) },
    { role: 'user', content: fill(user) },
  ];
}

function renderValue(value: PromptValue): string {
  if ('plain' in value) return value.plain;
  if ('data' in value) return quoted(value.data);
  return value.items
    .map(({ label, about, text }) => `${label}${about ? ` (${harmless(about)})` : ''}:\n${quoted(text)}`)
    .join('\n\n');
}

const quoted = (text: string): string => fenced(harmless(text), 'text');

/** Chat templates mark their turns with `<|…|>`, and some servers read such marks in content too. */
const harmless = (text: string): string => text.replaceAll('<|', '< |').replaceAll('|>', '| >');

/** `calls` holds requests and replies, also failed ones. */
export type AgentReply<T> =
  | { readonly ok: true; readonly output: T; readonly calls: readonly ModelCall[] }
  | { readonly ok: false; readonly reason: WhyUnused; readonly calls: readonly ModelCall[] };

/** Agents on one model, for one request. */
export interface AgentRunner {
  /** `provider:model`. */
  readonly model: string;
  /** Never throws for what a model or server does; throws what the signal carries when it is aborted. */
  ask<T>(agent: string, question: AgentQuestion<T>, signal?: AbortSignal): Promise<AgentReply<T>>;
}

/** Longest part of an answer that is shown again for repair, characters. */
const shownForRepair = 2000;

/** Agents on one model. A server that is down, or never said a word, is not asked again within this request. */
export function createAgents(model: ChatModel, agents: Readonly<Record<string, AgentDefinition>>): AgentRunner {
  let down: WhyUnused | null = null;

  async function ask<T>(name: string, question: AgentQuestion<T>, signal?: AbortSignal): Promise<AgentReply<T>> {
    signal?.throwIfAborted();
    const agent = Object.hasOwn(agents, name) ? agents[name] : undefined;
    if (!agent) return { ok: false, reason: unused('no-agent', { agent: name }), calls: [] };
    if (down !== null) return { ok: false, reason: down, calls: [] };
    const prompt = promptOf(agent, question);
    if (!Array.isArray(prompt)) return { ok: false, reason: prompt, calls: [] };
    const format = jsonSchemaOf(agent.output, question.choices);
    const calls: ModelCall[] = [];
    let messages = prompt;
    for (const attempt of ['parsed', 'repaired'] as const) {
      const answer = await callModel(model, { ...agent, messages, format }, signal);
      const read = answer.failure ? null : readJson(answer.raw, question.read);
      const problem = answer.failure ?? (read?.ok === false ? read.problem : null);
      const outcome = problem === null ? attempt : 'failed';
      const { agent_name, version } = agent;
      const { failure: _failure, raw, ms, ...tokens } = answer;
      const asked = { agent: agent_name, version, model: model.id, messages };
      calls.push({ ...asked, raw, outcome, reason: problem, ...tokens, ms: Math.round(ms) });
      if (read?.ok) return { ok: true, output: read.output, calls };
      if (isDown(answer)) down = problem;
      if (answer.failure) break;
      messages = [...prompt, ...repair(answer.raw, problem ?? unused('empty'))];
    }
    return { ok: false, reason: calls.at(-1)?.reason ?? unused('not-asked'), calls };
  }
  return { model: model.id, ask };
}

/** In the place of agents whose model cannot be had: every question fails for this reason. */
export function unavailableAgents(model: string, reason: WhyUnused): AgentRunner {
  return {
    model,
    async ask(_agent, _question, signal) {
      signal?.throwIfAborted();
      return { ok: false, reason, calls: [] };
    },
  };
}

/** The messages, or the reason for none: a broken template must not end the run. */
function promptOf(agent: AgentDefinition, question: AgentQuestion<unknown>): ChatMessage[] | WhyUnused {
  try {
    return renderAgentPrompt(agent, question.values);
  } catch (error) {
    return codedError(error);
  }
}

const gone = new Set<string>(['model-unreachable', 'model-missing', 'offline', 'not-allowed', 'rate-limited']);

const slow = new Set<string>(['model-timeout', 'too-slow']);

const isDown = ({ failure, raw }: LlmAnswer): boolean =>
  failure !== null && (gone.has(failure.code) || (slow.has(failure.code) && raw === ''));

function repair(raw: string, problem: WhyUnused): ChatMessage[] {
  return [
    { role: 'assistant', content: raw.trim() === '' ? '(nothing)' : raw.slice(0, shownForRepair) },
    {
      role: 'user',
      content: `That cannot be used: ${sayWhy(problem)}. Answer again with one JSON object of the form you were given, and nothing else.`,
    },
  ];
}
