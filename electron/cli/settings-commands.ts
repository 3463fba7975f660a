import { resolve } from 'node:path';
import type { LimitsReport, RequestOf, SettingsReport } from '@shared/contract';
import type { SettingPath } from '@shared/settings';
import type { Command } from 'commander';
import type { MakeCommand, WithSession } from './commands';
import { table } from './render';
import type { Session } from './session';

/** Settings and limits of the library: look, change, take back. */
export function addSettingsCommands(command: MakeCommand, session: WithSession): void {
  const settings = command(
    'settings [action] [words...]',
    'show | set PATH VALUE | reset PATH… | add-folder DIR | remove-folder DIR; keys come from OPENAI_API_KEY',
  ).action((action = 'show', words: string[] = [], _options: unknown, self: Command) =>
    session(self, async (engine) => {
      const report = await changedSettings(engine, action, words);
      if (!report) return settings.error(`error: unknown: settings ${[action, ...words].join(' ')}`, { exitCode: 2 });
      engine.print(report, () => settingsText(report));
    }),
  );
  const limits = command(
    'limits [action] [words...]',
    'show | set PATH VALUE | reset [PATH…] | schema; in force at the next run',
  ).action((action = 'show', words: string[] = [], _options: unknown, self: Command) =>
    session(self, async (engine) => {
      if (action === 'schema' && words.length === 0) {
        const schema = await engine.request('limits.schema', {});
        return engine.print(schema, () => JSON.stringify(schema, null, 2));
      }
      const report = await changedLimits(engine, action, words);
      if (!report) return limits.error(`error: unknown: limits ${[action, ...words].join(' ')}`, { exitCode: 2 });
      engine.print(report, () => limitsText(report));
    }),
  );
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
  if (words.length > 1) return null;
  if (action === 'add-folder') return engine.request('settings.addModelFolder', { path: resolve(first) });
  if (action === 'remove-folder') return engine.request('settings.removeModelFolder', { path: resolve(first) });
  return null;
}

async function changedLimits(engine: Session, action: string, words: string[]): Promise<LimitsReport | null> {
  const [path, value] = words;
  if (action === 'show' && path === undefined) return engine.request('limits.get', {});
  if (action === 'reset') return engine.request('limits.reset', path === undefined ? {} : { paths: words });
  if (action !== 'set' || path === undefined || value === undefined || words.length > 2) return null;
  return engine.request('limits.set', { values: { [path]: parsedValue(value) } });
}

/** A number, true, false, null or a JSON value where it is one; else the text itself. */
function parsedValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function settingsText({ fields, keys, file, problems }: SettingsReport): string {
  const rows = Object.entries(fields).map(([path, { value, source, variable }]) => [
    path,
    shown(value),
    variable ?? source,
  ]);
  return [
    table(['setting', 'value', 'from'], rows),
    keys.openai.message,
    `Kept in ${file}.`,
    ...problems.map(({ path, message }) => `Not understood: ${path} ${message}`),
  ].join('\n');
}

function limitsText({ values, defaults, changed, file }: LimitsReport): string {
  if (changed.length === 0) return 'Every limit is as shipped. See them with vitrine limits --json.';
  const at = (tree: object, path: string): unknown =>
    path.split('.').reduce<unknown>((outer, name) => (outer as Record<string, unknown> | undefined)?.[name], tree);
  const rows = changed.map((path) => [path, shown(at(values, path)), shown(at(defaults, path) ?? null)]);
  return [table(['limit', 'value', 'shipped'], rows), `Kept in ${file}.`].join('\n');
}
