import type { BodyKey } from './super-prompt';

/** How the blocks of a prompt are headed: what Prompt_Builder writes, and what the map of origins looks for. */
export const sectionTitles: Readonly<Record<BodyKey, string>> = {
  system: 'System',
  task: 'Task',
  audience: 'Audience',
  tone: 'Tone',
  depth: 'Depth',
  confidence: 'Confidence',
  context: 'Context',
  purpose: 'Purpose',
  format: 'Format',
  text: 'Text',
  constraints: 'Constraints',
  example: 'Example',
  deterministic_rules: 'Rules',
  deterministic_codes: 'Codes',
};

export const promptKeys = [
  'task',
  'purpose',
  'context',
  'audience',
  'format',
  'text',
  'constraints',
  'example',
] as const;

export const headings = {
  system: '# System',
  rules: '## Rules',
  instructions: '## Instructions of the collection',
  answerFormat: '## Answer format',
  prompt: '# Prompt',
  attachments: '# Attachments',
  recalled: '# Earlier in conversation',
  conversation: '# Recent conversation',
} as const;

export const sectionHeading = (title: string): string => `## ${title}`;
/** Over the misspelt names of a question, last in its block. */
export const namesHeading = sectionHeading('Names as the documents write them');
export const attachmentHeading = (number: number): string => `### [Citation ${number}]`;
/** Language of the fence around an attachment, and around what a user wrote that would not stay in its block. */
export const fenceLanguage = 'text';
/** Each line after a mark: no text can pass for a heading or a fence of the prompt. */
export const quoted = (text: string): string => text.replace(/\r\n?/gu, '\n').replace(/^/gmu, '> ');
export const blockJoint = '\n\n';
/** The line of System_MD with three of A2's choices, in parts. */
export const toneLine = (tone: string, depth: string, confidence: string) =>
  [`Tone: ${tone}.`, ` Depth: ${depth}.`, ` Confidence: ${confidence}.`] as const;

/** Everything on one line, control characters out: for places where a line break would mean something. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** A code fence longer than any run of backticks inside: no text can close it (CommonMark §4.5). */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** The passages that a line of the condensed context is tied to: it ends with the marks of their attachments. */
export function tiedChunks(line: string, selection: readonly string[]): string[] {
  const [marks = ''] = /(?: ?\[Citation \d+\])+$/u.exec(line) ?? [];
  return [...marks.matchAll(/\d+/gu)].flatMap(([number]) => selection[Number(number) - 1] ?? []);
}
