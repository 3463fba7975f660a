import type { Chunk } from '@shared/chunk';
import type { StageDecision } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import { jaccard, shingles } from '@shared/near-duplicates';
import type { SuperPrompt, Verdict } from '@shared/super-prompt';
import { type Claim, claims, contradiction } from './contradictions';
import { oneLine } from './render-blocks';
import { chunksById, type Stage } from './stage';

interface ChunkVerdict {
  readonly chunkId: string;
  readonly verdict: Verdict;
  readonly reason: string;
}

/**
 * A3_NLI_Gate: which of the reranked candidates may speak.
 *
 * Reads   views_by_stage.reranked (at most N2 ids), base_context_chunks, extras.{rerank_relevance, query}
 * Writes  views_by_stage.a3, final_selection_ids, extras.verdicts
 * Model   optional chooser; without one: relevance threshold, near-duplicates, contradictions
 * Source  seeds/001.md §5.5; requirements S6
 */
export const a3NliGate: Stage = {
  id: 'A3_NLI_Gate',
  kind: 'hybrid',
  from: 'reranked',
  to: 'a3',
  reads: ['views_by_stage.reranked', 'base_context_chunks', 'extras.rerank_relevance', 'extras.query'],
  writes: ['views_by_stage.a3', 'final_selection_ids', 'extras.verdicts'],
  async run(prompt, _services, { limits }) {
    const view = prompt.views_by_stage.reranked ?? [];
    const verdicts = judge(prompt, limits);
    const kept = verdicts.filter(({ verdict }) => verdict === 'keep').map(({ chunkId }) => chunkId);
    return {
      prompt: {
        ...prompt,
        views_by_stage: { ...prompt.views_by_stage, a3: kept },
        final_selection_ids: kept,
        extras: {
          ...prompt.extras,
          verdicts: Object.fromEntries(verdicts.map(({ chunkId, verdict, reason }) => [chunkId, { verdict, reason }])),
        },
      },
      by: 'default',
      decisions: verdicts.map(
        ({ chunkId, verdict, reason }): StageDecision => ({
          subject: chunkId,
          decision: verdict,
          reason,
          by: 'default',
        }),
      ),
      notices: [
        {
          code: 'default-used',
          message: 'No language model is set up: candidates were judged by relevance, repetition and contradiction.',
        },
      ],
      candidatesIn: view.length,
      candidatesOut: kept.length,
    };
  },
};

/** One verdict a candidate, in reranked order. A candidate is compared with those kept before it: the better ranked stays. */
function judge(prompt: SuperPrompt, limits: PipelineLimits): ChunkVerdict[] {
  const { gate } = limits;
  const chunks = chunksById(prompt);
  const relevance = prompt.extras.rerank_relevance ?? {};
  const ids = prompt.views_by_stage.reranked ?? [];
  const best = Math.max(0, ...ids.map((id) => relevance[id] ?? 0));
  const threshold = Math.max(gate.relevanceThreshold, gate.relativeThreshold * best);
  const kept: { chunk: Chunk; shingles: Set<string>; claims: Claim[] }[] = [];

  return ids.map((chunkId, position): ChunkVerdict => {
    const verdict = (name: Verdict, reason: string): ChunkVerdict => ({ chunkId, verdict: name, reason });
    const chunk = chunks.get(chunkId);
    if (!chunk || position >= gate.maxCandidates) return verdict('drop_irrelevant', 'beyond the cap of candidates');
    if (chunk.text.replace(/[^\p{L}\p{N}]+/gu, '').length < gate.minCharacters) {
      return verdict('drop_irrelevant', 'empty or trivial text');
    }
    const value = relevance[chunkId] ?? 0;
    if (prompt.extras.query?.out_of_scope) return verdict('drop_irrelevant', 'the library is not about this question');
    if (value < threshold) {
      return verdict('drop_irrelevant', `relevance ${value.toFixed(2)} is below ${threshold.toFixed(2)}`);
    }
    const own = { chunk, shingles: shingles(chunk.text), claims: claims(chunk.text) };
    for (const other of kept) {
      const likeness = jaccard(own.shingles, other.shingles);
      if (likeness >= gate.nearDuplicateThreshold) {
        return verdict('drop_duplicate', `${Math.round(likeness * 100)} % the same as ${other.chunk.id}`);
      }
      const conflict = contradiction(other.claims, own.claims, gate.contradictionSimilarity);
      if (conflict) {
        return verdict(
          'drop_conflict',
          `${conflict.kind} differs from ${other.chunk.id}: “${excerpt(conflict.after)}” against “${excerpt(conflict.before)}”`,
        );
      }
    }
    kept.push(own);
    return verdict('keep', `relevance ${value.toFixed(2)}`);
  });
}

const excerptLength = 120;
const excerpt = (text: string): string => {
  const line = oneLine(text);
  return line.length > excerptLength ? `${line.slice(0, excerptLength)}…` : line;
};
