import type { ServerCommand } from '@shared/contract';
import type { ProviderServers } from '@shared/providers';
import type { SettingPath } from '@shared/settings';
import type { IdleClock } from './models';
import type { UpdatesOptions } from './updates';

/** Everything the engine needs to know from its host; nothing in the engine reads the environment. */
export interface EngineOptions {
  /** The library folder: catalogue, index, uploads, logs. Created when absent. */
  readonly libraryFolder: string;
  /** Folder with pipeline_limits.json, prompt_schema.json, models.json. Read again at every run. */
  readonly configFolder: string;
  /** Folder with the bundled model (`use-lite/onnx/model_quantized.onnx` …). */
  readonly bundledModelFolder: string;
  readonly sampleFolder: string;
  /** Folders with more models, searched in order (`VITRINE_MODELS`). */
  readonly modelFolders: readonly string[];
  /** The folder of pulled models: `models` inside the library folder, which stays self-contained. */
  readonly downloadFolder: string;
  /** Hugging Face hub or a mirror of it (`HF_ENDPOINT`). */
  readonly hubEndpoint: string;
  readonly providers: ProviderServers;
  /** When true the engine refuses every connection except loopback. */
  readonly offline: boolean;
  /**
   * An index outside the library folder: `s3://bucket/prefix`, or null for where the library remembers it, and how its
   * store is reached, in LanceDB's words (`endpoint`, `region`, `accessKeyId` …).
   */
  readonly index?: { readonly uri: string | null; readonly storage: Readonly<Record<string, string>> };
  /** This computer's store of permissions, outside all libraries; if not set, nothing is stored. */
  readonly permissionFolder?: string;
  readonly userId: string;
  /** Model used for chat when a question names none; `provider:model`, or null for extractive answers. */
  readonly chatModel: string | null;
  /** Lines of JSON, one an event; null for silence. */
  readonly logFile: string | null;
  /** Settings that an environment variable decides, with its name: settings.json does not change them. */
  readonly pinned?: Readonly<Partial<Record<SettingPath, string>>>;
  /** Version of the app; `unknown` where the host does not say. */
  readonly version?: string;
  /** The command of this installation's server for other assistants on this library. */
  readonly mcp?: ServerCommand;
  /** Whether this host may take a server's key (the desktop app, which can keep it); others have the environment. */
  readonly takesKeys?: boolean;
  /** The built `ingest-worker.cjs`, for threads that read and embed; where not set, the engine's thread does it all. */
  readonly ingestThreadFile?: string;
  /** The built `recognition-worker.cjs`, for threads that recognise text; where not set, there is no text recognition. */
  readonly recognitionThreadFile?: string;
  /** The built `replica-worker.cjs`, for the thread that keeps the copy of a team place's catalogue up to date. */
  readonly replicaThreadFile?: string;
  readonly updates?: UpdatesOptions;
  /** Text is recognised for as long as the engine is open, also where the settings have that off. */
  readonly recognises?: boolean;
  /** Leaves the library's lock to others, as the second process of a library does, also where it is the only one. */
  readonly readsOnly?: boolean;
  /** Whether this host stays open: goes on with ingests that were interrupted, as the settings say, and watches folders. */
  readonly resumesIngests?: boolean;
  /**
   * Interval at which a host that stays open asks for the lock of a library that another process has, milliseconds;
   * 2000 if not set. Null asks with each request only: an unattended host keeps no library from others.
   */
  readonly lockEveryMs?: number | null;
  /** How long after opening the library is looked over, milliseconds; at once where not set. */
  readonly upkeepAfterMs?: number;
  /** How often watched folders are looked at, milliseconds; the defaults where not set. */
  readonly watchTimes?: { readonly settle: number; readonly poll: number };
  /** By which models rest (`models.idleMinutes`); the computer's where not set. */
  readonly idleClock?: IdleClock;
}
