/**
 * chat: questions, answers, citations, confidence and the log. Uses what retrieval and the stages found; never ranks.
 */
export { Chat, conversationTurns, promptOf } from './chat';
export type { CalculatedAnswer, CensusAnswer } from './draft-answer';
export { exportConversation, exportLogs } from './export-conversation';
export { nearnessOfSentences } from './quoting/sentence-similarity';
