import type { Citation, CitedSentence } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/super-prompt';
import { byScore, type Evidence, queryWeights } from '../stages';
import { answeringSentences } from './answering-sentences';
import { type CitableChunk, citationOf, snippetOf } from './citations';

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
 * The best supported sentences of the selected chunks, word for word, each with its marker (C7): at most
 * `answer.maxSentences` and `answer.maxCharacters`, counted without markers. Where every sentence is longer than
 * that, the best one is cut as a snippet is. Null where no sentence holds a term of the question or stands beside one.
 */
export function extractiveAnswer(
  prompt: SuperPrompt,
  citable: readonly CitableChunk[],
  limits: PipelineLimits,
): ExtractiveAnswer | null {
  const top = citable.slice(0, limits.rerank.chatTopN);
  const question = prompt.extras.query?.whole ?? prompt.body.task ?? '';
  const weights = queryWeights(question, prompt.base_context_chunks);
  const order = new Map(top.map(({ chunk, number }) => [chunk.id, number]));
  // What an earlier exchange added to the query may be the very answer: new is what the person has not said now.
  const ranked = answeringSentences(top, weights, prompt.body.task ?? question).sort(byScore(order));
  const chosen = choose(ranked, limits);
  if (chosen.length === 0) return null;

  const byChunk = new Map(top.map((item) => [item.chunk.id, item]));
  const citations = new Map<number, Citation>();
  const cited: CitedSentence[] = [];
  const parts = chosen.flatMap((item) => {
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
    const text = snippetOf(shown(item.sentence.text), limits.answer.maxCharacters);
    cited.push({
      text,
      markers: [citable.number],
      support: 'supported',
      share: 1,
      missingNumbers: [],
      spans: [{ marker: citable.number, ...span }],
    });
    return [`${text} [Citation ${citable.number}]`];
  });
  const inOrder = [...citations.values()].sort((a, b) => a.marker - b.marker);
  return { answer: parts.join(between), citations: inOrder, cited };
}

function choose(ranked: readonly Evidence[], limits: PipelineLimits): Evidence[] {
  const chosen: Evidence[] = [];
  const texts = new Set<string>();
  const least = (ranked[0]?.score ?? 0) * worthOfBest;
  let characters = 0;
  for (const item of ranked) {
    if (chosen.length >= limits.answer.maxSentences || item.score < least) break;
    const text = shown(item.sentence.text);
    const length = text.length + (chosen.length > 0 ? between.length : 0);
    if (texts.has(text) || characters + length > limits.answer.maxCharacters) continue;
    chosen.push(item);
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
