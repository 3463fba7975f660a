import { z } from 'zod';
import type { UnaskedQuestions } from '../labelled-set-facts';
import { languages } from '../words/languages';
import type { ExportedFile } from './chat';
import type { Run } from './runs';
import { type EvaluatedConfiguration, evaluatedConfiguration, type SearchMode, searchModes } from './search';
import { id, name, path, route } from './values';

export const defaultCutoffs = [1, 3, 5, 10, 100] as const;
export const evaluationMeasures = ['ndcg', 'mrr', 'recall', 'p'] as const;
/** `ndcg@10`, `mrr@10`, `recall@100`, `p@5` … */
export type MeasureName = `${(typeof evaluationMeasures)[number]}@${number}`;
const measure = z
  .string()
  .regex(/^(ndcg|mrr|recall|p)@[1-9]\d{0,2}$/)
  .transform((text) => text as MeasureName);

const labelledSet = {
  /**
   * A folder in the BEIR layout (corpus.jsonl, queries.jsonl, qrels/*.tsv, and answers.json where the set has answers:
   * question id → spans), or a CSV file whose two columns are a question and the document of this library that should
   * be found: by path or its end, file name, title or id. Errors: `labelled-set-invalid`, with `details.file` and `details.line`.
   */
  path,
  /** One of qrels/*.tsv; `test` if it exists, otherwise the first by name. */
  split: name.optional(),
};

export const evaluationRequests = {
  /** Measures one set and keeps nothing: the figures alone. Errors: `labelled-set-invalid`, models' codes. */
  'evaluate.run': route<EvaluationReport>()({
    corpus: path,
    queries: path,
    qrels: path,
    modes: z.array(z.enum(searchModes)).min(1).optional(),
    model: name.optional(),
  }),
  /** The content of a set, and whether its index exists; embeds nothing. */
  'evaluate.inspect': route<LabelledSetFacts>()({ ...labelledSet, model: name.optional() }),
  /**
   * Measures a set in each configuration, one evaluation at a time, and keeps the result in the library. Returns when
   * it is over; progress comes as `evaluation.progress` events with the same requestId, cancel by that id: then nothing
   * is kept. Errors: `labelled-set-invalid`, `bad-request` (two configurations of one name; a `model` or `answers` for
   * a CSV set, which asks the library as it is), `model-missing`, `library-locked`, `cancelled`.
   */
  'evaluate.start': route<EvaluationResult>()({
    ...labelledSet,
    /** `keyword`, `vector` and `hybrid` where absent; at most twelve, of different names. */
    configurations: z.array(evaluatedConfiguration).min(1).max(12).optional(),
    model: name.optional(),
    cutoffs: z.array(z.number().int().min(1).max(200)).min(1).max(10).optional(),
    /** Also asks every question, quoted and without a language model, where the set has answers: takes longer. */
    answers: z.boolean().optional(),
  }),
  'evaluate.list': route<readonly EvaluationSummary[]>()({}),
  'evaluate.get': route<EvaluationResult>()({ evaluationId: id }),
  'evaluate.delete': route<{ readonly deleted: number }>()({ evaluationIds: z.array(id).min(1).max(1000) }),
  /**
   * Two configurations, question by question: of one result, or of two results of the same set, such as with two models.
   * `measure` is one that both have; `ndcg@10` where absent, or the first. Errors: `evaluation-not-found`, `bad-request`,
   * also for results of two sets (`why: other-set`).
   */
  'evaluate.compare': route<EvaluationComparison>()({
    evaluationId: id,
    before: name,
    after: name,
    /** The result that `after` is a configuration of; `evaluationId` where absent. */
    afterEvaluationId: id.optional(),
    measure: measure.optional(),
  }),
  /**
   * A question of a result as a run of the stages, in one configuration and without a language model, over the
   * documents of the set. The run is stored among the library's own (`run.get`, `run.list`) and holds its chunks whole.
   * The documents of a BEIR set are not in the library: their sources cannot be opened, and a repeated run uses the
   * library. Makes a removed index of the set again; for that the set must still be at its path. Errors:
   * `evaluation-not-found`, `bad-request`, `labelled-set-invalid`.
   */
  'evaluate.openRun': route<Run>()({ evaluationId: id, queryId: id, configuration: name }),
  /**
   * `times: false` leaves out times, dates and ids: then two evaluations of the same give the same bytes. Errors:
   * `evaluation-not-found`, `bad-request` (`why: other-set`).
   */
  'evaluate.report': route<ExportedFile>()({
    evaluationId: id,
    /** Results of the same set, such as with other models: then it is the report of their comparison. */
    withIds: z.array(id).max(20).optional(),
    /** `csv`: a row for each question in each configuration, in UTF-8 with its mark. */
    format: z.enum(['md', 'json', 'csv']),
    language: z.enum(languages).optional(),
    times: z.boolean().optional(),
    /** For `csv`: the sign before decimals; with a comma, semicolons separate cells. `point` if absent. */
    decimal: z.enum(['point', 'comma']).optional(),
  }),
  'evaluate.sets': route<KeptSets>()({}),
  /** Removes these indexes, or all; results stay. One that is in use is let go of when its evaluation is over. */
  'evaluate.removeSets': route<{ readonly removed: number; readonly bytes: number }>()({
    keys: z.array(id).min(1).max(1000).optional(),
  }),
} as const;

export type ModeFigures = Readonly<
  Record<'ndcg@5' | 'ndcg@10' | 'mrr@10' | 'recall@3' | 'recall@100' | 'p@5' | 'p50ms' | 'p95ms' | 'p99ms', number>
>;

export interface EvaluationReport {
  readonly modes: Readonly<Partial<Record<SearchMode, ModeFigures>>>;
  /** Documents in the corpus; judged queries of which one is there. */
  readonly corpus: number;
  readonly queries: number;
  /** Judged queries of which none is there, and which are not asked; only where there are some. */
  readonly leftOut?: UnaskedQuestions;
  readonly model: string;
}

export interface LabelledSetFacts {
  /** `beir`: documents of its own, in a library of its own. `csv`: questions about this library's documents. */
  readonly kind: 'beir' | 'csv';
  /** The name of the folder (the one above it if it is called `beir`) or of the file. */
  readonly name: string;
  readonly path: string;
  /** sha256 of documents, questions, judgements and answers, hex: the same set has the same, wherever it lies. */
  readonly checksum: string;
  /** Documents of the set; of the library, for a CSV set. */
  readonly documents: number;
  /** Questions with at least one relevant document that is there: those that are asked. */
  readonly queries: number;
  /** Questions without any, which are left out. */
  readonly unjudged: number;
  /** Questions whose relevant documents are all missing from the set, or from the library for a CSV set; only where there are some. */
  readonly leftOut?: UnaskedQuestions;
  /** Lines of a list that repeat question and document of an earlier one, which count once; only where there are some. */
  readonly repeated?: number;
  readonly judgements: number;
  /** How many of them name a document that the set (the library) lacks, which nothing can find; only where there are some. */
  readonly lacking?: number;
  /** Questions that are documents of the set, and are left out of their own results; only if there are some. */
  readonly askers?: number;
  /** Most a judgement gains; above 1 the judgements are graded. */
  readonly highestGain: number;
  /** Names of qrels/*.tsv, and the one that is used; none for a CSV set. */
  readonly splits: readonly string[];
  readonly split: string | null;
  readonly hasAnswers: boolean;
  /** Whether its index for the model is on disk, and nothing has to be embedded; always for a CSV set. */
  readonly indexed: boolean;
}

/** Milliseconds of one search, query embedding and reranking included; the nearest rank of all questions. */
export interface LatencyFigures {
  readonly p50: number;
  readonly p95: number;
  /** Absent in results that were kept before it was measured. */
  readonly p99?: number;
  readonly max: number;
}

export interface ConfigurationFigures {
  readonly name: string;
  readonly configuration: EvaluatedConfiguration;
  /** Mean over the questions, by measure, four decimals. */
  readonly figures: Readonly<Record<MeasureName, number>>;
  readonly latency: LatencyFigures;
  /** How often each notice came, by code (`keyword-only`, `spelling-corrected`, `rerank-failed` …). */
  readonly notices: Readonly<Record<string, number>>;
}

export interface QueryOutcome {
  /** In the order of the result's `measures`, four decimals. */
  readonly values: readonly number[];
  /** 1-based rank of the first relevant document; null where none was found. */
  readonly firstRank: number | null;
  /** The first ten documents, best first; `gain` 0 for one that is not relevant or not judged. */
  readonly top: readonly { readonly documentId: string; readonly title: string; readonly gain: number }[];
  readonly ms: number;
}

export interface EvaluatedQuery {
  readonly queryId: string;
  readonly question: string;
  /** Highest gain first. The ids are the set's own; documents' ids, for a CSV set. */
  readonly relevant: readonly { readonly documentId: string; readonly title: string; readonly gain: number }[];
  readonly outcomes: readonly QueryOutcome[];
}

/** Quality of quoted answers, without a language model (limits as in the library). Shares, four decimals. */
export interface AnswerFigures {
  readonly questions: number;
  /** Share that was answered; the rest fell back. */
  readonly answered: number;
  /** Share whose answer holds one of its spans (letter case and white space aside), of at most 3 sentences and 600 characters. */
  readonly spanInAnswer: number;
  readonly firstCitationRight: number;
  /**
   * Half the documents taken away, by title, every other one, then the other half: mean of the share answered of the
   * questions whose document is there and the share refused of the others. Null where all documents have one title.
   */
  readonly abstention: number | null;
}

export interface EvaluationSummary {
  readonly evaluationId: string;
  readonly createdAt: string;
  readonly set: Omit<LabelledSetFacts, 'indexed'>;
  /** The index it was searched in (`evaluate.sets`), which may be removed since; null for a CSV set. */
  readonly setKey: string | null;
  readonly model: string;
  /** The cross-encoder of configurations that rerank; null where none does. */
  readonly reranker: string | null;
  /** `ndcg@1`, …, `p@100`: what `figures` and `values` are of, in this order. */
  readonly measures: readonly MeasureName[];
  readonly configurations: readonly ConfigurationFigures[];
  readonly answers: AnswerFigures | null;
  /** The searched library changed in that time, also by a move or a rebuild; only if it did. */
  readonly libraryChanged?: true;
  readonly ms: number;
}

export interface EvaluationResult extends EvaluationSummary {
  readonly chunks: number;
  readonly queries: readonly EvaluatedQuery[];
}

/**
 * Two-sided paired randomisation test (Fisher 1935; for retrieval Smucker, Allan & Carterette, CIKM 2007): the share of
 * sign flips of the per-question differences whose mean is at least as far from 0 as the one seen.
 */
export interface Significance {
  readonly pValue: number;
  /** `exact`: every flip was counted. `sampled`: `rounds` of them, drawn with `seed`; p = (1 + hits) / (1 + rounds). */
  readonly method: 'exact' | 'sampled';
  readonly rounds: number;
  readonly seed: number;
}

export interface QueryDifference {
  readonly queryId: string;
  readonly question: string;
  readonly before: number;
  readonly after: number;
  readonly difference: number;
  readonly firstRankBefore: number | null;
  readonly firstRankAfter: number | null;
}

export interface EvaluationComparison {
  readonly evaluationId: string;
  readonly afterEvaluationId: string;
  readonly measure: MeasureName;
  readonly before: string;
  readonly after: string;
  readonly meanBefore: number;
  readonly meanAfter: number;
  readonly difference: number;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  readonly significance: Significance;
  /** All questions, greatest win first, greatest loss last; of equal ones, in the order of the set. */
  readonly queries: readonly QueryDifference[];
}

export interface KeptSet {
  readonly key: string;
  readonly name: string;
  readonly checksum: string;
  readonly model: string;
  readonly documents: number;
  readonly chunks: number;
  readonly bytes: number;
  readonly createdAt: string;
}

export interface KeptSets {
  readonly sets: readonly KeptSet[];
  readonly bytes: number;
  readonly folder: string;
}

export interface EvaluationProgress {
  readonly phase: 'reading' | 'indexing' | 'searching' | 'answering';
  readonly way: MeasuredWay | null;
  /** Documents in `indexing`, questions of all configurations in `searching`, questions in `answering`. */
  readonly done: number;
  readonly total: number;
  readonly msLeft: number | null;
}

export interface MeasuredWay {
  readonly name: string;
  readonly configuration: EvaluatedConfiguration;
  readonly place: number;
  readonly of: number;
}
