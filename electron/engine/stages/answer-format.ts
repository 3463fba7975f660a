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
    pattern: /\b(?:table|tabular|tabelle|tabla|columns?)\b/iu,
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
    pattern: /\b(?:bullet(?:s|ed| points?)?|list|liste|aufzählung|lista|enumerat\w+)\b/iu,
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
  readonly enforcement: FormatEnforcement;
}

const asked = /\b(?:as|in|into|with|give|return|make|write|produce|als|como|en)\b[^.?!\n]{0,40}$/iu;

/** The format that FORMAT names; else the one the task asks for (“as a table”); else Markdown. */
export function enforceFormat(format: string, task: string, constraints: string): EnforcedFormat {
  const stated = knownFormats.find((known) => known.pattern.test(format));
  const requested = knownFormats.find((known) => {
    const found = known.pattern.exec(task);
    return found !== null && known.name !== 'code' && asked.test(task.slice(0, found.index));
  });
  const plainDefault = /^\s*markdown\s*$/iu.test(format) || format.trim() === '';
  const source = stated && !(plainDefault && requested) ? 'format' : requested ? 'task' : 'default';
  const chosen = (source === 'format' ? stated : requested) ?? knownFormats.find((known) => known.name === 'markdown');
  const own = source === 'format' && !plainDefault ? format.trim() : '';
  const limits = constraints
    .split(/\n+/u)
    .map((line) => line.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u, '').trim())
    .filter((line) => line !== '');
  return {
    name: chosen?.name ?? 'markdown',
    source,
    enforcement: {
      normalized_format_spec:
        own && own.length > (chosen?.name.length ?? 0) ? `${chosen?.spec} As asked: ${own}` : (chosen?.spec ?? ''),
      example_shape: chosen?.shape ?? '',
      hard_rules: [...(chosen?.rules ?? []), ...limits],
    },
  };
}
