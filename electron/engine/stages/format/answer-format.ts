import { fenced, oneLine } from '@shared/prompt/prompt-layout';
import type { FormatEnforcement } from '@shared/prompt/super-prompt';
import { exampleOf, type GivenShape, type JsonSchema, readGivenShape, requiredNames } from './answer-schema';

type FormatName = 'json' | 'table' | 'checklist' | 'code' | 'numbered' | 'list' | 'plain' | 'markdown';

interface KnownFormat {
  readonly name: FormatName;
  readonly pattern: RegExp;
  readonly spec: string;
  readonly shape: string;
  readonly rules: readonly string[];
}

/** The common formats, the most specific first. */
const knownFormats: readonly KnownFormat[] = [
  {
    name: 'json',
    pattern: /\bjson(?:-?(?:objekte?|objects?|format))?\b/iu,
    spec: 'One JSON value.',
    shape: '{"answer": "… [Citation 1]"}',
    rules: [
      'Answer with one valid JSON value and nothing before or after it.',
      'Use double quotes and no comments.',
      'Put each marker inside the string that it belongs to.',
    ],
  },
  {
    name: 'checklist',
    pattern:
      /\b(?:check[- ]?lists?|check-?listen?|prüflisten?|aufgabenlisten?|to-?do(?:[- ]?list[en]?)?|listas? de (?:verificación|comprobación|control|tareas))(?!\p{L})/iu,
    spec: 'A Markdown checklist.',
    shape: '- [ ] First step [Citation 1]',
    rules: ['Each line starts with "- [ ] ".', 'One step a line, in the order it is done.'],
  },
  {
    name: 'table',
    pattern:
      /\b(?:tables?|tabular|tabellen?|tabellarisch\p{L}{0,2}|tabellenform|tablas?|cuadro comparativo|columns?|spalten|columnas)(?!\p{L})/iu,
    spec: 'A Markdown table with a header row.',
    shape: '| Item | Finding |\n|---|---|\n| … | … [Citation 1] |',
    rules: ['Answer with one Markdown table.', 'No line breaks inside a cell.'],
  },
  {
    name: 'code',
    pattern:
      /\b(?:code(?:[- ]?blocks?| fence)?|scripts?|skript|snippets?|quelltext|quellcode|programmcode|(?:bloque de |fragmento de )?código)(?!\p{L})/iu,
    spec: 'One fenced code block.',
    shape: '```\n…\n```',
    rules: ['Answer with one fenced code block that names its language.', 'Put citations in a line after the block.'],
  },
  {
    name: 'numbered',
    pattern:
      /\b(?:(?:numbered|ordered) (?:lists?|steps|points)|nummerierte\p{L}? (?:listen?|aufzählung|schritte)|(?:lista|listado|pasos) (?:numerad[oa]s?|ordenad[oa]s?))(?!\p{L})/iu,
    spec: 'A numbered Markdown list.',
    shape: '1. First point [Citation 1]',
    rules: ['One point a line, each starting with its number and a full stop.'],
  },
  {
    name: 'list',
    pattern:
      /\b(?:bullet(?:s|ed| points?)?|lists?|listen?|aufzählung(?:en|spunkten?)?|stichpunkten?|stichpunktartig|stichwortartig|spiegelstrichen?|listas?|listado|viñetas|enumerat\w+|enumeración)(?!\p{L})/iu,
    spec: 'A Markdown list.',
    shape: '- First point [Citation 1]',
    rules: ['One point a line, each starting with "- ".'],
  },
  {
    name: 'plain',
    pattern:
      /\b(?:plain(?: text)?|no markdown|kein markdown|sin markdown|prose|prosa|one (?:sentence|paragraph)|flie(?:ß|ss)text|(?:reiner|nur) text|klartext|eine?[mn]? (?:satz|absatz)|texto (?:plano|corrido|sin formato)|una? (?:frase|párrafo))(?!\p{L})/iu,
    spec: 'Plain text.',
    shape: '',
    rules: ['No Markdown and no lists.'],
  },
  {
    name: 'markdown',
    pattern: /\b(?:markdown|md)\b/iu,
    spec: 'Markdown.',
    shape: '',
    rules: ['Use headings only where the answer has parts.'],
  },
];

export interface EnforcedFormat {
  readonly name: FormatName;
  /** What in the prompt decided it. */
  readonly source: 'format' | 'task' | 'default';
  /** FORMAT as the user wrote it where it says more than the name of a common format, else empty. */
  readonly own: string;
  readonly enforcement: FormatEnforcement;
  /** FORMAT as it stands in the body from here on. */
  readonly bodyFormat: string;
  readonly given: GivenShape;
}

/** What may stand before a format that is asked for: “as a …”, “in …”, “make me a short …”; “in the table” asks for none. */
const asked =
  /(?:^|[^\p{L}])(as|in|into|with|give|return|make|write|produce|create|draw|als|como|en|erstelle|erzeuge|schreibe?|mache?|gib|zeige?|liefere|haz|hazme|crea|genera|devuelve|escribe|dame)(?:\s+(?!(?:the|this|that|these|those|which|each|every|its|their|our|my|your|der|die|das|dem|den|dieser|el|la|los|las|esta|este)\s)[\p{L}-]+){0,3}\s+$/iu;
const article = /(?:^|\s)(?:an?|one|eine?r?|una?)(?:\s+[\p{L}-]+){0,2}\s+$/iu;
/** “without a table”: named, and not wanted. */
const declined =
  /(?:^|[^\p{L}])(?:no|not|without|never|avoid|nor|kein\p{L}*|ohne|nicht|sin)(?:\s+(?:an?|any|as|in|eine?))*(?:\s+markdown)?\s+$/iu;

/** Words that ask for a form by themselves: “Vergleiche beide tabellarisch.” */
const adverb = /^(?:tabellarisch|stichpunktartig|stichwortartig)(?!\p{L})/iu;

/** Where a format is named and wanted; -1 where it is not. */
function wanted(format: KnownFormat, text: string): number {
  for (const found of text.matchAll(new RegExp(format.pattern, 'giu'))) {
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
  const isQuestion =
    /^[^.!\n]*\?/u.test(task.slice(at)) &&
    !/(?:^|[^\p{L}])(?:can|could|would|please|kannst|könntest|können|könnten|bitte|puedes|podrías|puede)\s/iu.test(
      before,
    );
  return !isQuestion || /^(?:as|als|como)$/iu.test(preposition) || article.test(before);
}

/** Whether the words beside a schema say more than that there is one. */
const saysMore = (words: string): boolean =>
  words
    .replace(/\b(?:json|schema|esquema|objekt|object|objeto)\b/giu, '')
    .replace(/\b(?:as|that|which|fits?|matches|matching|following|follows|with|this|an?|the|by|one|value)\b/giu, '')
    .replace(/\b(?:als|mit|nach|diese[mns]?|folgende[mns]?|de[mrn]|das|ein|con|este|el|un|según|siguiente)\b/giu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '') !== '';

/**
 * The format that FORMAT names; else the one the task asks for (“as a table”); else Markdown. A JSON schema or a JSON
 * example in FORMAT makes it JSON of that form.
 */
export function enforceFormat(format: string, task: string, constraints: string): EnforcedFormat {
  const given = readGivenShape(format);
  const { words } = given;
  const isJson = given.schema !== null || given.example !== null;
  const stated = knownFormats.find((known) => (isJson ? known.name === 'json' : wanted(known, words) !== -1));
  const requested = knownFormats.find((known) => requests(known, task));
  const plainDefault = !isJson && (/^\s*markdown\s*$/iu.test(words) || words === '');
  const source = stated && !(plainDefault && requested) ? 'format' : requested ? 'task' : 'default';
  const chosen = (source === 'format' ? stated : requested) ?? knownFormats.find((known) => known.name === 'markdown');
  // What was stated is passed on also where no common format is found in it: “two sentences”, “a haiku”.
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

/** None where it might break what is not checked: a wrong example teaches more than a rule. */
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
