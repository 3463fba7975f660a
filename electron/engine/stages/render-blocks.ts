import type { Chunk } from '@shared/chunk';
import { fenced } from '@shared/fenced';
import type { SystemPromptConfig } from '@shared/prompt-schema';
import { type BodyKey, bodyKeys, type ConversationTurn, type SuperPrompt } from '@shared/super-prompt';
import { contained } from './contained-text';

const titles: Readonly<Record<BodyKey, string>> = {
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

const section = (title: string, content: string): string => `## ${title}\n${content}`;

function sections(
  body: SuperPrompt['body'],
  keys: readonly BodyKey[],
  shown: (text: string) => string = (text) => text,
): string {
  return keys
    .filter((key) => (body[key] ?? '').trim() !== '')
    .map((key) => section(titles[key], shown(body[key] ?? '')))
    .join('\n\n');
}

/** The whole body, for the view after A0 and A2. */
export function renderBody(body: SuperPrompt['body']): string {
  return sections(body, bodyKeys);
}

const promptKeys = ['task', 'purpose', 'context', 'audience', 'format', 'text', 'constraints', 'example'] as const;

/** Prompt_MD as the reranker sees it: what is asked, without system, audience and attachments (seeds/001 §5.4). */
export function renderRerankQuery(body: SuperPrompt['body']): string {
  return sections(body, ['task', 'purpose', 'context', 'format']);
}

export function renderPrompt(prompt: SuperPrompt): string {
  const stated = prompt.extras.stated?.audience;
  const audience = prompt.body.audience ?? '';
  const body =
    stated && stated !== audience ? { ...prompt.body, audience: `${audience} (as stated: ${stated})` } : prompt.body;
  const unknown = Object.entries(prompt.extras.unknown_attributes ?? {}).map(([title, content]) =>
    section(oneLine(title), contained(content)),
  );
  return ['# Prompt', sections(body, promptKeys, contained), ...unknown].filter((part) => part !== '').join('\n\n');
}

export function renderSystem(prompt: SuperPrompt, config: SystemPromptConfig): string {
  const { system = '', tone = '', depth = '', confidence = '' } = prompt.body;
  const stated = prompt.extras.stated?.system;
  const role = config.roles[system] ?? '';
  const lines = [
    '# System',
    stated && stated !== system ? `${role}\nThe user describes your role as: ${oneLine(stated)}` : role,
    `Tone: ${tone}. Depth: ${depth}. Confidence: ${confidence}.`,
    '## Rules',
    ...config.rules.map((rule) => `- ${rule}`),
  ];
  if (prompt.final_selection_ids.length === 0) lines.push(`- ${config.noContext}`);
  const fixed = [prompt.body.deterministic_rules, prompt.body.deterministic_codes].filter((rule) => rule?.trim());
  for (const rule of fixed) lines.push(`- ${oneLine(rule ?? '')}`);
  const enforced = prompt.extras.format_enforcer;
  if (enforced) {
    const spec = contained(oneLine(enforced.normalized_format_spec));
    lines.push('## Answer format', spec, ...enforced.hard_rules.map((rule) => `- ${oneLine(rule)}`));
    if (enforced.example_shape !== '') lines.push(fenced(enforced.example_shape, ''));
  }
  return lines.filter((line) => line !== '').join('\n');
}

/** Everything on one line, control characters out: for places where a line break would mean something. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

const span = (chunk: Chunk): string => {
  const pages = chunk.pages.length > 0 ? `page ${chunk.pages.join(', ')} · ` : '';
  return `${pages}characters ${chunk.startChar}–${chunk.endChar} · chunk ${chunk.id}`;
};

export function renderAttachment(chunk: Chunk, number: number): string {
  const where = chunk.headings.length > 0 ? ` › ${chunk.headings.map(oneLine).join(' › ')}` : '';
  return [
    `### [Citation ${number}]`,
    `SOURCE: ${oneLine(chunk.title)}${where}`,
    `SPAN: ${span(chunk)}`,
    fenced(chunk.text, 'text'),
  ].join('\n');
}

export function renderAttachments(chunks: readonly { chunk: Chunk; number: number }[]): string {
  const rendered = chunks.map(({ chunk, number }) => renderAttachment(chunk, number));
  return ['# Attachments', ...(rendered.length > 0 ? rendered : ['None.'])].join('\n\n');
}

/** The last `pairs` exchanges, quoted line by line so that no turn can pass for a block of the prompt. */
export function renderConversation(turns: readonly ConversationTurn[], pairs: number): string {
  const kept = pairs > 0 ? turns.slice(-pairs * 2) : [];
  if (kept.length === 0) return '';
  const lines = kept.map(
    (turn) => `**${turn.role === 'user' ? 'User' : 'Assistant'}**\n${turn.content.replace(/^/gmu, '> ')}`,
  );
  return ['# Recent conversation', ...lines].join('\n\n');
}
