import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { SearchMode } from '@shared/contract';
import type { VitrineError } from '@shared/errors';
import { beforeEach, describe, expect, it } from 'vitest';
import { evaluate, readLabelledSet } from '../../../electron/engine/evaluation';
import { temporaryFolder } from '../../temporary-folder';

let folder = '';
beforeEach(async () => {
  folder = temporaryFolder();
});

const corpus =
  '{"_id": "d1", "title": "Mill", "text": "It grinds."}\n\n{"_id": "d2", "text": "Sky.", "metadata": {}}\n';
const queries =
  '{"_id": "q1", "text": "mill?"}\r\n{"_id": "q2", "text": "nobody judged this"}\n{"_id": "q3", "text": "nothing relevant"}';
const qrels = 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\nq3\td2\t0\n';

async function read(files: { corpus?: string; queries?: string; qrels?: string } = {}) {
  const paths = {
    corpus: join(folder, 'corpus.jsonl'),
    queries: join(folder, 'queries.jsonl'),
    qrels: join(folder, 'test.tsv'),
  };
  await writeFile(paths.corpus, files.corpus ?? corpus);
  await writeFile(paths.queries, files.queries ?? queries);
  await writeFile(paths.qrels, files.qrels ?? qrels);
  return readLabelledSet(paths);
}

describe('a labelled set', () => {
  it('is read in the BEIR layout; queries without a relevant document are left out', async () => {
    const set = await read();
    expect(set.documents).toEqual([
      { id: 'd1', title: 'Mill', text: 'It grinds.' },
      { id: 'd2', title: '', text: 'Sky.' },
    ]);
    expect(set.queries.map(({ id, judgements }) => [id, [...judgements]])).toEqual([
      [
        'q1',
        [
          ['d1', 2],
          ['d2', 0],
        ],
      ],
    ]);
  });

  it('recognises an unjudged question that is also a document, by its id and its words', async () => {
    const asking = '{"_id": "d1", "text": "Mill: it  grinds"}\n{"_id": "d2", "text": "Is it blue?"}';
    const askers = async (judged: string) => (await read({ queries: asking, qrels: judged })).queries;
    expect((await askers('d1\td2\t1\nd2\td1\t1')).map(({ asker }) => asker)).toEqual(['d1', undefined]);
    expect((await askers('d1\td2\t1\nd1\td1\t1')).map(({ asker }) => asker)).toEqual([undefined]);
  });

  it('may have no header above its judgements, and a byte order mark', async () => {
    expect((await read({ qrels: 'q1\td1\t1', corpus: `\ufeff${corpus}` })).queries).toHaveLength(1);
  });

  it('may have judgements as trec_eval reads them, numbers for ids, and null for a title', async () => {
    const numbered = '{"_id": 7, "title": null, "text": "It grinds."}';
    const spaced = ['q1  7  2', '  q1   0   7\t 2  ', 'q1 \t 7\t 2 '];
    for (const judged of ['q1 0 7 2', 'q1\t0\t7\t2', 'q1 Q0 7 2', 'q1 4.5 7 2', ...spaced]) {
      const set = await read({ corpus: numbered, qrels: judged });
      expect(set.documents).toEqual([{ id: '7', title: '', text: 'It grinds.' }]);
      expect(set.queries.map(({ judgements }) => [...judgements])).toEqual([[['7', 2]]]);
    }
  });

  it('may have empty lines and a comment above its header, and ends of lines of any system', async () => {
    const whole = await read();
    for (const judged of [`\n\n${qrels}`, qrels.replaceAll('\n', '\r'), qrels.replaceAll('\n', '\r\n')])
      expect(await read({ qrels: judged })).toEqual(whole);
    expect(await read({ qrels: '# judgements\nq1\td1\t2\nq1\td2\t0\nq3\td2\t0' })).toEqual(whole);
  });

  it('may have white space round its ids, and a number for a title', async () => {
    const { documents, queries: asked } = await read({ corpus: '{"_id": " d1 ", "title": 1984, "text": "Year."}' });
    expect(documents).toEqual([{ id: 'd1', title: '1984', text: 'Year.' }]);
    expect(asked).toHaveLength(1);
  });

  it('names the line and the field that does not fit', async () => {
    const said = (corpusOf: string) => read({ corpus: corpusOf }).catch(({ details }: VitrineError) => details);
    const place = { why: 'field', name: 'corpus.jsonl', line: 1 };
    expect(await said('{"id": "d1", "text": "Sky."}')).toMatchObject({ ...place, field: '_id' });
    expect(await said('{"_id": "d1", "text": null}')).toMatchObject({ ...place, field: 'text' });
    expect(await said('[1]')).toMatchObject({ ...place, field: '{}' });
  });

  it('that is packed is refused', async () => {
    const paths = {
      corpus: join(folder, 'c.jsonl'),
      queries: join(folder, 'q.jsonl'),
      qrels: join(folder, 'test.tsv'),
    };
    await writeFile(paths.queries, gzipSync(queries));
    await writeFile(`${paths.corpus}.gz`, gzipSync(corpus));
    const packed = { code: 'labelled-set-invalid', details: { why: 'packed' } };
    await expect(readLabelledSet({ ...paths, corpus: paths.queries })).rejects.toMatchObject(packed);
    await writeFile(paths.queries, queries);
    await expect(readLabelledSet(paths)).rejects.toMatchObject(packed);
  });

  it.each([
    ['corpus that is no JSON', { corpus: `${corpus}{oops` }, 'corpus.jsonl', 4],
    ['query with a list for an id', { queries: '{"_id": [1], "text": "q"}' }, 'queries.jsonl', 1],
    ['judgement with a word for a score', { qrels: 'q1\td1\t1\nq1\td2\tyes' }, 'test.tsv', 2],
    ['judgement of two columns', { qrels: 'q1\td1\nq1\td2' }, 'test.tsv', 1],
    ['judgement without a document', { qrels: 'q1\td1\t1\nq1\t\t1' }, 'test.tsv', 2],
  ])('with a %s is refused, with file and line', async (_case, files, name, line) => {
    await expect(read(files)).rejects.toMatchObject({
      code: 'labelled-set-invalid',
      details: { file: join(folder, name), line },
    });
  });

  it.each([
    ['no document', { corpus: '\n' }, 'corpus.jsonl', 'no-documents'],
    ['no document with a text', { corpus: '{"_id": "d1", "title": " ", "text": ""}' }, 'corpus.jsonl', 'no-documents'],
    ['no question', { queries: '\n' }, 'queries.jsonl', 'no-queries'],
    ['no question with a relevant document', { qrels: 'q1\td1\t0\n' }, 'test.tsv', 'nothing-relevant'],
    ['no relevant document in its corpus', { qrels: 'q1\tdoc-1\t1\n' }, 'test.tsv', 'none-in-corpus'],
    ['bytes that are no text', { corpus: 'a\0b' }, 'corpus.jsonl', 'no-text'],
  ])('in which nothing could be found is refused: %s', async (_case, files, name, why) => {
    await expect(read(files)).rejects.toMatchObject({
      code: 'labelled-set-invalid',
      details: { file: join(folder, name), why },
    });
  });

  it('that is not there is refused', async () => {
    const away = join(folder, 'away.jsonl');
    await expect(readLabelledSet({ corpus: away, queries: away, qrels: away })).rejects.toMatchObject({
      code: 'labelled-set-invalid',
      details: { file: away, line: 0 },
    });
  });
});

describe('evaluate', () => {
  it('averages the measures over the judged queries, in every mode', async () => {
    const set = await read({
      queries: '{"_id": "q1", "text": "one"}\n{"_id": "q2", "text": "two"}',
      qrels: 'q1\td1\t1\nq2\td2\t1\n',
    });
    // keyword finds d1 first for both: q1 at rank 1, q2 at rank 2; vector finds nothing
    const rank = async (_query: string, mode: SearchMode) => (mode === 'keyword' ? ['d1', 'd2'] : []);
    const report = await evaluate(set, ['keyword', 'vector'], rank, 'none');
    expect(report).toMatchObject({ corpus: 2, queries: 2, model: 'none' });
    expect(report.modes.keyword).toMatchObject({
      // (1 + 1/log2(3))/2 = (1 + 0.63093)/2
      'ndcg@5': 0.8155,
      'ndcg@10': 0.8155,
      // (1 + 1/2)/2
      'mrr@10': 0.75,
      'recall@3': 1,
      'recall@100': 1,
      'p@5': 0.2,
    });
    expect(report.modes.vector).toMatchObject({ 'ndcg@10': 0, 'mrr@10': 0, 'recall@100': 0 });
    expect(report.modes.hybrid).toBeUndefined();
  });

  it('asks another question before it measures, to answer none from an earlier one', async () => {
    const asked: string[] = [];
    const rank = async (query: string) => {
      asked.push(query);
      return ['d1'];
    };
    await evaluate(await read(), ['keyword'], rank, 'none');
    expect(asked.map((query) => query.trim())).toEqual(['mill?', 'mill?']);
    expect(new Set(asked).size).toBe(2);
  });

  it('stops between two queries', async () => {
    const stop = new AbortController();
    const rank = async () => {
      stop.abort();
      return ['d1'];
    };
    await expect(evaluate(await read(), ['keyword'], rank, 'none', stop.signal)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
