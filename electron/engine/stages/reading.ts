import type { Notice, StageDecision } from '@shared/contract';
import { codedError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { asksForWhole, findsAnswer, type PassageReading, type SuperPrompt } from '@shared/prompt/super-prompt';
import { rounded } from '@shared/ranking';
import { asReason, notice, reasoned, tooSlow } from '@shared/words/sayings';
import { deadline } from '../async';
import { chunksById, type StageServices, shortened } from './stage';

interface Read {
  /** The ids in their order, which is the reader's where it decides. */
  readonly ordered: readonly string[];
  /** Absent where nothing was read. */
  readonly reading?: NonNullable<SuperPrompt['extras']['reading']>;
  readonly decisions: readonly StageDecision[];
  readonly notices: readonly Notice[];
}

/** Characters of an answer in the log of decisions. */
const wordsShown = 120;

/**
 * Has the reader read the first passages: the words of each that answer best, their score, and the score of there being
 * no answer. All or nothing: where it fails, or once open takes longer than `rerank.timeoutMs`, a notice says so.
 *
 * @param ids in the order of their rank
 */
export async function readBest(
  prompt: SuperPrompt,
  question: string,
  ids: readonly string[],
  services: Pick<StageServices, 'reader' | 'signal'>,
  { rerank }: PipelineLimits,
): Promise<Read> {
  const { reader } = services;
  const first = ids.slice(0, rerank.readerPassages);
  // A passage chosen by its place in a document answers nothing by itself.
  if (!reader || question.trim() === '' || first.length === 0 || asksForWhole(prompt)) {
    return { ordered: ids, decisions: [], notices: [] };
  }
  const chunks = chunksById(prompt);
  const textOf = (id: string): string => chunks.get(id)?.text ?? '';
  let signal = services.signal;
  try {
    // Opens the model, which takes its time once and is no fault of the reading.
    await reader.read(question, [], signal);
    signal = deadline(rerank.timeoutMs, services.signal);
    const readings = await reader.read(question, first.map(textOf), signal);
    const passages = Object.fromEntries(
      first.flatMap((id, at): [string, PassageReading][] => {
        const { start, end, score, none } = readings[at] ?? {};
        if (start === undefined || end === undefined || score === undefined || none === undefined) return [];
        return [[id, { start, end, score: rounded(score), none: rounded(none) }]];
      }),
    );
    const decisions = Object.entries(passages).map(([id, read]) => decisionOf(id, read, textOf(id)));
    const ordered = rerank.readerDecides ? inOrderOf(passages, ids) : ids;
    return { ordered, reading: { model: reader.id, passages }, decisions, notices: [] };
  } catch (error) {
    if (services.signal?.aborted) throw error;
    const why = signal?.aborted ? tooSlow(rerank.timeoutMs) : codedError(error);
    return { ordered: ids, decisions: [], notices: [notice('reading-failed', asReason(why))] };
  }
}

/** Returns the ids with those of the read passages first, the surest answer before the others; equals keep their order. */
function inOrderOf(passages: Readonly<Record<string, PassageReading>>, ids: readonly string[]): string[] {
  const leadOf = (id: string): number => {
    const read = passages[id];
    return read ? read.score - read.none : Number.NEGATIVE_INFINITY;
  };
  const isRead = (id: string): boolean => passages[id] !== undefined;
  return [...ids].sort((one, other) =>
    isRead(one) && isRead(other) ? leadOf(other) - leadOf(one) : Number(isRead(other)) - Number(isRead(one)),
  );
}

function decisionOf(subject: string, read: PassageReading, text: string): StageDecision {
  const { start, end, score, none } = read;
  const values = { score: figure(score), none: figure(none), words: shortened(text.slice(start, end), wordsShown) };
  return findsAnswer(read)
    ? { subject, decision: 'answer', reason: reasoned('reader-finds', values), by: 'model' }
    : { subject, decision: 'no answer', reason: reasoned('reader-misses', values), by: 'model' };
}

const figure = (value: number): number => Math.round(value * 100) / 100;

/** Returns what the reader sees in all that it has read, for the log of the gate; nothing where it has read nothing. */
export function readingDecision({ extras: { reading } }: SuperPrompt, { rerank }: PipelineLimits): StageDecision[] {
  if (!reading) return [];
  const read = Object.values(reading.passages);
  const answered = read.filter(findsAnswer).length;
  const values = { answered, count: read.length };
  return [
    rerank.readerDecides
      ? { subject: reading.model, decision: 'reordered', reason: reasoned('reader-orders', values), by: 'model' }
      : { subject: reading.model, decision: 'not used', reason: reasoned('reader-not-used', values), by: 'model' },
  ];
}
