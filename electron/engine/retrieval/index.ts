/**
 * retrieval: which chunks a query is about. Query pieces, the vector and the keyword lane, fusion, thresholds.
 * Never calls a chat model, never decides what is kept in a prompt.
 */
export { definitionIn, definitionSubject } from './definition';
export type { QueryEmbedder } from './embedded-query';
export { cosine } from './log-avg-exp';
export { nothingSearched } from './nothing-searched';
export { coverage, type QueryTerms, weighQuery } from './query-coverage';
export { type QueryLanguage, queryLanguage } from './query-language';
export { normaliseQuery, queryPieces } from './query-pieces';
export type { Candidate } from './rank-candidates';
export type { RankWeights } from './rank-features';
export { mergeRecalled, type RememberedText } from './recall';
export { retrieveWithMemory } from './retrieve-with-memory';
export { type RetrievalRequest, type Retrieved, Retriever } from './retriever';
export { corrected } from './spelling';
export { isForeign } from './vector-weight';
