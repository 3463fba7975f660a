/** Help and bad usage in the terminal's language. `--json` gets bad usage in English. */
import { inEnglish, t } from '@shared/words/index';
import { type Command, type CommanderError, Help, InvalidArgumentError, type Option } from 'commander';

/** The text for a person, by its English, which the error carries. */
const said = new Map<string, string>();

function inBoth(say: () => string): string {
  const english = inEnglish(say);
  said.set(english, say());
  return english;
}

/** Ends a command that was called wrongly (exit 2). */
export function badUsage(command: Command, say: () => string): never {
  return command.error(inBoth(say), { exitCode: 2 });
}

/** Ends one whose words name no action, or lack something. */
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

/** The one JSON document of bad usage. */
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
