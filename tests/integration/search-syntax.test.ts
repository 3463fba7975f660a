import { rankFeatures } from '@shared/ranking';
import { describe, expect, it } from 'vitest';
import { contributionOf } from '../../research/rank-fit';
import { TestEngine } from './open-test-engine';

const filler = 'The museum keeps its objects behind clear panes, so that visitors may look without touching.';

describe('a search with more than words', () => {
  const titles = async (query: string): Promise<string[]> => {
    const { results } = await test.ask('search.run', { query, top: 50 });
    return results.map(({ title }) => title);
  };

  const test = TestEngine.shared(async () => {
    await test.ingest(
      await test.file('errors.md', `# Errors\n\n${filler} ERR_4012 means that the pane is open. Close it.`),
      await test.file(
        'others.md',
        `# Others\n\n${filler} ERR_4013 and ERR 4012 are errors of an open pane, ERR_40125 too.`,
      ),
      await test.file('code.md', `# Code\n\n${filler} Call openPane before the pane is open.`),
      await test.file('hygrometers.md', `# Hygrometers\n\n${filler} A hygrometer tells the humidity of a case.`),
      await test.file(
        'poems.md',
        `# Poems\n\n${filler} Gandhi would often quote the poems that Shelley had written. Voltaire knew no Photovoltaik.`,
      ),
      await test.file('joining.md', `# Joining\n\n${filler} Reciprocal Rank Fusion (RRF) joins what two lanes find.`),
      await test.file('sums.md', `# Sums\n\n${filler} By reciprocal rank fusion each place counts its reciprocal.`),
      await test.file('lanes.md', `# Lanes\n\n${filler} We set k of RRF to 60 and never looked back.`),
      await test.file('caches.md', `# Least Recently Used\n\n${filler} What nobody has asked for longest goes first.`),
      await test.file('leave.md', `# Leave\n\n${filler} A sabbatical, a referral and a vacation have their forms.`),
      await test.file('humidity.md', `# Humidity\n\n${filler} The case of a hygrometer is not the humidity of a room.`),
    );
  });

  it('R2 puts the chunk first that holds a code as it is', async () => {
    expect((await titles('what does ERR_4012 mean for an open pane?'))[0]).toBe('Errors');
    expect((await titles('err_4013'))[0]).toBe('Others');
    expect((await titles('openPane'))[0]).toBe('Code');
  });

  it('R2 finds only chunks with a quoted phrase, where there are any', async () => {
    expect(await titles('"humidity of a case"')).toEqual(['Hygrometers']);
    expect(await titles('hygrometer "that nobody wrote"')).toContain('Humidity');
  });

  it('R2 puts chunks first that hold what a question quotes, and leaves out no others', async () => {
    const found = await titles('What does a hygrometer tell of the "humidity of a case"?');
    expect(found[0]).toBe('Hygrometers');
    expect(found).toContain('Humidity');
  });

  it.each([
    ['RRF', ['Joining', 'Lanes', 'Sums']],
    ['How does reciprocal rank fusion work?', ['Joining', 'Lanes', 'Sums']],
    ['LRU', ['Least Recently Used']],
  ])('R9 finds by an acronym what spells it out, and the other way: %s', async (query, expected) => {
    const { results, outOfScope } = await test.ask('search.run', { query, top: 50, mode: 'keyword' });
    expect(outOfScope).toBe(false);
    expect(results.map(({ title }) => title).sort()).toEqual(expected);
    expect((await titles(query)).slice(0, expected.length).sort()).toEqual(expected);
  });

  it('R9 answers a question by an acronym from what only spells it out, and says what it took it for', async () => {
    await test.ask('library.delete', {
      documentIds: (await test.ask('library.list', {})).flatMap(({ title, documentId }) =>
        title === 'Lanes' ? [documentId] : [],
      ),
    });
    const answer = await test.ask('chat.ask', { question: 'What does each place count by RRF?', noLlm: true });
    expect(answer.citations.map(({ title }) => title)).toContain('Sums');
    const { stages } = await test.ask('run.get', { runId: answer.runId ?? '' });
    expect(stages.flatMap(({ decisions }) => decisions)).toContainEqual(
      expect.objectContaining({ subject: 'RRF', decision: 'Reciprocal Rank Fusion' }),
    );
  });

  it('R6 narrows by title: and collection: in the query, whatever their case', async () => {
    expect(new Set(await titles('title:humid case of a hygrometer'))).toEqual(new Set(['Humidity']));
    expect(await titles('title:nothing case of a hygrometer')).toEqual([]);
    expect(await titles('collection:none hygrometer')).toEqual([]);
  });

  it('R9 finds a misspelt word, and says so', async () => {
    const { results, notices } = await test.ask('search.run', { query: 'hygormeter', mode: 'keyword' });
    expect(results.map(({ title }) => title).sort()).toEqual(['Humidity', 'Hygrometers']);
    expect(notices).toMatchObject([{ code: 'spelling-corrected', values: { word: 'hygormeter', term: 'hygrometer' } }]);
  });

  it.each([
    ['sabatical', 'sabbatical'],
    ['refferal', 'referral'],
    ['vacaton', 'vacation'],
    ['asbbatical', 'sabbatical'],
  ])('R9 finds the misspelt word %s, of which the index keeps a short stem', async (word, term) => {
    const { results, notices } = await test.ask('search.run', { query: word });
    expect(results[0]?.title).toBe('Leave');
    expect(notices).toMatchObject([{ code: 'spelling-corrected', values: { word, term } }]);
  });

  it('R9 asks the vectors too for the name that was meant, and for no other word than the one that was written', async () => {
    const cosinesOf = async (query: string): Promise<Map<string, number | null>> => {
      const { results } = await test.ask('search.run', { query, mode: 'vector', top: 50 });
      return new Map(results.map(({ title, scores }) => [title, scores.cosine]));
    };
    const [slip, name] = [await cosinesOf('What did Ghandi quote?'), await cosinesOf('What did Gandhi quote?')];
    expect(name.get('Poems')).toBeGreaterThan(0);
    expect(slip).toEqual(name);
    expect(await cosinesOf('a hygormeter')).not.toEqual(await cosinesOf('a hygrometer'));
  });

  it('R9 leaves a name in quotation marks as it was written', async () => {
    const search = async (query: string) => (await test.ask('search.run', { query })).notices;
    expect(await search('What did Ghandi quote?')).toMatchObject([
      { code: 'spelling-corrected', values: { word: 'Ghandi', term: 'Gandhi' } },
    ]);
    expect(await search('What did "Ghandi" quote?')).toEqual([]);
  });

  it('R9 leaves a name in a filter as it was written, since no other title is looked for', async () => {
    expect(await test.ask('search.run', { query: 'title:Ghandi' })).toMatchObject({ results: [], notices: [] });
    const { notices } = await test.ask('search.run', { query: 'title:poems What did Ghandi quote?' });
    expect(notices).toMatchObject([{ values: { word: 'Ghandi', term: 'Gandhi' } }]);
  });

  it('R3 shows what each feature contributed: the parts sum to the score, which orders the list', async () => {
    const { results } = await test.ask('search.run', { query: 'humidity of a case', top: 50 });
    expect(results.length).toBeGreaterThan(1);
    for (const { score, scores } of results) {
      const parts = Object.values(scores.contributions ?? {});
      expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 4);
    }
    const order = results.map(({ score }) => score);
    expect(order).toEqual([...order].sort((a, b) => b - a));
    expect(results.some(({ scores }) => (scores.contributions?.meaning ?? 0) > 0)).toBe(true);
    expect(results.some(({ scores }) => (scores.contributions?.words ?? 0) > 0)).toBe(true);
    expect(results.some(({ scores }) => (scores.contributions?.coverage ?? 0) > 0)).toBe(true);
  });

  it('R3 tells the parts by the names that the weights are fitted on', async () => {
    const { results } = await test.ask('search.run', { query: 'humidity of a case', top: 50 });
    const [best] = results;
    const ofFusion = ({ scores }: (typeof results)[number]) => contributionOf(scores.contributions, 'fusion');
    const weight = best ? ofFusion(best) / (best.scores.fusion ?? 0) : 0;
    expect(weight).toBeGreaterThan(0);
    for (const result of results) {
      expect(ofFusion(result)).toBeCloseTo(weight * (result.scores.fusion ?? 0), 4);
      for (const feature of rankFeatures) expect(contributionOf(result.scores.contributions, feature)).not.toBeNaN();
    }
  });

  it('R14 answers a repeated query from its cache, until the library changes', async () => {
    const ask = () => test.ask('search.run', { query: 'granite quarry of the north' });
    const first = await ask();
    const again = await ask();
    expect(again.results).toEqual(first.results);
    expect(again.timings).toEqual({ ...first.timings, total: again.timings.total });
    await test.ingest(await test.file('granite.md', '# Granite\n\nThe granite quarry of the north feeds the town.'));
    expect((await ask()).results[0]?.title).toBe('Granite');
  });
});
