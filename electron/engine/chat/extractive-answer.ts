import type { Citation, CitedSentence } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/super-prompt';
import { byScore, queryWeights } from '../stages';
import { answeringSentences } from './answering-sentences';
import { between, choose, shown, textOf, unlisted } from './chosen-sentences';
import { type CitableChunk, citationOf, snippetOf } from './citations';
import { withCutLists } from './cut-lists';
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

/**
 * The best supported sentences of the selected chunks, word for word, each with its marker (C7); rows of a table stand
 * under the names of its columns, and the items of a list under what leads to them. At most `answer.maxSentences` and `answer.maxCharacters`, counted without markers. Where every sentence is longer than
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
  const chunks = new Map(top.map(({ chunk }) => [chunk.id, chunk]));
  const chosen = choose(withCutLists(ranked, chunks, prompt.base_context_chunks), weights, limits);
  if (chosen.length === 0) return null;

  const byChunk = new Map(top.map((item) => [item.chunk.id, item]));
  const citations = new Map<number, Citation>();
  const tables = new Map<string, Quotation>();
  const quotations = chosen.flatMap((item): Quotation[] => {
    const citable = byChunk.get(item.chunkId);
    if (!citable) return [];
    const { maxCharacters, snippetCharacters } = limits.answer;
    const { startChar, text: passage } = citable.chunk;
    const span = { startChar: startChar + item.start, endChar: startChar + item.end };
    if (!citations.has(citable.number)) {
      const quoted = { ...span, text: passage.slice(item.start, item.end) };
      citations.set(citable.number, citationOf(citable, snippetCharacters, quoted));
    }
    const whole = textOf(item);
    const head = whole.length <= maxCharacters ? headOf(passage, item.sentence) : null;
    const isAlone = head === null && isInRow(passage, item.sentence);
    const text = item.lines ? whole : unlisted(snippetOf(isAlone ? valuesOf(whole) : whole, maxCharacters));
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
