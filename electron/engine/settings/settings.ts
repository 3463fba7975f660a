import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingField, SettingSource, SettingsReport } from '@shared/contract';
import { issueOf, VitrineError, valuesOf } from '@shared/errors';
import {
  addressSettingPaths,
  addressSettings,
  keyedProviders,
  type NamedServer,
  type ProviderId,
  type ProviderServers,
  providerIds,
  providers,
  type ServerId,
} from '@shared/providers';
import { settingDefaults } from '@shared/setting-defaults';
import { type SettingPath, type Settings, settingPaths, settingShapes } from '@shared/settings';
import { healthLine } from '@shared/words/sayings';
import type { NetworkPolicy } from '../connections/connection-gate';
import { replaceFile } from '../files';
import type { EngineOptions } from '../options';
import type { NamedUse, Permissions } from './permissions';
import { ServerKeys, StoreKeys } from './server-keys';

type Problem = SettingsReport['problems'][number];

/** Settings that name a place or a model outside the library: what came with the library waits for a yes here. */
const guarded = [...addressSettingPaths, 'hubEndpoint', 'chatModel'] as const;
const isGuarded = (path: SettingPath): path is (typeof guarded)[number] =>
  (guarded as readonly SettingPath[]).includes(path);

type Raw = Readonly<Record<string, unknown>>;

/**
 * Settings: the environment's values, then a person's choices, then defaults. Every change is written before it counts.
 * A broken value has its default and is named in `problems`; offline mode is then on, because its state is unknown.
 */
export class SettingsStore {
  readonly file: string;
  readonly keys: ServerKeys;
  readonly storeKeys: StoreKeys;
  readonly #options: EngineOptions;
  readonly #base: Settings;
  #raw: Raw = {};
  #chosen: Partial<Settings> = {};
  #problems: readonly Problem[] = [];
  #unreadable = false;

  /** `options` are the values without a file: defaults, and what the environment pins. */
  constructor(
    options: EngineOptions,
    private readonly permissions: Permissions,
  ) {
    this.file = join(options.libraryFolder, 'settings.json');
    this.#options = options;
    this.#base = {
      ...settingDefaults,
      ...addressSettings(
        (id) => options.providers[id]?.baseUrl ?? providers[id].address.standard,
        (id) => options.providers[id]?.baseUrl ?? null,
      ),
      chatModel: options.chatModel,
      modelFolders: [...options.modelFolders],
      hubEndpoint: options.hubEndpoint,
      offline: options.offline,
    };
    this.keys = new ServerKeys(options.providers);
    this.storeKeys = new StoreKeys(options.index?.storage ?? {});
    this.#read();
    permissions.asks(() => this.#named());
  }

  value<P extends SettingPath>(path: P): Settings[P] {
    if (this.#variable(path) !== null) return this.#base[path];
    // A parsed value has the type of its path; the map's type cannot say so.
    const chosen = (this.#chosen[path] as Settings[P] | undefined) ?? this.#base[path];
    if (path === 'servers') return this.#allowedServers() as readonly NamedServer[] as Settings[P];
    if (path === 'modelFolders') return this.#allowedFolders() as readonly string[] as Settings[P];
    if (!isGuarded(path) || chosen === null || chosen === this.#base[path]) return chosen;
    return this.permissions.allows(path, String(chosen)) ? chosen : this.#base[path];
  }

  /** A person's choices, in force or not; otherwise the defaults. */
  chosen<P extends SettingPath>(path: P): Settings[P] {
    return (this.#chosen[path] as Settings[P] | undefined) ?? this.#fallback(path);
  }

  /** The model servers with the keys that belong to them; null for those of which neither is set up. */
  get providers(): ProviderServers {
    const servers = providerIds.map((id) => {
      const apiKey = this.keys.keyFor(id, this.#addressOfKind(id));
      const isSetUp = this.value(providers[id].address.setting) !== null || apiKey !== '';
      return [id, isSetUp ? { baseUrl: this.#addressOfKind(id), apiKey } : null];
    });
    const named = this.value('servers').map(({ id, name, url }) => {
      return [id, { baseUrl: url, apiKey: this.keys.keyFor(id, url), name }];
    });
    return Object.fromEntries([...servers, ...named]);
  }

  /** The address of a server, also without a key; null without an address. */
  addressOf(id: ServerId): string | null {
    const kind = providerIds.find((one) => one === id);
    if (kind) return this.#addressOfKind(kind);
    return this.value('servers').find((server) => server.id === id)?.url ?? null;
  }

  #addressOfKind(kind: ProviderId): string {
    return this.value(providers[kind].address.setting) ?? providers[kind].address.standard;
  }

  report(): SettingsReport {
    const fields = Object.fromEntries(settingPaths.map((path) => [path, this.#field(path)]));
    return {
      fields: fields as SettingsReport['fields'],
      keys: Object.fromEntries([
        ...keyedProviders.map((id) => [id, this.keys.state(id, this.#addressOfKind(id))]),
        ...this.value('servers').map(({ id, url }) => [id, this.keys.state(id, url)]),
      ]),
      storeKeys: { fromEnvironment: this.storeKeys.pinned, entered: this.storeKeys.states() },
      file: this.file,
      problems: this.#problems,
      waiting: this.permissions.waiting(),
    };
  }

  /** Writes and resets values, which a person's entry here allows. Errors: `disk-full`, `settings-invalid`. */
  change(values: Partial<Settings>, reset: readonly SettingPath[] = []): void {
    const raw: Record<string, unknown> = { ...this.#raw };
    for (const path of reset) delete raw[path];
    for (const [path, value] of Object.entries(values)) if (value !== undefined) raw[path] = value;
    if (values.servers) {
      for (const { url } of values.servers) this.permissions.enter('servers', url);
      // Those that wait for a yes are not shown in the list, and are not taken out by changing it.
      raw.servers = [...values.servers, ...this.#waitingServers(values.servers)];
    }
    for (const path of guarded) {
      const value = values[path];
      if (value !== undefined && value !== null) this.permissions.enter(path, value);
    }
    if (this.#unreadable) this.#setAside();
    writeWhole(this.file, `${JSON.stringify(raw, null, 2)}\n`);
    this.#take(raw);
  }

  /** Another process may have changed them until now. */
  readAnew(): void {
    this.#take({});
    this.#read();
  }

  #allowedFolders(): readonly string[] {
    const folders = this.#chosen.modelFolders;
    return folders?.filter((folder) => this.permissions.allows('modelFolders', folder)) ?? this.#base.modelFolders;
  }

  #allowedServers(): readonly NamedServer[] {
    return (this.#chosen.servers ?? []).filter(({ url }) => this.permissions.allows('servers', url));
  }

  #waitingServers(besides: readonly NamedServer[]): readonly NamedServer[] {
    const isFree = ({ id }: NamedServer) => besides.every((other) => other.id !== id);
    const allowed = this.#allowedServers();
    return (this.#chosen.servers ?? []).filter((one) => !allowed.includes(one) && isFree(one));
  }

  #named(): NamedUse[] {
    const single = guarded.flatMap((use) => {
      const value = this.#variable(use) === null ? this.#chosen[use] : null;
      return value && value !== this.#base[use] ? [{ use, value }] : [];
    });
    const folders = this.#variable('modelFolders') === null ? (this.#chosen.modelFolders ?? []) : [];
    const servers = (this.#chosen.servers ?? []).map(({ url }) => ({ use: 'servers' as const, value: url }));
    return [...single, ...servers, ...folders.map((value) => ({ use: 'modelFolders' as const, value }))];
  }

  #field<P extends SettingPath>(path: P): SettingField<P> {
    const variable = this.#variable(path);
    const ownSource: SettingSource = path in this.#chosen ? 'settings' : 'default';
    const source = variable === null ? ownSource : 'environment';
    return { value: this.value(path), default: this.#fallback(path), source, variable };
  }

  #fallback<P extends SettingPath>(path: P): Settings[P] {
    return this.#variable(path) === null ? this.#base[path] : settingDefaults[path];
  }

  #variable(path: SettingPath): string | null {
    return this.#options.pinned?.[path] ?? null;
  }

  #read(): void {
    let text: string;
    try {
      text = readFileSync(this.file, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
      this.#refuse(healthLine('settings-unread', { said: String(error) }));
      return;
    }
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('it is no object');
      this.#take(Object.fromEntries(Object.entries(value)));
    } catch (error) {
      this.#refuse(healthLine('settings-not-json', { said: String(error) }));
    }
  }

  #refuse(problem: Problem): void {
    this.#take({ offline: true });
    this.#unreadable = true;
    this.#problems = [problem];
  }

  #take(raw: Raw): void {
    const problems: Problem[] = [];
    const chosen: Record<string, unknown> = {};
    for (const [path, value] of Object.entries(raw)) {
      const shape = Object.hasOwn(settingShapes, path) ? settingShapes[path as SettingPath] : null;
      const parsed = shape?.safeParse(value);
      if (parsed?.success) chosen[path] = parsed.data;
      else if (parsed)
        problems.push(healthLine('setting-unfit', { ...valuesOf(issueOf(parsed.error)), path, place: path }));
      else problems.push(healthLine('setting-unknown', { path }));
    }
    if (Object.hasOwn(raw, 'offline') && chosen.offline === undefined) chosen.offline = true;
    this.#raw = raw;
    // Each value has been parsed by the shape of its path.
    this.#chosen = chosen as Partial<Settings>;
    this.#problems = problems;
    this.#unreadable = false;
  }

  /** An unreadable file is not deleted: a person may want to repair it. */
  #setAside(): void {
    renameSync(this.file, join(this.#options.libraryFolder, 'settings.broken.json'));
  }
}

/** Puts the text in the file's place whole or not at all. Errors: `disk-full`, `settings-invalid`. */
function writeWhole(file: string, text: string): void {
  try {
    replaceFile(file, text, 0o600);
  } catch (error) {
    const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    throw full
      ? new VitrineError('disk-full', { why: 'settings' }, { cause: error })
      : new VitrineError('settings-invalid', { file, why: 'not-written' }, { cause: error });
  }
}

/** Options whose members follow the settings. A copy does not; only offline mode reaches copies too. */
export type LiveOptions = EngineOptions & NetworkPolicy;

/** The same options with the settings in force, read at every use: a change counts at the next one. */
export function liveOptions(
  options: EngineOptions,
  settings: SettingsStore,
  connections: NetworkPolicy['connections'],
): LiveOptions {
  return {
    ...options,
    connections,
    get providers() {
      return settings.providers;
    },
    get chatModel() {
      return settings.value('chatModel');
    },
    get modelFolders() {
      return settings.value('modelFolders');
    },
    get hubEndpoint() {
      return settings.value('hubEndpoint');
    },
    get offline() {
      return settings.value('offline');
    },
  };
}
