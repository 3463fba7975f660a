import type { StageDecision } from '@shared/contract';
import { askGate, type GateAnswer } from './gate-agent';
import { type ChunkVerdict, judge } from './gate-verdicts';
import { defaultNotice, notUsed } from './model-use';
import { noEvidence, readPairs } from './nli-evidence';
import type { Stage } from './stage';

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
