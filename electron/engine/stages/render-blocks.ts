import type { Chunk } from '@shared/chunk';
import type { CollectionInstructions } from '@shared/contract';
import { fenced } from '@shared/fenced';
import { placeName } from '@shared/place-names';
import {
  attachmentHeading,
  blockJoint,
  fenceLanguage,
  headings,
  oneLine,
  promptKeys,
  quoted,
  sectionHeading,
  sectionTitles,
  toneLine,
} from '@shared/prompt-layout';
import type { SystemPromptConfig } from '@shared/prompt-schema';
import { type BodyKey, bodyKeys, type ConversationTurn, type SuperPrompt } from '@shared/super-prompt';
import { contained } from './contained-text';
import { renderNames } from './corrected-names';

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

/** Prompt_MD as the reranker sees it: what is asked, without system, audience and attachments (seeds/001 §5.4). */
export function renderRerankQuery(body: SuperPrompt['body']): string {
  return sections(body, ['task', 'purpose', 'context', 'format']);
}

/** What is asked, for a language model that judges or condenses: as it was typed, and how its misspelt names are meant. */
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

/** @param instructions system prompts of the collections that the run looks at; quoted, below the rules */
export function renderSystem(
  prompt: SuperPrompt,
  config: SystemPromptConfig,
  instructions: readonly CollectionInstructions[] = [],
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
  const fixed = [prompt.body.deterministic_rules, prompt.body.deterministic_codes].filter((rule) => rule?.trim());
  for (const rule of fixed) lines.push(`- ${oneLine(rule ?? '')}`);
  for (const { collection, text } of instructions) {
    lines.push(`${headings.instructions} “${oneLine(collection)}”`, underTheRules, quoted(text));
  }
  const enforced = prompt.extras.format_enforcer;
  if (enforced) {
    const spec = contained(oneLine(enforced.normalized_format_spec));
    lines.push(headings.answerFormat, spec, ...enforced.hard_rules.map((rule) => `- ${oneLine(rule)}`));
    if (enforced.example_shape !== '') lines.push(fenced(enforced.example_shape, ''));
  }
  return lines.filter((line) => line !== '').join('\n');
}

const underTheRules = 'Follow them as far as the rules above allow.';

const span = (chunk: Chunk): string => {
  const pages = chunk.pages.length > 0 ? `${placeName(chunk)} · ` : '';
  return `${pages}characters ${chunk.startChar}–${chunk.endChar} · chunk ${chunk.id}`;
};

export function renderAttachment(chunk: Chunk, number: number): string {
  const where = chunk.headings.length > 0 ? ` › ${chunk.headings.map(oneLine).join(' › ')}` : '';
  return [
    attachmentHeading(number),
    `SOURCE: ${oneLine(chunk.title)}${where}`,
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

/** The last `pairs` exchanges, quoted line by line so that no turn can pass for a block of the prompt. */
export function renderConversation(turns: readonly ConversationTurn[], pairs: number): string {
  const kept = pairs > 0 ? turns.slice(-pairs * 2) : [];
  if (kept.length === 0) return '';
  const lines = kept.map(
    (turn) => `**${turn.role === 'user' ? 'User' : 'Assistant'}**\n${turn.content.replace(/^/gmu, '> ')}`,
  );
  return [headings.conversation, ...lines].join(blockJoint);
}
