import type {
  ChatModelInfo,
  ChatModelsReport,
  ChatServerReport,
  EmbeddingServer,
  ModelCheck,
  ModelSummary,
  ServerTest,
} from '@shared/contract';
import { codedError, reportOf } from '@shared/errors';
import { lmStudio, providers, type ServerId, serverId, serverName, serversCalled } from '@shared/providers';
import { withoutSecrets } from '@shared/secrets';
import { healthLine } from '@shared/words/sayings';
import { isLoopback } from '../../connections/connection-gate';
import type { ModelServers, Server, ServerModel } from './provider';
import { neededServer, registry, serversOf } from './registry';

/** A server that has not told its models by then is left out of the list, ms. */
const listMs = 1000;
/** A server that has not listed its chat models by then counts as down, ms: a person waits for the list. */
const chatListMs = 1500;
/** A server that is asked for itself, while nothing else waits for it, may take longer, ms. */
const patientMs = 3500;

const modelsOf = (server: Server, ms: number, names?: 'names'): Promise<ServerModel[]> =>
  registry[server.provider].models(server, AbortSignal.timeout(ms), names);

function idOf({ id: server }: Server, model: string): string {
  const id = `${server}:${model}`;
  const name = serverName(id);
  return name ? serverId(name) : id;
}

/** Models of the servers that answer within a second; a server that does not is left out without a word. */
export async function listServerModels(net: ModelServers): Promise<ModelSummary[]> {
  const lists = serversOf(net).map((server) =>
    modelsOf(server, listMs).then(
      (models) => models.map((model) => summary(server, model)),
      () => [],
    ),
  );
  return (await Promise.all(lists)).flat();
}

function summary(server: Server, { name, embeds, bytes, contextTokens, dimension }: ServerModel): ModelSummary {
  const id = idOf(server, name);
  return {
    id,
    job: embeds ? 'embedding' : 'chat',
    title: `${id.slice(server.id.length + 1)} (${server.name ?? serversCalled(server.provider)})`,
    licence: 'see the model',
    installed: true,
    active: false,
    location: withoutSecrets(server.baseUrl),
    dimension,
    window: contextTokens,
    bytes: bytes ?? 0,
    ...(embeds ? { calibrated: false } : {}),
  };
}

function toldOf({ id: server, provider, baseUrl }: Server) {
  const address = withoutSecrets(baseUrl);
  const url = URL.canParse(address) ? new URL(address) : null;
  return { url, told: { server, provider, address, staysHere: url !== null && isLoopback(url) } };
}

/** How each server that makes vectors is, with its embedding models. Never rejects. */
export function embeddingServers(net: ModelServers): Promise<EmbeddingServer[]> {
  const able = serversOf(net).filter(({ provider }) => providers[provider].embeds);
  return Promise.all(able.map(embeddingServer));
}

async function looked(server: Server, ms: number, names?: 'names') {
  const { url, told } = toldOf(server);
  const nothing = { told, models: [], error: null };
  if (!url) return { ...nothing, state: 'wrong-url' } as const;
  if (server.net.offline && !told.staysHere) return { ...nothing, state: 'refused-offline' } as const;
  try {
    const models = await modelsOf(server, ms, names);
    return { ...nothing, models, state: models.length === 0 ? 'no-models' : 'ok' } as const;
  } catch (error) {
    return { ...nothing, error, state: faultOf(error) };
  }
}

async function embeddingServer(server: Server): Promise<EmbeddingServer> {
  const { told, state, models: all } = await looked(server, patientMs);
  const listed = all.map((model) => summary(server, model));
  const models = listed.filter(({ job }) => job === 'embedding');
  const others = listed.filter(({ job }) => job === 'chat').map(asEmbedding);
  return {
    ...told,
    state: state === 'ok' && models.length === 0 ? 'no-models' : state,
    models,
    others: providers[server.provider].tellsJobs ? [] : others,
  };
}

const asEmbedding = (model: ModelSummary): ModelSummary => ({ ...model, job: 'embedding', calibrated: false });

type Fault = Extract<EmbeddingServer['state'], 'down' | 'late' | 'wrong-url' | 'key-refused' | 'failing'>;

const keyRefused = [401, 403];
const serverFault = 500;

function faultOf(error: unknown): Fault {
  const { code, details } = reportOf(error);
  const status = Number(details?.status ?? 0);
  if (keyRefused.includes(status)) return 'key-refused';
  if (code === 'model-missing' || (code === 'model-failed' && status < serverFault)) return 'wrong-url';
  if (status >= serverFault || code === 'rate-limited') return 'failing';
  return code === 'model-unreachable' ? 'down' : 'late';
}

/** The chat models and state of each server, with `here` also of LM Studio on this computer. Never rejects. */
export async function chatServers(net: ModelServers, chosen: string | null, here = false): Promise<ChatModelsReport> {
  const named = chosen === null ? null : serverName(chosen);
  const id = named ? serverId(named) : chosen;
  const isKnown = net.providers[lmStudio.id] || serversOf(net).some(({ baseUrl }) => baseUrl === lmStudio.url);
  const usual = here && !isKnown ? { [lmStudio.id]: { baseUrl: lmStudio.url, name: lmStudio.name } } : {};
  const servers = serversOf({ ...net, providers: { ...net.providers, ...usual } }).filter(
    (server) => !here || toldOf(server).told.staysHere,
  );
  return { chosen: id, servers: await Promise.all(servers.map((server) => chatServer(server, id))) };
}

async function chatServer(server: Server, chosen: string | null): Promise<ChatServerReport> {
  const { told, state, models: all } = await looked(server, chatListMs);
  const models = all.flatMap((model) => chatModelInfo(server, model, chosen));
  if (state === 'ok') return { ...told, state: models.length === 0 ? 'no-models' : 'ok', models };
  return { ...told, state: state === 'late' || state === 'failing' ? 'down' : state, models };
}

const noHostCodes = ['ENOTFOUND', 'EAI_AGAIN'];

/** Why no connection came about, by the system's own code among the causes; null where it is not known. */
function connectionFault(error: unknown): 'no-host' | 'certificate' | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  if (noHostCodes.includes(code)) return 'no-host';
  return /CERT|_TLS_|_SSL_/u.test(code) ? 'certificate' : connectionFault(error.cause);
}

/** Asks a server for its models, and says what came of it. Errors: `model-missing` for one that is not set up. */
export async function testServer(id: ServerId, net: ModelServers): Promise<ServerTest> {
  const server = neededServer(id, net);
  const started = performance.now();
  const { state, models, error } = await looked(server, patientMs, 'names');
  return { state: connectionFault(error) ?? state, models: models.length, ms: performance.now() - started };
}

function chatModelInfo(server: Server, model: ServerModel, chosen: string | null): ChatModelInfo[] {
  if (model.embeds) return [];
  const { bytes, contextTokens, loaded } = model;
  const id = idOf(server, model.name);
  const name = id.slice(server.id.length + 1);
  return [
    { id, server: server.id, provider: server.provider, name, bytes, contextTokens, loaded, chosen: id === chosen },
  ];
}

/** Whether each server answers, in plain words; one that is down is a fault only where it has a `needed` model. */
export function checkServers(net: ModelServers, needed: readonly string[]): Promise<ModelCheck[]> {
  return Promise.all(serversOf(net).map((server) => checkServer(server, needed)));
}

async function checkServer(server: Server, needed: readonly string[]): Promise<ModelCheck> {
  const { id, provider, title, baseUrl } = server;
  const started = performance.now();
  const check = { id, loadMs: null, embedMs: null };
  const own = needed.filter((model) => model.startsWith(`${id}:`));
  try {
    const ids = new Set((await modelsOf(server, patientMs, 'names')).map(({ name }) => idOf(server, name)));
    const absent = own.filter((model) => !ids.has(model));
    const place = new URL(baseUrl).host;
    if (absent.length > 0) {
      const lacks = { server: title, place, models: absent.join(', ') };
      const line = healthLine(providers[provider].pulls ? 'server-lacks-pulled' : 'server-lacks', lacks);
      return { ...check, ok: false, ...line };
    }
    const line = healthLine('server-answers', { server: title, place, models: ids.size });
    return { ...check, ok: true, ...line, loadMs: performance.now() - started };
  } catch (error) {
    return { ...check, ok: own.length === 0, ...codedError(error) };
  }
}
