import type { StageDecision } from '@shared/contract';
import type { PromptExtras } from '@shared/super-prompt';
import { type Candidate, mergeRecalled, normaliseQuery, type Retrieved } from '../retrieval';
import type { Stage } from './stage';

/**
 * Retrieval: the first ranked list of candidates, from both lanes of the documents and from earlier exchanges.
 *
 * Reads   body.{task, context, purpose}
 * Writes  base_context_chunks, views_by_stage.retrieval, extras.{query, retrieval_scores}
 * Model   none for deciding; the embedding model for vectors
 * Source  seeds/001.md §5.3; requirements S4, R1–R5, R7–R9
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
          query: queryFound(found),
          retrieval_scores: Object.fromEntries(candidates.map(({ chunk, scores }) => [chunk.id, scores])),
        },
      },
      by: 'deterministic',
      decisions: [
        ...languageOf(found),
        ...foreignDecision(found),
        ...absentDecision(found),
        ...candidates.flatMap(besideDecision),
        ...(followUpOf
          ? [
              {
                subject: followUpOf.id,
                decision: 'follow-up',
                reason: `alone the question finds nothing; it was read together with “${followUpOf.title}”`,
                reasonCode: 'follow-up',
                reasonValues: { title: followUpOf.title },
                by: 'deterministic' as const,
              },
            ]
          : []),
      ],
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

/** What of a search the stages behind it read: the query as it was understood. */
export function queryFound(found: Retrieved): NonNullable<PromptExtras['query']> {
  const { names = [], followUpOf } = found;
  return {
    whole: found.whole,
    language: found.language.code,
    pieces: found.pieces,
    out_of_scope: found.outOfScope,
    ...(found.withoutDocuments ? { without_documents: true } : {}),
    ...(names.length > 0 ? { names } : {}),
    ...(followUpOf ? { follow_up_of: followUpOf.id } : {}),
  };
}

const toldBy = {
  'function-words': { reason: 'told by its small words', reasonCode: 'language-by-words' },
  letters: { reason: 'told by its letters', reasonCode: 'language-by-letters' },
  trigrams: { reason: 'told by its triples of letters', reasonCode: 'language-by-trigrams' },
} as const;

/** What the query is written in, where anything tells. */
function languageOf({ language: { code, by } }: Retrieved): StageDecision[] {
  return by === 'nothing' ? [] : [{ subject: 'language', decision: code, ...toldBy[by], by: 'deterministic' }];
}

/** That vectors counted less, where the embedding model does not read the query's language. */
function foreignDecision({ isForeign, language: { code } }: Retrieved): StageDecision[] {
  if (!isForeign) return [];
  return [
    {
      subject: 'vector lane',
      decision: 'counts less',
      reason: `the embedding model does not read the query's language (${code})`,
      reasonCode: 'language-not-read',
      reasonValues: { language: code },
      by: 'deterministic',
    },
  ];
}

/** That candidates count as less relevant, where the query names what no document knows. */
function absentDecision({ absentName }: Retrieved): StageDecision[] {
  if (absentName === undefined) return [];
  return [
    {
      subject: 'relevance',
      decision: 'counts less',
      reason: `no document has “${absentName}”`,
      reasonCode: 'absent-name',
      reasonValues: { name: absentName },
      by: 'deterministic',
    },
  ];
}

const besideWords = {
  neighbour: { words: 'it stands next to', reasonCode: 'graph-neighbour' },
  section: { words: 'it is in the same section as', reasonCode: 'graph-section' },
  document: { words: 'it is in the same document as', reasonCode: 'graph-document' },
} as const;

/** Why a chunk is a candidate that no lane found. */
function besideDecision({ chunk, scores: { beside, uses } }: Candidate): StageDecision[] {
  if (uses !== undefined) {
    return [
      {
        subject: chunk.id,
        decision: 'expanded',
        reason: `the index did not answer; it was among the best of ${uses} searches`,
        reasonCode: 'most-used',
        reasonValues: { uses },
        by: 'deterministic',
      },
    ];
  }
  if (!beside) return [];
  const { words, reasonCode } = besideWords[beside.by];
  return [
    {
      subject: chunk.id,
      decision: 'expanded',
      reason: `no lane found it; ${words} ${beside.chunkId}`,
      reasonCode,
      reasonValues: { chunk: beside.chunkId },
      by: 'deterministic',
    },
  ];
}
