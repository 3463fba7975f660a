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
export { compareConfigurations } from './compare-configurations';
export { comparisonReport } from './comparison-report';
export { limitsOf, type NamedConfiguration, namedConfigurations } from './configurations';
export { evaluate, type RankDocuments } from './evaluate';
export { documentsChecksum, type LabelledDocument, type LabelledSet, readLabelledSet } from './labelled-set';
export { measureSet, type RankedDocuments } from './measure-set';
export { mean, ndcg, percentile, precision, recall, reciprocalRank } from './metrics';
export { type OpenedSet, openLabelledSet } from './open-set';
export { questionFigures } from './question-figures';
export { randomisationTest } from './randomisation-test';
export { evaluationReport } from './report';
