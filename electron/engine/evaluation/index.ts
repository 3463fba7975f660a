/**
 * evaluation: how good retrieval and quoted answers are on labelled sets. Reads sets, measures, compares, reports;
 * never changes a library.
 */

export { compareConfigurations } from './compare';
export {
  documentsChecksum,
  halvesByTitle,
  type LabelledDocument,
  type LabelledSet,
  readLabelledSet,
} from './labelled-set';
export {
  evaluate,
  limitsOf,
  measureSet,
  namedConfigurations,
  type RankDocuments,
  type RankedDocuments,
} from './measure-set';
export {
  type Abstention,
  type AnswerToJudge,
  answerFigures,
  answerLimits,
  balancedAccuracy,
  type JudgedAnswer,
  judgeAnswer,
  mean,
  ndcg,
  percentile,
  precision,
  randomisationTest,
  recall,
  reciprocalRank,
} from './metrics';
export { type OpenedSet, openLabelledSet } from './open-set';
export { evaluationReport, questionFigures } from './report';
