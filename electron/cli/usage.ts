/** Help and bad usage in the terminal's language. `--json` gets bad usage in English. */

import { type SearchFilters, type SearchScope, searchFilters } from '@shared/contract';
import { inEnglish, t } from '@shared/words/index';
import { storedCollectionName } from '@shared/words/said';
import { type Command, type CommanderError, Help, InvalidArgumentError, type Option } from 'commander';

/** The text for a person, by its English, which the error carries. */
const said = new Map<string, string>();

function inBoth(say: () => string): string {
  const english = inEnglish(say);
  said.set(english, say());
  return english;
}

export function badUsage(command: Command, say: () => string): never {
  return command.error(inBoth(say), { exitCode: 2 });
}

export const badAction = (command: Command, words: readonly string[]): never =>
  badUsage(command, () => t('terminal.usage.action', { words: [command.name(), ...words].join(' ') }));

/** A wrong value of an option. `say`: the expected form. */
export const badValue = (say: () => string): InvalidArgumentError => new InvalidArgumentError(inBoth(say));

/** A number from `least` to `most`, whole ones only where nothing else is said. */
export function numberFrom(least: number, most: number, isWhole = true): (value: string) => number {
  return (value) => {
    const number = value.trim() === '' ? Number.NaN : Number(value);
    if (number >= least && number <= most && (!isWhole || Number.isInteger(number))) return number;
    throw badValue(() =>
      isWhole ? t('terminal.usage.whole', { least, most }) : t('terminal.usage.number', { least, most }),
    );
  };
}

/** Reads an option that may be repeated: each of its values by `parse`. */
export const each =
  <T>(parse: (text: string) => T) =>
  (text: string, before: readonly T[] = []): T[] => [...before, parse(text)];

/** Commander begins its own errors so. */
const plainMessage = (message: string): string => message.trimEnd().replace(/^error: /u, '');

export const usageReport = ({ message }: CommanderError) => ({
  error: {
    code: 'bad-request',
    message: plainMessage(message),
    hint: inEnglish(() => t('terminal.usage.seeHelp')),
  },
});

/** Messages that commander has in English alone, with their values. */
const ofCommander: readonly (readonly [RegExp, (...named: string[]) => string])[] = [
  [
    /^unknown (option|command) '(.*?)'(?:\n\(Did you mean (?:one of )?(.*)\?\))?$/su,
    (kind, name = '', names) => {
      const unknown =
        kind === 'option' ? t('terminal.usage.unknownOption', { name }) : t('terminal.usage.unknownCommand', { name });
      return names ? `${unknown}\n${t('terminal.usage.didYouMean', { names })}` : unknown;
    },
  ],
  [/^missing required argument '(.*)'$/u, (name = '') => t('terminal.usage.missingArgument', { name })],
  [/^option '(.*)' argument missing$/u, (name = '') => t('terminal.usage.missingValue', { name })],
  [/^required option '(.*)' not specified$/u, (name = '') => t('terminal.usage.missingOption', { name })],
  [
    /^too many arguments for '(.*)'\. Expected (\d+) arguments? but got (\d+)\.$/u,
    (name = '', expected = '', given = '') => t('terminal.usage.tooMany', { name, expected, given }),
  ],
  [
    /^option '(.*?)' argument '(.*)' is invalid\. (.*)$/su,
    (name = '', value = '', why = '') => t('terminal.usage.badValue', { name, value, why: inWords(why) }),
  ],
  [/^Allowed choices are (.*)\.$/u, (choices = '') => t('terminal.usage.choices', { choices })],
];

function inWords(english: string): string {
  for (const [pattern, say] of ofCommander) {
    const [whole, ...named] = pattern.exec(english) ?? [];
    if (whole !== undefined) return say(...named);
  }
  return said.get(english) ?? english;
}

const titles: Readonly<Record<string, () => string>> = {
  'Usage:': () => t('terminal.help.usage'),
  'Options:': () => t('terminal.help.options'),
  'Global Options:': () => t('terminal.help.globalOptions'),
  'Commands:': () => t('terminal.help.commands'),
};

const withPlaces = (usage: string): string =>
  usage.replace('[options]', t('terminal.help.optionsPlace')).replace('[command]', t('terminal.help.commandPlace'));

function optionText({ description, argChoices, defaultValue }: Option): string {
  const more = [
    ...(argChoices ? [t('terminal.help.choices', { choices: argChoices.join(', ') })] : []),
    ...(defaultValue === undefined || typeof defaultValue === 'boolean'
      ? []
      : [t('terminal.help.default', { value: String(defaultValue) })]),
  ];
  return more.length > 0 ? `${description} (${more.join('; ')})` : description;
}

/** To be called before commands are added, which inherit it. */
export function inTerminalLanguage<C extends Command>(program: C): C {
  const plain = new Help();
  return program
    .helpOption('-h, --help', t('terminal.help.help'))
    .helpCommand('help [command]', t('terminal.help.helpCommand'))
    .configureOutput({
      outputError: (message, write) =>
        write(`${t('terminal.usage.error', { message: inWords(plainMessage(message)) })}\n`),
    })
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (title) => titles[title]?.() ?? title,
      commandUsage: (command) => withPlaces(plain.commandUsage(command)),
      subcommandTerm: (command) => withPlaces(plain.subcommandTerm(command)),
      optionDescription: optionText,
    });
}

export interface ScopeFlags {
  readonly collection?: string[];
  readonly tag?: string[];
  readonly document?: string[];
  readonly chapter?: string[];
  readonly code?: boolean;
  readonly equations?: boolean;
  readonly mime?: string[];
  readonly textLanguage?: string[];
  readonly addedFrom?: string;
  readonly addedTo?: string;
  readonly modifiedFrom?: string;
  readonly modifiedTo?: string;
  readonly pageFrom?: number;
  readonly pageTo?: number;
}

export interface Looking {
  readonly scope?: SearchScope;
  readonly filters?: SearchFilters;
}

export function addScopeOptions<C extends Command>(command: C): C {
  return command
    .option('--collection <name>', t('terminal.option.onlyCollections'), each(asStored))
    .option('--tag <name>', t('terminal.option.onlyTags'), oneMore)
    .option('--document <id>', t('terminal.option.onlyDocuments'), oneMore)
    .option('--chapter <heading>', t('terminal.option.chapter'), oneMore)
    .option('--code', t('terminal.option.code'))
    .option('--no-code', t('terminal.option.noCode'))
    .option('--equations', t('terminal.option.equations'))
    .option('--no-equations', t('terminal.option.noEquations'))
    .option('--mime <type>', t('terminal.option.mime'), oneMore)
    .option('--text-language <code>', t('terminal.option.textLanguage'), oneMore)
    .option('--added-from <date>', t('terminal.option.addedFrom'), moment)
    .option('--added-to <date>', t('terminal.option.addedTo'), moment)
    .option('--modified-from <date>', t('terminal.option.modifiedFrom'), moment)
    .option('--modified-to <date>', t('terminal.option.modifiedTo'), moment)
    .option('--page-from <page>', t('terminal.option.pageFrom'), numberFrom(1, 1_000_000))
    .option('--page-to <page>', t('terminal.option.pageTo'), numberFrom(1, 1_000_000));
}

/** Collections and documents together say where, everything else what. Without a flag: the whole library. */
export function lookingAt(flags: ScopeFlags): Looking {
  const scope = present({ collections: flags.collection, documentIds: flags.document });
  const filters = present({
    tags: flags.tag,
    chapters: flags.chapter,
    hasCode: flags.code,
    hasEquations: flags.equations,
    mimes: flags.mime,
    languages: flags.textLanguage,
    from: flags.addedFrom,
    to: flags.addedTo,
    modifiedFrom: flags.modifiedFrom,
    modifiedTo: flags.modifiedTo,
    pageFrom: flags.pageFrom,
    pageTo: flags.pageTo,
  });
  return { ...(scope ? { scope } : {}), ...(filters ? { filters } : {}) };
}

function present<T extends object>(members: T): T | null {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return given.length === 0 ? null : (Object.fromEntries(given) as T);
}

/** A collection by the name that is shown or by the one that is stored. */
export const asStored = (name: string): string => storedCollectionName(name, null);

export const oneMore = each(String);

function moment(value: string): string {
  if (searchFilters.shape.from.safeParse(value).success) return value;
  throw badValue(() => t('terminal.usage.date'));
}
