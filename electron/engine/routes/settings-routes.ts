import { stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import type { ParsedRequestOf, Results, RouteName, SettingsReport } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { limitsJsonSchema } from '@shared/limit-words';
import { openAiAddress } from '@shared/setting-defaults';
import type { SettingPath, Settings } from '@shared/settings';
import type { EngineParts, RouteContext } from '../engine-parts';
import { chatServers } from '../models';
import { limitsReport, resetLimits, setLimits } from '../settings/limits-file';
import { about, licenceText } from './about';

type SettingsRoute = Extract<
  RouteName,
  `settings.${string}` | `limits.${string}` | 'network.connections' | 'models.chat' | 'app.about' | 'app.licenceText'
>;

const mostFolders = 100;

function told({ settings, emit }: EngineParts, { requestId }: RouteContext): SettingsReport {
  const report = settings.report();
  emit({ type: 'settings.changed', requestId, settings: report });
  return report;
}

/** Writes the change and lets it take effect. Errors: `library-locked`, `disk-full`, `settings-invalid`. */
async function change(
  parts: EngineParts,
  context: RouteContext,
  values: Partial<Settings>,
  reset: readonly SettingPath[] = [],
): Promise<SettingsReport> {
  parts.library.assertWritable();
  return inForce(parts, context, () => parts.settings.change(values, reset));
}

/** Lets settings take effect that `change` makes others, or reads anew. */
export function inForce(parts: EngineParts, context: RouteContext, change: () => void): SettingsReport {
  const wasOffline = parts.options.offline;
  change();
  if (parts.options.offline && !wasOffline) parts.connections.stopElsewhere();
  reopenServerModel(parts);
  return told(parts, context);
}

/** A server's embedding model was opened at the old address, or with the old key. Calls on their way are not waited for. */
function reopenServerModel({ activeModel }: EngineParts): void {
  // One that cannot be let go is nobody's any more: the next use opens another.
  if (activeModel.entry.source.kind === 'server') activeModel.dispose().catch(() => undefined);
}

/** Of the library's settings as they are once this process may change them. Errors: `library-locked`. */
function foldersToChange({ library, settings }: EngineParts): readonly string[] {
  library.assertWritable();
  return settings.chosen('modelFolders');
}

async function addModelFolder(parts: EngineParts, path: string, context: RouteContext): Promise<SettingsReport> {
  const folder = resolve(path);
  const found = isAbsolute(path) ? await stat(folder).catch(() => null) : null;
  if (!found?.isDirectory()) {
    const hint = 'Choose a folder that contains model folders.';
    throw new VitrineError('settings-invalid', `${path} is not a folder.`, hint, {
      path: 'modelFolders',
      folder: path,
      why: 'no-folder',
    });
  }
  const folders = foldersToChange(parts).filter((other) => other !== folder);
  if (folders.length >= mostFolders) {
    const message = `There are ${mostFolders} model folders already.`;
    throw new VitrineError('settings-invalid', message, 'Remove one first.', {
      path: 'modelFolders',
      most: mostFolders,
      why: 'too-many-folders',
    });
  }
  return change(parts, context, { modelFolders: [...folders, folder] });
}

/** Errors: `settings-invalid` where this host takes no keys, or the environment has one. */
async function setKey(
  parts: EngineParts,
  { key, kept = 'session', origin }: ParsedRequestOf<'settings.setKey'>,
  context: RouteContext,
): Promise<SettingsReport> {
  const { settings, options } = parts;
  if (!options.takesKeys) {
    const message = 'Only the desktop app keeps keys.';
    throw new VitrineError('settings-invalid', message, 'Start Vitrine with OPENAI_API_KEY set.', {
      path: 'key',
      why: 'no-keys-here',
    });
  }
  if (settings.keys.pinned) {
    const message = 'OPENAI_API_KEY is set and wins.';
    throw new VitrineError('settings-invalid', message, 'Start Vitrine without it to enter a key here.', {
      path: 'key',
      why: 'key-of-environment',
    });
  }
  settings.keys.set(origin ?? settings.value('openai.baseUrl') ?? openAiAddress, key, kept);
  reopenServerModel(parts);
  return told(parts, context);
}

/** Errors: `settings-invalid` where this host takes no keys, or the environment has some. */
async function setStoreKeys(
  parts: EngineParts,
  { address, keys, kept = 'session' }: ParsedRequestOf<'settings.setStoreKeys'>,
  context: RouteContext,
): Promise<SettingsReport> {
  const { settings, options } = parts;
  if (!options.takesKeys) {
    const message = 'Only the desktop app keeps keys of a store.';
    throw new VitrineError('settings-invalid', message, 'Start Vitrine with AWS_ACCESS_KEY_ID set.', {
      path: 'keys',
      why: 'no-store-keys-here',
    });
  }
  if (settings.storeKeys.pinned) {
    const message = 'AWS_ACCESS_KEY_ID is set and wins.';
    throw new VitrineError('settings-invalid', message, 'Start Vitrine without it to enter keys here.', {
      path: 'keys',
      why: 'store-keys-of-environment',
    });
  }
  settings.storeKeys.set(address, keys, kept);
  return told(parts, context);
}

/** Routes about the program itself: settings, limits, connections, servers, what it is made of. */
export const settingsRoutes: {
  readonly [R in SettingsRoute]: (
    parts: EngineParts,
    input: ParsedRequestOf<R>,
    context: RouteContext,
  ) => Promise<Results[R]>;
} = {
  'app.about': about,
  'app.licenceText': async (parts, { name, version }) => ({ text: await licenceText(parts, name, version) }),

  'settings.get': async ({ settings }) => settings.report(),
  'settings.set': async (parts, { values = {}, reset }, context) => change(parts, context, values, reset),
  'settings.addModelFolder': async (parts, { path }, context) => addModelFolder(parts, path, context),
  'settings.removeModelFolder': async (parts, { path }, context) => {
    const folders = foldersToChange(parts);
    return change(parts, context, { modelFolders: folders.filter((folder) => folder !== path) });
  },
  'settings.setKey': setKey,
  'settings.setStoreKeys': setStoreKeys,

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
  'limits.schema': async () => limitsJsonSchema(),

  'models.chat': async ({ options }) => chatServers(options, options.chatModel),
};
