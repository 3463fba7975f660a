import type { CollectionInstructions } from '@shared/contract';
import { placeName } from '@shared/place-names';
import type { Chunk } from '@shared/prompt/chunk';
import {
  attachmentHeading,
  blockJoint,
  fenced,
  fenceLanguage,
  headings,
  namesHeading,
  oneLine,
  promptKeys,
  quoted,
  sectionHeading,
  sectionTitles,
  toneLine,
} from '@shared/prompt/prompt-layout';
import type { SystemPromptConfig } from '@shared/prompt/prompt-schema';
import {
  type BodyKey,
  bodyKeys,
  type ConversationTurn,
  type CorrectedName,
  type FormatEnforcement,
  type SuperPrompt,
} from '@shared/prompt/super-prompt';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { corrected } from '../../retrieval';

export { oneLine };

const section = (title: string, content: string): string => `${sectionHeading(title)}\n${content}`;

function sections(
  body: SuperPrompt['body'],
  keys: readonly BodyKey[],
  shown: (text: string) => string = (text) => text,
): string {
  return keys
    .filter((key) => (body[key] ?? '').trim() !== '')
    .map((key) => section(sectionTitles[key], shown(body[key] ?? '')))
    .join(blockJoint);
}

/** The whole body, for the view after A0 and A2. */
export function renderBody(body: SuperPrompt['body']): string {
  return sections(body, bodyKeys);
}

/** The prompt so far, for the view after A4 and A5: the body, the form of the answer, the condensed context. */
export function renderSoFar({ body, extras, S_CTX_MD }: Pick<SuperPrompt, 'body' | 'extras' | 'S_CTX_MD'>): string {
  const parts = [renderBody(body), formLines(extras.format_enforcer).join('\n'), S_CTX_MD];
  return parts.filter((part) => part !== '').join(blockJoint);
}

/** Prompt_MD for the reranker: the question, without system, audience and attachments (seeds/001 §5.4). */
export function renderRerankQuery(body: SuperPrompt['body']): string {
  return sections(body, ['task', 'purpose', 'context', 'format']);
}

/** The question for a language model that judges or condenses: as typed, with the corrections of its misspelt names. */
export function renderQuestion(prompt: SuperPrompt): string {
  return [renderRerankQuery(prompt.body), renderNames(prompt)].filter((part) => part !== '').join(blockJoint);
}

export function renderPrompt(prompt: SuperPrompt): string {
  const stated = prompt.extras.stated?.audience;
  const audience = prompt.body.audience ?? '';
  const body =
    stated && stated !== audience ? { ...prompt.body, audience: `${audience} (as stated: ${stated})` } : prompt.body;
  const unknown = Object.entries(prompt.extras.unknown_attributes ?? {}).map(([title, content]) =>
    section(oneLine(title), contained(content)),
  );
  return [headings.prompt, sections(body, promptKeys, contained), ...unknown, renderNames(prompt)]
    .filter((part) => part !== '')
    .join(blockJoint);
}

/**
 * @param instructions system prompts of the run's collections; quoted, below the rules
 * @param weakEvidence whether the evidence is weak
 */
export function renderSystem(
  prompt: SuperPrompt,
  config: SystemPromptConfig,
  instructions: readonly CollectionInstructions[] = [],
  weakEvidence = false,
): string {
  const { system = '', tone = '', depth = '', confidence = '' } = prompt.body;
  const stated = prompt.extras.stated?.system;
  const role = config.roles[system] ?? '';
  const withoutDocuments = prompt.extras.query?.without_documents === true;
  const lines = [
    headings.system,
    stated && stated !== system ? `${role}\nThe user describes your role as: ${oneLine(stated)}` : role,
    toneLine(tone, depth, confidence).join(''),
    headings.rules,
    ...(withoutDocuments ? config.withoutDocuments : config.rules).map((rule) => `- ${rule}`),
  ];
  if (prompt.final_selection_ids.length === 0 && !withoutDocuments) lines.push(`- ${config.noContext}`);
  else if (weakEvidence && !withoutDocuments) lines.push(`- ${config.weakEvidence}`);
  const fixed = [prompt.body.deterministic_rules, prompt.body.deterministic_codes].filter((rule) => rule?.trim());
  for (const rule of fixed) lines.push(`- ${oneLine(rule ?? '')}`);
  for (const { collection, text } of instructions) {
    lines.push(`${headings.instructions} “${oneLine(collection)}”`, underTheRules, quoted(text));
  }
  lines.push(...formLines(prompt.extras.format_enforcer));
  return lines.filter((line) => line !== '').join('\n');
}

/** The form of the answer with its rules and its example; none before A5 has read it. */
function formLines(enforced: FormatEnforcement | undefined): string[] {
  if (!enforced) return [];
  const rules = enforced.hard_rules.map((rule) => `- ${oneLine(rule)}`);
  const example = enforced.example_shape === '' ? [] : [fenced(enforced.example_shape, '')];
  return [headings.answerFormat, contained(oneLine(enforced.normalized_format_spec)), ...rules, ...example];
}

const underTheRules = 'Follow them as far as the rules above allow.';

/** Nothing that a model could take for a source to name: ids and counted characters came back in answers. */
const span = (chunk: Chunk): string => (chunk.pages.length > 0 ? placeName(chunk) : 'not in pages');

export function renderAttachment(chunk: Chunk, number: number): string {
  const under = [chunk.title, ...chunk.headings, chunk.lead].filter((part) => part !== '');
  return [
    attachmentHeading(number),
    `SOURCE: ${under.map(oneLine).join(' › ')}`,
    `SPAN: ${span(chunk)}`,
    fenced(chunk.text, fenceLanguage),
  ].join('\n');
}

export function renderAttachments(chunks: readonly { chunk: Chunk; number: number }[]): string {
  const rendered = chunks.map(({ chunk, number }) => renderAttachment(chunk, number));
  return [headings.attachments, ...(rendered.length > 0 ? rendered : ['None.'])].join(blockJoint);
}

/** Exchanges from before the recent ones; without a number, since they are no source. */
export function renderRecalled(chunks: readonly Chunk[]): string {
  if (chunks.length === 0) return '';
  const passages = chunks.map((chunk) => `**${oneLine(chunk.title)}**\n${quoted(chunk.text)}`);
  return [headings.recalled, 'To understand the question by. It is no source and is not cited.', ...passages].join(
    blockJoint,
  );
}

/** The last `pairs` exchanges, quoted line by line: no turn can pass for a block of the prompt. */
export function renderConversation(turns: readonly ConversationTurn[], pairs: number): string {
  const kept = pairs > 0 ? turns.slice(-pairs * 2) : [];
  if (kept.length === 0) return '';
  const lines = kept.map(
    (turn) => `**${turn.role === 'user' ? 'User' : 'Assistant'}**\n${turn.content.replace(/^/gmu, '> ')}`,
  );
  return [headings.conversation, ...lines].join(blockJoint);
}

/** Parts of a prompt that Retrieval searches for, and whose names it corrects. */
const searched = ['task', 'context', 'purpose'] as const;

/** The misspelt names in the question: a hand-edited body may have lost them. */
export function misspeltNamesIn({ body, extras }: SuperPrompt): readonly CorrectedName[] {
  const text = searched.map((key) => body[key] ?? '').join('\n');
  return (extras.query?.names ?? []).filter((name) => corrected(text, [name]) !== text);
}

/** The body with these names as the documents write them. */
export function withNames(body: SuperPrompt['body'], names: readonly CorrectedName[]): SuperPrompt['body'] {
  const meant = searched.flatMap((key) => (body[key] === undefined ? [] : [[key, corrected(body[key], names)]]));
  return { ...body, ...Object.fromEntries(meant) };
}

/** A language model's note beside the typed question; empty without a misspelt name. */
function renderNames(prompt: SuperPrompt): string {
  const names = misspeltNamesIn(prompt);
  if (names.length === 0) return '';
  return [namesHeading, ...names.map(({ word, written }) => `- “${oneLine(word)}” is “${oneLine(written)}”`)].join(
    '\n',
  );
}

/** Lines that can open an unclosed block, or that read as a heading of a block (CommonMark §4.2, 4.3, 4.5, 4.6). */
const suspicious = /^[ \t>*+\d.)-]*(?:`{3}|~{3}|<|# |#$|=+\s*$)/mu;
const next = '## next';

/**
 * The user's text, safe for the blocks after it: an open fence or HTML block would swallow them, and a heading of the
 * first level would pass for one. Such text is fenced whole; all other text does not change.
 */
export function contained(text: string): string {
  if (!suspicious.test(text)) return text;
  const { children } = fromMarkdown(`${text}\n\n${next}`);
  const last = children.at(-1);
  const ends = last?.type === 'heading' && last.depth === 2;
  const pretends = children.some((node) => node.type === 'heading' && node.depth === 1);
  return ends && !pretends ? text : fenced(text, 'text');
}
