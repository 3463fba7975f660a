import type { ErrorReport } from '../errors';
import type { PipelineLimits } from '../limits';
import type { OverlayName } from '../prompt/agent-config';
import { addressSettingPaths, type ProviderId, type ServerId } from '../providers';
import type { SettingPath, Settings } from '../settings';
import type { Coded, HealthCode } from '../words/sayings';
import { route } from './values';

/** The source of a value. The environment wins over the person's choice, which wins over the default. */
export type SettingSource = 'environment' | 'settings' | 'default';

export interface SettingField<P extends SettingPath = SettingPath> {
  readonly value: Settings[P];
  readonly default: Settings[P];
  readonly source: SettingSource;
  /** Name of the environment variable that decides it; null where none does. Then a change is kept, but has no effect. */
  readonly variable: string | null;
}

/** The place of a key. The key itself is in no answer, event, log line or settings file. */
export interface KeyState {
  readonly hasKey: boolean;
  /** `environment`: the provider's variable; `encrypted`: by the system's own store; `session`: gone when Vitrine is closed. */
  readonly kept: 'environment' | 'encrypted' | 'session' | null;
  /** `https://host:port` that the key is sent to, and no other; null where no server is set up. */
  readonly origin: string | null;
}

export interface StoreAccess {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region?: string | undefined;
  /** `https://host:port`; Amazon's own where not set. */
  readonly endpoint?: string | undefined;
}

/** The place of a store's keys. The keys themselves are in no answer, event, log line or settings file. */
export interface StoreKeyState {
  /** `s3://bucket` that the keys are for, and no other. */
  readonly bucket: string;
  readonly kept: 'encrypted' | 'session';
  readonly endpoint: string | null;
  readonly region: string | null;
}

export interface SettingsReport {
  readonly fields: { readonly [P in SettingPath]: SettingField<P> };
  readonly keys: Readonly<Partial<Record<ServerId, KeyState>>>;
  /** For stores of the index. `fromEnvironment`: AWS_ACCESS_KEY_ID is set and wins. */
  readonly storeKeys: { readonly fromEnvironment: boolean; readonly entered: readonly StoreKeyState[] };
  readonly file: string;
  /** Invalid entries of the file, which have their defaults; empty if all is well. */
  readonly problems: readonly Coded<HealthCode>[];
  /** Entries of the library that do not count on this computer before a person allows them. */
  readonly waiting: readonly WaitingPermission[];
}

export interface NetworkConnection {
  /** Counts up from 1 since the engine was opened. */
  readonly id: number;
  readonly at: string;
  /** `host:port`, the port also where it is the scheme's own. */
  readonly place: string;
  /** On the loopback: nothing leaves this computer. Calls of the HTTP API come in, and are listed too. */
  readonly staysHere: boolean;
  readonly purpose: ConnectionPurpose;
  readonly route: string | null;
  readonly requestId: string | null;
  /** `refused`: offline mode, nothing was sent; `failed`: no answer, or it broke off. */
  readonly state: 'open' | 'done' | 'failed' | 'refused';
  readonly status: number | null;
  /** Bytes of the bodies so far, without headers, unpacked; null if they were not counted. */
  readonly sent: number | null;
  readonly received: number | null;
}

export type ConnectionPurpose =
  | 'answer'
  | 'embedding'
  | 'server-check'
  | 'server-pull'
  | 'model-download'
  | 'index'
  | 'team'
  | 'update'
  | 'api';

export interface NetworkReport {
  readonly offline: boolean;
  /** Newest first, at most 500 of this session. */
  readonly connections: readonly NetworkConnection[];
  /** Since the engine was opened, those no longer in the list too. */
  readonly totals: { readonly onThisComputer: number; readonly elsewhere: number; readonly refused: number };
}

export interface LimitsReport {
  readonly values: PipelineLimits;
  readonly defaults: PipelineLimits;
  /** Paths of the values that differ, such as `gate.relevanceThreshold`. */
  readonly changed: readonly string[];
  readonly file: string;
}

/** An agent, or the schema of prompts, as the next run takes it. */
export interface OverlayReport {
  readonly name: OverlayName;
  readonly value: unknown;
  /** Paths of the values that are not those that Vitrine ships with. */
  readonly changed: readonly string[];
  readonly schema: object;
  readonly file: string;
  /** Why that cannot be used, where it was changed by hand; `value` is then what Vitrine ships with. */
  readonly error: ErrorReport | null;
}

export interface ChatModelInfo {
  /** `provider:model`, as settings and requests name it. */
  readonly id: string;
  readonly server: ServerId;
  readonly provider: ProviderId;
  readonly name: string;
  readonly bytes: number | null;
  readonly contextTokens: number | null;
  readonly loaded: boolean | null;
  readonly chosen: boolean;
}

export interface ChatServerReport {
  readonly server: ServerId;
  readonly provider: ProviderId;
  readonly address: string;
  readonly staysHere: boolean;
  /** `wrong-url`: something else answers there, or it is no address; `key-refused`: 401 or 403. */
  readonly state: 'ok' | 'down' | 'no-models' | 'refused-offline' | 'wrong-url' | 'key-refused';
  readonly models: readonly ChatModelInfo[];
}

export interface ServerTest {
  /**
   * As of `ChatServerReport`. `no-host`: its name has no address; `certificate`: this computer does not trust it;
   * `late`: nothing within 3.5 s; `failing`: another status than 200.
   */
  readonly state: ChatServerReport['state'] | 'no-host' | 'certificate' | 'late' | 'failing';
  readonly models: number;
  readonly ms: number;
}

export interface ChatModelsReport {
  /** The model of `chatModel`, even if no server has it; null for quoted answers. */
  readonly chosen: string | null;
  readonly servers: readonly ChatServerReport[];
}

export interface LicenceEntry {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly homepage: string | null;
  readonly kind: 'package' | 'model' | 'runtime';
}

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

export interface AboutReport {
  readonly version: string;
  readonly licence: string;
  /** By name; empty in a checkout where the licences were not collected. Texts come by `app.licenceText`. */
  readonly thirdParty: readonly LicenceEntry[];
  readonly paths: {
    readonly library: string;
    readonly settings: string;
    readonly log: string | null;
    readonly models: string;
    readonly config: string;
  };
  /** Starts this installation's server for other assistants on this library; null if the host does not say. */
  readonly mcp: ServerCommand | null;
  /** Null where there is none: the command line has no Electron. */
  readonly versions: {
    readonly node: string;
    readonly electron: string | null;
    readonly chromium: string | null;
  };
}

/** Outside places that a library may name. Each counts on this computer once it was entered or allowed here. */
export const permissionUses = [
  ...addressSettingPaths,
  'servers',
  'hubEndpoint',
  'chatModel',
  'modelFolders',
  'embeddingModel',
  'watchedFolder',
  'indexPlace',
  'ownConfig',
] as const;
export type PermissionUse = (typeof permissionUses)[number];

/** One such thing that came with the library, as by a copy or a backup from elsewhere, and is not in force here. */
export interface WaitingPermission {
  readonly use: PermissionUse;
  /** An address, a path, or the name of a model. */
  readonly value: string;
  /** The person has seen it and said no; it can still be allowed. */
  readonly leftOff: boolean;
}

/** Newer versions of Vitrine: looked for when a person asks, or daily where that is switched on (docs/adr/0051). */
export const updateRequests = {
  'updates.get': route<UpdateReport>()({}),
  /** Errors: `offline`, `update-unreachable`, `update-refused`, `update-none` where this build has no place for updates. */
  'updates.check': route<UpdateReport>()({}),
  /** Gets the found update. Errors: as `updates.check`, `cancelled`, `disk-full`. */
  'updates.download': route<UpdateReport>()({}),
  'updates.install': route<{ readonly installs: true }>()({}),
} as const;

export interface FoundUpdate {
  readonly version: string;
  readonly released: string;
  readonly bytes: number;
}

export interface ReadyUpdate {
  readonly version: string;
  readonly file: string;
  readonly bytes: number;
  readonly sha512: string;
}

export interface UpdateReport {
  readonly version: string;
  /** Whether this build knows where updates come from and whose signature they bear. */
  readonly setUp: boolean;
  /** Whether this installation can replace itself; otherwise a package manager or a person does. */
  readonly installs: boolean;
  readonly checkedAt: string | null;
  readonly found: FoundUpdate | null;
  readonly ready: ReadyUpdate | null;
}
