import { join } from 'node:path';
import { must, repository, tableOf } from './benchmark-page';
import { BenchLibrary } from './library-of-bench';

const questions = join(repository, 'bench', 'questions-about-vitrine.csv');
/** What the questions are about. */
const documents = ['docs/adr', 'docs/guide', 'docs/architecture.md'];
/** Quoted answers have no tokens to write, and none is asked for. */
const noAnswers = { answerTokens: 96, promptTokens: null } as const;

/**
 * A small set of another kind, as a check on fitting to the others: questions about this project's own documents, in
 * English and German, asked of one library with all of them. Nothing is fitted on it.
 *
 * @param models embedding models, by id
 */
export async function ownDocuments(models: readonly string[]): Promise<string[]> {
  const rows: string[][] = [];
  let asked = 0;
  let held = 0;
  for (const model of models) {
    const library = await BenchLibrary.open(noAnswers);
    try {
      await must(library.engine.request('models.use', { model }));
      await must(library.engine.request('ingest.run', { paths: documents.map((path) => join(repository, path)) }));
      const { configurations, set } = await must(library.engine.request('evaluate.start', { path: questions }));
      asked = set.queries;
      held = set.documents;
      for (const { name, figures } of configurations) {
        const measures = ['ndcg@10', 'mrr@10', 'recall@3', 'recall@10'] as const;
        rows.push([model, name, ...measures.map((measure) => (figures[measure] ?? 0).toFixed(4))]);
        console.log(rows.at(-1)?.join('  '));
      }
    } finally {
      await library.close();
    }
  }
  return [
    `${asked} questions about ${held} documents of this repository (bench/questions-about-vitrine.csv): definitions, ways to do a thing, comparisons, identifiers and words with typing errors, in English and German, each with the one document that answers it best. The documents are in English, and so are the models. **This set is a check and nothing is fitted on it**; the figures change when the documents do.`,
    '',
    ...tableOf(['embedding model', 'mode', 'nDCG@10', 'MRR@10', 'recall@3', 'recall@10'], rows),
  ];
}
