import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, Index, MatchQuery } from '@lancedb/lancedb';
import { mean, ndcg, readLabelledSet } from '../electron/engine/evaluation';

/** The three files of a labelled set in the BEIR layout. */
export const pathsOf = (folder: string) => ({
  corpus: join(folder, 'corpus.jsonl'),
  queries: join(folder, 'queries.jsonl'),
  qrels: join(folder, 'qrels', 'test.tsv'),
});

/** nDCG@10 of one full-text query a question, made on LanceDB directly over title and text. */
export async function rawKeyword(folder: string): Promise<number> {
  const set = await readLabelledSet(pathsOf(folder));
  const place = await mkdtemp(join(tmpdir(), 'vitrine-raw-'));
  try {
    const connection = await connect(place);
    const rows = set.documents.map(({ id, title, text }) => ({ id, searchable: `${title}\n${text}` }));
    const table = await connection.createTable('documents', rows);
    await table.createIndex('searchable', {
      config: Index.fts({
        stem: true,
        removeStopWords: true,
        asciiFolding: true,
        lowercase: true,
        language: 'English',
      }),
    });
    const figures: number[] = [];
    for (const query of set.queries) {
      const hits = (await table
        .query()
        .fullTextSearch(new MatchQuery(query.text, 'searchable'))
        .select(['id', '_score'])
        .limit(10)
        .toArray()) as { id: string }[];
      figures.push(
        ndcg(
          hits.map((hit) => hit.id),
          query.judgements,
          10,
        ),
      );
    }
    return mean(figures);
  } finally {
    await rm(place, { recursive: true, force: true, maxRetries: 5 });
  }
}
