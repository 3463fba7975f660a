import { type Chunk, fromConversation } from '@shared/chunk';
import type { CodedReason, StageActor, StageDecision } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import { jaccardFrom, shingleSketch, shingles } from '@shared/near-duplicates';
import { mayBeAlike, type SetSketch } from '@shared/set-sketch';
import type { SuperPrompt, Verdict } from '@shared/super-prompt';
import { belowThreshold, toHundredths } from './below-threshold';
import { type Claim, claims, contradiction } from './contradictions';
import { askGate, type GateAnswer } from './gate-agent';
import { defaultNotice, notUsed } from './model-use';
import { type NliEvidence, noEvidence, pairOf, readPairs } from './nli-evidence';
import { oneLine } from './render-blocks';
import { chunksById, type Stage } from './stage';

interface ChunkVerdict extends CodedReason {
  readonly chunkId: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly by: StageActor;
  /** False for what needs no model to be dropped. */
  readonly worthAsking: boolean;
}

/**
 * A3_NLI_Gate: which of the reranked candidates may speak.
 *
 * Reads   views_by_stage.reranked (at most N2 ids), base_context_chunks, body, extras.{rerank_relevance, retrieval_scores, query}
 * Writes  views_by_stage.a3, final_selection_ids, extras.verdicts
 * Model   optional chooser; without one, and for candidates it says nothing about: relevance threshold,
 *         near-duplicates, contradictions. Beside both an NLI cross-encoder, where the limits name one
 * Source  seeds/001.md §5.5; requirements S6
 */
export const a3NliGate: Stage = {
  id: 'A3_NLI_Gate',
  kind: 'hybrid',
  from: 'reranked',
  to: 'a3',
  reads: [
    'views_by_stage.reranked',
    'base_context_chunks',
    'body',
    'extras.rerank_relevance',
    'extras.retrieval_scores',
    'extras.query',
  ],
  writes: ['views_by_stage.a3', 'final_selection_ids', 'extras.verdicts'],
  async run(prompt, services, { limits, agents }) {
    const view = prompt.views_by_stage.reranked ?? [];
    const unaided = judge(prompt, limits);
    const asked = services.agent
      ? await askGate(
          services.agent,
          prompt,
          unaided.filter(({ worthAsking }) => worthAsking),
          agents.A3_NLI_Gate,
          services.signal,
        )
      : null;
    const { verdicts: settledOn, said, reason } = settled(unaided, asked, (words) => judge(prompt, limits, words));
    const pairs = {
      kept: settledOn.filter(({ verdict }) => verdict === 'keep').map(({ chunkId }) => chunkId),
      judged: unaided.filter(({ worthAsking }) => worthAsking).map(({ chunkId }) => chunkId),
    };
    const read = await readPairs(prompt, pairs, services, limits);
    const verdicts = read.evidence === noEvidence ? settledOn : judge(prompt, limits, said, read.evidence);
    const kept = verdicts.filter(({ verdict }) => verdict === 'keep').map(({ chunkId }) => chunkId);
    const byModel = verdicts.some(({ by }) => by === 'model');
    return {
      prompt: {
        ...prompt,
        views_by_stage: { ...prompt.views_by_stage, a3: kept },
        final_selection_ids: kept,
        extras: {
          ...prompt.extras,
          verdicts: Object.fromEntries(
            verdicts.map((one) => [one.chunkId, { verdict: one.verdict, reason: one.reason }]),
          ),
        },
      },
      by: byModel ? 'model' : 'default',
      decisions: [
        ...notUsed(services.agent, reason),
        ...verdicts.map(
          ({ chunkId, verdict, reason: why, reasonCode, reasonValues, by }): StageDecision => ({
            subject: chunkId,
            decision: verdict,
            reason: why,
            ...(reasonCode === undefined ? {} : { reasonCode }),
            ...(reasonValues === undefined ? {} : { reasonValues }),
            by,
          }),
        ),
      ],
      notices: [
        ...(byModel && reason === null
          ? []
          : [
              defaultNotice(
                services.agent,
                reason,
                `${byModel ? 'some ' : ''}candidates were judged by relevance, repetition and contradiction.`,
              ),
            ]),
        ...read.notices,
      ],
      calls: asked?.calls ?? [],
      candidatesIn: view.length,
      candidatesOut: kept.length,
    };
  },
};

/** The verdicts that hold, and why a model's were not used, all or some of them. */
function settled(
  unaided: readonly ChunkVerdict[],
  asked: GateAnswer | null,
  judgeWith: (said: GateAnswer['said']) => ChunkVerdict[],
): { verdicts: readonly ChunkVerdict[]; said: GateAnswer['said']; reason: string | null } {
  const nothing: GateAnswer['said'] = new Map();
  if (asked === null || asked.said.size === 0) {
    return { verdicts: unaided, said: nothing, reason: asked?.reason ?? null };
  }
  const aided = judgeWith(asked.said);
  const keeps = (verdicts: readonly ChunkVerdict[]) => verdicts.some(({ verdict }) => verdict === 'keep');
  // A model may thin the evidence; that there is none at all is said by measured relevance alone.
  if (keeps(unaided) && !keeps(aided)) {
    return { verdicts: unaided, said: nothing, reason: 'it dropped every candidate' };
  }
  return { verdicts: aided, said: asked.said, reason: asked.reason };
}

/**
 * One verdict a candidate, in reranked order. A candidate is compared with those kept before it: the better ranked
 * stays. What a model said stands in the place of the relevance threshold; repetition and contradiction are measured
 * all the same, since a model sees only some of the candidates at a time. What an NLI model found drops the worse of
 * two candidates too, and spares one that supports or refutes the task from the threshold, since both are evidence.
 */
function judge(
  prompt: SuperPrompt,
  limits: PipelineLimits,
  said: GateAnswer['said'] = new Map(),
  nli: NliEvidence = noEvidence,
): ChunkVerdict[] {
  const { gate } = limits;
  const chunks = chunksById(prompt);
  const relevance = prompt.extras.rerank_relevance ?? {};
  const ids = prompt.views_by_stage.reranked ?? [];
  const recalled = (id: string): boolean => fromConversation(chunks.get(id));
  const best = Math.max(0, ...ids.filter((id) => !recalled(id)).map((id) => relevance[id] ?? 0));
  const relative = gate.relativeThreshold * best;
  const kept: Passage[] = [];

  const judgeOne = (chunkId: string): ChunkVerdict => {
    const position = ids.indexOf(chunkId);
    const judged = said.get(chunkId);
    const verdict = (name: Verdict, reason: string, code: CodedReason, worthAsking = true): ChunkVerdict => ({
      chunkId,
      verdict: name,
      reason,
      ...code,
      by: judged?.reason === reason ? 'model' : 'default',
      worthAsking,
    });
    const chunk = chunks.get(chunkId);
    if (!chunk || position >= gate.maxCandidates) {
      return verdict('drop_irrelevant', 'beyond the cap of candidates', { reasonCode: 'beyond-cap' }, false);
    }
    if (!hasCharacters(chunk.text, gate.minCharacters)) {
      return verdict('drop_irrelevant', 'empty or trivial text', { reasonCode: 'trivial-text' }, false);
    }
    const value = relevance[chunkId] ?? 0;
    if (prompt.extras.query?.out_of_scope) {
      return verdict(
        'drop_irrelevant',
        'the library is not about this question',
        { reasonCode: 'out-of-scope' },
        false,
      );
    }
    if (judged && judged.verdict !== 'keep')
      return verdict(judged.verdict, judged.reason, { reasonCode: modelSays[judged.verdict] });
    // A cross-encoder's sigmoid orders well but is no calibrated probability: irrelevant by itself is only what the
    // calibrated relevance of Retrieval finds irrelevant too. Without a cross-encoder both are the same number.
    const calibrated = prompt.extras.retrieval_scores?.[chunkId]?.relevance ?? 0;
    const floor = Math.max(value, calibrated) < gate.relevanceThreshold ? gate.relevanceThreshold : 0;
    const threshold = recalled(chunkId) ? floor : Math.max(floor, relative);
    const told = nli.aboutTask.get(chunkId);
    if (!judged && !told && value < threshold) {
      const asked = { threshold, floor, best, share: gate.relativeThreshold };
      const words = `relevance ${value.toFixed(2)} is below ${threshold.toFixed(2)}`;
      return verdict('drop_irrelevant', words, belowThreshold(value, asked));
    }
    const own = passageOf(chunk);
    for (const other of kept) {
      const likeness = alike(own, other, gate.nearDuplicateThreshold);
      if (likeness !== null) {
        const percent = Math.round(likeness * 100);
        return verdict('drop_duplicate', `${percent} % the same as ${other.chunk.id}`, {
          reasonCode: 'near-duplicate',
          reasonValues: { percent, chunk: other.chunk.id },
        });
      }
      const conflict = contradiction(other.claims, own.claims, gate.contradictionSimilarity);
      if (conflict) {
        const [after, before] = [excerpt(conflict.after), excerpt(conflict.before)];
        return verdict(
          'drop_conflict',
          `${conflict.kind} differs from ${other.chunk.id}: “${after}” against “${before}”`,
          {
            reasonCode: `differs-${conflict.kind}`,
            reasonValues: { chunk: other.chunk.id, after, before },
          },
        );
      }
      const clash = nli.conflicts.get(pairOf(other.chunk.id, chunkId));
      if (clash) {
        const [after, before] = [excerpt(clash.after), excerpt(clash.before)];
        return verdict(
          'drop_conflict',
          `the NLI model is ${clash.percent} % sure that it contradicts ${other.chunk.id}: “${after}” against “${before}”`,
          {
            reasonCode: 'nli-conflict',
            reasonValues: { percent: clash.percent, chunk: other.chunk.id, after, before },
          },
        );
      }
    }
    kept.push(own);
    if (told && !judged) {
      return verdict('keep', `the NLI model is ${told.percent} % sure that it ${told.verdict} what the task states`, {
        reasonCode: told.reasonCode,
        reasonValues: { percent: told.percent },
      });
    }
    return judged
      ? verdict('keep', judged.reason, { reasonCode: modelSays.keep })
      : verdict('keep', `relevance ${value.toFixed(2)}`, {
          reasonCode: 'relevance',
          reasonValues: { relevance: toHundredths(value) },
        });
  };
  // What was said may repeat a document or contradict it, and never takes its place: documents are judged first.
  const documentsFirst = [...ids.filter((id) => !recalled(id)), ...ids.filter(recalled)];
  const verdicts = new Map(documentsFirst.map((id) => [id, judgeOne(id)]));
  return ids.flatMap((id) => verdicts.get(id) ?? []);
}

/** A candidate in the forms in which it is compared with others. */
interface Passage {
  readonly chunk: Chunk;
  readonly sketch: SetSketch;
  readonly claims: readonly Claim[];
  /** Found when asked for: most candidates are like none of the others. */
  shingles: ReadonlySet<string> | null;
}

const passageOf = (chunk: Chunk): Passage => ({
  chunk,
  sketch: shingleSketch(chunk.text),
  claims: claims(chunk.text),
  shingles: null,
});

function shinglesOf(passage: Passage): ReadonlySet<string> {
  passage.shingles ??= shingles(passage.chunk.text);
  return passage.shingles;
}

/** The resemblance of two passages where it is at least `least`, else null. */
function alike(one: Passage, other: Passage, least: number): number | null {
  return mayBeAlike(one.sketch, other.sketch, least) ? jaccardFrom(shinglesOf(one), shinglesOf(other), least) : null;
}

/** Whether a text has this many letters and digits. */
function hasCharacters(text: string, least: number): boolean {
  let count = 0;
  for (const [run] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    count += run.length;
    if (count >= least) return true;
  }
  return count >= least;
}

/** Of each verdict of a model, by its code. */
const modelSays: Readonly<Record<Verdict, string>> = {
  keep: 'model-keeps',
  drop_irrelevant: 'model-irrelevant',
  drop_duplicate: 'model-duplicate',
  drop_conflict: 'model-conflict',
};

const excerptLength = 120;
const excerpt = (text: string): string => {
  const line = oneLine(text);
  return line.length > excerptLength ? `${line.slice(0, excerptLength)}…` : line;
};
