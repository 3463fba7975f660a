/**
 * overview: the content of a whole collection: its topics, its documents in few sentences, and counts of words. Pure
 * functions of texts and vectors; reads no library and loads no model.
 */
export { type CountOptions, type LiteralCount, literalCount, type SearchedText } from './literal-count';
export { project } from './projection';
export { type CarryingSentence, type ReadSentence, type SummarisedDocument, sentencesOf, summarise } from './summarise';
export { type Topic, type TopicOptions, topicsOf } from './topics';
export { termSpace } from './typical-sentences';
