import type { StageDecision } from '@shared/contract';
import type { PromptExtras } from '@shared/prompt/super-prompt';
import { asReason, notice, type Reason, reasoned } from '@shared/words/sayings';
import { type Candidate, type FollowUpThread, mergeRecalled, type Retrieved } from '../retrieval';
import type { Calculated, Stage } from './stage';

/**
 * Retrieval: the first ranked list of candidates, and the values, that the chosen way to answer rests on.
 *
 * Reads   body.{task, context, purpose}, recentConversation, extras.way
 * Writes  base_context_chunks, views_by_stage.retrieval, extras.{query, retrieval_scores, calculation}
 * Model   none for deciding, but for a plan of a calculation where a person lets the chat model propose one; the
 *         embedding model for vectors
 * Source  seeds/001.md §5.3; requirements S4, R1–R5, R7–R9
 */
export const retrieval: Stage = {
  id: 'Retrieval',
  writes: [
    'base_context_chunks',
    'views_by_stage.retrieval',
    'extras.query',
    'extras.retrieval_scores',
    'extras.calculation',
  ],
  async run(prompt, services, { limits }) {
    const { found, thread, calculated } = await services.evidence(prompt, services.signal);
    const { recalled = [], followUpOf } = found;
    const isUnnamed = found.notices.some(({ code }) => code === 'document-unnamed');
    const candidates = recalled.length > 0 ? mergeRecalled(found.candidates, recalled, limits) : found.candidates;
    const chunks = candidates.map(({ chunk }) => chunk);
    return {
      prompt: {
        ...prompt,
        base_context_chunks: chunks,
        views_by_stage: { retrieval: chunks.map((chunk) => chunk.id) },
        extras: {
          ...prompt.extras,
          query: { ...queryFound(found), ...(thread ? { thread } : {}) },
          retrieval_scores: Object.fromEntries(candidates.map(({ chunk, scores }) => [chunk.id, scores])),
          ...(calculated?.calculation ? { calculation: calculated.calculation } : {}),
        },
      },
      by: calculated?.calculation && calculated.asked ? 'model' : 'deterministic',
      decisions: [
        ...languageOf(found),
        ...goesOn(thread),
        ...(calculated ? calculatedDecision(calculated) : []),
        ...(found.acronyms ?? []).map(({ short, long }) => ({
          subject: short,
          decision: long,
          reason: reasoned('acronym'),
          by: 'deterministic' as const,
        })),
        ...candidates.flatMap(besideDecision),
        ...(followUpOf
          ? [
              {
                subject: followUpOf.id,
                decision: 'follow-up',
                reason: reasoned('follow-up', { title: followUpOf.title }),
                by: 'deterministic' as const,
              },
            ]
          : []),
      ],
      notices: found.outOfScope && !isUnnamed ? [...found.notices, notice('out-of-scope')] : found.notices,
      candidatesIn: found.timings.vectorCandidates + found.timings.keywordCandidates + recalled.length,
      candidatesOut: chunks.length,
      searchTimings: found.timings,
      ...(calculated?.asked ? { calls: calculated.asked.calls } : {}),
    };
  },
};

/** The calculation, and its author; after a failed proposal of a model, the reason. */
function calculatedDecision({ calculation, asked }: Calculated): StageDecision[] {
  if (calculation) {
    const { documentId: subject, sql: decision } = calculation;
    if (!asked) return [{ subject, decision, reason: reasoned('calculated'), by: 'deterministic' }];
    const { model, steps } = asked;
    return [{ subject, decision, reason: reasoned('plan-proposed', { model, steps: steps ?? '' }), by: 'model' }];
  }
  if (!asked?.refused) return [];
  const { documentId: subject, model, refused } = asked;
  const reason = reasoned('plan-refused', { ...asReason(refused), model });
  return [{ subject, decision: 'not used', reason, by: 'default' }];
}

/** The words that the question was read with. */
function goesOn(thread: FollowUpThread | null | undefined): StageDecision[] {
  if (!thread) return [];
  const decision = thread.carried.join(' ') || '(documents alone)';
  return [{ subject: 'conversation', decision, reason: reasoned('goes-on'), by: 'deterministic' }];
}

/** The later stages' part of a search: the query as understood. */
export function queryFound(found: Retrieved): NonNullable<PromptExtras['query']> {
  const { names = [], followUpOf, suggestions, unknownWords, acronyms = [] } = found;
  return {
    whole: found.whole,
    language: found.language.code,
    pieces: found.pieces,
    out_of_scope: found.outOfScope,
    ...(found.withoutDocuments ? { without_documents: true } : {}),
    ...(names.length > 0 ? { names } : {}),
    ...(acronyms.length > 0 ? { acronyms: acronyms.map(({ short, long }) => ({ short, long })) } : {}),
    ...(unknownWords.length > 0 ? { unknown_words: unknownWords } : {}),
    ...(followUpOf ? { follow_up_of: followUpOf.id } : {}),
    ...(suggestions.length > 0 ? { suggestions } : {}),
  };
}

const toldBy = {
  'function-words': 'language-by-words',
  letters: 'language-by-letters',
} as const;

/** The language of the query, if known, and whether the model reads it. */
function languageOf({ language: { code, by }, unreadBy }: Retrieved): StageDecision[] {
  const decided = (subject: string, decision: string, reason: Reason): StageDecision => ({
    subject,
    decision,
    reason,
    by: 'deterministic',
  });
  return [
    ...(by === 'nothing' ? [] : [decided('language', code, reasoned(toldBy[by]))]),
    ...(unreadBy === undefined
      ? []
      : [decided('vector lane', 'not used', reasoned('language-unread', { model: unreadBy }))]),
  ];
}

/** Why a chunk is a candidate that no lane found. */
function besideDecision({ chunk, scores: { beside, uses } }: Candidate): StageDecision[] {
  const expanded = (reason: Reason): StageDecision[] => [
    { subject: chunk.id, decision: 'expanded', reason, by: 'deterministic' },
  ];
  if (uses !== undefined) return expanded(reasoned('most-used', { uses }));
  return beside ? expanded(reasoned(`graph-${beside.by}`, { chunk: beside.chunkId })) : [];
}
