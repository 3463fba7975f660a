import { describe, expect, it } from 'vitest';
import modelCatalogue from '../../config/models.json';
import shippedLimits from '../../config/pipeline_limits.json';
import { TestEngine } from './open-test-engine';

const filler = 'The museum keeps its objects behind clear panes, so that visitors may look without touching.';

describe('a search', () => {
  /** The library's own limits replace the shipped ones from the next request on. */
  const boosts = async (titleBoost: number, definitionBoost: number): Promise<void> => {
    const limits = { ...shippedLimits, retrieval: { ...shippedLimits.retrieval, titleBoost, definitionBoost } };
    await test.ownConfig('pipeline_limits.json', limits);
  };
  const keywordScores = async (query: string): Promise<Record<string, number>> => {
    const { results } = await test.ask('search.run', { query, mode: 'keyword' });
    return Object.fromEntries(results.map((hit) => [hit.title, hit.scores.keyword ?? 0]));
  };

  const test = TestEngine.shared(async () => {
    await test.ingest(
      await test.file('humidity.md', `# Humidity\n\n${filler} The humidity of a case is read each hour.`),
      await test.file(
        'notes.md',
        `# Notes\n\n${filler} A hygrometer is an instrument that tells the humidity of a case.`,
      ),
      await test.file('recipes.md', '# Recipes\n\nKnead flour, water and salt, and let the dough rise overnight.'),
    );
  });

  it('R2 raises BM25 by what title and headings carry of the query, as much as the limits say', async () => {
    await boosts(0, 0);
    const plain = await keywordScores('humidity');
    await boosts(0.3, 0);
    const boosted = await keywordScores('humidity');
    expect(boosted.Humidity ?? 0).toBeCloseTo((plain.Humidity ?? 0) * 1.3, 4);
    expect(boosted.Notes).toBeCloseTo(plain.Notes ?? 0, 4);
  });

  it('R2 raises the chunk that defines the term of the question', async () => {
    await boosts(0, 0);
    const plain = await keywordScores('What is a hygrometer?');
    await boosts(0, 0.4);
    const boosted = await keywordScores('What is a hygrometer?');
    expect(boosted.Notes ?? 0).toBeCloseTo((plain.Notes ?? 0) * 1.4, 4);
  });

  it('R4 lets the vector lane find only what reaches the threshold of its model', async () => {
    const threshold = modelCatalogue.models.find(({ id }) => id === 'use-lite')?.cosineThreshold ?? 1;
    const { results } = await test.ask('search.run', { query: 'How is dough made?', mode: 'vector', top: 50 });
    expect(results.map((hit) => hit.title)).toContain('Recipes');
    expect(results.length).toBeLessThan(3);
    for (const hit of results) expect(hit.scores.vector ?? 0).toBeGreaterThanOrEqual(threshold);
  });

  it('R16 finds by the words that are being written, lights them, and lists the headings to go to', async () => {
    const { results } = await test.ask('search.run', { query: 'the hyg', mode: 'keyword', typing: true });
    expect(results.map(({ title }) => title)).toEqual(['Notes']);
    const [hit] = results;
    const source = await test.ask('library.source', { documentId: hit?.documentId ?? '' });
    expect(hit?.words.map(({ startChar, endChar }) => source.text.slice(startChar, endChar))).toEqual(['hygrometer']);
    expect((await test.ask('search.run', { query: 'the hyg', mode: 'keyword' })).results).toEqual([]);
    const headings = await test.ask('library.headings', {});
    expect(headings.map(({ text }) => text)).toEqual(['Humidity', 'Notes', 'Recipes']);
  });

  it('R13 says how long each part took and what each lane found', async () => {
    const { timings } = await test.ask('search.run', { query: 'humidity of a case' });
    expect(timings).toMatchObject({ keywordCandidates: 2, vectorCandidates: 3, rerank: 0 });
    for (const part of ['embedding', 'vector', 'keyword', 'fusion'] as const) {
      expect(timings[part]).toBeGreaterThan(0);
      expect(timings[part]).toBeLessThanOrEqual(timings.total);
    }
  });
});

describe('a paragraph in several documents', () => {
  const rule = `${filler} A case of silk may be lit with fifty lux for four hours a day, and is closed on rainy days.`;
  const names = ['One', 'Two', 'Three', 'Four', 'Five'];
  const test = TestEngine.shared(async () => {
    const files = names.map((name) => test.file(`${name}.md`, `# ${name}\n\n${rule}`));
    await test.ingest(...(await Promise.all(files)));
    await test.ingest(await test.file('bread.md', '# Bread\n\nA case of bread keeps for four days.'));
  });
  const titlesFor = async (): Promise<string[][]> => {
    const { results } = await test.ask('search.run', { query: 'How is a case of silk lit?', mode: 'keyword', top: 2 });
    return results.map(({ title, copies }) => [title, ...copies.map((copy) => copy.title)]);
  };

  it('R11 takes one place, which names the other documents', async () => {
    const [first, second] = await titlesFor();
    expect([...(first ?? [])].sort()).toEqual([...names].sort());
    expect(second).toEqual(['Bread']);
  });

  it('R11 takes a place in each where the limits say so', async () => {
    await test.ask('limits.set', { values: { 'gate.foldCopies': false } });
    const titles = await titlesFor();
    expect(titles).toHaveLength(2);
    for (const [title = '', ...copies] of titles) expect([names.includes(title), copies]).toEqual([true, []]);
  });
});
