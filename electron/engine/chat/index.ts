/**
 * chat: citations, support, confidence, quoting, and the words of a model. Uses what retrieval and the stages found; never
 * ranks, and never decides how a question is answered.
 */
export {
  breachNotice,
  checkedAnswer,
  citedAnswer,
  type Draft,
  noAnswer,
  withoutUnmapped,
} from './checked-answer';
export { type CitableChunk, checkCitations, citingAsWritten, givenPassages, snippetOf } from './citations';
export {
  answerLanguage,
  CitedPlaces,
  citationOfPlace,
  escapedMarkdown,
  quotedSentences,
  scopeOfRun,
  shownWords,
} from './cited-places';
export { bandOf, confidenceParts } from './confidence';
export { exportConversation, exportLogs } from './export-conversation';
export { builtPrompt, fitPrompt, type Reselect } from './fit-context-window';
export { answerInForm, answerWithModel, begunWith, joined, limitsWith, narrowerNotice } from './generate-answer';
export { extractiveAnswer } from './quoting/extractive-answer';
export { withSupport } from './support';
export { citableChunks, weighedPassages } from './weighed-passages';
