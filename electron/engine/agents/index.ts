/**
 * agents: asks a language model for decisions and lines in JSON (S12).
 *
 * Charter  builds agents from config/agents and config/prompts, renders their prompts with everything foreign fenced,
 *          asks one model through one client, reads the JSON, lets it be repaired once, and records every call. Jobs that
 *          want text use prompt and client alone.
 * Never    knows a stage, decides what happens without a model, or throws for anything but a stop on request.
 */
import type { ModelCall } from '@shared/contract';
import { codedError, issueOf, VitrineError, valuesOf } from '@shared/errors';
import type { AgentDefinition } from '@shared/prompt/agent-config';
import { fenced } from '@shared/prompt/prompt-layout';
import type { OutputSchema } from '@shared/prompt/prompt-schema';
import { sayWhy, tooSlow, unused, type WhyUnused } from '@shared/words/sayings';
import type { z } from 'zod';
import { type ChatMessage, type ChatModel, type ChatUsage, contextFor, mostBytes } from '../models';

/** A value for a placeholder: `plain` is our own words, `data` is anybody else's and is fenced. */
type PromptValue =
  | { readonly plain: string }
  | { readonly data: string }
  /** A numbered list of foreign texts: each under its label, fenced. */
  | { readonly items: readonly { readonly label: string; readonly about?: string; readonly text: string }[] };

export interface AgentQuestion<T> {
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

const slow = new Set<string>(['model-timeout', 'too-slow']);

const isDown = ({ failure, raw }: LlmAnswer): boolean =>
  failure !== null && (unavailable.has(failure.code) || (slow.has(failure.code) && raw === ''));

function repair(raw: string, problem: WhyUnused): ChatMessage[] {
  return [
    { role: 'assistant', content: raw.trim() === '' ? '(nothing)' : raw.slice(0, shownForRepair) },
    {
      role: 'user',
      content: `That cannot be used: ${sayWhy(problem)}. Answer again with one JSON object of the form you were given, and nothing else.`,
    },
  ];
}

interface LlmRequest extends Pick<AgentDefinition, 'maxTokens' | 'temperature' | 'seed' | 'timeoutMs'> {
  readonly messages: readonly ChatMessage[];
  /** JSON schema that the answer must follow, where the server can enforce one; null for text. */
  readonly format: object | null;
  /** Called at the end of an answer that was cut at its longest. */
  readonly onCut?: () => void;
}

type LlmAnswer = Pick<ModelCall, 'raw' | 'promptTokens' | 'outputTokens' | 'ms'> & {
  /** Null for an answer that came to its end. */
  readonly failure: WhyUnused | null;
};

/**
 * One call of a chat model, bounded in tokens, bytes and time. Tokens are counted first and the context is always
 * named, so no server cuts silently. Never throws for a server's faults: the failure comes with the text so far. An
 * aborted signal throws its reason.
 */
export async function callModel(model: ChatModel, request: LlmRequest, signal?: AbortSignal): Promise<LlmAnswer> {
  const started = performance.now();
  const stopper = new AbortController();
  const stop = (): void => stopper.abort();
  let timer = setTimeout(stop, request.timeoutMs);
  signal?.addEventListener('abort', stop, { once: true });
  let usage: ChatUsage = { promptTokens: null, outputTokens: null };
  let raw = '';
  const done = (failure: LlmAnswer['failure']): LlmAnswer => ({
    raw,
    ...usage,
    ms: performance.now() - started,
    failure,
  });
  try {
    signal?.throwIfAborted();
    const content = request.messages.map((message) => message.content).join('\n');
    const needed = (await model.countTokens(content)) + request.maxTokens;
    if (needed > model.contextTokens) {
      return done(unused('too-long', { needed, tokens: model.contextTokens }));
    }
    const stream = model.chat(
      request.messages,
      {
        temperature: request.temperature,
        seed: request.seed,
        maxTokens: request.maxTokens,
        contextTokens: contextFor(needed, model.contextTokens),
        ...(request.format ? { format: request.format } : {}),
        ...(request.onCut ? { onCut: request.onCut } : {}),
        onUsage: (counted) => {
          usage = counted;
        },
        onTurn(state) {
          clearTimeout(timer);
          if (state === 'asked') timer = setTimeout(stop, request.timeoutMs);
        },
      },
      stopper.signal,
    );
    let bytes = 0;
    for await (const token of stream) {
      raw += token;
      bytes += Buffer.byteLength(token, 'utf8');
      if (bytes > mostBytes(request.maxTokens)) {
        return done(unused('wrote-on', { tokens: request.maxTokens }));
      }
    }
    return done(null);
  } catch (error) {
    signal?.throwIfAborted();
    return done(stopper.signal.aborted ? tooSlow(request.timeoutMs) : codedError(error));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

type Choices = Readonly<Record<string, readonly string[]>>;

const listName = /^\{\{([\w-]+)\}\}$/u;

/** The JSON schema of an agent's output with this question's choices. Servers want every property required. */
function jsonSchemaOf(shape: OutputSchema, choices: Choices): object {
  switch (shape.type) {
    case 'object':
      return {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(shape.properties).map(([name, member]) => [name, jsonSchemaOf(member, choices)]),
        ),
        required: Object.keys(shape.properties),
        additionalProperties: false,
      };
    case 'array':
      return { ...shape, items: jsonSchemaOf(shape.items, choices) };
    case 'string':
      if (!shape.enum) return shape;
      return {
        ...shape,
        enum: shape.enum.flatMap((value) => {
          const name = listName.exec(value)?.[1];
          return name === undefined ? value : (choices[name] ?? []);
        }),
      };
  }
}

type Read<T> = { readonly ok: true; readonly output: T } | { readonly ok: false; readonly problem: WhyUnused };

/** The JSON object in a model's answer, held against a schema. Words or a code fence around it are passed over. */
function readJson<T>(raw: string, schema: z.ZodType<T>): Read<T> {
  const start = raw.indexOf('{');
  const end = raw.lastIndexOf('}');
  if (raw.trim() === '') return { ok: false, problem: unused('empty') };
  if (start === -1 || end < start) return { ok: false, problem: unused('no-object') };
  let value: unknown;
  try {
    value = JSON.parse(raw.slice(start, end + 1));
  } catch {
    return { ok: false, problem: unused('not-json') };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, output: parsed.data };
  return { ok: false, problem: unused('not-schema', valuesOf(issueOf(parsed.error, '@answer'))) };
}

/** Without these there is no model to ask: whatever is left of a job would fail for the same reason. */
const unavailable: ReadonlySet<string> = new Set([
  'model-unreachable',
  'model-missing',
  'offline',
  'not-allowed',
  'rate-limited',
]);

/** Errors: the failure of a call, where it is that of a model that cannot be had. */
export function throwIfUnavailable(failure: WhyUnused | null): void {
  if (!failure || !unavailable.has(failure.code)) return;
  throw VitrineError.of({ code: failure.code as VitrineError['code'], details: failure.values ?? {} });
}
