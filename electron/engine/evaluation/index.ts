/**
 * evaluation: how good retrieval is on labelled sets. Metrics and reports; never changes a library.
 */
export { evaluate, type RankDocuments } from './evaluate';
export { type LabelledDocument, type LabelledSet, readLabelledSet } from './labelled-set';
export { mean, ndcg, percentile, precision, recall, reciprocalRank } from './metrics';
