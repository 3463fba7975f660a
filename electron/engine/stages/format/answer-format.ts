import { fenced, oneLine } from '@shared/prompt/prompt-layout';
import type { FormatEnforcement } from '@shared/prompt/super-prompt';
import { anyOf } from '../../languages';
import { exampleOf, type GivenShape, type JsonSchema, readGivenShape, requiredNames } from './answer-schema';
import formats from './known-formats.json';

type FormatName = 'json' | 'table' | 'checklist' | 'code' | 'numbered' | 'list' | 'plain' | 'markdown';

interface KnownFormat {
  readonly name: FormatName;
  readonly spec: string;
  readonly shape: string;
  readonly rules: readonly string[];
}

/** The common formats, the most specific first. */
const knownFormats = formats as readonly KnownFormat[];

export interface EnforcedFormat {
  readonly name: FormatName;
  /** The deciding part of the prompt. */
  readonly source: 'format' | 'task' | 'default';
  /** FORMAT in the user's words if it says more than the name of a common format, otherwise empty. */
  readonly own: string;
  readonly enforcement: FormatEnforcement;
  /** FORMAT in the body from here on. */
  readonly bodyFormat: string;
  readonly given: GivenShape;
}

const namesOf = (name: FormatName): string => {
  if (name === 'json') return 'json(?:-?(?:objekte?|objects?|format))?';
  return name === 'markdown' ? 'markdown|md' : anyOf(({ forms }) => forms.names[name]);
};
const patterns = new Map(
  knownFormats.map(({ name }) => [name, new RegExp(`(?<![\\p{L}\\p{N}_])(?:${namesOf(name)})(?!\\p{L})`, 'giu')]),
);

/** Words before a wanted format: “as a …”, “in …”, “make me a short …”; “in the table” asks for none. */
const as = anyOf(({ forms }) => forms.as);
const asked = new RegExp(
  `(?:^|[^\\p{L}])(${as}|${anyOf(({ forms }) => forms.asks)})(?:\\s+(?!(?:${anyOf(({ forms }) => forms.definite)})\\s)[\\p{L}-]+){0,3}\\s+$`,
  'iu',
);
const isAs = new RegExp(`^(?:${as})$`, 'iu');
const indefinite = anyOf(({ forms }) => forms.indefinite);
const article = new RegExp(`(?:^|\\s)(?:${indefinite})(?:\\s+[\\p{L}-]+){0,2}\\s+$`, 'iu');
/** “without a table”: named, and not wanted. */
const declined = new RegExp(
  `(?:^|[^\\p{L}])(?:${anyOf(({ forms }) => forms.without)})(?:\\s+(?:${indefinite}|${as}|any|in))*(?:\\s+markdown)?\\s+$`,
  'iu',
);
/** Words that ask for a form alone: “Vergleiche beide tabellarisch.” */
const adverb = new RegExp(`^(?:${anyOf(({ forms }) => forms.adverbs)})(?!\\p{L})`, 'iu');
/** “Could you make a table?” is a wish, and no question. */
const polite = new RegExp(`(?:^|[^\\p{L}])(?:${anyOf(({ forms }) => forms.polite)})\\s`, 'iu');

/** Position of a named and wanted format; -1 for none. */
function wanted(format: KnownFormat, text: string): number {
  for (const found of text.matchAll(patterns.get(format.name) ?? /(?!)/gu)) {
    if (!declined.test(text.slice(0, found.index))) return found.index;
  }
  return -1;
}

/** Whether a task asks for the format rather than about it: “What is in table 4?”, “How are dates stored in JSON?”. */
function requests(format: KnownFormat, task: string): boolean {
  const at = format.name === 'code' ? -1 : wanted(format, task);
  if (at === -1) return false;
  const before = task.slice(0, at);
  if (adverb.test(task.slice(at))) return true;
  const preposition = asked.exec(before)?.[1];
  if (!preposition || /^\p{L}+\s+\p{N}/u.test(task.slice(at))) return false;
  const isQuestion = /^[^.!\n]*\?/u.test(task.slice(at)) && !polite.test(before);
  return !isQuestion || isAs.test(preposition) || article.test(before);
}

/** Whether the words beside a schema say more than that there is one. */
const saysMore = (words: string): boolean => words.replace(besideSchema, '').replace(/[^\p{L}\p{N}]+/gu, '') !== '';
const besideSchema = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:json|schema|${anyOf(({ forms }) => forms.besideSchema)})(?![\\p{L}\\p{N}])`,
  'giu',
);

/**
 * The format that FORMAT names; otherwise the one the task asks for (“as a table”); otherwise Markdown. A JSON schema
 * or a JSON example in FORMAT makes it JSON of that form.
 */
export function enforceFormat(format: string, task: string, constraints: string): EnforcedFormat {
  const given = readGivenShape(format);
  const { words } = given;
  const isJson = given.schema !== null || given.example !== null;
  const stated = knownFormats.find((known) => (isJson ? known.name === 'json' : wanted(known, words) !== -1));
  const requested = knownFormats.find((known) => requests(known, task));
  const plainDefault = !isJson && (/^\s*markdown\s*$/iu.test(words) || words === '');
  const other = requested ? 'task' : 'default';
  const source = stated && !(plainDefault && requested) ? 'format' : other;
  const chosen = (source === 'format' ? stated : requested) ?? knownFormats.find((known) => known.name === 'markdown');
  // A statement is passed on also without a common format in it: “two sentences”, “a haiku”.
  const stands = plainDefault ? '' : words;
  const isName = isJson ? !saysMore(words) : stands.replace(/[^\p{L}]+/gu, '').toLowerCase() === chosen?.name;
  const own = isName ? '' : stands;
  const limits = constraints
    .split(/\n+/u)
    .map((line) => line.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u, '').trim())
    .filter((line) => line !== '');
  const spec = given.schema ? 'One JSON value that fits the JSON schema under Format.' : (chosen?.spec ?? '');
  const as = own ? ` As asked: ${own}` : '';
  const enforcement: FormatEnforcement = {
    name: chosen?.name ?? 'markdown',
    normalized_format_spec: `${spec}${as}`,
    example_shape: given.schema ? shownExample(given.schema, given) : (given.example ?? chosen?.shape ?? ''),
    hard_rules: [...(chosen?.rules ?? []), ...schemaRules(given), ...limits],
    ...(given.schema ? { json_schema: given.schema } : {}),
  };
  const shown = given.schema ? `\n${fenced(JSON.stringify(given.schema, null, 2), 'json')}` : '';
  return {
    name: chosen?.name ?? 'markdown',
    source,
    own,
    enforcement,
    bodyFormat: `${oneLine(enforcement.normalized_format_spec)}${shown}`,
    given,
  };
}

/** None if it might break an unchecked rule: a wrong example teaches more than a rule. */
const shownExample = (schema: JsonSchema, { unchecked }: GivenShape): string =>
  unchecked.length > 0 ? '' : exampleOf(schema);

function schemaRules({ schema, example }: GivenShape): string[] {
  if (schema === null)
    return example === null ? [] : ['Give the same names as the example, with values of the same kinds.'];
  const required = requiredNames(schema);
  return [
    ...(required.length > 0 ? [`Always give ${required.map((name) => JSON.stringify(name)).join(', ')}.`] : []),
    ...(schema.additionalProperties === false ? ['Give no names that the schema does not have.'] : []),
  ];
}
