import { readFile, rm, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import type { RouteName, SettingsReport } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { limitsSchema } from '@shared/limits';
import { kindOf, providers } from '@shared/providers';
import type { SettingPath, Settings } from '@shared/settings';
import limitWords from '@shared/words/en/limits.json';
import { inOtherWords } from '@shared/words/limit-words';
import { z } from 'zod';
import type { Uses } from '../engine-context';
import type { RouteContext } from '../events';
import { chatModelName, chatServers, testServer } from '../models';
import { limitsReport, resetLimits, setLimits } from '../settings/config-files';
import type { RoutesOf } from './lazy-routes';

type Parts = Uses<
  'options' | 'settings' | 'permissions' | 'connections' | 'library' | 'activeModel' | 'watches' | 'emit'
>;

type SettingsRoute = Extract<
  RouteName,
  | `settings.${string}`
  | `limits.${string}`
  | `agents.${string}`
  | 'network.connections'
  | 'models.chat'
  | 'models.testServer'
  | 'app.about'
  | 'app.licenceText'
>;

const mostFolders = 100;

function told({ settings, emit }: Uses<'settings' | 'emit'>, { requestId }: RouteContext): SettingsReport {
  const report = settings.report();
  emit({ type: 'settings.changed', requestId, settings: report });
  return report;
}

/** Writes the change and lets it take effect. Errors: `library-locked`, `disk-full`, `settings-invalid`. */
async function change(
  parts: Parts,
  context: RouteContext,
  values: Partial<Settings>,
  reset: readonly SettingPath[] = [],
): Promise<SettingsReport> {
  parts.library.assertWritable();
  return inForce(parts, context, () => parts.settings.change(values, reset));
}

/** Applies settings that `change` changes, or reads again. */
export function inForce(parts: Parts, context: RouteContext, change: () => void): SettingsReport {
  const wasOffline = parts.options.offline;
  change();
  if (parts.options.offline && !wasOffline) parts.connections.stopElsewhere();
  reopenServerModel(parts);
  return told(parts, context);
}

/** A server's embedding model was opened at the old address, or with the old key. Calls on their way are not waited for. */
function reopenServerModel({ activeModel }: Uses<'activeModel'>): void {
  // A failure to close it is dropped: the next use opens another.
  if (activeModel.entry.source.kind === 'server') activeModel.dispose().catch(() => undefined);
}

/** Of the library's settings once this process may change them. Errors: `library-locked`. */
function foldersToChange({ library, settings }: Uses<'settings' | 'library'>): readonly string[] {
  library.assertWritable();
  return settings.chosen('modelFolders');
}

/** Routes about the program itself: settings, limits, connections, servers, what it is made of. */
export const settingsRoutes: RoutesOf<SettingsRoute> = {
  /** Errors: `config-invalid`. */
  'app.about': async ({ options, settings, library }) => {
    const { entries } = await readLicences(options.configFolder);
    const { node, electron, chrome }: Readonly<Record<string, string | undefined>> = process.versions;
    return {
      version: options.version ?? 'unknown',
      licence: 'Apache-2.0',
      thirdParty: entries.map(({ text: _text, ...entry }) => entry),
      paths: {
        library: library.folder,
        settings: settings.file,
        log: options.logFile,
        models: options.downloadFolder,
        config: options.configFolder,
      },
      mcp: options.mcp ?? null,
      versions: { node: node ?? '', electron: electron ?? null, chromium: chrome ?? null },
    };
  },
  /** Errors: `bad-request` for an entry that is not listed, `config-invalid`. */
  'app.licenceText': async ({ options }, { name, version }) => {
    const { entries, texts } = await readLicences(options.configFolder);
    const entry = entries.find((candidate) => candidate.name === name && candidate.version === version);
    if (!entry) throw new VitrineError('bad-request', { why: 'not-part', name, version });
    const text = entry.text === null ? undefined : texts[entry.text];
    return { text: text ?? `${entry.licence}\n\n${entry.homepage ?? ''}`.trim() };
  },

  'settings.get': async ({ settings }) => settings.report(),
  'settings.set': async (parts, { values = {}, reset }, context) => change(parts, context, values, reset),
  'settings.addModelFolder': async (parts, { path }, context) => {
    const folder = resolve(path);
    const found = isAbsolute(path) ? await stat(folder).catch(() => null) : null;
    if (!found?.isDirectory()) {
      throw new VitrineError('settings-invalid', { path: 'modelFolders', folder: path, why: 'no-folder' });
    }
    const folders = foldersToChange(parts).filter((other) => other !== folder);
    if (folders.length >= mostFolders) {
      throw new VitrineError('settings-invalid', { path: 'modelFolders', most: mostFolders, why: 'too-many-folders' });
    }
    parts.permissions.enter('modelFolders', folder);
    return change(parts, context, { modelFolders: [...folders, folder] });
  },
  'settings.removeModelFolder': async (parts, { path }, context) => {
    const folders = foldersToChange(parts);
    return change(parts, context, { modelFolders: folders.filter((folder) => folder !== path) });
  },
  /** A person says what of the library may count here. Errors: `settings-invalid` where that cannot be remembered. */
  'settings.allow': async (parts, { uses, allow }, context) => {
    const { permissions, watches, library, emit } = parts;
    const report = inForce(parts, context, () => {
      for (const { use, value } of uses) permissions.answer(use, value, allow);
    });
    await watches.allowedAnew();
    // The views of the index and of search depend on both.
    emit({ type: 'library.changed', requestId: context.requestId, libraryVersion: library.version });
    return report;
  },
  /** Errors: `settings-invalid` where this host takes no keys or the environment has one, `model-missing`. */
  'settings.setKey': async (parts, { provider, key, kept = 'session', origin }, context) => {
    const { settings, options } = parts;
    const address = origin ?? settings.addressOf(provider);
    const variable = providers[kindOf(provider)].keyVariable ?? '';
    if (address === null) throw new VitrineError('model-missing', { why: 'no-named-server', server: provider });
    if (!options.takesKeys) throw new VitrineError('settings-invalid', { path: 'key', variable, why: 'no-keys-here' });
    if (settings.keys.isPinned(provider, address)) {
      throw new VitrineError('settings-invalid', { path: 'key', variable, why: 'key-of-environment' });
    }
    settings.keys.set(provider, address, key, kept);
    reopenServerModel(parts);
    return told(parts, context);
  },
  /** Errors: `settings-invalid` where this host takes no keys, or the environment has some. */
  'settings.setStoreKeys': async (parts, { address, keys, kept = 'session' }, context) => {
    const { settings, options } = parts;
    if (!options.takesKeys) throw new VitrineError('settings-invalid', { path: 'keys', why: 'no-store-keys-here' });
    if (settings.storeKeys.pinned) {
      throw new VitrineError('settings-invalid', { path: 'keys', why: 'store-keys-of-environment' });
    }
    settings.storeKeys.set(address, keys, kept);
    return told(parts, context);
  },

  'network.connections': async ({ connections }, { limit }) => connections.report(limit),

  'limits.get': async ({ config }) => limitsReport(config),
  'limits.set': async ({ config, library }, { values }) => {
    library.assertWritable();
    await setLimits(config, values);
    return limitsReport(config);
  },
  'limits.reset': async ({ config, library }, { paths }) => {
    library.assertWritable();
    await resetLimits(config, paths);
    return limitsReport(config);
  },
  'limits.schema': async () => inOtherWords(z.toJSONSchema(limitsSchema, { io: 'input' }), limitWords),

  'agents.get': async ({ config }) => config.overlays(),
  'agents.set': async ({ config, library, permissions }, { name, value }) => {
    library.assertWritable();
    const model = await config.setOverlay(name, value, chatModelName);
    // Named here by a person: what comes with a library waits for a yes.
    if (model !== undefined) permissions.enter('chatModel', model);
    return config.overlays();
  },
  'agents.reset': async ({ config, library }, { name }) => {
    library.assertWritable();
    await rm(config.overlayFile(name), { force: true });
    return config.overlays();
  },

  'models.chat': async ({ options }, { here = false }) => chatServers(options, options.chatModel, here),
  'models.testServer': async ({ options }, { server }) => testServer(server, options),
};

/** resources/licences.json, as scripts/collect-licences.mjs writes it: each text once, entries point to it. */
const licences = z.object({
  entries: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      licence: z.string(),
      homepage: z.string().nullable(),
      kind: z.enum(['package', 'model', 'runtime']),
      text: z.string().nullable(),
    }),
  ),
  texts: z.record(z.string(), z.string()),
});

/** Nothing where the file was not made: a checkout that was never built. Errors: `config-invalid` for a damaged one. */
async function readLicences(configFolder: string): Promise<z.infer<typeof licences>> {
  const file = join(configFolder, '..', 'resources', 'licences.json');
  try {
    return licences.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { entries: [], texts: {} };
    throw new VitrineError('config-invalid', { why: 'missing', file }, { cause: error });
  }
}
