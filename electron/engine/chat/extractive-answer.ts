import type { Citation, CitedSentence } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/super-prompt';
import { byScore, type Evidence, evidence, queryWeights } from '../stages';
import { type CitableChunk, citationOf, snippetOf } from './citations';

export interface ExtractiveAnswer {
  readonly answer: string;
  readonly citations: readonly Citation[];
  /** One a quotation, in order: word for word from its passage, so that it is supported by what it is. */
  readonly cited: readonly CitedSentence[];
}

/** A further sentence must bring a new term of the question, or score at least this share of the best one. */
const worthOfBest = 0.75;

/**
 * The best supported sentences of the selected chunks, word for word, each with its marker (C7): at most
 * `answer.maxSentences` and `answer.maxCharacters`, counted without markers. Where every sentence is longer than
 * that, the best one is cut as a snippet is. Null where no sentence holds a term of the question.
 */
export function extractiveAnswer(
  prompt: SuperPrompt,
  citable: readonly CitableChunk[],
  limits: PipelineLimits,
): ExtractiveAnswer | null {
  const top = citable.slice(0, limits.rerank.chatTopN);
  const weights = queryWeights(prompt.extras.query?.whole ?? prompt.body.task ?? '', prompt.base_context_chunks);
  const order = new Map(top.map(({ chunk, number }) => [chunk.id, number]));
  const ranked = top.flatMap(({ chunk, score }) => evidence(chunk, score, weights)).sort(byScore(order));
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
  return { answer: parts.join('\n\n'), citations: inOrder, cited };
}

function choose(ranked: readonly Evidence[], limits: PipelineLimits): Evidence[] {
  const chosen: Evidence[] = [];
  const covered = new Set<string>();
  const texts = new Set<string>();
  const best = ranked[0]?.score ?? 0;
  let characters = 0;
  for (const item of ranked) {
    if (chosen.length >= limits.answer.maxSentences) break;
    const text = shown(item.sentence.text);
    const brings = [...item.terms].some((term) => !covered.has(term));
    if (texts.has(text) || (chosen.length > 0 && !brings && item.score < best * worthOfBest)) continue;
    if (characters + text.length > limits.answer.maxCharacters) continue;
    chosen.push(item);
    texts.add(text);
    characters += text.length;
    for (const term of item.terms) covered.add(term);
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
