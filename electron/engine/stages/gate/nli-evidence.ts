import type { Notice } from '@shared/contract';
import { codedError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { Chunk } from '@shared/prompt/chunk';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { asReason, notice, type Reason, reasoned, tooSlow } from '@shared/words/sayings';
import { deadline } from '../../async';
import { sentences } from '../../text/sentences';
import { termSet, words } from '../../text/terms';
import { chunksById, type StageServices } from '../stage';
import { jaccard } from './contradictions';

/** An NLI model's findings in its pairs, at or above `gate.nliThreshold`. */
export interface NliEvidence {
  /** By `pairOf(better, worse)`: the two sentences that cannot both be true, and how sure the model is, %. */
  readonly conflicts: ReadonlyMap<
    string,
    { readonly before: string; readonly after: string; readonly percent: number }
  >;
  /** By chunk: what it says of a task that is a statement. */
  readonly aboutTask: ReadonlyMap<string, Reason>;
}

export const noEvidence: NliEvidence = { conflicts: new Map(), aboutTask: new Map() };
export const pairOf = (before: string, after: string): string => `${before} ${after}`;

/**
 * Least share of words that two sentences have in common before a model is asked whether they contradict each other:
 * below it they are about different things, and an NLI model takes “the hall is open” against “the tower is closed”.
 */
const leastShared = 0.3;
const leastWords = 4;

interface Pair {
  readonly premise: string;
  readonly hypothesis: string;
  readonly chunkId: string;
  /** The better ranked candidate whose sentence is the premise; null where the hypothesis is the task. */
  readonly better: string | null;
}

/**
 * Has the NLI model read pairs, at most `gate.nliPairs`: sentences of two candidates that share words enough, the most
 * alike first, and, where the task is a statement and no question, each candidate against it. All or nothing: where
 * the model fails or takes longer than `gate.nliTimeoutMs`, nothing that it said counts, and a notice says so.
 *
 * @param kept candidates that contradictions are sought among, in the order of their rank
 * @param judged candidates that may speak of the task, in the order of their rank
 */
export async function readPairs(
  prompt: SuperPrompt,
  candidates: { readonly kept: readonly string[]; readonly judged: readonly string[] },
  services: StageServices,
  { gate }: PipelineLimits,
): Promise<{ readonly evidence: NliEvidence; readonly notices: readonly Notice[] }> {
  const { nli } = services;
  if (!nli) return { evidence: noEvidence, notices: [] };
  const chunks = chunksById(prompt);
  const chunksOf = (ids: readonly string[]): Chunk[] => ids.flatMap((id) => chunks.get(id) ?? []);
  const pairs = [...aboutTask(prompt, chunksOf(candidates.judged), gate.nliPairs), ...alike(chunksOf(candidates.kept))];
  const read = pairs.slice(0, gate.nliPairs);
  const signal = deadline(gate.nliTimeoutMs, services.signal);
  try {
    const texts = read.map(({ premise, hypothesis }) => [premise, hypothesis] as const);
    const scores = read.length === 0 ? [] : await nli.classify(texts, signal);
    const conflicts = new Map<string, { before: string; after: string; percent: number }>();
    const told = new Map<string, Reason>();
    for (const [at, { premise, hypothesis, chunkId, better }] of read.entries()) {
      const { contradiction = 0, entailment = 0 } = scores[at] ?? {};
      const percent = (value: number): number => Math.round(value * 100);
      if (better !== null) {
        const key = pairOf(better, chunkId);
        if (contradiction < gate.nliThreshold || conflicts.has(key)) continue;
        conflicts.set(key, { before: premise, after: hypothesis, percent: percent(contradiction) });
      } else if (Math.max(entailment, contradiction) >= gate.nliThreshold) {
        const code = entailment >= contradiction ? 'nli-supports' : 'nli-refutes';
        told.set(chunkId, reasoned(code, { percent: percent(Math.max(entailment, contradiction)) }));
      }
    }
    return { evidence: { conflicts, aboutTask: told }, notices: [] };
  } catch (error) {
    if (services.signal?.aborted) throw error;
    const why = signal.aborted ? tooSlow(gate.nliTimeoutMs) : codedError(error);
    return { evidence: noEvidence, notices: [notice('nli-failed', asReason(why))] };
  }
}

/**
 * Each candidate against the task, where the task states something: a question has no truth that a passage could
 * support. At most half of the pairs, since contradictions matter to every prompt.
 */
function aboutTask({ body }: SuperPrompt, candidates: readonly Chunk[], most: number): Pair[] {
  const task = (body.task ?? '').trim();
  if (task.includes('?') || words(task).length < leastWords) return [];
  return candidates
    .slice(0, Math.floor(most / 2))
    .map(({ id, text }) => ({ premise: text, hypothesis: task, chunkId: id, better: null }));
}

/** For each two candidates the sentences that share most words; the most alike first, ties in the order of ranks. */
function alike(candidates: readonly Chunk[]): Pair[] {
  const read = candidates.map(({ id, text }) => ({ id, said: statements(text) }));
  const pairs: (Pair & { readonly likeness: number })[] = [];
  for (const [at, worse] of read.entries()) {
    for (const better of read.slice(0, at)) {
      const most = mostAlike(better.said, worse.said);
      if (most) pairs.push({ ...most, chunkId: worse.id, better: better.id });
    }
  }
  return pairs.sort((a, b) => b.likeness - a.likeness);
}

/** A sentence with its words of substance. */
interface Statement {
  readonly text: string;
  readonly substance: ReadonlySet<string>;
}

const statements = (text: string): Statement[] =>
  sentences(text)
    .map((sentence) => ({ text: sentence.text, substance: termSet(sentence.text) }))
    .filter(({ substance }) => substance.size > 0);

function mostAlike(before: readonly Statement[], after: readonly Statement[]) {
  let most: { premise: string; hypothesis: string; likeness: number } | null = null;
  for (const one of before) {
    for (const other of after) {
      const likeness = jaccard(one.substance, other.substance);
      if (likeness < Math.max(leastShared, most?.likeness ?? 0) || one.text === other.text) continue;
      if (most === null || likeness > most.likeness) most = { premise: one.text, hypothesis: other.text, likeness };
    }
  }
  return most;
}
