/**
 * chat: questions, answers, citations, confidence and the log. Uses what retrieval and the stages found; never ranks.
 */
export { Chat, type ChatServices } from './chat';
export { checkCitations, snippetOf } from './citations';
export { bandOf, confidence, hasSufficientContext } from './confidence';
export { exportConversation, exportLogs } from './export-conversation';
export { isGreeting } from './greetings';
