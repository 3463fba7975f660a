/**
 * chat: questions, answers, citations, confidence and the log. Uses what retrieval and the stages found; never ranks.
 */
export { Chat, conversationTurns, promptOf } from './chat';
export { type CitableChunk, checkCitations, snippetOf } from './citations';
export { bandOf } from './confidence';
export { type CalculatedAnswer, type CensusAnswer, citedAnswer, type WholeAnswer } from './draft-answer';
export { exportConversation, exportLogs } from './export-conversation';
export { nearnessOfSentences } from './quoting/sentence-similarity';
