import type { PipelineLimits } from '@shared/limits';
import { queryLanguage } from './query-language';
import { queryPieces } from './query-pieces';
import type { Retrieved } from './retriever';

/** What Retrieval has where the user wants an answer without the documents (R12): no candidates, and a notice. */
export function nothingSearched(query: string, limits: PipelineLimits): Retrieved {
  return {
    candidates: [],
    whole: query,
    language: queryLanguage(query),
    isForeign: false,
    pieces: queryPieces(query, limits.N0_QUERY_PIECES),
    notices: [
      { code: 'without-documents', message: 'Nothing was searched: an answer without your documents was asked for.' },
    ],
    outOfScope: false,
    withoutDocuments: true,
    suggestions: [],
    timings: {
      embedding: 0,
      vector: 0,
      keyword: 0,
      fusion: 0,
      rerank: 0,
      total: 0,
      vectorCandidates: 0,
      keywordCandidates: 0,
    },
  };
}
