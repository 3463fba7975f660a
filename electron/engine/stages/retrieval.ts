import { mergeRecalled, normaliseQuery } from '../retrieval';
import type { Stage } from './stage';

/**
 * Retrieval: the first ranked list of candidates, from both lanes of the documents and from earlier exchanges.
 *
 * Reads   body.{task, context, purpose}
 * Writes  base_context_chunks, views_by_stage.retrieval, extras.{query, retrieval_scores}
 * Model   none for deciding; the embedding model for vectors
 * Source  seeds/001.md §5.3; requirements S4, R1–R5, R7
 */
export const retrieval: Stage = {
  id: 'Retrieval',
  kind: 'function',
  from: 'a2',
  to: 'retrieval',
  reads: ['body.task', 'body.context', 'body.purpose'],
  writes: ['base_context_chunks', 'views_by_stage.retrieval', 'extras.query', 'extras.retrieval_scores'],
  async run(prompt, services, { limits }) {
    const query = normaliseQuery(
      [prompt.body.task, prompt.body.context, prompt.body.purpose].filter((part) => part?.trim()).join('\n'),
    );
    const found = await services.retrieve(query, services.signal);
    const { recalled = [], followUpOf } = found;
    const candidates = recalled.length > 0 ? mergeRecalled(found.candidates, recalled, limits) : found.candidates;
    const chunks = candidates.map(({ chunk }) => chunk);
    return {
      prompt: {
        ...prompt,
        base_context_chunks: chunks,
        views_by_stage: { retrieval: chunks.map((chunk) => chunk.id) },
        extras: {
          ...prompt.extras,
          query: {
            whole: found.whole,
            pieces: found.pieces,
            out_of_scope: found.outOfScope,
            ...(followUpOf ? { follow_up_of: followUpOf.id } : {}),
          },
          retrieval_scores: Object.fromEntries(candidates.map(({ chunk, scores }) => [chunk.id, scores])),
        },
      },
      by: 'deterministic',
      decisions: followUpOf
        ? [
            {
              subject: followUpOf.id,
              decision: 'follow-up',
              reason: `alone the question finds nothing; it was read together with “${followUpOf.title}”`,
              reasonCode: 'follow-up',
              reasonValues: { title: followUpOf.title },
              by: 'deterministic',
            },
          ]
        : [],
      notices: found.outOfScope
        ? [...found.notices, { code: 'out-of-scope', message: 'Nothing in the library is clearly about this.' }]
        : found.notices,
      candidatesIn: found.timings.vectorCandidates + found.timings.keywordCandidates + recalled.length,
      candidatesOut: chunks.length,
      searchTimings: found.timings,
      suggestions: found.suggestions,
    };
  },
};
