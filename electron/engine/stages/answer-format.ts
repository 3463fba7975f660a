import type { FormatEnforcement } from '@shared/super-prompt';

type FormatName = 'json' | 'table' | 'checklist' | 'code' | 'list' | 'plain' | 'markdown';

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
    pattern: /\bjson\b/iu,
    spec: 'One JSON value.',
    shape: '{"answer": "…", "citations": [1]}',
    rules: ['Answer with one valid JSON value and nothing before or after it.', 'Use double quotes and no comments.'],
  },
  {
    name: 'checklist',
    pattern: /\b(?:check ?list|to-?do(?: list)?|checkliste|lista de verificación)\b/iu,
    spec: 'A Markdown checklist.',
    shape: '- [ ] First step [Citation 1]',
    rules: ['Each line starts with "- [ ] ".', 'One step a line, in the order it is done.'],
  },
  {
    name: 'table',
    pattern: /\b(?:tables?|tabular|tabellen?|tablas?|columns?)\b/iu,
    spec: 'A Markdown table with a header row.',
    shape: '| Item | Finding |\n|---|---|\n| … | … [Citation 1] |',
    rules: ['Answer with one Markdown table.', 'No line breaks inside a cell.'],
  },
  {
    name: 'code',
    pattern: /\b(?:code(?: block| fence)?|script|snippet|quelltext|código)\b/iu,
    spec: 'One fenced code block.',
    shape: '```\n…\n```',
    rules: ['Answer with one fenced code block that names its language.', 'Put citations in a line after the block.'],
  },
  {
    name: 'list',
    pattern: /\b(?:bullet(?:s|ed| points?)?|lists?|listen?|aufzählung|listas?|enumerat\w+)\b/iu,
    spec: 'A Markdown list.',
    shape: '- First point [Citation 1]',
    rules: ['One point a line, each starting with "- ".'],
  },
  {
    name: 'plain',
    pattern: /\b(?:plain(?: text)?|no markdown|prose|one (?:sentence|paragraph)|fließtext|texto plano)\b/iu,
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
}

/** What may stand before a format that is asked for: “as a …”, “in …”, “make me a short …”; “in the table” asks for none. */
const asked =
  /(?:^|[^\p{L}])(as|in|into|with|give|return|make|write|produce|create|draw|als|como|en)(?:\s+(?!(?:the|this|that|these|those|which|each|every|its|their|our|my|your|der|die|das|dem|den|dieser|el|la|los|las|esta|este)\s)[\p{L}-]+){0,3}\s+$/iu;
const article = /(?:^|\s)(?:an?|one|eine?r?|una?)(?:\s+[\p{L}-]+){0,2}\s+$/iu;
/** “without a table”: named, and not wanted. */
const declined =
  /(?:^|[^\p{L}])(?:no|not|without|never|avoid|nor|kein\p{L}*|ohne|nicht|sin)(?:\s+(?:an?|any|as|in|eine?))*(?:\s+markdown)?\s+$/iu;

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
  const preposition = asked.exec(before)?.[1];
  if (!preposition || /^\p{L}+\s+\p{N}/u.test(task.slice(at))) return false;
  const isQuestion =
    /^[^.!\n]*\?/u.test(task.slice(at)) && !/(?:^|[^\p{L}])(?:can|could|would|please)\s/iu.test(before);
  return !isQuestion || /^(?:as|als|como)$/iu.test(preposition) || article.test(before);
}

/** The format that FORMAT names; else the one the task asks for (“as a table”); else Markdown. */
export function enforceFormat(format: string, task: string, constraints: string): EnforcedFormat {
  const stated = knownFormats.find((known) => wanted(known, format) !== -1);
  const requested = knownFormats.find((known) => requests(known, task));
  const plainDefault = /^\s*markdown\s*$/iu.test(format) || format.trim() === '';
  const source = stated && !(plainDefault && requested) ? 'format' : requested ? 'task' : 'default';
  const chosen = (source === 'format' ? stated : requested) ?? knownFormats.find((known) => known.name === 'markdown');
  // What was stated is passed on also where no common format is found in it: “two sentences”, “a haiku”.
  const stands = plainDefault ? '' : format.trim();
  const own = stands.replace(/[^\p{L}]+/gu, '').toLowerCase() === chosen?.name ? '' : stands;
  const limits = constraints
    .split(/\n+/u)
    .map((line) => line.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u, '').trim())
    .filter((line) => line !== '');
  return {
    name: chosen?.name ?? 'markdown',
    source,
    own,
    enforcement: {
      normalized_format_spec: own ? `${chosen?.spec} As asked: ${own}` : (chosen?.spec ?? ''),
      example_shape: chosen?.shape ?? '',
      hard_rules: [...(chosen?.rules ?? []), ...limits],
    },
  };
}
