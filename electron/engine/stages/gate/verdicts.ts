import type { StageActor } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import { type Chunk, fromConversation } from '@shared/prompt/chunk';
import { asksForWhole, type SuperPrompt, type Verdict } from '@shared/prompt/super-prompt';
import { type Reason, type ReasonCode, reasoned } from '@shared/words/sayings';
import { oneLine } from '../builder/render-blocks';
import { chunksById } from '../stage';
import { type Claim, claims, contradiction, jaccardFrom, shingles } from './contradictions';
import { type NliEvidence, noEvidence, pairOf } from './nli-evidence';

/** A model's verdicts, by chunk id; candidates without a usable one are not in it. */
export type SaidVerdicts = ReadonlyMap<string, Verdict>;

/** A3's verdict on one candidate, and its author. */
export interface ChunkVerdict {
  readonly chunkId: string;
  readonly verdict: Verdict;
  readonly reason: Reason;
  readonly by: StageActor;
  /** False for what needs no model to be dropped. */
  readonly worthAsking: boolean;
}

/**
 * One verdict a candidate, in reranked order. A candidate is compared with those kept before it: the better ranked
 * stays. A model's verdict replaces the relevance threshold; repetition and contradiction are measured all the same,
 * because a model sees only some of the candidates at a time. An NLI model's findings drop the worse of two candidates
 * too, and spare one that supports or refutes the task from the threshold, because both are evidence.
 */
export function judge(
  prompt: SuperPrompt,
  limits: PipelineLimits,
  said: SaidVerdicts = new Map(),
  nli: NliEvidence = noEvidence,
): ChunkVerdict[] {
  const candidates = new CandidateJudge(prompt, limits.gate, said, nli);
  // An exchange may repeat a document or contradict it, and never takes its place: documents are judged first.
  const { ids } = candidates;
  const documentsFirst = [
    ...ids.filter((id) => !candidates.recalled(id)),
    ...ids.filter((id) => candidates.recalled(id)),
  ];
  const verdicts = new Map(documentsFirst.map((id) => [id, candidates.verdict(id)]));
  return ids.flatMap((id) => verdicts.get(id) ?? []);
}

/** Why a candidate is dropped or kept. */
interface Finding {
  readonly verdict: Verdict;
  readonly reason: Reason;
  /** Only where it is false. */
  readonly worthAsking?: false;
}

/** The candidates of a prompt, judged one after the other: each beside those that were kept before it. */
class CandidateJudge {
  /** In reranked order. */
  readonly ids: readonly string[];
  private readonly chunks: ReadonlyMap<string, Chunk>;
  private readonly relevance: Readonly<Record<string, number>>;
  /** Relevance of the best document. */
  private readonly best: number;
  private readonly kept: Passage[] = [];

  constructor(
    private readonly prompt: SuperPrompt,
    private readonly limits: PipelineLimits['gate'],
    private readonly said: SaidVerdicts,
    private readonly nli: NliEvidence,
  ) {
    this.ids = prompt.views_by_stage.reranked ?? [];
    this.chunks = chunksById(prompt);
    this.relevance = prompt.extras.rerank_relevance ?? {};
    const documents = this.ids.filter((id) => !this.recalled(id));
    this.best = Math.max(0, ...documents.map((id) => this.relevance[id] ?? 0));
  }

  /** Whether it was said in a conversation. */
  recalled(chunkId: string): boolean {
    return fromConversation(this.chunks.get(chunkId));
  }

  verdict(chunkId: string): ChunkVerdict {
    const found = this.find(chunkId);
    const by = found === ofModel[found.verdict] ? 'model' : 'default';
    return { worthAsking: true, ...found, chunkId, by };
  }

  private find(chunkId: string): Finding {
    const chunk = this.chunks.get(chunkId);
    if (!chunk || this.ids.indexOf(chunkId) >= this.limits.maxCandidates) return beyondCap;
    if (!hasCharacters(chunk.text, this.limits.minCharacters)) return trivialText;
    if (this.prompt.extras.query?.out_of_scope) return outOfScope;
    if (asksForWhole(this.prompt)) return byStructure;
    const judged = this.said.get(chunkId);
    if (judged && judged !== 'keep') return ofModel[judged];
    const tooWeak = judged ? null : this.tooWeak(chunkId);
    if (tooWeak) return tooWeak;
    const own = passageOf(chunk);
    const taken = this.besideKept(own);
    if (taken) return taken;
    this.kept.push(own);
    return judged ? ofModel[judged] : this.evidence(chunkId);
  }

  /** Less relevant than the threshold, or than a share of the best; null where it is not, or an NLI model spares it. */
  private tooWeak(chunkId: string): Finding | null {
    const { relevanceThreshold, relativeThreshold } = this.limits;
    if (this.nli.aboutTask.has(chunkId)) return null;
    const value = this.relevance[chunkId] ?? 0;
    // A cross-encoder's sigmoid orders well but is no calibrated probability: a chunk is irrelevant only if Retrieval's
    // calibrated relevance agrees. Without a cross-encoder both are the same number.
    const calibrated = this.prompt.extras.retrieval_scores?.[chunkId]?.relevance ?? 0;
    const floor = Math.max(value, calibrated) < relevanceThreshold ? relevanceThreshold : 0;
    const threshold = this.recalled(chunkId) ? floor : Math.max(floor, relativeThreshold * this.best);
    if (value >= threshold) return null;
    const compared = { relevance: toHundredths(value), threshold: toHundredths(threshold) };
    const shared = { ...compared, best: toHundredths(this.best), percent: Math.round(relativeThreshold * 100) };
    const isLimit = threshold <= floor;
    const reason = isLimit ? reasoned('below-threshold', compared) : reasoned('below-share-of-best', shared);
    return { verdict: 'drop_irrelevant', reason };
  }

  /** The chunk that it repeats or contradicts among those kept before it, the better ranked first; null for none. */
  private besideKept(own: Passage): Finding | null {
    for (const other of this.kept) {
      const found = this.repetition(own, other) ?? this.conflict(own, other) ?? this.nliConflict(own, other);
      if (found) return found;
    }
    return null;
  }

  private repetition(own: Passage, other: Passage): Finding | null {
    if (!this.limits.foldCopies) return null;
    const likeness = jaccardFrom(own.shingles, other.shingles, this.limits.nearDuplicateThreshold);
    if (likeness === null) return null;
    const percent = Math.round(likeness * 100);
    const chunk = other.chunk.id;
    return { verdict: 'drop_duplicate', reason: reasoned('near-duplicate', { percent, chunk }) };
  }

  private conflict(own: Passage, other: Passage): Finding | null {
    const conflict = contradiction(other.claims, own.claims, this.limits.contradictionSimilarity);
    if (!conflict) return null;
    const [after, before] = [excerpt(conflict.after), excerpt(conflict.before)];
    const chunk = other.chunk.id;
    return { verdict: 'drop_conflict', reason: reasoned(`differs-${conflict.kind}`, { chunk, after, before }) };
  }

  private nliConflict(own: Passage, other: Passage): Finding | null {
    if (this.nli.conflicts.size === 0) return null;
    const chunk = other.chunk.id;
    const clash = this.nli.conflicts.get(pairOf(chunk, own.chunk.id));
    if (!clash) return null;
    const { percent } = clash;
    const [after, before] = [excerpt(clash.after), excerpt(clash.before)];
    return { verdict: 'drop_conflict', reason: reasoned('nli-conflict', { percent, chunk, after, before }) };
  }

  /** Why one stays that no model was asked about. */
  private evidence(chunkId: string): Finding {
    const relevance = toHundredths(this.relevance[chunkId] ?? 0);
    return { verdict: 'keep', reason: this.nli.aboutTask.get(chunkId) ?? reasoned('relevance', { relevance }) };
  }
}

const droppedUnasked = (code: ReasonCode): Finding => ({
  verdict: 'drop_irrelevant',
  reason: reasoned(code),
  worthAsking: false,
});
/** A part of the whole that was asked for: neither irrelevant, nor in conflict with what it is compared with. */
const byStructure: Finding = { verdict: 'keep', reason: reasoned('by-structure'), worthAsking: false };
const beyondCap = droppedUnasked('beyond-cap');
const trivialText = droppedUnasked('trivial-text');
const outOfScope = droppedUnasked('out-of-scope');

const ofModel: Readonly<Record<Verdict, Finding>> = {
  keep: { verdict: 'keep', reason: reasoned('model-keeps') },
  drop_irrelevant: { verdict: 'drop_irrelevant', reason: reasoned('model-irrelevant') },
  drop_duplicate: { verdict: 'drop_duplicate', reason: reasoned('model-duplicate') },
  drop_conflict: { verdict: 'drop_conflict', reason: reasoned('model-conflict') },
};

/** Whether a text has this many letters and digits. */
function hasCharacters(text: string, least: number): boolean {
  let count = 0;
  for (const [run] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    count += run.length;
    if (count >= least) return true;
  }
  return count >= least;
}

/** Characters of a passage that a reason shows: one line of the inspector. */
const excerptLength = 120;
const excerpt = (text: string): string => {
  const line = oneLine(text);
  return line.length > excerptLength ? `${line.slice(0, excerptLength)}…` : line;
};

/** Relevance as it is said, to two decimals. */
const toHundredths = (value: number): number => Number(value.toFixed(2));

/** A candidate in the forms in which it is compared with others. */
interface Passage {
  readonly chunk: Chunk;
  readonly shingles: ReadonlySet<string>;
  readonly claims: readonly Claim[];
}

const passageOf = (chunk: Chunk): Passage => ({
  chunk,
  shingles: shingles(chunk.text),
  claims: claims(chunk.text),
});

/** So many more are checked for copies of the found ones. */
const copiesLookedAt = 10;

/** The first of some passages, each with those that say the same by the measure of the gate (R11). */
export function foldedCopies<T extends { readonly chunk: Chunk }>(
  passages: readonly T[],
  most: number,
  { foldCopies, nearDuplicateThreshold }: PipelineLimits['gate'],
): { readonly first: T; readonly copies: readonly Chunk[] }[] {
  if (!foldCopies) return passages.slice(0, most).map((first) => ({ first, copies: [] }));
  const kept: { first: T; copies: Chunk[]; own: ReadonlySet<string> }[] = [];
  for (const first of passages.slice(0, most + copiesLookedAt)) {
    const own = shingles(first.chunk.text);
    const same = kept.find((other) => jaccardFrom(own, other.own, nearDuplicateThreshold) !== null);
    if (same) same.copies.push(first.chunk);
    else if (kept.length < most) kept.push({ first, copies: [], own });
  }
  return kept;
}
