import type { ShownPassage } from '@shared/contract';
import { findsAnswer, type PassageReading, type PromptExtras } from '@shared/prompt/super-prompt';
import type { CitableChunk } from '../citations';
import { onOneLine } from './places';
import type { ScoredUnit } from './score-sentences';

type Reading = PromptExtras['reading'];

/**
 * Returns the ranked sentences with the passages in the same order; in each passage with an answer, as a reader sees it,
 * the sentence that holds the answer comes first.
 */
export function asRead(ranked: readonly ScoredUnit[], reading: Reading): readonly ScoredUnit[] {
  if (!reading) return ranked;
  const holds = ({ passage: { chunk }, unit }: ScoredUnit): boolean => {
    const read = answerIn(reading, chunk.id);
    return read !== null && unit.start <= read.start && read.start < unit.end;
  };
  const best = new Map<string, number>();
  for (const { passage, score } of ranked) {
    const { id } = passage.chunk;
    best.set(id, Math.max(score, best.get(id) ?? score));
  }
  return ranked
    .map((one) => (holds(one) ? { ...one, score: best.get(one.passage.chunk.id) ?? one.score } : one))
    .sort((one, other) => other.score - one.score || Number(holds(other)) - Number(holds(one)));
}

/** Returns a passage with the words that a reader takes for the answer, if it sees one and they are shown. */
export function withWords(shown: ShownPassage, reading: Reading, citable: readonly CitableChunk[]): ShownPassage {
  const read = answerIn(reading, shown.chunkId);
  const chunk = citable.find((one) => one.chunk.id === shown.chunkId)?.chunk;
  const words = read && chunk ? onOneLine(chunk.text.slice(read.start, read.end)) : '';
  return words !== '' && shown.text.includes(words) ? { ...shown, words } : shown;
}

/** Returns by how much the best range of all passages beats there being no answer, in logits; null without a reader. */
export function leadOf(reading: Reading): number | null {
  const leads = Object.values(reading?.passages ?? {}).map(({ score, none }) => score - none);
  return leads.length > 0 ? Math.max(...leads) : null;
}

function answerIn(reading: Reading, chunkId: string): PassageReading | null {
  const read = reading?.passages[chunkId];
  return read && findsAnswer(read) ? read : null;
}
