import type { Answer, Run } from '@shared/contract/index';
import { type Chunk, fromConversation } from '@shared/prompt/chunk';
import { type ChunkJourney, chunkJourneys } from '@shared/prompt/chunk-journey';

export type LeftOut =
  | 'silent'
  | 'unused'
  | 'uncited'
  | 'window'
  | 'room'
  | 'rank'
  | 'same'
  | 'contradicts'
  | 'hand'
  | 'empty'
  | 'behind'
  | 'far';

export interface NearMiss {
  readonly chunk: Chunk;
  readonly why: LeftOut;
  readonly other: Chunk | null;
}

export interface AnswerAccount {
  readonly found: number;
  readonly relevant: number;
  readonly prompt: number;
  /** Quoted, or cited by a model. */
  readonly used: number;
  readonly near: readonly NearMiss[];
}

const told = 3;

/** By the code of the reason; other codes mean too far from the question. */
const kinds: Readonly<Record<string, LeftOut>> = {
  'not-selected': 'room',
  'over-cap': 'room',
  'no-room': 'room',
  'beyond-n2': 'rank',
  'beyond-cap': 'rank',
  'near-duplicate': 'same',
  'model-duplicate': 'same',
  'differs-number': 'contradicts',
  'differs-date': 'contradicts',
  'nli-conflict': 'contradicts',
  'model-conflict': 'contradicts',
  'trivial-text': 'empty',
  'below-share-of-best': 'behind',
};

/** The account of an answer by its run, all of whose stages are done; earlier exchanges are no passages. O(candidates + decisions). */
export function accountOf(run: Run, answer: Answer): AnswerAccount {
  const chunks = new Map(run.snapshots.Retrieval?.base_context_chunks.map((chunk) => [chunk.id, chunk]));
  const journeys = chunkJourneys(run).filter(({ chunkId }) => !fromConversation(chunks.get(chunkId)));
  const used = new Set(answer.citations.map(({ chunkId }) => chunkId));
  const dropped = new Set(answer.dropped?.map(({ chunkId }) => chunkId));
  const passed = (step: 'a3' | 'prompt') => journeys.filter(({ ranks }) => typeof ranks[step] === 'number');

  const missed = journeys
    .filter(({ chunkId }) => !used.has(chunkId))
    .map((journey) => ({ journey, why: leftOut(journey, answer, dropped) }))
    .sort((one, other) => place(one.journey) - place(other.journey));
  const close = [0, 1, 2].flatMap((group) => missed.filter(({ why }) => groupOf[why] === group).slice(0, told));
  // Without an answer, the chat has named the nearest.
  const nearest = (answer.nearest ?? []).flatMap(({ chunkId }) =>
    missed.filter(({ journey }) => journey.chunkId === chunkId),
  );
  return {
    found: journeys.length,
    relevant: passed('a3').length,
    prompt: passed('prompt').length,
    used: used.size,
    near: [...new Set([...nearest, ...close])].flatMap(({ journey: { chunkId, reason }, why }): NearMiss[] => {
      const chunk = chunks.get(chunkId);
      const other = chunks.get(String(reason?.values?.chunk)) ?? null;
      return chunk ? [{ chunk, why, other: why === 'same' || why === 'contradicts' ? other : null }] : [];
    }),
  };
}

function leftOut(
  { chunkId, inPrompt, reason, byHand, droppedBy }: ChunkJourney,
  answer: Answer,
  dropped: ReadonlySet<string>,
): LeftOut {
  if (dropped.has(chunkId)) return 'window';
  if (inPrompt && answer.outcome === 'fallback') return 'silent';
  if (inPrompt) return answer.quoted ? 'unused' : 'uncited';
  if (byHand && droppedBy === 'A3_NLI_Gate') return 'hand';
  return kinds[reason?.code ?? ''] ?? 'far';
}

/** Those in the prompt, those that were relevant, and those that were not. */
const groupOf: Readonly<Record<LeftOut, number>> = {
  silent: 0,
  unused: 0,
  uncited: 0,
  window: 1,
  room: 1,
  same: 1,
  contradicts: 1,
  hand: 1,
  rank: 2,
  empty: 2,
  behind: 2,
  far: 2,
};

/** The smaller, the nearer; those that were not read a second time come last, as they were found. */
const place = ({ ranks }: ChunkJourney): number => ranks.reranked ?? Number.MAX_SAFE_INTEGER;
