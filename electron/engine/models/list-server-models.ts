import type { EmbeddingServer, ModelCheck, ModelSummary } from '@shared/contract';
import { reportOf } from '@shared/errors';
import { z } from 'zod';
import { isLoopback } from '../connections/connection-gate';
import { type ChatServers, metadataOf, parsePart } from './chat-endpoint';
import { type Provider, serverId, serverName, serverTitle, soundsLikeEmbedding } from './server-names';
import { faultOf } from './server-state';

/** A server that has not told its models by then is left out of the list, ms. */
const listMs = 1000;
/** A server that is asked for itself, while nothing else waits for it, may take longer, ms. */
const patientMs = 3500;

const tags = z.object({ models: z.array(z.object({ name: z.string(), size: z.number().optional() })) });
const shown = z.object({
  capabilities: z.array(z.string()).optional(),
  model_info: z.record(z.string(), z.unknown()).optional(),
});
const openAiModels = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Models of the servers that answer within a second; a server that does not is left out without a word. */
export async function listServerModels(servers: ChatServers): Promise<ModelSummary[]> {
  const signal = AbortSignal.timeout(listMs);
  const lists = providersOf(servers).map((provider) => modelsOf[provider](servers, signal));
  return (await Promise.all(lists.map((list) => list.catch(() => [])))).flat();
}

/** How each server that is set up is, with its embedding models. Never rejects. */
export function embeddingServers(servers: ChatServers): Promise<EmbeddingServer[]> {
  return Promise.all(providersOf(servers).map((provider) => embeddingServer(provider, servers)));
}

async function embeddingServer(provider: Provider, servers: ChatServers): Promise<EmbeddingServer> {
  const address = provider === 'ollama' ? servers.ollamaHost : (servers.openai?.baseUrl ?? '');
  const url = URL.canParse(address) ? new URL(address) : null;
  const told = { provider, address, staysHere: url !== null && isLoopback(url), models: [], others: [] };
  if (!url) return { ...told, state: 'wrong-url' };
  if (servers.offline && !told.staysHere) return { ...told, state: 'refused-offline' };
  try {
    const listed = await modelsOf[provider](servers, AbortSignal.timeout(patientMs));
    const models = listed.filter(({ job }) => job === 'embedding');
    const others = listed.filter(({ job }) => job === 'chat').map(asEmbedding);
    return { ...told, state: models.length === 0 ? 'no-models' : 'ok', models, others: tells[provider] ? [] : others };
  } catch (error) {
    return { ...told, state: faultOf(error) };
  }
}

/** Whether a server says itself what a model is for. */
const tells: Readonly<Record<Provider, boolean>> = { ollama: true, openai: false };

const asEmbedding = (model: ModelSummary): ModelSummary => ({ ...model, job: 'embedding', calibrated: false });

const providersOf = ({ openai }: ChatServers): readonly Provider[] => (openai ? ['ollama', 'openai'] : ['ollama']);

const modelsOf: Readonly<Record<Provider, (servers: ChatServers, signal: AbortSignal) => Promise<ModelSummary[]>>> = {
  ollama: ollamaModels,
  openai: openAiCompatible,
};

async function ollamaModels(servers: ChatServers, signal: AbortSignal): Promise<ModelSummary[]> {
  const names = await get('ollama', `${servers.ollamaHost}/api/tags`, tags, servers, signal);
  const summaries = names.models.map(async ({ name, size }) => {
    const facts = await detailsOf(name, servers, signal);
    return summary('ollama', name, servers.ollamaHost, { bytes: size ?? 0, ...facts });
  });
  return Promise.all(summaries);
}

/** What the server knows of one model; where it says nothing the model's name must do. */
async function detailsOf(model: string, servers: ChatServers, signal: AbortSignal) {
  const asked = post({ model });
  const facts = await metadataOf('Ollama', `${servers.ollamaHost}/api/show`, asked, servers, signal)
    .then((text) => parsePart('Ollama', shown, text))
    .catch(() => null);
  const info = Object.entries(facts?.model_info ?? {});
  const number = (ending: string): number | null => {
    const value = info.find(([key]) => key.endsWith(ending))?.[1];
    return typeof value === 'number' ? value : null;
  };
  const embeds = facts?.capabilities ? !facts.capabilities.includes('completion') : soundsLikeEmbedding(model);
  return { embeds, window: number('.context_length'), dimension: embeds ? number('.embedding_length') : null };
}

async function openAiCompatible(servers: ChatServers, signal: AbortSignal): Promise<ModelSummary[]> {
  const { openai } = servers;
  if (!openai) return [];
  const url = `${openai.baseUrl.replace(/\/+$/u, '')}/models`;
  const found = await get('openai', url, openAiModels, servers, signal);
  const unknown = { bytes: 0, window: null, dimension: null };
  return found.data.map(({ id }) =>
    summary('openai', id, openai.baseUrl, { ...unknown, embeds: soundsLikeEmbedding(id) }),
  );
}

function summary(
  provider: Provider,
  model: string,
  location: string,
  facts: { embeds: boolean; window: number | null; dimension: number | null; bytes: number },
): ModelSummary {
  const name = serverName(`${provider}:${model}`) ?? { provider, model };
  const { embeds, ...rest } = facts;
  return {
    id: serverId(name),
    job: embeds ? 'embedding' : 'chat',
    title: `${name.model} (${provider === 'ollama' ? 'Ollama' : 'OpenAI-compatible server'})`,
    licence: 'see the model',
    installed: true,
    active: false,
    location,
    ...rest,
    ...(embeds ? { calibrated: false } : {}),
  };
}

/**
 * Whether each server answers, in plain words. A server that is down is a fault only where `needed` names one of its
 * models: Vitrine does without.
 */
export async function checkServers(servers: ChatServers, needed: readonly string[]): Promise<ModelCheck[]> {
  return Promise.all(providersOf(servers).map((provider) => checkServer(provider, servers, needed)));
}

async function checkServer(provider: Provider, servers: ChatServers, needed: readonly string[]): Promise<ModelCheck> {
  const base = provider === 'ollama' ? servers.ollamaHost : (servers.openai?.baseUrl ?? '').replace(/\/+$/u, '');
  const started = performance.now();
  const check = { id: provider, loadMs: null, embedMs: null };
  try {
    const names =
      provider === 'ollama'
        ? (await get(provider, `${base}/api/tags`, tags, servers)).models.map(({ name }) => `ollama:${name}`)
        : (await get(provider, `${base}/models`, openAiModels, servers)).data.map(({ id }) => `openai:${id}`);
    const ids = new Set(names.map((name) => serverId(serverName(name) ?? { provider, model: name })));
    const absent = needed.filter((id) => id.startsWith(`${provider}:`) && !ids.has(id));
    const place = new URL(base).host;
    if (absent.length > 0) {
      const message = `${serverTitle[provider]} answers at ${place} but does not have ${absent.join(', ')}.`;
      const hint = provider === 'ollama' ? ` Run vitrine models pull ${absent[0]}.` : ' Choose one that it has.';
      return { ...check, ok: false, message: message + hint };
    }
    const message = `${serverTitle[provider]} answers at ${place} and has ${ids.size} models.`;
    return { ...check, ok: true, message, loadMs: performance.now() - started };
  } catch (error) {
    const { message } = reportOf(error);
    const used = needed.some((id) => id.startsWith(`${provider}:`));
    const hint = used
      ? 'Start it, or choose another model.'
      : 'Start it, or go on without it: answers are then quoted from your documents.';
    return { ...check, ok: !used, message: `${message} ${hint}` };
  }
}

async function get<T>(
  provider: Provider,
  url: string,
  schema: z.ZodType<T>,
  servers: ChatServers,
  signal?: AbortSignal,
): Promise<T> {
  const key = provider === 'openai' ? servers.openai?.apiKey : '';
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const text = await metadataOf(serverTitle[provider], url, { headers }, servers, signal);
  return parsePart(serverTitle[provider], schema, text);
}

function post(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
