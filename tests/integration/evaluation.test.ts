import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EvaluationResult, RequestOf } from '@shared/contract';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { TestEngine } from './open-test-engine';

let set = '';

const lines = (items: object[]) => `${items.map((item) => JSON.stringify(item)).join('\n')}\n`;
const documents = [
  { _id: 'd1', title: 'Silk', text: 'Silk bears fifty lux. Its dyes fade in bright light.' },
  { _id: 'd2', title: 'Stone', text: 'Stone bears three hundred lux, and marble bears it too.' },
  { _id: 'd3', title: 'Paper', text: 'Paper yellows where the air is damp. It is kept at eighteen degrees.' },
  { _id: 'd4', title: 'Bronze', text: 'Bronze is kept dry: chlorides in it grow green at damp air.' },
];
const queries = [
  { _id: 'q1', text: 'How much light does silk bear?' },
  { _id: 'q2', text: 'Which degrees is paper kept at?' },
  { _id: 'q3', text: 'What grows green in bronze?' },
  { _id: 'q4', text: 'Nobody judged this one.' },
];
const judgements = 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t1\nq2\td3\t1\nq3\td4\t1\n';
const spans = { q1: ['fifty lux'], q2: ['eighteen degrees'], q3: ['chlorides'] };

async function writeSet(name: string): Promise<string> {
  await vitrine.file(`${name}/corpus.jsonl`, lines(documents));
  await vitrine.file(`${name}/queries.jsonl`, lines(queries));
  await vitrine.file(`${name}/qrels/dev.tsv`, 'query-id\tcorpus-id\tscore\nq1\td1\t1\n');
  await vitrine.file(`${name}/qrels/test.tsv`, judgements);
  await vitrine.file(`${name}/answers.json`, JSON.stringify(spans));
  return vitrine.path(name);
}

const vitrine = TestEngine.shared(async () => {
  await vitrine.ingest(
    await vitrine.file('own/glass.md', '# Glass\n\nGlass bears any light, and breaks.'),
    await vitrine.file('own/wood.md', '# Wood\n\nWood warps where the air is damp.'),
  );
  set = await writeSet('museum');
});

const keyword = [{ mode: 'keyword' as const }];
/** A report in Markdown, alone and beside another result. */
const asMarkdown = async (evaluationId: string, withIds: string[] = []) =>
  (await vitrine.ask('evaluate.report', { evaluationId, withIds, format: 'md' })).content;
const start = (input: Partial<RequestOf<'evaluate.start'>> = {}, requestId?: string): Promise<EvaluationResult> =>
  vitrine.ask('evaluate.start', { path: set, ...input }, requestId);

describe('the evaluation workbench', () => {
  it('tells what a set holds before anything is embedded, and whether its index is there', async () => {
    const before = vitrine.events.length;
    expect(await vitrine.ask('evaluate.inspect', { path: set })).toMatchObject({
      kind: 'beir',
      name: 'museum',
      documents: 4,
      queries: 3,
      unjudged: 1,
      judgements: 4,
      highestGain: 2,
      splits: ['dev', 'test'],
      split: 'test',
      hasAnswers: true,
      indexed: false,
    });
    expect(vitrine.events).toHaveLength(before);
    expect((await vitrine.ask('evaluate.inspect', { path: set, split: 'dev' })).queries).toBe(1);
  });

  it('measures modes side by side, keeps the result, and tells how far it is', async () => {
    const result = await start({}, 'measure');
    expect(result.configurations.map(({ name }) => name)).toEqual(['keyword', 'vector', 'hybrid']);
    expect(result.measures).toContain('ndcg@10');
    expect(result.measures).toHaveLength(20);
    const [keyword] = result.configurations;
    expect(keyword?.figures).toMatchObject({ 'mrr@10': 1, 'recall@100': expect.any(Number), 'p@1': 1 });
    expect(keyword?.latency.p95).toBeGreaterThan(0);
    expect(result.queries.map(({ queryId }) => queryId)).toEqual(['q1', 'q2', 'q3']);
    expect(result.queries[0]?.relevant).toEqual([
      { documentId: 'd1', title: 'Silk', gain: 2 },
      { documentId: 'd2', title: 'Stone', gain: 1 },
    ]);
    expect(result.queries[0]?.outcomes[0]).toMatchObject({ firstRank: 1, top: [{ documentId: 'd1', gain: 2 }, {}] });
    const progress = vitrine.events.flatMap((event) =>
      event.type === 'evaluation.progress' && event.requestId === 'measure' ? [event.progress] : [],
    );
    expect(new Set(progress.map(({ phase }) => phase))).toEqual(new Set(['reading', 'indexing', 'searching']));
    const way = { name: 'hybrid', configuration: { mode: 'hybrid' }, place: 3, of: 3 };
    expect(progress.at(-1)).toEqual({ phase: 'searching', way, done: 9, total: 9, msLeft: 0 });

    expect(await vitrine.ask('evaluate.get', { evaluationId: result.evaluationId })).toEqual(result);
    const { queries: _queries, chunks: _chunks, ...summary } = result;
    expect(await vitrine.ask('evaluate.list', {})).toEqual([summary]);
    await vitrine.reopen();
    expect(await vitrine.ask('evaluate.delete', { evaluationIds: [result.evaluationId, 'none'] })).toEqual({
      deleted: 1,
    });
    expect(await vitrine.ask('evaluate.list', {})).toEqual([]);
  });

  it('keeps a set apart from the documents of the library, on either side', async () => {
    const own = await vitrine.ask('library.list', {});
    const result = await start({ configurations: keyword });
    expect(await vitrine.ask('library.list', {})).toEqual(own);
    expect(await vitrine.found('chlorides bronze')).toEqual([]);
    const seen = new Set(
      result.queries.flatMap(({ outcomes }) => outcomes[0]?.top.map(({ documentId }) => documentId)),
    );
    expect([...seen].sort()).toEqual(['d1', 'd2', 'd3', 'd4'].filter((id) => seen.has(id)));
    expect(await vitrine.ask('run.list', {})).toEqual([]);
    expect(await vitrine.ask('chat.conversations', {})).toEqual([]);
  });

  it('embeds a set once, tells what its index takes, and removes it', async () => {
    const { sets, bytes } = await vitrine.ask('evaluate.sets', {});
    expect(sets).toMatchObject([{ name: 'museum', documents: 4, chunks: 4, model: 'use-lite' }]);
    expect(bytes).toBeGreaterThan(1000);
    expect(sets[0]?.bytes).toBe(bytes);
    expect((await vitrine.ask('evaluate.inspect', { path: set })).indexed).toBe(true);
    const before = vitrine.events.length;
    await start({ configurations: [{ mode: 'vector' }] });
    const phases = vitrine.events
      .slice(before)
      .flatMap((event) => (event.type === 'evaluation.progress' ? [event.progress.phase] : []));
    expect(phases).not.toContain('indexing');

    expect(await vitrine.ask('evaluate.removeSets', { keys: [sets[0]?.key ?? ''] })).toMatchObject({ removed: 1 });
    expect(await vitrine.ask('evaluate.sets', {})).toMatchObject({ sets: [], bytes: 0 });
    expect((await vitrine.ask('evaluate.inspect', { path: set })).indexed).toBe(false);
  });

  it('gives the same bytes again, apart from times', async () => {
    const [first, second] = [await start(), await start()];
    const report = async (format: 'md' | 'json', { evaluationId }: EvaluationResult, times: boolean) =>
      (await vitrine.ask('evaluate.report', { evaluationId, format, times })).content;
    for (const format of ['md', 'json'] as const) {
      expect(await report(format, second, false)).toBe(await report(format, first, false));
      expect(await report(format, second, true)).not.toBe(await report(format, first, true));
    }
    expect(await report('md', first, true)).toContain('| hybrid |');
    const german = { evaluationId: first.evaluationId, format: 'md', language: 'de' } as const;
    expect((await vitrine.ask('evaluate.report', german)).content).toContain('* Fragen: ');
    expect(JSON.parse(await report('json', first, true))).toMatchObject({ evaluationId: first.evaluationId });
  });

  it('writes the comparison of several results, in Markdown and JSON, and refuses another set', async () => {
    const [first, second] = [await start(), await start()];
    const asked = { evaluationId: first.evaluationId, withIds: [second.evaluationId] };
    const report = async (format: 'md' | 'json', times: boolean) =>
      (await vitrine.ask('evaluate.report', { ...asked, format, times })).content;
    const markdown = await report('md', true);
    expect(markdown).toMatch(/^# museum\n/);
    for (const configuration of first.configurations)
      for (const name of ['use-lite (1)', 'use-lite (2)'])
        expect(markdown).toContain(
          `| ${name} | ${configuration.name} | ${configuration.figures['ndcg@1']?.toFixed(4)}`,
        );
    expect(markdown).toContain('| use-lite (1): hybrid | use-lite (2): hybrid | 0.0000 | 0 | 0 |');
    expect(JSON.parse(await report('json', true))).toMatchObject({
      results: [
        { name: 'use-lite (1)', evaluationId: first.evaluationId, comparisons: expect.any(Array) },
        { name: 'use-lite (2)', evaluationId: second.evaluationId },
      ],
      comparisons: first.configurations.map(({ name }) => ({
        before: 'use-lite (1)',
        after: 'use-lite (2)',
        configuration: name,
        difference: 0,
      })),
    });
    const [again] = [await start()];
    const other = { ...asked, withIds: [again.evaluationId], format: 'json' as const, times: false };
    expect((await vitrine.ask('evaluate.report', other)).content).toBe(await report('json', false));
  });

  it('writes the figures of each question as CSV, of one result and of several, and runs no formula of a set', async () => {
    const path = await writeSet('sums');
    await vitrine.file(
      'sums/queries.jsonl',
      lines([
        { _id: '@q', text: '=HYPERLINK("http://192.0.2.1";"Silk, Größe?")' },
        { _id: 'q2', text: 'Which degrees\nis paper kept at?' },
      ]),
    );
    await vitrine.file('sums/qrels/test.tsv', '@q\td1\t1\nq2\td3\t1\n');
    const ways = {
      path,
      configurations: [{ mode: 'keyword' as const }, { mode: 'vector' as const }],
      cutoffs: [1, 10],
    };
    const result = await start(ways);
    const { evaluationId, queries: asked } = result;
    const csv = (input: Partial<RequestOf<'evaluate.report'>> = {}) =>
      vitrine.ask('evaluate.report', { evaluationId, format: 'csv', ...input });
    const rowsOf = ({ content }: { readonly content: string }) =>
      Papa.parse<string[]>(content.slice(1), { delimiter: ',', newline: '\r\n', skipEmptyLines: true }).data;
    const file = await csv();
    expect(file).toMatchObject({ fileName: 'evaluation-sums-questions.csv', mime: 'text/csv' });
    expect(file.content.charCodeAt(0)).toBe(0xfeff);
    const measures = ['ndcg@1', 'ndcg@10', 'mrr@1', 'mrr@10', 'recall@1', 'recall@10', 'p@1', 'p@10'];
    const expected = ['keyword', 'vector'].map((configuration, at) => (query: (typeof asked)[number] | undefined) => {
      const outcome = query?.outcomes[at];
      return [
        configuration,
        String(outcome?.firstRank ?? ''),
        ...(outcome?.values ?? []).map(String),
        String(outcome?.ms),
      ];
    });
    expect(rowsOf(file)).toEqual([
      ['question', 'question_id', 'configuration', 'first_right_rank', ...measures, 'ms'],
      ...expected.map((cells) => ['\'=HYPERLINK("http://192.0.2.1";"Silk, Größe?")', "'@q", ...cells(asked[0])]),
      ...expected.map((cells) => ['Which degrees\nis paper kept at?', 'q2', ...cells(asked[1])]),
    ]);
    const again = await start(ways);
    const both = rowsOf(await csv({ withIds: [again.evaluationId] }));
    expect(both).toHaveLength(9);
    expect(both.map((row) => row[2])).toEqual([
      'result',
      ...Array(4).fill('use-lite (1)'),
      ...Array(4).fill('use-lite (2)'),
    ]);
    const other = await start({ configurations: keyword });
    expect(
      await vitrine.refusal('evaluate.report', { evaluationId, withIds: [other.evaluationId], format: 'csv' }),
    ).toMatchObject({ code: 'bad-request', details: { why: 'other-set' } });
  });

  it('compares two configurations question by question, and opens a question as a run', async () => {
    const configurations = [{ mode: 'vector' as const }, { mode: 'hybrid' as const, fusion: 'rrf' as const, rrfK: 10 }];
    const { evaluationId } = await start({ configurations });
    const comparison = await vitrine.ask('evaluate.compare', {
      evaluationId,
      before: 'vector',
      after: 'hybrid rrf k 10',
      measure: 'mrr@10',
    });
    const { wins, losses, ties, significance, queries: asked } = comparison;
    expect(wins + losses + ties).toBe(3);
    expect(asked.filter(({ difference }) => difference > 0)).toHaveLength(wins);
    expect(significance).toMatchObject({ method: 'exact' });
    expect(await vitrine.refusal('evaluate.compare', { evaluationId, before: 'vector', after: 'none' })).toMatchObject({
      code: 'bad-request',
      details: { why: 'not-in-result' },
    });

    // Measured again, as it would be with another model: the same figures, question by question.
    const again = await start({ configurations: [{ mode: 'keyword' }, { mode: 'vector' }], cutoffs: [10] });
    const across = { evaluationId, before: 'vector', afterEvaluationId: again.evaluationId };
    const same = await vitrine.ask('evaluate.compare', { ...across, after: 'vector', measure: 'ndcg@10' });
    expect(same).toMatchObject({ afterEvaluationId: again.evaluationId, difference: 0, wins: 0, losses: 0, ties: 3 });
    expect(same.meanAfter).toBe(again.configurations[1]?.figures['ndcg@10']);
    for (const wrong of [{ after: 'hybrid rrf k 10' }, { after: 'vector', measure: 'ndcg@5' as const }]) {
      expect((await vitrine.refusal('evaluate.compare', { ...across, ...wrong })).details).toMatchObject({
        why: 'not-in-result',
      });
    }
    const other = await start({ split: 'dev', configurations: [{ mode: 'vector' }] });
    const ofTwoSets = { ...across, afterEvaluationId: other.evaluationId, after: 'vector' };
    expect((await vitrine.refusal('evaluate.compare', ofTwoSets)).details).toMatchObject({ why: 'other-set' });
    const reported = { evaluationId, withIds: [other.evaluationId], format: 'md' as const };
    expect((await vitrine.refusal('evaluate.report', reported)).details).toMatchObject({ why: 'other-set' });

    const opened = { evaluationId, queryId: 'q3', configuration: 'hybrid rrf k 10' };
    const run = await vitrine.ask('evaluate.openRun', opened);
    expect(await vitrine.ask('run.get', { runId: run.runId })).toEqual(run);
    expect(run).toMatchObject({ prompt: 'What grows green in bronze?', chatModel: null });
    expect(run.limits.retrieval).toMatchObject({ fusion: 'rrf', rrfK: 10 });
    expect(run.stages.map(({ state }) => state)).toEqual(Array(8).fill('done'));
    const [bronze] = run.snapshots.Prompt_Builder?.base_context_chunks ?? [];
    expect(bronze?.title).toBe('Bronze');
    expect(run.ofSet).toMatchObject({ evaluationId, queryId: 'q3', way: { name: 'hybrid rrf k 10' } });
    expect(run.ofSet?.relevant[0]?.documentId).toBe(bronze?.documentId);
    // A new search finds in the user's own library.
    expect((await vitrine.ask('run.stage', { runId: run.runId, stage: 'ReRanker' })).ofSet).toEqual(run.ofSet);
    expect((await vitrine.ask('run.stage', { runId: run.runId, stage: 'Retrieval' })).ofSet).toBeUndefined();
    expect((await vitrine.refusal('evaluate.openRun', { ...opened, queryId: 'q4' })).code).toBe('bad-request');
    await vitrine.ask('evaluate.removeSets', {});
    expect((await vitrine.ask('evaluate.openRun', opened)).snapshots.Prompt_Builder?.S_CTX_MD).toBe(
      run.snapshots.Prompt_Builder?.S_CTX_MD,
    );
    await vitrine.ask('run.delete', { runIds: (await vitrine.ask('run.list', {})).map(({ runId }) => runId) });
  });

  it('opens no question of a set that has changed since', async () => {
    const path = await writeSet('changing');
    const { evaluationId } = await start({ path, configurations: keyword });
    await vitrine.ask('evaluate.removeSets', {});
    await writeFile(join(path, 'corpus.jsonl'), lines(documents.slice(1)));
    const opened = { evaluationId, queryId: 'q3', configuration: 'keyword' };
    const refusal = { code: 'labelled-set-invalid', details: { file: path } };
    expect(await vitrine.refusal('evaluate.openRun', opened)).toMatchObject(refusal);
    await rename(path, `${path}-away`);
    expect(await vitrine.refusal('evaluate.openRun', opened)).toMatchObject(refusal);
  });

  it('measures quoted answers where the set has them', async () => {
    const { answers } = await start({ configurations: [{ mode: 'hybrid' }], answers: true });
    expect(answers).toMatchObject({ questions: 3, firstCitationRight: expect.any(Number) });
    expect(answers?.answered).toBeGreaterThan(0);
    expect(answers?.spanInAnswer).toBeLessThanOrEqual(answers?.answered ?? 0);
    expect(answers?.abstention).not.toBeNull();
    expect(await vitrine.ask('chat.conversations', {})).toEqual([]);
    expect((await vitrine.ask('chat.findLogs', {})).entries).toEqual([]);
  });

  it('takes questions about the own documents from two columns', async () => {
    const rows = 'Question;Document\n"What breaks, and why?";glass.md\nWhat warps?;Wood\n';
    const path = await vitrine.file('own.csv', rows);
    const result = await start({ path, configurations: keyword });
    expect(result).toMatchObject({
      setKey: null,
      answers: null,
      set: { kind: 'csv', name: 'own', documents: 2, queries: 2 },
    });
    expect(result.configurations[0]?.figures['mrr@10']).toBe(1);
    const run = await vitrine.ask('evaluate.openRun', {
      evaluationId: result.evaluationId,
      queryId: 'q2',
      configuration: 'keyword',
    });
    const [wood] = run.snapshots.Retrieval?.base_context_chunks ?? [];
    expect(wood?.title).toBe('Wood');
    expect(run.ofSet?.relevant).toEqual([{ documentId: wood?.documentId, gain: 1 }]);
    expect((await vitrine.refusal('evaluate.start', { path, model: 'all-MiniLM-L6-v2' })).code).toBe('bad-request');
  });

  it.each([
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ])('takes a list as a spreadsheet saves it, in %s', async (_encoding, bytes) => {
    await vitrine.ingest(await vitrine.file('Grünspan.md', '# Grünspan\n\nGreen grows on copper.'));
    const list = await vitrine.file('saved.csv', bytes('Frage;Dokument\r\n"Was ist ""Grünspan""?";Grünspan.md\r\n'));
    const result = await start({ path: list, configurations: keyword });
    expect(result.queries).toMatchObject([{ question: 'Was ist "Grünspan"?', outcomes: [{ firstRank: 1 }] }]);
  });

  it('says that a folder has no judgements, and where they belong', async () => {
    const path = await writeSet('unjudged');
    const why = async () => (await vitrine.refusal('evaluate.inspect', { path })).details;
    await rename(join(path, 'qrels/dev.tsv'), join(path, 'qrels/dev.txt'));
    await rename(join(path, 'qrels/test.tsv'), join(path, 'qrels/test.tsv.gz'));
    expect(await why()).toMatchObject({ why: 'packed', file: join(path, 'qrels/test.tsv.gz') });
    await rename(join(path, 'qrels/test.tsv.gz'), join(path, 'qrels/test.txt'));
    expect(await why()).toMatchObject({ why: 'no-splits' });
    expect((await vitrine.refusal('evaluate.inspect', { path })).hint).toContain('qrels/test.tsv');
    await rename(join(path, 'qrels'), join(path, 'judged'));
    expect(await why()).toMatchObject({ why: 'no-qrels' });
    await rename(join(path, 'corpus.jsonl'), join(path, 'corpus.jsonl.gz'));
    expect(await why()).toMatchObject({ why: 'packed' });
  });

  it('leaves out questions of a list whose documents are not in the library, and says how many and which', async () => {
    const named = await vitrine.file('named.csv', 'Query text,expected file\nWhat warps?,Wood\n');
    expect(await vitrine.ask('evaluate.inspect', { path: named })).toMatchObject({ queries: 1, judgements: 1 });
    const missing = Array.from({ length: 7 }, (_, at) => `What is ${at}?,Brass ${at}`);
    const path = await vitrine.file('missing.csv', ['question,document', 'What warps?,Wood', ...missing].join('\n'));
    const named5 = ['Brass 0', 'Brass 1', 'Brass 2', 'Brass 3', 'Brass 4'];
    const leftOut = { questions: 7, documents: 7, named: named5 };
    expect(await vitrine.ask('evaluate.inspect', { path })).toMatchObject({ queries: 1, judgements: 1, leftOut });
    const result = await start({ path, configurations: keyword });
    expect(result.set).toMatchObject({ queries: 1, leftOut });
    expect(result.queries).toMatchObject([{ queryId: 'q1', outcomes: [{ firstRank: 1 }] }]);
    expect(result.configurations[0]?.figures['mrr@10']).toBe(1);
    const { evaluationId } = result;
    const said =
      '7 of 8 questions are left out: their documents are not in this library ' +
      '(“Brass 0”, “Brass 1”, “Brass 2”, “Brass 3”, “Brass 4” and 2 more).';
    for (const withIds of [[], [evaluationId]]) {
      expect(await asMarkdown(evaluationId, withIds)).toContain(`\n* ${said}\n`);
    }
    const { content } = await vitrine.ask('evaluate.report', { evaluationId, format: 'json' });
    expect(JSON.parse(content)).toMatchObject({ set: { leftOut } });
  });

  it('asks a question of a list that lacks one of its documents, and says that this one is never found', async () => {
    const path = await vitrine.file('partly.csv', 'What warps?,Wood\nWhat warps?,Brass\nWhat breaks?,Glass\n');
    const result = await start({ path, configurations: keyword });
    expect(result.set).toMatchObject({ queries: 2, judgements: 3, lacking: 1 });
    expect(result.set).not.toHaveProperty('leftOut');
    expect(result.queries[0]?.relevant.map(({ documentId }) => documentId)).toContain('Brass');
    expect(result.configurations[0]?.figures['recall@10']).toBe(0.75);
    expect(await asMarkdown(result.evaluationId)).toContain('\n* The document of 1 pair is not in this library: ');
  });

  it('says of a result that the library changed while it was measured, since its ways searched other documents', async () => {
    await vitrine.ingest(await vitrine.file('own/tin.md', '# Tin\n\nTin is soft and bright.'));
    const tin = (await vitrine.ask('library.list', {})).find(({ title }) => title === 'Tin');
    const asked = Array.from({ length: 300 }, (_, at) => `What warps in room ${at}?,Wood`);
    const path = await vitrine.file('meanwhile.csv', asked.join('\n'));
    const ways = { path, configurations: keyword };
    expect(await start(ways)).not.toHaveProperty('libraryChanged');
    let deleted: Promise<unknown> | null = null;
    const unsubscribe = vitrine.engine.subscribe((event) => {
      if (event.type !== 'evaluation.progress' || event.progress.phase !== 'searching') return;
      deleted ??= vitrine.ask('library.delete', { documentIds: [tin?.documentId ?? ''] });
    });
    const result = await start(ways);
    unsubscribe();
    await deleted;
    expect(result.libraryChanged).toBe(true);
    const { evaluationId } = result;
    for (const withIds of [[], [evaluationId]]) {
      expect(await asMarkdown(evaluationId, withIds)).toContain('\n* The library changed while this was measured');
    }
  });

  it('finds a set one folder down, where an archive was unpacked, and says so where there are several or none', async () => {
    for (const name of ['archives/first', 'archives/second', 'unpacked/inner']) await writeSet(name);
    const why = (path: string) => vitrine.refusal('evaluate.inspect', { path: vitrine.path(path) });
    expect((await why('archives')).hint).toContain('first, second');
    expect((await why('archives/first/qrels')).details).toMatchObject({ why: 'no-corpus' });
    const inner = await vitrine.ask('evaluate.inspect', { path: vitrine.path('unpacked') });
    expect(inner).toMatchObject({ name: 'inner', queries: 3 });
  });

  it('says how many questions are documents of the set, and finds none of them for itself', async () => {
    const path = await writeSet('askers');
    const asking = documents[0];
    await vitrine.file('askers/queries.jsonl', lines([{ _id: asking?._id, text: asking?.text }]));
    await vitrine.file('askers/qrels/test.tsv', `${asking?._id}\t${documents[1]?._id}\t1\n`);
    const result = await start({ path, configurations: keyword });
    expect(result.set).toMatchObject({ queries: 1, askers: 1 });
    const found = result.queries[0]?.outcomes[0]?.top.map(({ documentId }) => documentId);
    expect(found).not.toContain(asking?._id);
    expect(await asMarkdown(result.evaluationId)).toContain('\n* 1 is a document of the set itself, ');
  });

  it.each([
    ['a document that is not there', 'question,document\nWhat warps?,Brass\n', 2],
    ['an empty column', 'What warps?,Wood\nWhat breaks?,\n', 2],
    ['three columns', 'What warps?,Wood,Glass\n', 1],
    ['a line after a cell of two lines', '"What\nwarps?",Wood\nWhat breaks?,\n', 3],
    ['no question', 'question,document\n', 0],
  ])('refuses a list with %s, and says where', async (_case, text, line) => {
    const path = await vitrine.file('bad.csv', text);
    const refusal = await vitrine.refusal('evaluate.start', { path });
    expect(refusal).toMatchObject({ code: 'labelled-set-invalid', details: { file: path, line } });
    expect(refusal.hint).not.toBe('');
  });

  it('refuses two configurations of one name, answers that are not there, and a cross-encoder that is not', async () => {
    const twice = [{ mode: 'keyword' as const }, { mode: 'keyword' as const }];
    expect(await vitrine.refusal('evaluate.start', { path: set, configurations: twice })).toMatchObject({
      code: 'bad-request',
      details: { name: 'keyword' },
    });
    const reranked = [{ mode: 'hybrid' as const, rerank: true }];
    await vitrine.ask('evaluate.removeSets', {});
    expect((await vitrine.refusal('evaluate.start', { path: set, configurations: reranked })).code).toBe(
      'model-missing',
    );
    // It is said before the documents of the set are embedded.
    expect((await vitrine.ask('evaluate.sets', {})).sets).toEqual([]);
    const path = await writeSet('unanswered');
    await rename(join(path, 'answers.json'), join(path, 'kept.json'));
    expect(await vitrine.refusal('evaluate.start', { path, answers: true })).toMatchObject({ code: 'bad-request' });
  });

  it('stops on request and keeps nothing of it', async () => {
    const kept = (await vitrine.ask('evaluate.list', {})).length;
    await vitrine.ask('evaluate.removeSets', {});
    const unsubscribe = vitrine.engine.subscribe((event) => {
      if (event.type === 'evaluation.progress' && event.progress.phase === 'indexing') vitrine.engine.cancel('stopped');
    });
    const ended = await vitrine.engine.request('evaluate.start', { path: set }, { requestId: 'stopped' });
    unsubscribe();
    expect(ended).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await vitrine.ask('evaluate.list', {})).toHaveLength(kept);
    expect(await vitrine.ask('evaluate.sets', {})).toMatchObject({ sets: [], bytes: 0 });
  });
});
