import type { ChatModelInfo, ChatModelsReport, ChatServerReport } from '@shared/contract';
import { z } from 'zod';
import { isLoopback } from '../connections/connection-gate';
import { type ChatServers, metadataOf, parsePart } from './chat-endpoint';
import { type Provider, serverId, serverName, serverTitle, soundsLikeEmbedding } from './server-names';
import { faultOf } from './server-state';

/** A server that has not told its models by then counts as down, ms: somebody waits for the list. */
const listMs = 1500;

const tags = z.object({ models: z.array(z.object({ name: z.string(), size: z.number().optional() })) });
const running = z.object({ models: z.array(z.object({ name: z.string() })) });
const shown = z.object({
  capabilities: z.array(z.string()).optional(),
  model_info: z.record(z.string(), z.unknown()).optional(),
});
/** Servers of this kind tell the window under different names, if at all. */
const openAiModels = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      max_model_len: z.number().nullish(),
      context_length: z.number().nullish(),
      max_context_length: z.number().nullish(),
    }),
  ),
});

type Found = Omit<ChatModelInfo, 'chosen'>;

/** The chat models of each server that is set up, and how the server is. Never rejects. */
export async function chatServers(servers: ChatServers, chosen: string | null): Promise<ChatModelsReport> {
  const named = chosen === null ? null : serverName(chosen);
  const id = named ? serverId(named) : null;
  const asked = [
    describe('ollama', servers.ollamaHost, servers, id, ollamaModels),
    ...(servers.openai ? [describe('openai', servers.openai.baseUrl, servers, id, openAiCompatibleModels)] : []),
  ];
  return { chosen: id ?? chosen, servers: await Promise.all(asked) };
}

async function describe(
  provider: Provider,
  address: string,
  servers: ChatServers,
  chosen: string | null,
  list: (servers: ChatServers, signal: AbortSignal) => Promise<Found[]>,
): Promise<ChatServerReport> {
  const url = URL.canParse(address) ? new URL(address) : null;
  const base = { provider, address, staysHere: url !== null && isLoopback(url), models: [] };
  const title = serverTitle[provider];
  if (!url) {
    const hint = 'Correct it in the settings: it looks like http://127.0.0.1:11434.';
    return { ...base, state: 'wrong-url', message: `${address} is no address.`, hint };
  }
  if (servers.offline && !base.staysHere) {
    const message = `Offline mode is on: ${title} at ${url.host} was not contacted.`;
    return { ...base, state: 'refused-offline', message, hint: 'Turn offline mode off to use it.' };
  }
  try {
    const models = (await list(servers, AbortSignal.timeout(listMs))).map((model) => ({
      ...model,
      chosen: model.id === chosen,
    }));
    if (models.length === 0) {
      const hint = provider === 'ollama' ? 'Pull one, such as ollama:smollm2:135m.' : 'Load one in the server.';
      return { ...base, state: 'no-models', message: `${title} answers at ${url.host} but has no chat model.`, hint };
    }
    const message = `${title} answers at ${url.host} and has ${count(models.length)}.`;
    return { ...base, state: 'ok', message, hint: '', models };
  } catch (error) {
    return { ...base, ...failure(error, title, url.host) };
  }
}

const count = (models: number): string => (models === 1 ? 'one chat model' : `${models} chat models`);

const wrongAddress = (title: string, place: string): Pick<ChatServerReport, 'state' | 'message' | 'hint'> => ({
  state: 'wrong-url',
  message: `What answers at ${place} is not what was expected: ${title}.`,
  hint: 'Correct the address in the settings.',
});

/** Why a server could not tell its models. */
function failure(error: unknown, title: string, place: string): Pick<ChatServerReport, 'state' | 'message' | 'hint'> {
  const fault = faultOf(error);
  if (fault === 'key-refused') {
    return { state: fault, message: `${title} at ${place} refused the key.`, hint: 'Enter its key again.' };
  }
  if (fault === 'wrong-url') return wrongAddress(title, place);
  return {
    state: 'down',
    message: `${title} does not answer at ${place}.`,
    hint: 'Start it, or go on without it: answers are then quoted from your documents.',
  };
}

async function ollamaModels(servers: ChatServers, signal: AbortSignal): Promise<Found[]> {
  const at = (path: string): string => `${servers.ollamaHost.replace(/\/+$/u, '')}/api/${path}`;
  const read = async <T>(path: string, schema: z.ZodType<T>, init: RequestInit = {}): Promise<T> =>
    parsePart('Ollama', schema, await metadataOf('Ollama', at(path), init, servers, signal));
  const listed = await read('tags', tags);
  // What follows is nice to know: a list without it is still a list.
  const loaded = await read('ps', running).catch(() => null);
  const inMemory = loaded && new Set(loaded.models.map(({ name }) => name));
  const found = listed.models.map(async ({ name, size }): Promise<Found | null> => {
    const facts = await read('show', shown, post({ model: name })).catch(() => null);
    const chats = facts?.capabilities ? facts.capabilities.includes('completion') : !soundsLikeEmbedding(name);
    if (!chats) return null;
    const told = Object.entries(facts?.model_info ?? {}).find(([key]) => key.endsWith('.context_length'))?.[1];
    const named = serverName(`ollama:${name}`) ?? { provider: 'ollama' as const, model: name };
    return {
      id: serverId(named),
      provider: 'ollama',
      name: named.model,
      bytes: size ?? null,
      contextTokens: typeof told === 'number' ? told : null,
      loaded: inMemory ? inMemory.has(name) : null,
    };
  });
  return (await Promise.all(found)).filter((model): model is Found => model !== null);
}

async function openAiCompatibleModels(servers: ChatServers, signal: AbortSignal): Promise<Found[]> {
  const { baseUrl, apiKey } = servers.openai ?? { baseUrl: '', apiKey: '' };
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
  const url = `${baseUrl.replace(/\/+$/u, '')}/models`;
  const text = await metadataOf(serverTitle.openai, url, { headers }, servers, signal);
  const { data } = parsePart(serverTitle.openai, openAiModels, text);
  return data
    .filter(({ id }) => !soundsLikeEmbedding(id))
    .map(({ id, max_model_len, context_length, max_context_length }) => ({
      id: `openai:${id}`,
      provider: 'openai',
      name: id,
      bytes: null,
      contextTokens: max_model_len ?? context_length ?? max_context_length ?? null,
      loaded: null,
    }));
}

function post(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
