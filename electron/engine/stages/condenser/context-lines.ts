import type { PipelineLimits } from '@shared/limits';
import type { Chunk } from '@shared/prompt/chunk';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { ofAll } from '../../languages';
import type { TokenCounter } from '../../models';
import { contentWords } from '../../text/function-words';
import { terms } from '../../text/terms';
import { oneLine, renderAttachment, renderConversation, renderPrompt, renderSystem } from '../builder/render-blocks';
import type { StageConfig } from '../stage';
import { byScore, evidence, queryWeights } from './sentence-evidence';

/** A selected chunk with the N of its `[Citation N]`. */
export interface Numbered {
  readonly chunk: Chunk;
  readonly number: number;
}

/** One line of the condensed context before it is rendered. */
export interface ContextLine {
  readonly kind: 'fact' | 'constraint' | 'open_issue';
  readonly text: string;
  readonly chunkId: string;
  /** Terms of the question that the line answers to. */
  readonly covers: ReadonlySet<string>;
}

export const queryOf = (prompt: SuperPrompt): string => prompt.extras.query?.whole ?? prompt.body.task ?? '';

const orderOf = (numbered: readonly Numbered[]): Map<string, number> =>
  new Map(numbered.map(({ chunk, number }) => [chunk.id, number]));

const constraintWords = new RegExp(`(?<!\\p{L})(?:${ofAll(({ demands }) => demands).join('|')})(?!\\p{L})`, 'iu');

const link = /!?\[[^\]]*\]\([^)]*\)|<?(?:https?:|www\.)\S+/gu;
/** A line of links has so few words beside them: “See also …”. */
const mostBesideLinks = 3;

/**
 * Tells whether a line states nothing: it only leads to what follows, or to another place.
 *
 * @param source the line with the marks of its links
 */
function isLeadIn(text: string, source: string): boolean {
  const words = source.replace(link, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  return text.endsWith(':') || (words.length <= mostBesideLinks && source.search(link) >= 0);
}

/** The best sentences of some of the selected chunks, word for word, best first. */
export function quotedLines(
  prompt: SuperPrompt,
  from: readonly Numbered[],
  selected: readonly Numbered[],
  limits: PipelineLimits,
): ContextLine[] {
  const { query } = prompt.extras;
  const weights = queryWeights(queryOf(prompt), prompt.base_context_chunks, query?.language, query?.thread?.carried);
  const order = orderOf(selected);
  const found = from.flatMap(({ chunk }) =>
    evidence(chunk, prompt.extras.rerank_relevance?.[chunk.id] ?? 0, weights)
      .filter(({ text, start, end }) => !isLeadIn(text, chunk.text.slice(start, end)))
      .sort(byScore(order))
      .slice(0, limits.condense.sentencesPerChunk),
  );
  return found.sort(byScore(order)).map(({ text: own, chunkId, terms: covers }) => {
    const text = quotable(own);
    return { kind: constraintWords.test(text) ? 'constraint' : 'fact', text, chunkId, covers };
  });
}

/** S_CTX_MD: one line a text, each once, tied to every chunk that bears it, within the token budget. */
export function renderContext(
  prompt: SuperPrompt,
  lines: readonly ContextLine[],
  selected: readonly Numbered[],
  counter: TokenCounter,
  limits: PipelineLimits,
): string {
  const asked = contentWords(queryOf(prompt), prompt.extras.query?.language ?? 'und');
  const rendered = withinBudget(lines, orderOf(selected), counter, limits);
  const covered = new Set(lines.flatMap(({ covers }) => [...covers]));
  const issues = [...rendered.open_issue, ...openIssues(asked, covered)];
  const block = (title: string, items: readonly string[]) =>
    `## ${title}\n${items.length > 0 ? items.join('\n') : '- None found.'}`;
  return [
    '# Condensed context',
    block('Facts', rendered.fact),
    block('Constraints', rendered.constraint),
    ...(issues.length > 0 ? [block('Open issues', issues)] : []),
  ].join('\n\n');
}

function withinBudget(
  lines: readonly ContextLine[],
  order: ReadonlyMap<string, number>,
  counter: TokenCounter,
  limits: PipelineLimits,
): Record<ContextLine['kind'], string[]> {
  const merged = new Map<string, { kind: ContextLine['kind']; chunkIds: Set<string> }>();
  for (const { text, kind, chunkId } of lines) {
    const line = merged.get(text) ?? { kind, chunkIds: new Set<string>() };
    line.chunkIds.add(chunkId);
    merged.set(text, line);
  }
  const rendered: Record<ContextLine['kind'], string[]> = { fact: [], constraint: [], open_issue: [] };
  let tokens = 0;
  let count = 0;
  for (const [text, { kind, chunkIds }] of merged) {
    const marks = [...chunkIds].map((id) => `[Citation ${order.get(id)}]`).join('');
    const line = `- ${text} ${marks}`;
    const size = counter.count(line);
    if (count >= limits.condense.maxFacts) break;
    if (tokens + size > limits.condense.tokenBudget) continue;
    tokens += size;
    count += 1;
    rendered[kind].push(line);
  }
  return rendered;
}

/** The text on one line, with marks that only Vitrine may set made harmless. */
export function quotable(text: string): string {
  return oneLine(text.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u, '')).replace(/\[(\s*citation\s*\d+\s*)\]/giu, '($1)');
}

/** Returns names and numbers of the question that no kept sentence holds, as the user wrote them. Verbs are no issue. */
function openIssues(asked: string, covered: ReadonlySet<string>): string[] {
  const missing: string[] = [];
  for (const [at, word] of asked.split(/[^\p{L}\p{N}_'’.-]+/u).entries()) {
    const own = at > 0 && /^\p{Lu}|\d/u.test(word) ? terms(word) : [];
    if (own.length > 0 && own.every((term) => !covered.has(term)) && !missing.includes(word)) missing.push(word);
  }
  return missing.length > 0 ? [`- The kept sentences do not mention: ${oneLine(missing.join(', '))}.`] : [];
}

interface PassageRoom {
  /** Tokens that the passages may have together, with their headings. */
  readonly room: number;
  /** Tokens of everything else in the prompt; the condensed context counts as long as it may be. */
  readonly frame: number;
}

/** A long question or conversation may not push out everything that an answer could rest on. */
const leastShare = 0.5;

/**
 * The rest of `build.tokenBudget` for the passages after the rest of the prompt, at least half of it. The format
 * section and recalled exchanges come later and are not counted here: the sender counts the whole prompt.
 */
export function passageRoom(
  prompt: SuperPrompt,
  counter: TokenCounter,
  { limits, system }: Pick<StageConfig, 'limits' | 'system'>,
): PassageRoom {
  const blocks = [
    renderSystem(prompt, system),
    renderPrompt(prompt),
    renderConversation(prompt.recentConversation, prompt.recentConversation.length),
  ];
  const frame = blocks.reduce((sum, block) => sum + counter.count(block), limits.condense.tokenBudget);
  const budget = limits.build.tokenBudget;
  return { room: Math.max(budget - frame, Math.floor(budget * leastShare)), frame };
}

/**
 * Tokens of a passage in its form in the prompt. Its text is counted alone: those counts are stored from the ingest.
 */
export function passageTokens(chunk: Chunk, number: number, counter: TokenCounter): number {
  return counter.count(chunk.text) + counter.count(renderAttachment({ ...chunk, text: '' }, number));
}
