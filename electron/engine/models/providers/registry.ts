import { VitrineError } from '@shared/errors';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import {
  isServer,
  kindOf,
  type ProviderId,
  providers,
  type ServerId,
  type ServerName,
  serverName,
  serversCalled,
} from '@shared/providers';
import type { ChatModel, Embedder } from '../contract';
import { counterOfModel } from '../token-counter';
import { anthropic } from './anthropic';
import { toldModel } from './call-log';
import { ollama } from './ollama';
import { openai } from './openai';
import type { ModelServers, Provider, PullProgress, Server } from './provider';
import { silenceMs } from './server-call';
import { ServerEmbedder } from './server-embedder';

/** Every kind of model server. A new one is a file of its own, its entry here, and its facts in shared/providers.ts. */
export const registry: Readonly<Record<ProviderId, Provider>> = { ollama, openai, anthropic };

function serverOf(id: ServerId, net: ModelServers): Server | null {
  const address = net.providers[id];
  if (!address) return null;
  const provider = kindOf(id);
  const { title, headers } = registry[provider];
  return {
    id,
    provider,
    name: address.name ?? null,
    title: address.name ?? title,
    baseUrl: address.baseUrl.replace(/\/+$/u, ''),
    headers: headers(address.apiKey ?? ''),
    net,
  };
}

export const serversOf = (net: ModelServers): Server[] =>
  Object.keys(net.providers)
    .filter(isServer)
    .flatMap((id) => serverOf(id, net) ?? []);

/** Errors: `model-missing` where no such server is set up. */
export function neededServer(id: ServerId, net: ModelServers): Server {
  const server = serverOf(id, net);
  if (server) return server;
  const kind = kindOf(id);
  if (kind !== id) throw new VitrineError('model-missing', { why: 'no-named-server', server: id });
  const { address, keyVariable } = providers[kind];
  const variables = [address.variable, keyVariable].filter((variable) => variable !== null).join(' and ');
  throw new VitrineError('model-missing', { why: 'no-server', server: serversCalled(kind), variables });
}

/** The parts of a chat model's name, without asking any server. Errors: `bad-request` for another form. */
export function chatModelName(name: string): ServerName {
  const known = serverName(name);
  // A tag that is implied is still the person's own way to write it.
  if (known) return { ...known, model: name.slice(name.indexOf(':') + 1) };
  throw new VitrineError('bad-request', { why: 'no-model-name', name });
}

/** Tokens that a chat template and its own system message can add to a prompt; smollm2's adds 31. */
const templateTokens = 64;
const fallbackContext = 8192;
/** A server says nothing while it reads a prompt: a machine without a graphics card some 20 tokens a second. */
const charactersASilence = 5000;

/**
 * `provider:model`, such as `ollama:smollm2:135m` or `openai:gpt-4o`. Every call of it is in the request's log.
 *
 * @param contextTokens most tokens of the window: at most the server's figure for the model, any number without one
 *
 * Errors: `bad-request` for another form, and those of the server.
 */
export async function openChatModel(name: string, net: ModelServers, contextTokens?: number): Promise<ChatModel> {
  const { server: named, provider, model } = chatModelName(name);
  const server = neededServer(named, net);
  const told = await registry[provider].contextTokens(server, model);
  const id = `${named}:${model}`;
  const tokenCounter = () => counterOfModel(id, net.modelFolders ?? []);
  const opened: ChatModel = {
    id,
    contextTokens: told === null ? (contextTokens ?? fallbackContext) : Math.min(told, contextTokens ?? told),
    tokenCounter,
    countTokens: async (text) => (await tokenCounter()).count(text) + templateTokens,
    chat(messages, options, signal) {
      const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
      const answerSilenceMs = silenceMs(server) * (1 + characters / charactersASilence);
      return registry[provider].chat(
        { ...server, net: { ...net, answerSilenceMs } },
        { model, messages, options, signal },
      );
    },
  };
  return toldModel(opened, server.title, model);
}

/** Errors: `model-missing` where no such server is set up or makes no vectors, those of the server. */
export async function openServerEmbedder(
  { id, prefixes }: Pick<EmbeddingEntry, 'id' | 'prefixes'>,
  net: ModelServers,
  signal?: AbortSignal,
): Promise<Embedder> {
  const { server, provider, model } = serverName(id) ?? chatModelName(id);
  return ServerEmbedder.open(model, prefixes, neededServer(server, net), registry[provider], signal);
}

/** Null where the model is of no server that gets models. */
export function serverPull(
  id: string,
  net: ModelServers,
): ((onProgress: PullProgress, signal: AbortSignal) => Promise<void>) | null {
  const name = serverName(id);
  const pull = name && registry[name.provider].pull;
  if (!name || !pull) return null;
  return (onProgress, signal) => pull(neededServer(name.server, net), name.model, onProgress, signal);
}
