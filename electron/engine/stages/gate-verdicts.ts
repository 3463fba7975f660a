import { type Chunk, fromConversation } from '@shared/chunk';
import type { CodedReason, StageActor } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt, Verdict } from '@shared/super-prompt';
import { belowThreshold, toHundredths } from './below-threshold';
import { contradiction } from './contradictions';
import type { GateAnswer } from './gate-agent';
import { alike, type Passage, passageOf } from './gate-passages';
import { type NliEvidence, noEvidence, pairOf } from './nli-evidence';
import { oneLine } from './render-blocks';
import { chunksById } from './stage';

/** What A3 says of one candidate, and who says it. */
export interface ChunkVerdict extends CodedReason {
  readonly chunkId: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly by: StageActor;
  /** False for what needs no model to be dropped. */
  readonly worthAsking: boolean;
}

/**
 * One verdict a candidate, in reranked order. A candidate is compared with those kept before it: the better ranked
 * stays. What a model said stands in the place of the relevance threshold; repetition and contradiction are measured
 * all the same, since a model sees only some of the candidates at a time. What an NLI model found drops the worse of
 * two candidates too, and spares one that supports or refutes the task from the threshold, since both are evidence.
 */
export function judge(
  prompt: SuperPrompt,
  limits: PipelineLimits,
  said: GateAnswer['said'] = new Map(),
  nli: NliEvidence = noEvidence,
): ChunkVerdict[] {
  const candidates = new CandidateJudge(prompt, limits.gate, said, nli);
  // What was said may repeat a document or contradict it, and never takes its place: documents are judged first.
  const { ids } = candidates;
  const documentsFirst = [
    ...ids.filter((id) => !candidates.recalled(id)),
    ...ids.filter((id) => candidates.recalled(id)),
  ];
  const verdicts = new Map(documentsFirst.map((id) => [id, candidates.verdict(id)]));
  return ids.flatMap((id) => verdicts.get(id) ?? []);
}

/** Why a candidate is dropped or kept. */
interface Finding extends CodedReason {
  readonly verdict: Verdict;
  readonly reason: string;
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
    private readonly said: GateAnswer['said'],
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
    const { worthAsking = true, ...found } = this.find(chunkId);
    const by = this.said.get(chunkId)?.reason === found.reason ? 'model' : 'default';
    return { chunkId, ...found, by, worthAsking };
  }

  private find(chunkId: string): Finding {
    const chunk = this.chunks.get(chunkId);
    if (!chunk || this.ids.indexOf(chunkId) >= this.limits.maxCandidates) return beyondCap;
    if (!hasCharacters(chunk.text, this.limits.minCharacters)) return trivialText;
    if (this.prompt.extras.query?.out_of_scope) return outOfScope;
    const judged = this.said.get(chunkId);
    if (judged && judged.verdict !== 'keep') return asSaid(judged);
    const tooWeak = judged ? null : this.tooWeak(chunkId);
    if (tooWeak) return tooWeak;
    const own = passageOf(chunk);
    const taken = this.besideKept(own);
    if (taken) return taken;
    this.kept.push(own);
    return judged ? asSaid(judged) : this.evidence(chunkId);
  }

  /** Less relevant than the threshold, or than a share of the best; null where it is not, or an NLI model spares it. */
  private tooWeak(chunkId: string): Finding | null {
    const { relevanceThreshold, relativeThreshold } = this.limits;
    if (this.nli.aboutTask.has(chunkId)) return null;
    const value = this.relevance[chunkId] ?? 0;
    // A cross-encoder's sigmoid orders well but is no calibrated probability: irrelevant by itself is only what the
    // calibrated relevance of Retrieval finds irrelevant too. Without a cross-encoder both are the same number.
    const calibrated = this.prompt.extras.retrieval_scores?.[chunkId]?.relevance ?? 0;
    const floor = Math.max(value, calibrated) < relevanceThreshold ? relevanceThreshold : 0;
    const threshold = this.recalled(chunkId) ? floor : Math.max(floor, relativeThreshold * this.best);
    if (value >= threshold) return null;
    return {
      verdict: 'drop_irrelevant',
      reason: `relevance ${value.toFixed(2)} is below ${threshold.toFixed(2)}`,
      ...belowThreshold(value, { threshold, floor, best: this.best, share: relativeThreshold }),
    };
  }

  /** What it repeats or contradicts among those kept before it, the better ranked first; null where nothing. */
  private besideKept(own: Passage): Finding | null {
    for (const other of this.kept) {
      const found = this.repetition(own, other) ?? this.conflict(own, other) ?? this.nliConflict(own, other);
      if (found) return found;
    }
    return null;
  }

  private repetition(own: Passage, other: Passage): Finding | null {
    const likeness = alike(own, other, this.limits.nearDuplicateThreshold);
    if (likeness === null) return null;
    const percent = Math.round(likeness * 100);
    const chunk = other.chunk.id;
    return {
      verdict: 'drop_duplicate',
      reason: `${percent} % the same as ${chunk}`,
      reasonCode: 'near-duplicate',
      reasonValues: { percent, chunk },
    };
  }

  private conflict(own: Passage, other: Passage): Finding | null {
    const conflict = contradiction(other.claims, own.claims, this.limits.contradictionSimilarity);
    if (!conflict) return null;
    const [after, before] = [excerpt(conflict.after), excerpt(conflict.before)];
    const chunk = other.chunk.id;
    return {
      verdict: 'drop_conflict',
      reason: `${conflict.kind} differs from ${chunk}: “${after}” against “${before}”`,
      reasonCode: `differs-${conflict.kind}`,
      reasonValues: { chunk, after, before },
    };
  }

  private nliConflict(own: Passage, other: Passage): Finding | null {
    if (this.nli.conflicts.size === 0) return null;
    const chunk = other.chunk.id;
    const clash = this.nli.conflicts.get(pairOf(chunk, own.chunk.id));
    if (!clash) return null;
    const { percent } = clash;
    const [after, before] = [excerpt(clash.after), excerpt(clash.before)];
    return {
      verdict: 'drop_conflict',
      reason: `the NLI model is ${percent} % sure that it contradicts ${chunk}: “${after}” against “${before}”`,
      reasonCode: 'nli-conflict',
      reasonValues: { percent, chunk, after, before },
    };
  }

  /** Why one stays that no model was asked about. */
  private evidence(chunkId: string): Finding {
    const told = this.nli.aboutTask.get(chunkId);
    if (told) {
      const { percent, reasonCode } = told;
      const reason = `the NLI model is ${percent} % sure that it ${told.verdict} what the task states`;
      return { verdict: 'keep', reason, reasonCode, reasonValues: { percent } };
    }
    const value = this.relevance[chunkId] ?? 0;
    return {
      verdict: 'keep',
      reason: `relevance ${value.toFixed(2)}`,
      reasonCode: 'relevance',
      reasonValues: { relevance: toHundredths(value) },
    };
  }
}

const beyondCap: Finding = {
  verdict: 'drop_irrelevant',
  reason: 'beyond the cap of candidates',
  reasonCode: 'beyond-cap',
  worthAsking: false,
};

const trivialText: Finding = {
  verdict: 'drop_irrelevant',
  reason: 'empty or trivial text',
  reasonCode: 'trivial-text',
  worthAsking: false,
};

const outOfScope: Finding = {
  verdict: 'drop_irrelevant',
  reason: 'the library is not about this question',
  reasonCode: 'out-of-scope',
  worthAsking: false,
};

/** Of each verdict of a model, by its code. */
const modelSays: Readonly<Record<Verdict, string>> = {
  keep: 'model-keeps',
  drop_irrelevant: 'model-irrelevant',
  drop_duplicate: 'model-duplicate',
  drop_conflict: 'model-conflict',
};

const asSaid = ({ verdict, reason }: { readonly verdict: Verdict; readonly reason: string }): Finding => ({
  verdict,
  reason,
  reasonCode: modelSays[verdict],
});

/** Whether a text has this many letters and digits. */
function hasCharacters(text: string, least: number): boolean {
  let count = 0;
  for (const [run] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    count += run.length;
    if (count >= least) return true;
  }
  return count >= least;
}

const excerptLength = 120;
const excerpt = (text: string): string => {
  const line = oneLine(text);
  return line.length > excerptLength ? `${line.slice(0, excerptLength)}…` : line;
};
