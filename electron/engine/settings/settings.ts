import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingField, SettingSource, SettingsReport } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { openAiAddress, settingDefaults } from '@shared/setting-defaults';
import { type SettingPath, type Settings, settingPaths, settingShapes } from '@shared/settings';
import type { NetworkPolicy } from '../connections/connection-gate';
import type { EngineOptions } from '../options';
import { ServerKeys } from './server-keys';
import { StoreKeys } from './store-keys';

type Problem = SettingsReport['problems'][number];

/** The file's members as they stand in it, also those that this version does not know. */
type Raw = Readonly<Record<string, unknown>>;

/**
 * The settings of a library: what the environment pins, else what a person has chosen (`settings.json` in the library
 * folder), else the default. Read when the library is opened, and again when this process becomes the one that changes
 * it; every change is written before it counts. A file
 * that is broken as a whole or in a value never stops the start: what does not fit stands at its default and is named
 * in `problems`.
 */
export class SettingsStore {
  readonly file: string;
  readonly keys: ServerKeys;
  /** Of stores for the index. */
  readonly storeKeys: StoreKeys;
  readonly #options: EngineOptions;
  readonly #base: Settings;
  #raw: Raw = {};
  #chosen: Partial<Settings> = {};
  #problems: readonly Problem[] = [];
  #unreadable = false;

  /** `options` are the values without a file: defaults, and what the environment pins. */
  constructor(options: EngineOptions) {
    this.file = join(options.libraryFolder, 'settings.json');
    this.#options = options;
    this.#base = {
      ...settingDefaults,
      ollamaHost: options.ollamaHost,
      'openai.baseUrl': options.openai?.baseUrl ?? null,
      chatModel: options.chatModel,
      modelFolders: [...options.modelFolders],
      hubEndpoint: options.hubEndpoint,
      offline: options.offline,
    };
    this.keys = new ServerKeys(options.openai?.apiKey ?? '');
    this.storeKeys = new StoreKeys(options.index?.storage ?? {});
    this.#read();
  }

  /** What is in force. */
  value<P extends SettingPath>(path: P): Settings[P] {
    if (this.#variable(path) !== null) return this.#base[path];
    // A parsed value has the type of its path; the map's type cannot say so.
    return (this.#chosen[path] as Settings[P] | undefined) ?? this.#base[path];
  }

  /** What a person has chosen, in force or not; else the default. */
  chosen<P extends SettingPath>(path: P): Settings[P] {
    return (this.#chosen[path] as Settings[P] | undefined) ?? this.#fallback(path);
  }

  /** The OpenAI-compatible server with the key that belongs to it; null where neither is set up. */
  get openai(): EngineOptions['openai'] {
    const baseUrl = this.value('openai.baseUrl');
    const apiKey = this.keys.keyFor(baseUrl ?? openAiAddress);
    return baseUrl === null && apiKey === '' ? null : { baseUrl: baseUrl ?? openAiAddress, apiKey };
  }

  report(): SettingsReport {
    const fields = Object.fromEntries(settingPaths.map((path) => [path, this.#field(path)]));
    return {
      fields: fields as SettingsReport['fields'],
      keys: { openai: this.keys.state(this.openai?.baseUrl ?? this.value('openai.baseUrl') ?? openAiAddress) },
      storeKeys: { fromEnvironment: this.storeKeys.pinned, entered: this.storeKeys.states() },
      file: this.file,
      problems: this.#problems,
    };
  }

  /**
   * Writes new values and takes others back to their defaults. Values have passed their shapes.
   * Errors: `disk-full`, `settings-invalid` where the file cannot be written.
   */
  change(values: Partial<Settings>, reset: readonly SettingPath[] = []): void {
    const raw: Record<string, unknown> = { ...this.#raw };
    for (const path of reset) delete raw[path];
    for (const [path, value] of Object.entries(values)) if (value !== undefined) raw[path] = value;
    if (this.#unreadable) this.#setAside();
    writeWhole(this.file, `${JSON.stringify(raw, null, 2)}\n`);
    this.#take(raw);
  }

  /** Another process may have changed them until now. */
  readAnew(): void {
    this.#take({});
    this.#read();
  }

  #field<P extends SettingPath>(path: P): SettingField<P> {
    const variable = this.#variable(path);
    const source: SettingSource = variable !== null ? 'environment' : path in this.#chosen ? 'settings' : 'default';
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
      this.#problems = [{ path: '', message: `settings.json cannot be read: ${String(error)}` }];
      return;
    }
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('it is no object');
      this.#take(Object.fromEntries(Object.entries(value)));
    } catch (error) {
      this.#unreadable = true;
      this.#problems = [{ path: '', message: `settings.json is not valid: ${String(error)}` }];
    }
  }

  #take(raw: Raw): void {
    const problems: Problem[] = [];
    const chosen: Record<string, unknown> = {};
    for (const [path, value] of Object.entries(raw)) {
      const shape = Object.hasOwn(settingShapes, path) ? settingShapes[path as SettingPath] : null;
      const parsed = shape?.safeParse(value);
      if (parsed?.success) chosen[path] = parsed.data;
      else problems.push({ path, message: parsed?.error.issues[0]?.message ?? 'this version knows no such setting' });
    }
    this.#raw = raw;
    // Each value has been parsed by the shape of its path.
    this.#chosen = chosen as Partial<Settings>;
    this.#problems = problems;
    this.#unreadable = false;
  }

  /** A file that nobody can read is not thrown away: somebody may want to mend it. */
  #setAside(): void {
    renameSync(this.file, join(this.#options.libraryFolder, 'settings.broken.json'));
  }
}

/** Puts the text in the file's place whole or not at all. Errors: `disk-full`, `settings-invalid`. */
function writeWhole(file: string, text: string): void {
  const part = `${file}.part`;
  try {
    mkdirSync(join(file, '..'), { recursive: true });
    const handle = openSync(part, 'w', 0o600);
    try {
      writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(part, file);
  } catch (error) {
    const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    throw full
      ? new VitrineError(
          'disk-full',
          'The disk is full: the settings are as before.',
          'Make room.',
          {},
          { cause: error },
        )
      : new VitrineError(
          'settings-invalid',
          `The settings could not be written: ${String(error)}`,
          `Check that ${file} may be written.`,
          { file, why: 'not-written' },
          { cause: error },
        );
  }
}

/** Options whose members follow the settings. A copy of them stands still; only offline mode reaches copies too. */
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
    get ollamaHost() {
      return settings.value('ollamaHost');
    },
    get openai() {
      return settings.openai;
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
