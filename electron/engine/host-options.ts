import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { ServerCommand } from '@shared/contract';
import { type ProviderServers, providerIds, providers } from '@shared/providers';
import { withoutUserinfo } from '@shared/secrets';
import { settingDefaults } from '@shared/setting-defaults';
import type { SettingPath } from '@shared/settings';
import { type Language, languages, systemLanguage } from '@shared/words/languages';
import { version } from '../../package.json';
import type { EngineOptions } from './options';
import { ownPath } from './own-files';

/** The engine's folders and files in a host; hosts differ in this and in nothing else. */
export interface HostFolders {
  /** Holds `config/` and `resources/`: the checkout, or the packaged app's resources folder. */
  readonly appFolder: string;
  readonly libraryFolder: string;
  /** This computer's store beside libraries; if not set, it stores nothing. */
  readonly dataFolder?: string;
}

/** Variables that decide a setting where they are set to anything. */
const variables: Readonly<Partial<Record<SettingPath, string>>> = {
  ...Object.fromEntries(providerIds.map((id) => [providers[id].address.setting, providers[id].address.variable])),
  chatModel: 'VITRINE_CHAT_MODEL',
  modelFolders: 'VITRINE_MODELS',
  hubEndpoint: 'HF_ENDPOINT',
  offline: 'VITRINE_OFFLINE',
};

/** The packaged program's arguments for a command, from resources/bin/vitrine. */
const withoutWindow = ['--ozone-platform=headless', '--disable-gpu', '--in-process-gpu', '--log-level=3'];

type Environment = Readonly<Record<string, string | undefined>>;

/** The default library folder, the same for every host. `platform` as in `process.platform`. */
export function defaultLibraryFolder(env: Environment, platform: string, home: string): string {
  return env.VITRINE_LIBRARY ? resolve(env.VITRINE_LIBRARY) : join(defaultDataFolder(env, platform, home), 'library');
}

/** The user's data folder, the same for every host, whichever library is open; arguments as above. */
function defaultDataFolder(env: Environment, platform: string, home: string): string {
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Vitrine');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Vitrine');
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'Vitrine');
}

/**
 * The language of a terminal: the requested one, otherwise the library's setting, otherwise the system's as POSIX reads
 * it (LC_ALL, LC_MESSAGES, LANG: the first that is set), otherwise English.
 */
export function terminalLanguage(asked: string | undefined, libraryFolder: string, env: Environment): Language {
  const system = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  const chosen = [asked, chosenLanguage(libraryFolder)];
  return languages.find((language) => chosen.includes(language)) ?? systemLanguage([system.replace(/[.@].*$/u, '')]);
}

/** Read before the engine opens: help and bad usage need no library. The engine reports faults of the file. */
function chosenLanguage(libraryFolder: string): unknown {
  try {
    return JSON.parse(readFileSync(ownPath(libraryFolder, 'settings.json'), 'utf8'))['appearance.language'];
  } catch {
    return undefined;
  }
}

/**
 * Limits LanceDB's native log to errors; it writes to stderr, which is for Vitrine's own words. Turns off the telemetry
 * of onnxruntime on Linux and macOS, which names the computer, collects the runs in the home and temporary folders, and
 * sends them. On Windows the variable has no effect (docs/adr/0064-packages.md). Must run in the host's main thread
 * before the engine opens: only there does a change reach native code.
 */
export function quietNativeLogs(env: Record<string, string | undefined>): void {
  env.LANCEDB_LOG ??= 'error';
  env.ORT_DISABLE_TELEMETRY = '1';
}

/**
 * Removes empty variables of object stores from the environment. LanceDB reads it beside its options, and an empty one
 * ends it (`AWS_ENDPOINT_URL_S3`) or counts as a wrong value (`AWS_ALLOW_HTTP`), though a person who writes
 * `AWS_ENDPOINT_URL=` means none. Must run in the same place as `quietNativeLogs`.
 */
export function dropEmptyStoreVariables(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(env)) if (name.startsWith('AWS_') && env[name]?.trim() === '') delete env[name];
}

/** How much JavaScript's memory may grow between two collections, as V8 names it. */
export const heapGrowth = '--heap-growing-percent=50';

/** That objects are never made among the old ones at once, as V8 names it. */
export const youngFirst = '--no-allocation-site-pretenuring';

/**
 * Lets each thread of this process collect its garbage when its memory has grown by half. On a machine with much
 * memory, V8's own bound is up to four times the used memory, and freed memory of searches stays resident until then:
 * measured over 2,000 searches, the process grew by 114 MiB, and so by 17. Also makes each object a young one: V8 makes
 * later objects old if it once saw such ones stay. Then most of a search's measurements waited for a collection of
 * everything, which takes twenty times as long (0.4 ms of the 5.8 of a search). Must run in the host's main thread
 * before the engine opens.
 */
export function collectSooner(): void {
  setFlagsFromString(heapGrowth);
  setFlagsFromString(youngFirst);
}

export function prepareProcess(env: Record<string, string | undefined>): void {
  quietNativeLogs(env);
  dropEmptyStoreVariables(env);
  collectSooner();
}

/**
 * The engine's options from the environment, the one place that reads them: `VITRINE_MODELS` (folders, separated as in
 * PATH), `HF_ENDPOINT`, those of the model servers (shared/providers.ts), `VITRINE_CHAT_MODEL` (`provider:model`) and
 * `VITRINE_OFFLINE`. They win over settings.json.
 */
export function engineOptions(env: Environment, folders: HostFolders): EngineOptions {
  const resources = join(folders.appFolder, 'resources');
  return {
    libraryFolder: folders.libraryFolder,
    configFolder: join(folders.appFolder, 'config'),
    bundledModelFolder: join(resources, 'models'),
    sampleFolder: join(resources, 'sample-library'),
    modelFolders: (env.VITRINE_MODELS ?? '')
      .split(delimiter)
      .filter((folder) => folder.trim() !== '')
      .map((folder) => resolve(folder)),
    downloadFolder: join(folders.libraryFolder, 'models'),
    ...(folders.dataFolder ? { permissionFolder: join(folders.dataFolder, 'permissions') } : {}),
    hubEndpoint: (env.HF_ENDPOINT || settingDefaults.hubEndpoint).replace(/\/+$/, ''),
    providers: serversOf(env),
    offline: isOn(env.VITRINE_OFFLINE),
    index: { uri: env.VITRINE_INDEX || null, storage: storageOf(env) },
    userId: 'local',
    chatModel: env.VITRINE_CHAT_MODEL || null,
    logFile: join(folders.libraryFolder, 'logs', 'vitrine.log'),
    pinned: Object.fromEntries(Object.entries(variables).filter(([, name]) => (env[name] ?? '').trim() !== '')),
    version,
    mcp: serverForAssistants(env, folders),
  };
}

/** The library is named where it is not the one that is opened without a name. */
function serverForAssistants(env: Environment, { appFolder, libraryFolder }: HostFolders): ServerCommand {
  const own = join(defaultDataFolder(env, process.platform, homedir()), 'library');
  const args = ['mcp', ...(libraryFolder === own ? [] : ['--library', libraryFolder])];
  const script = join(appFolder, 'scripts', 'vitrine.mjs');
  if (existsSync(script)) return { command: 'node', args: [script, ...args] };
  // Assistants start no batch file.
  if (process.platform === 'win32') return { command: process.execPath, args: [...withoutWindow, '--', ...args] };
  // The content of an AppImage lies elsewhere each time that it runs.
  return { command: env.APPIMAGE || join(appFolder, 'bin', 'vitrine'), args };
}

export const namedLibrary = (env: Environment, named: string | undefined): string =>
  named ? resolve(named) : defaultLibraryFolder(env, process.platform, homedir());

/**
 * The engine's options for a host that is started in a terminal.
 *
 * @param builtFolder where its script lies, beside those of the engine's threads: `out/main` of the checkout or app
 */
export function terminalOptions(env: Environment, libraryFolder: string, builtFolder: string): EngineOptions {
  const dataFolder = defaultDataFolder(env, process.platform, homedir());
  const built = resolve(builtFolder, '..', '..');
  // Settings, models and samples of the package lie beside its archive.
  const appFolder = basename(built) === 'app.asar' ? dirname(built) : built;
  return {
    ...engineOptions(env, { appFolder, libraryFolder, dataFolder }),
    ingestThreadFile: join(builtFolder, 'ingest-worker.cjs'),
    recognitionThreadFile: join(builtFolder, 'recognition-worker.cjs'),
    replicaThreadFile: join(builtFolder, 'replica-worker.cjs'),
  };
}

/** The model servers that the environment names, and those that are there without. */
function serversOf(env: Environment): ProviderServers {
  const named = providerIds.flatMap((id) => {
    const { address, keyVariable } = providers[id];
    const apiKey = (keyVariable && env[keyVariable]) || '';
    const told = env[address.variable] ?? '';
    if (told === '' && apiKey === '' && !address.always) return [];
    return [
      [id, { baseUrl: address.shorthand ? ollamaAddress(told) : withoutUserinfo(told) || address.standard, apiKey }],
    ];
  });
  return Object.fromEntries(named);
}

function storageOf(env: Environment): Record<string, string> {
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL;
  const named = {
    endpoint,
    region: env.AWS_REGION || env.AWS_DEFAULT_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    sessionToken: env.AWS_SESSION_TOKEN,
    allowHttp: endpoint?.startsWith('http://') ? 'true' : undefined,
  };
  return Object.fromEntries(Object.entries(named).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.trim().toLowerCase());
}

/** An address to connect to from what Ollama accepts: without scheme or port, or `0.0.0.0` for anywhere. */
export function ollamaAddress(value: string): string {
  const text = value.trim();
  if (text === '') return providers.ollama.address.standard;
  const schemed = /^https?:\/\//i.test(text) ? text : `http://${text.startsWith(':') ? `127.0.0.1${text}` : text}`;
  if (!URL.canParse(schemed)) return schemed;
  const url = new URL(schemed);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  const defaultPort = /^https?:\/\//i.test(text) ? '' : '11434';
  const port = url.port || (/:80\/?$/.test(schemed) ? '80' : defaultPort);
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.protocol}//${url.hostname}${port ? `:${port}` : ''}${path}`;
}
