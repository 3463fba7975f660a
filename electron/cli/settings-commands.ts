import { resolve } from 'node:path';
import type { ApiToken, LimitsReport, RequestOf, SettingsReport, WaitingPermission } from '@shared/contract';
import { type AddressSetting, isServer, kindOf, newServerId, providerIds, providers } from '@shared/providers';
import type { SettingPath } from '@shared/settings';
import { t } from '@shared/words/index';
import { saidKey, saidRemark } from '@shared/words/said';
import type { Command } from 'commander';
import { estimateText } from './model-commands';
import { table } from './render';
import type { MakeCommand, Session } from './session';
import { badAction } from './usage';

export function addSettingsCommands(command: MakeCommand): void {
  addSettings(command);
  addTrust(command);
  addTokens(command);
  addLimits(command);
}

function addSettings(command: MakeCommand): void {
  const ofSettings =
    'show | set PATH VALUE | reset PATH… | add-server NAME URL [KIND] | remove-server ID | test-server ID | add-folder DIR | remove-folder DIR';
  command('settings [action] [words...]', t('terminal.command.settings', { actions: ofSettings })).act(
    async (engine, action = 'show', words: string[] = [], _options: unknown, self: Command) => {
      const [server] = words.filter(isServer);
      if (action === 'test-server' && server !== undefined && words.length === 1) {
        await engine.show('models.testServer', { server }, ({ state, models, ms }) =>
          [
            t(`settings.tested.${state}`),
            ...(state === 'ok' ? [t('settings.testedModels', { count: models })] : []),
            `${Math.ceil(ms)} ms`,
          ].join(' · '),
        );
        return;
      }
      const report = await changedSettings(engine, action, words);
      if (!report) return badAction(self, [action, ...words]);
      engine.print(report, () => settingsText(report));
    },
  );
}

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
  const ofLimits = 'show | set PATH VALUE | reset [PATH…] | schema';
  command('limits [action] [words...]', t('terminal.command.limits', { actions: ofLimits })).act(
    async (engine, action = 'show', words: string[] = [], _options: unknown, self: Command) => {
      if (action === 'schema' && words.length === 0) {
        await engine.show('limits.schema', {}, (schema) => JSON.stringify(schema, null, 2));
        return;
      }
      const report = await changedLimits(engine, action, words);
      if (!report) return badAction(self, [action, ...words]);
      engine.print(report, () => limitsText(report));
      if (action !== 'show') await sayRecut(engine);
    },
  );
}

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

/** Null for words that name no action. */
async function changedSettings(engine: Session, action: string, words: string[]): Promise<SettingsReport | null> {
  const [first, second] = words;
  if (action === 'show' && first === undefined) return engine.request('settings.get', {});
  if (first === undefined) return null;
  // The engine checks paths and values; the types here only say that it will.
  if (action === 'reset') return engine.request('settings.set', { reset: words as SettingPath[] });
  if (action === 'set' && second !== undefined && words.length === 2) {
    const values = { [first]: parsedValue(second) } as RequestOf<'settings.set'>['values'];
    return engine.request('settings.set', { values });
  }
  if (action === 'add-server' || action === 'remove-server') return changedServers(engine, action, words);
  if (words.length > 1) return null;
  if (action === 'add-folder') return engine.request('settings.addModelFolder', { path: resolve(first) });
  if (action === 'remove-folder') return engine.request('settings.removeModelFolder', { path: resolve(first) });
  return null;
}

/** Null for words that name no server. */
async function changedServers(engine: Session, action: string, words: string[]): Promise<SettingsReport | null> {
  const [first = '', url, word = 'openai', more] = words;
  const { value: servers } = (await engine.request('settings.get', {})).fields.servers;
  const kind = providerIds.find((one) => one === word);
  if (action === 'remove-server') {
    const left = servers.filter(({ id }) => id !== first);
    if (words.length > 1 || left.length === servers.length) return null;
    return engine.request('settings.set', { values: { servers: left } });
  }
  if (url === undefined || kind === undefined || more !== undefined) return null;
  const added = { id: newServerId(kind, first, servers), name: first, url };
  return engine.request('settings.set', { values: { servers: [...servers, added] } });
}

async function changedLimits(engine: Session, action: string, words: string[]): Promise<LimitsReport | null> {
  const [path, value] = words;
  if (action === 'show' && path === undefined) return engine.request('limits.get', {});
  if (action === 'reset') return engine.request('limits.reset', path === undefined ? {} : { paths: words });
  if (action !== 'set' || path === undefined || value === undefined || words.length > 2) return null;
  return engine.request('limits.set', { values: { [path]: parsedValue(value) } });
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
