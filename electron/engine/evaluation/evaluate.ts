import type { EvaluationReport, ModeFigures, SearchMode } from '@shared/contract';
import { type LabelledSet, withoutAsker } from './labelled-set';
import { mean, ndcg, percentile, precision, recall, reciprocalRank } from './metrics';

/** Searches the labelled documents; gives document ids, best first, each once. */
export type RankDocuments = (query: string, mode: SearchMode) => Promise<readonly string[]>;

const figureDecimals = 1e4;
const round = (value: number, scale = figureDecimals): number => Math.round(value * scale) / scale;

/** Runs every query in every mode, one after another, and averages the measures over the judged queries. Times in ms. */
export async function evaluate(
  set: LabelledSet,
  modes: readonly SearchMode[],
  rank: RankDocuments,
  model: string,
  signal?: AbortSignal,
): Promise<EvaluationReport> {
  const figures: Partial<Record<SearchMode, ModeFigures>> = {};
  for (const mode of modes) {
    const ranked: { judgements: LabelledSet['queries'][number]['judgements']; ids: readonly string[] }[] = [];
    const times: number[] = [];
    const [first] = set.queries;
    // Models load at first use. With the very same words the first question would be answered from the search's cache.
    if (first) await rank(`${first.text} `, mode);
    for (const query of set.queries) {
      signal?.throwIfAborted();
      const started = performance.now();
      const ids = await rank(query.text, mode);
      times.push(performance.now() - started);
      ranked.push({ judgements: query.judgements, ids: withoutAsker(query, ids) });
    }
    const average = (measure: (ids: readonly string[], judgements: (typeof ranked)[number]['judgements']) => number) =>
      round(mean(ranked.map(({ ids, judgements }) => measure(ids, judgements))));
    figures[mode] = {
      'ndcg@5': average((ids, judgements) => ndcg(ids, judgements, 5)),
      'ndcg@10': average((ids, judgements) => ndcg(ids, judgements, 10)),
      'mrr@10': average((ids, judgements) => reciprocalRank(ids, judgements, 10)),
      'recall@3': average((ids, judgements) => recall(ids, judgements, 3)),
      'recall@100': average((ids, judgements) => recall(ids, judgements, 100)),
      'p@5': average((ids, judgements) => precision(ids, judgements, 5)),
      p50ms: round(percentile(times, 0.5), 10),
      p95ms: round(percentile(times, 0.95), 10),
    };
  }
  const { documents, queries, leftOut } = set;
  return { modes: figures, corpus: documents.length, queries: queries.length, ...(leftOut ? { leftOut } : {}), model };
}
