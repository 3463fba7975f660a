/**
 * retrieval: the chunks for a query. Query pieces, the vector and the keyword lane, fusion, thresholds. Never calls a
 * chat model, never decides the content of a prompt.
 */
export { mergeRecalled, type RememberedText, retrieveWithMemory } from './conversation-memory';
export type { QueryEmbedder } from './lanes';
export { citedLast, type FollowUpThread, searchedWith, threadOf, withCarried, withThread } from './query/follow-up';
export { narrowedScope, normaliseQuery, parseQuery, queryPieces } from './query/parse-query';
export { isForeign, type QueryLanguage, queryLanguage } from './query/query-language';
export { coverage, type QueryTerms, weighQuery } from './query/query-terms';
export { corrected } from './query/spelling';
export { type Candidate, unmeasured } from './ranking/rank-candidates';
export { aboveOf, definitionIn, definitionSubject, type RankWeights } from './ranking/rank-features';
export { cosine, isInScope, logistic } from './ranking/relevance';
export { sentenceVectors } from './ranking/sentence-nearness';
export { nothingSearched, type RetrievalRequest, type Retrieved, Retriever, unsearched } from './retriever';
