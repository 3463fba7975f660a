/** Kinds of model servers: all that is said of one outside its own file (electron/engine/models/providers). */

interface ProviderFacts {
  readonly name: string;
  /** Others run servers with its interface. */
  readonly compatible: boolean;
  /** The address of its servers: the setting and the variable for it, and the default. */
  readonly address: {
    readonly setting: string;
    readonly variable: string;
    readonly standard: string;
    /** Its server uses the standard address without a set-up; otherwise it needs an address or a key. */
    readonly always: boolean;
    /** The variable may leave out scheme and port. */
    readonly shorthand: boolean;
  };
  /** Variable of its key; null where its servers want none. */
  readonly keyVariable: string | null;
  readonly embeds: boolean;
  readonly pulls: boolean;
  /** Writes one answer at a time: requests wait here for their turn. */
  readonly oneAtATime: boolean;
  /** Says itself which of its models make vectors. */
  readonly tellsJobs: boolean;
  /** End of a model's name that says nothing. */
  readonly impliedTag: string | null;
  readonly example: string;
}

export const providers = {
  ollama: {
    name: 'Ollama',
    compatible: false,
    address: {
      setting: 'ollamaHost',
      variable: 'OLLAMA_HOST',
      standard: 'http://127.0.0.1:11434',
      always: true,
      shorthand: true,
    },
    keyVariable: null,
    embeds: true,
    pulls: true,
    oneAtATime: true,
    tellsJobs: true,
    impliedTag: ':latest',
    example: 'smollm2:135m',
  },
  openai: {
    name: 'OpenAI',
    compatible: true,
    address: {
      setting: 'openai.baseUrl',
      variable: 'OPENAI_BASE_URL',
      standard: 'https://api.openai.com/v1',
      always: false,
      shorthand: false,
    },
    keyVariable: 'OPENAI_API_KEY',
    embeds: true,
    pulls: false,
    oneAtATime: false,
    tellsJobs: false,
    impliedTag: null,
    example: 'gpt-4o',
  },
  anthropic: {
    name: 'Anthropic',
    compatible: false,
    address: {
      setting: 'anthropic.baseUrl',
      variable: 'ANTHROPIC_BASE_URL',
      standard: 'https://api.anthropic.com',
      always: false,
      shorthand: false,
    },
    keyVariable: 'ANTHROPIC_API_KEY',
    embeds: false,
    pulls: false,
    oneAtATime: false,
    tellsJobs: true,
    impliedTag: null,
    example: 'claude-sonnet-4-5',
  },
} as const satisfies Record<string, ProviderFacts>;

export type ProviderId = keyof typeof providers;

/**
 * A server: a kind alone for the one that its own setting or the environment names, the kind and a word more for one
 * that a person has named: `openai-lm-studio`. So a model's id tells the kind of its server wherever it is read.
 */
export type ServerId = ProviderId | `${ProviderId}-${string}`;

export interface NamedServer {
  readonly id: ServerId;
  readonly name: string;
  readonly url: string;
}

/** Default addresses of local programs that serve models with OpenAI's interface. */
export const serverPresets = [
  { id: 'openai-lm-studio', name: 'LM Studio', url: 'http://127.0.0.1:1234/v1' },
  { id: 'openai-llama-cpp', name: 'llama.cpp', url: 'http://127.0.0.1:8080/v1' },
  { id: 'openai-vllm', name: 'vLLM', url: 'http://127.0.0.1:8000/v1' },
  { id: 'openai-localai', name: 'LocalAI', url: 'http://127.0.0.1:8080/v1' },
  { id: 'openai-jan', name: 'Jan', url: 'http://127.0.0.1:1337/v1' },
] as const satisfies readonly NamedServer[];
export const [lmStudio] = serverPresets;

const known = Object.keys(providers);
const isProvider = (name: string): name is ProviderId => known.includes(name);
const serverForm = /^[a-z]+(?:-[a-z0-9][a-z0-9-]{0,39})?$/u;
export const isServer = (id: string): id is ServerId => serverForm.test(id) && isProvider(id.split('-', 1)[0] ?? '');
export const isNamedServer = (id: string): id is ServerId => isServer(id) && !isProvider(id);
export const kindOf = (id: ServerId): ProviderId =>
  providerIds.find((kind) => kind === id.split('-', 1)[0]) ?? 'openai';

/** An id for a new server by its name, like none of the others. */
export function newServerId(kind: ProviderId, name: string, others: readonly { readonly id: string }[]): ServerId {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/gu) ?? ['server'];
  const id = `${kind}-${words.join('-').slice(0, 30)}` as const;
  const taken = new Set<string>(others.map((other) => other.id));
  let free: ServerId = id;
  for (let at = 2; taken.has(free); at += 1) free = `${id}-${at}`;
  return free;
}

/** In the order in which people see them. */
export const providerIds: readonly ProviderId[] = known.filter(isProvider);
export const keyedProviders: readonly ProviderId[] = providerIds.filter((id) => providers[id].keyVariable !== null);

export type AddressSetting = (typeof providers)[ProviderId]['address']['setting'];
export const addressSettingPaths: readonly AddressSetting[] = providerIds.map((id) => providers[id].address.setting);
/** The settings of a provider whose server has a standard address always have one. */
type AddressSettings<Given, Missing> = {
  readonly [P in ProviderId as (typeof providers)[P]['address']['setting']]: (typeof providers)[P]['address']['always'] extends true
    ? Given
    : Missing;
};

/** One value for the address of each provider's server: `given` where it always has one, `missing` where it may have none. */
export function addressSettings<Given, Missing>(
  given: (id: ProviderId) => Given,
  missing: (id: ProviderId) => Missing,
): AddressSettings<Given, Missing> {
  const values = providerIds.map((id) => {
    const { setting, always } = providers[id].address;
    return [setting, always ? given(id) : missing(id)];
  });
  // The names and which of them always have a value are those of the table.
  return Object.fromEntries(values) as AddressSettings<Given, Missing>;
}

/** The English name of a provider's servers: for an interface that others have too, any server with it. */
export const serversCalled = (id: ProviderId): string =>
  providers[id].compatible ? `${providers[id].name}-compatible server` : providers[id].name;

export interface ServerAddress {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly name?: string;
}

export type ProviderServers = Readonly<Partial<Record<ServerId, ServerAddress | null>>>;

export interface ServerName {
  readonly server: ServerId;
  readonly provider: ProviderId;
  readonly model: string;
}

/** `ollama:all-minilm` → its parts; null for a name without a provider. An implied tag, as Ollama's `:latest`, is left out. */
export function serverName(id: string): ServerName | null {
  const separator = id.indexOf(':');
  const server = id.slice(0, separator);
  const name = id.slice(separator + 1);
  if (separator < 0 || !isServer(server) || name === '') return null;
  const provider = kindOf(server);
  const { impliedTag } = providers[provider];
  const model = impliedTag !== null && name.endsWith(impliedTag) ? name.slice(0, -impliedTag.length) : name;
  return model === '' ? null : { server, provider, model };
}

export const serverId = ({ server, model }: Pick<ServerName, 'server' | 'model'>): string => `${server}:${model}`;

/** `s3://bucket` of an address in it: what the keys of a store are for. Null for an address of another kind. */
export const bucketOf = (address: string): string | null => /^s3:\/\/[^/]+/.exec(address)?.[0] ?? null;
