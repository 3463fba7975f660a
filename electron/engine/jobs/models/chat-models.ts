import { codedError, VitrineError } from '@shared/errors';
import type { AgentDefinition } from '@shared/prompt/agent-config';
import { providers } from '@shared/providers';
import { type AgentRunner, createAgents, unavailableAgents } from '../../agents';
import { pause, type SerialQueue } from '../../async';
import type { Counters } from '../../counters';
import type { EngineEvents, RouteContext } from '../../events';
import { type ChatModel, chatModelName, openChatModel, withChat } from '../../models';
import type { ConfigFiles } from '../../settings/config-files';
import type { Permissions } from '../../settings/permissions';
import type { LiveOptions } from '../../settings/settings';
import type { ModelCosts } from './model-costs';

type Agents = Readonly<Record<string, AgentDefinition>>;

export interface ChatModelParts extends Pick<EngineEvents, 'emit'> {
  readonly options: LiveOptions;
  readonly config: ConfigFiles;
  readonly permissions: Permissions;
  readonly counters: Counters;
  readonly modelCosts: ModelCosts;
  /** Answers of a server that writes one at a time. */
  readonly chatTurns: SerialQueue;
}

export type OpenChatModel = (name: string, contextTokens?: number) => Promise<ChatModel>;

const opened = new WeakMap<RouteContext, Map<string, Promise<ChatModel>>>();

/** Opens each model of a request once: a hanging server is waited for once. Errors: those of `openRequestModel`. */
export function modelsOfRequest(parts: ChatModelParts, context: RouteContext): OpenChatModel {
  const models = opened.get(context) ?? new Map<string, Promise<ChatModel>>();
  opened.set(context, models);
  return async (name, contextTokens) => {
    const known = models.get(name);
    if (known) {
      const model = await known;
      return contextTokens === undefined ? model : openRequestModel(parts, context, name, contextTokens);
    }
    const opening = openRequestModel(parts, context, name, contextTokens);
    if (contextTokens === undefined) models.set(name, opening);
    return opening;
  };
}

/** A model that a library names waits for a person's yes. Errors: `not-allowed`, those of `openRequestModel`. */
export async function chatModelNamed(parts: ChatModelParts, context: RouteContext, name: string): Promise<ChatModel> {
  if (name !== parts.options.chatModel) parts.permissions.assertAllowed('chatModel', name);
  return openRequestModel(parts, context, name);
}

/** Opens a model whose answers wait in line, outlast a busy server and are counted. Errors: of `openChatModel`. */
async function openRequestModel(
  { options, config, chatTurns, counters, modelCosts, emit }: ChatModelParts,
  { requestId }: RouteContext,
  name: string,
  contextTokens?: number,
): Promise<ChatModel> {
  const { serverTries, maxWaitSeconds, silenceSeconds } = (await config.limits()).answer;
  const servers = { ...options, answerSilenceMs: silenceSeconds * 1000 };
  const model = await openChatModel(name, servers, contextTokens);
  return queuedModel(modelCosts.chat.timing(counters.countingTokens(model)), {
    turns: providers[chatModelName(name).provider].oneAtATime ? chatTurns : null,
    tries: serverTries,
    maxWaitSeconds,
    onWaiting: (waiting) => emit({ type: 'chat.waiting', requestId, ...waiting }),
  });
}

/** Returns the agents of a request, each on its own model or the run's. Without a model they give the reason. */
export function agentsOfRequest(
  open: (name: string) => Promise<ChatModel>,
): (model: string | null, agents: Agents) => Promise<AgentRunner | null> {
  const opened = new Map<string, Promise<AgentRunner>>();
  return async (model, agents) => {
    if (model === null) return null;
    const named = new Map(Object.entries(agents).map(([agent, { model: own }]) => [agent, own]));
    const on = (name: string): Promise<AgentRunner> => {
      const runner = opened.get(name) ?? openAgents(name, agents, open);
      opened.set(name, runner);
      return runner;
    };
    await on(model);
    return {
      model,
      ask: async (agent, question, signal) => (await on(named.get(agent) ?? model)).ask(agent, question, signal),
    };
  };
}

async function openAgents(
  name: string,
  agents: Agents,
  open: (name: string) => Promise<ChatModel>,
): Promise<AgentRunner> {
  try {
    return createAgents(await open(name), agents);
  } catch (error) {
    return unavailableAgents(name, codedError(error));
  }
}

export interface Waiting {
  /** `turn`: another request is being answered; `rate-limited`: the server asked to come back later. */
  readonly reason: 'turn' | 'rate-limited';
  readonly seconds: number | null;
  /** Number of the try that is waited for, from 1. */
  readonly attempt: number;
}

export interface QueuePatience {
  /** The line of requests to a server that answers one at a time; null where the server has its own. */
  readonly turns: SerialQueue | null;
  readonly tries: number;
  /** A server that wants more time than this is given up at once. */
  readonly maxWaitSeconds: number;
  onWaiting(waiting: Waiting): void;
}

/** Asks in turn, and a busy server again after Retry-After or 1, 2, 4 … s. Errors: the model's, `rate-limited`. */
export function queuedModel(model: ChatModel, patience: QueuePatience): ChatModel {
  return withChat(model, async function* (messages, options, signal) {
    options.onTurn?.('waiting');
    const release = await inTurn(patience, signal);
    try {
      for (let attempt = 1; ; attempt += 1) {
        let begun = false;
        options.onTurn?.('asked');
        try {
          for await (const token of model.chat(messages, options, signal)) {
            begun = true;
            yield token;
          }
          return;
        } catch (error) {
          const seconds = waitBefore(error, attempt, patience);
          if (begun || seconds === null) throw error;
          options.onTurn?.('waiting');
          patience.onWaiting({ reason: 'rate-limited', seconds, attempt: attempt + 1 });
          await pause(seconds * 1000, signal);
          signal?.throwIfAborted();
        }
      }
    } finally {
      release();
    }
  });
}

function waitBefore(error: unknown, attempt: number, { tries, maxWaitSeconds }: QueuePatience): number | null {
  if (!(error instanceof VitrineError) || error.code !== 'rate-limited' || attempt >= tries) return null;
  const asked = error.details?.retryAfterSeconds;
  const seconds = typeof asked === 'number' ? asked : 2 ** (attempt - 1);
  return seconds > maxWaitSeconds ? null : seconds;
}

/** Waits for its turn; returns what gives the turn to the next one. */
async function inTurn({ turns, onWaiting }: QueuePatience, signal: AbortSignal | undefined): Promise<() => void> {
  if (!turns) return () => undefined;
  if (turns.size > 0) onWaiting({ reason: 'turn', seconds: null, attempt: 1 });
  return turns.acquire(signal);
}
