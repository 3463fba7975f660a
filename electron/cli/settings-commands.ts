import { resolve } from 'node:path';
import type { ApiToken, LimitsReport, RequestOf, SettingsReport, WaitingPermission } from '@shared/contract';
import { type AddressSetting, isServer, kindOf, newServerId, providerIds, providers } from '@shared/providers';
import type { SettingPath } from '@shared/settings';
import { t } from '@shared/words/index';
import { saidKey, saidRemark } from '@shared/words/said';
import type { Command } from 'commander';
import { estimateText } from './model-commands';
import { table } from './render';
import { type Actions, addActions, type MakeCommand, type Session } from './session';
import { badAction } from './usage';

export function addSettingsCommands(command: MakeCommand): void {
  addSettings(command);
  addTrust(command);
  addTokens(command);
  addLimits(command);
}

function addSettings(command: MakeCommand): void {
  const settings = command(
    'settings [action] [words...]',
    t('terminal.command.settings', { actions: Object.keys(ofSettings).join(' | ') }),
  );
  addActions(settings, ofSettings, { usual: 'show' });
}

// The engine checks paths and values; the types here only say that it will.
const ofSettings: Actions<object> = {
  show: ({ engine }) => engine.show('settings.get', {}, settingsText),
  'set PATH VALUE': ({ engine }, path: string, value: string) => {
    const values = { [path]: parsedValue(value) } as RequestOf<'settings.set'>['values'];
    return engine.show('settings.set', { values }, settingsText);
  },
  'reset PATH…': ({ engine }, ...reset: SettingPath[]) => engine.show('settings.set', { reset }, settingsText),
  async 'add-server NAME URL [KIND]'({ engine }, name: string, url: string, word = 'openai') {
    const kind = providerIds.find((one) => one === word);
    if (kind === undefined) return false;
    const { value: before } = (await engine.request('settings.get', {})).fields.servers;
    const servers = [...before, { id: newServerId(kind, name, before), name, url }];
    return engine.show('settings.set', { values: { servers } }, settingsText);
  },
  async 'remove-server ID'({ engine }, server: string) {
    const { value: before } = (await engine.request('settings.get', {})).fields.servers;
    const servers = before.filter(({ id }) => id !== server);
    return servers.length < before.length && engine.show('settings.set', { values: { servers } }, settingsText);
  },
  'test-server ID': ({ engine }, server: string) =>
    isServer(server) &&
    engine.show('models.testServer', { server }, ({ state, models, ms }) =>
      [
        t(`settings.tested.${state}`),
        ...(state === 'ok' ? [t('settings.testedModels', { count: models })] : []),
        `${Math.ceil(ms)} ms`,
      ].join(' · '),
    ),
  'add-folder DIR': ({ engine }, folder: string) =>
    engine.show('settings.addModelFolder', { path: resolve(folder) }, settingsText),
  'remove-folder DIR': ({ engine }, folder: string) =>
    engine.show('settings.removeModelFolder', { path: resolve(folder) }, settingsText),
};

function addTrust(command: MakeCommand): void {
  const ofTrust = 'show | allow VALUE… | leave VALUE…';
  command('trust [action] [values...]', t('terminal.command.trust', { actions: ofTrust })).act(
    async (engine, action = 'show', values: string[] = [], _options: unknown, self: Command) => {
      engine.saidWaiting = true;
      const { waiting } = await engine.request('settings.get', {});
      const unknown = values.filter((value) => !waiting.some((one) => one.value === value));
      if (!['show', 'allow', 'leave'].includes(action) || unknown.length > 0)
        return badAction(self, [action, ...unknown]);
      const uses = waiting
        .filter(({ value }) => values.length === 0 || values.includes(value))
        .map(({ use, value }) => ({ use, value }));
      const report =
        action === 'show' || uses.length === 0
          ? { waiting }
          : await engine.request('settings.allow', { uses, allow: action === 'allow' });
      engine.print({ waiting: report.waiting }, () => waitingTable(report.waiting));
    },
  );
}

function addTokens(command: MakeCommand): void {
  const ofTokens = 'token add NAME | token list | token revoke NAME…';
  command('api [words...]', t('terminal.command.api', { actions: ofTokens }))
    .option('--change', t('terminal.option.tokenMayChange'))
    .act(async (engine, words: string[] = [], options: { change?: boolean }, self: Command) => {
      const [thing, action = 'list', ...names] = words;
      const [name] = names;
      if (thing !== 'token') return badAction(self, words);
      if (action === 'add' && name !== undefined && names.length === 1) {
        const made = await engine.request('api.addToken', { name, scope: options.change ? 'change' : 'read' });
        engine.say(t('settings.api.once'));
        engine.print({ name, token: made.token }, () => made.token);
        return;
      }
      if (action === 'revoke' && names.length > 0) await revokeTokens(engine, names);
      else if (action !== 'list' || names.length > 0) return badAction(self, words);
      const { tokens } = await engine.request('api.get', {});
      engine.print({ tokens }, () => tokensText(tokens));
    });
}

function addLimits(command: MakeCommand): void {
  const limits = command(
    'limits [action] [words...]',
    t('terminal.command.limits', { actions: Object.keys(ofLimits).join(' | ') }),
  );
  addActions(limits, ofLimits, { usual: 'show' });
}

const ofLimits: Actions<object> = {
  show: ({ engine }) => engine.show('limits.get', {}, limitsText),
  async 'set PATH VALUE'({ engine }, path: string, value: string) {
    await engine.show('limits.set', { values: { [path]: parsedValue(value) } }, limitsText);
    await sayRecut(engine);
  },
  async 'reset [PATH…]'({ engine }, ...paths: string[]) {
    await engine.show('limits.reset', paths.length === 0 ? {} : { paths }, limitsText);
    await sayRecut(engine);
  },
  schema: ({ engine }) => engine.show('limits.schema', {}, (schema) => JSON.stringify(schema, null, 2)),
};

/** By name or id. Errors: `settings-invalid` for one that is not there. */
async function revokeTokens(engine: Session, names: readonly string[]): Promise<void> {
  const { tokens } = await engine.request('api.get', {});
  for (const name of names) {
    const tokenId = tokens.find((token) => token.name === name)?.tokenId ?? name;
    await engine.request('api.revokeToken', { tokenId });
  }
}

function tokensText(tokens: readonly ApiToken[]): string {
  if (tokens.length === 0) return t('settings.api.noTokens');
  return table(tokens, [
    [t('app.itsName'), ({ name }) => name],
    [t('settings.api.may'), ({ scope }) => t(`settings.api.scope.${scope}`)],
    [t('terminal.column.when'), ({ madeAt }) => madeAt],
  ]);
}

/** Numbers of a profile count when the documents have been cut again: the cost of that. */
async function sayRecut(engine: Session): Promise<void> {
  const { recuts } = await engine.request('app.status', {});
  if (!recuts) return;
  const estimate = await engine.request('library.rebuildEstimate', {});
  engine.say(`\n${t('terminal.settings.cutLater')}\n${estimateText(estimate)}`);
}

/** Returns a number, true, false, null or a JSON value if the text is one; otherwise the text itself. */
function parsedValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function settingsText({ fields, keys, file, problems }: SettingsReport): string {
  return [
    table(Object.entries(fields), [
      [t('terminal.column.setting'), ([path]) => path],
      [t('terminal.column.value'), ([, { value }]) => shown(value)],
      [t('terminal.column.from'), ([, { source, variable }]) => variable ?? t(`terminal.settings.from.${source}`)],
    ]),
    ...Object.entries(keys).flatMap(([id, state]) => {
      if (!isServer(id) || !state) return [];
      const name = fields.servers.value.find((one) => one.id === id)?.name ?? providers[kindOf(id)].name;
      return [`${name}: ${saidKey(kindOf(id), state)}`];
    }),
    t('terminal.settings.keptIn', { file }),
    ...problems.map(saidRemark),
  ].join('\n');
}

function useText(use: WaitingPermission['use']): string {
  const provider = providerIds.find((id) => providers[id].address.setting === use);
  return provider ? providers[provider].name : t(`settings.waitingUse.${use as Exclude<typeof use, AddressSetting>}`);
}

function waitingTable(waiting: SettingsReport['waiting']): string {
  if (waiting.length === 0) return t('terminal.settings.nothingWaits');
  return table(waiting, [
    [t('terminal.column.use'), ({ use }) => useText(use)],
    [t('terminal.column.value'), ({ value }) => value],
    [
      t('library.columns.state'),
      ({ leftOff }) => (leftOff ? t('settings.waitingLeftOff') : t('terminal.settings.waits')),
    ],
  ]);
}

function limitsText({ values, defaults, changed, file }: LimitsReport): string {
  if (changed.length === 0) return t('terminal.settings.limitsAsShipped');
  const at = (tree: object, path: string): unknown =>
    path.split('.').reduce<unknown>((outer, name) => (outer as Record<string, unknown> | undefined)?.[name], tree);
  const limits = table(changed, [
    [t('terminal.column.limit'), (path) => path],
    [t('terminal.column.value'), (path) => shown(at(values, path))],
    [t('terminal.column.shipped'), (path) => shown(at(defaults, path) ?? null)],
  ]);
  return [limits, t('terminal.settings.keptIn', { file })].join('\n');
}
