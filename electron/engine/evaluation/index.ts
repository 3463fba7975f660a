/**
 * evaluation: how good retrieval and quoted answers are on labelled sets. Reads sets, measures, compares, reports;
 * never changes a library.
 */
export {
  type Abstention,
  type AnswerToJudge,
  answerFigures,
  answerLimits,
  balancedAccuracy,
  halvesByTitle,
  type JudgedAnswer,
  judgeAnswer,
} from './answer-measures';
export { compareConfigurations } from './compare';
export { evaluate, limitsOf, namedConfigurations, type RankDocuments } from './evaluate';
export { documentsChecksum, type LabelledDocument, type LabelledSet, readLabelledSet } from './labelled-set';
export { measureSet, type RankedDocuments } from './measure-set';
export { mean, ndcg, percentile, precision, randomisationTest, recall, reciprocalRank } from './metrics';
export { type OpenedSet, openLabelledSet } from './open-set';
export { evaluationReport, questionFigures } from './report';
