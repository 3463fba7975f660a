export const searchModes = ['hybrid', 'vector', 'keyword'] as const;
export type SearchMode = (typeof searchModes)[number];

export interface ModeFigures {
  readonly 'ndcg@5': number;
  readonly 'ndcg@10': number;
  readonly 'mrr@10': number;
  readonly 'recall@3': number;
  readonly 'recall@100': number;
  readonly 'p@5': number;
  /** Milliseconds. */
  readonly p50ms: number;
  readonly p95ms: number;
}

export interface EvaluationReport {
  readonly modes: Readonly<Partial<Record<SearchMode, ModeFigures>>>;
  /** Documents in the corpus; judged queries. */
  readonly corpus: number;
  readonly queries: number;
  readonly model: string;
}
