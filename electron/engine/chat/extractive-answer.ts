import type { Citation, CitedSentence } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/super-prompt';
import { byScore, type Evidence, type QueryWeights, queryWeights } from '../stages';
import { answeringSentences } from './answering-sentences';
import { type CitableChunk, citationOf, snippetOf } from './citations';
import { headOf, isInRow, markedRow, tableOf, valuesOf } from './quoted-rows';
import type { Meaning } from './sentence-meaning';

/** What is quoted from, and for what. */
export function quotedFrom(prompt: SuperPrompt, citable: readonly CitableChunk[], limits: PipelineLimits) {
  const question = prompt.extras.query?.whole ?? prompt.body.task ?? '';
  return {
    top: citable.slice(0, limits.rerank.chatTopN),
    question,
    /** With its names corrected and nothing else: what the vectors were asked for. */
    meant: prompt.extras.query?.pieces[0] ?? question,
    weights: queryWeights(question, prompt.base_context_chunks, prompt.extras.query?.language),
  };
}

export interface ExtractiveAnswer {
  readonly answer: string;
  readonly citations: readonly Citation[];
  /** One a quotation, in order: word for word from its passage, so that it is supported by what it is. */
  readonly cited: readonly CitedSentence[];
}

/** Quotations stand apart. */
const between = '\n\n';
/** What scores less than this share of the best sentence is left out, though there be room. */
const worthOfBest = 0.25;
/**
 * A sentence of another passage than the best one's must be nearly as good as that, or hold this share of the question
 * that nothing quoted holds: else it is mostly about something else, and the source that an answer names first is then
 * the wrong one (measured by `npm run bench:quality -- --only answers`).
 */
const otherPassage = { worthOfBest: 0.95, newShare: 0.3 } as const;

/**
 * The best supported sentences of the selected chunks, word for word, each with its marker (C7); rows of a table stand
 * under the names of its columns. At most
 * `answer.maxSentences` and `answer.maxCharacters`, counted without markers. Where every sentence is longer than
 * that, the best one is cut as a snippet is. Null where no sentence holds a term of the question or stands beside one,
 * unless their meaning is known.
 */
export function extractiveAnswer(
  prompt: SuperPrompt,
  citable: readonly CitableChunk[],
  limits: PipelineLimits,
  meaning: Meaning | null = null,
  { top, question, weights } = quotedFrom(prompt, citable, limits),
): ExtractiveAnswer | null {
  const order = new Map(top.map(({ chunk, number }) => [chunk.id, number]));
  // What an earlier exchange added to the query may be the very answer: new is what the person has not said now.
  const ranked = answeringSentences(inOrder(top, prompt), weights, prompt.body.task ?? question, meaning).sort(
    byScore(order),
  );
  const chosen = choose(ranked, weights, limits);
  if (chosen.length === 0) return null;

  const byChunk = new Map(top.map((item) => [item.chunk.id, item]));
  const citations = new Map<number, Citation>();
  const tables = new Map<string, Quotation>();
  const quotations = chosen.flatMap((item): Quotation[] => {
    const citable = byChunk.get(item.chunkId);
    if (!citable) return [];
    const span = {
      startChar: citable.chunk.startChar + item.sentence.start,
      endChar: citable.chunk.startChar + item.sentence.end,
    };
    if (!citations.has(citable.number)) {
      const quoted = { ...span, text: item.sentence.text };
      citations.set(citable.number, citationOf(citable, limits.answer.snippetCharacters, quoted));
    }
    const { maxCharacters } = limits.answer;
    const whole = shown(item.sentence.text);
    const head = whole.length <= maxCharacters ? headOf(citable.chunk.text, item.sentence) : null;
    const isAlone = head === null && isInRow(citable.chunk.text, item.sentence);
    const text = snippetOf(isAlone ? valuesOf(whole) : whole, maxCharacters);
    const quoted: Quoted = { text, number: citable.number, span };
    const names = head === null ? '' : shown(head.names);
    const table = head === null ? undefined : `${item.chunkId} ${head.start}`;
    const begun = table === undefined ? undefined : tables.get(table);
    if (begun) {
      begun.quoted.push(quoted);
      return [];
    }
    const quotation: Quotation = { names, quoted: [quoted] };
    if (table !== undefined) tables.set(table, quotation);
    return [quotation];
  });
  const byMarker = [...citations.values()].sort((a, b) => a.marker - b.marker);
  return {
    answer: inMarkdown(quotations, limits.answer.maxCharacters),
    citations: byMarker,
    cited: quotations.flatMap(({ quoted }) => quoted.map(citedSentence)),
  };
}

interface Quoted {
  readonly text: string;
  /** Number of its citation. */
  readonly number: number;
  /** In the document's text. */
  readonly span: { readonly startChar: number; readonly endChar: number };
}

/** What stands apart in an answer: a sentence, or the rows of one table under the names of its columns. */
interface Quotation {
  /** Empty for what is not under any. */
  readonly names: string;
  readonly quoted: Quoted[];
}

const citedSentence = ({ text, number, span }: Quoted): CitedSentence => ({
  text,
  markers: [number],
  support: 'supported',
  share: 1,
  missingNumbers: [],
  spans: [{ marker: number, ...span }],
});

/** The names of columns are left out where they would make the answer longer than it may be. */
function inMarkdown(quotations: readonly Quotation[], maxCharacters: number): string {
  let characters = quotations.reduce(
    (sum, { quoted }, at) => sum + quoted.reduce((all, { text }) => all + text.length, at > 0 ? between.length : 0),
    0,
  );
  const parts = quotations.map(({ names, quoted }) => {
    const marker = (number: number) => `[Citation ${number}]`;
    if (names !== '' && characters + names.length <= maxCharacters) {
      characters += names.length;
      const rows = quoted.map(({ text, number }) => markedRow(text, marker(number)));
      return tableOf(names, rows);
    }
    return quoted.map(({ text, number }) => `${names === '' ? text : valuesOf(text)} ${marker(number)}`).join(between);
  });
  return parts.join(between);
}

/**
 * Passages with their relevance weighed by the score that Retrieval ordered them by, as a share of the best one's:
 * relevance is next to 1 for all that are about the question, and does not tell which of them is most about it. Where
 * another order was given to them, none counts for more than one before it.
 */
function inOrder(passages: readonly CitableChunk[], { extras }: SuperPrompt): CitableChunk[] {
  const scores = passages.map(({ chunk }) => Math.max(extras.retrieval_scores?.[chunk.id]?.fused.value ?? 0, 0));
  const best = Math.max(...scores);
  if (!(best > 0)) return [...passages];
  let least = 1;
  return passages.map((passage, position) => {
    least = Math.min(least, (scores[position] ?? 0) / best);
    return { ...passage, score: passage.score * least };
  });
}

function choose(ranked: readonly Evidence[], { idf }: QueryWeights, limits: PipelineLimits): Evidence[] {
  const chosen: Evidence[] = [];
  const texts = new Set<string>();
  const [best] = ranked;
  const total = [...idf.values()].reduce((sum, weight) => sum + weight, 0);
  const held = new Set<string>();
  const saysMore = ({ chunkId, score, terms }: Evidence): boolean => {
    if (!best || chunkId === best.chunkId || score >= best.score * otherPassage.worthOfBest) return true;
    const news = [...terms].reduce((sum, term) => sum + (held.has(term) ? 0 : (idf.get(term) ?? 0)), 0);
    return news >= total * otherPassage.newShare;
  };
  let characters = 0;
  for (const item of ranked) {
    if (chosen.length >= limits.answer.maxSentences || item.score < (best?.score ?? 0) * worthOfBest) break;
    if (!saysMore(item)) continue;
    const text = shown(item.sentence.text);
    const length = text.length + (chosen.length > 0 ? between.length : 0);
    if (texts.has(text) || characters + length > limits.answer.maxCharacters) continue;
    chosen.push(item);
    for (const term of item.terms) held.add(term);
    texts.add(text);
    characters += length;
  }
  return chosen.length > 0 ? chosen : ranked.slice(0, 1);
}

/** A quoted sentence on one line, without the list mark it may stand behind and with foreign markers made harmless. */
function shown(sentence: string): string {
  return sentence
    .replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u, '')
    .replace(/\s+/gu, ' ')
    .replace(/\[(\s*citation\s*\d+\s*)\]/giu, '($1)')
    .trim();
}
