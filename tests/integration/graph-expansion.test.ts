import { describe, expect, it } from 'vitest';
import shippedLimits from '../../config/pipeline_limits.json';
import { TestEngine } from './open-test-engine';

/** Three sections whose chunks say nothing of each other's words: only the place in the document ties them. */
const sections = [
  ['Wheel', 'The gearing of the wheel has forty oak teeth.', 'Bread is baked on Fridays, and the oven stays warm.'],
  ['Oven', 'Flour is sifted twice before noon.', 'Yeast is bought from the town each week.'],
  ['Garden', 'Roses are cut back in spring.', 'Hedges shelter the beds from wind.'],
] as const;
const pad = (text: string, times = 9): string =>
  `${text} ${'And so on it goes from day to day all year. '.repeat(times)}`;

describe('graph expansion', () => {
  const reach = async (graphExpansion: string, graphCandidates = 8, graphAnchors = 5): Promise<void> => {
    const retrieval = { ...shippedLimits.retrieval, graphExpansion, graphCandidates, graphAnchors };
    await test.ownConfig('pipeline_limits.json', { ...shippedLimits, retrieval });
  };
  const search = async () =>
    (await test.ask('search.run', { query: 'gearing teeth', mode: 'keyword', top: 50 })).results;

  const test = TestEngine.shared(async () => {
    await test.ingest(
      await test.file(
        'mill.md',
        `# Mill\n\n${sections.map(([name, ...texts]) => `## ${name}\n\n${texts.map(pad).join('\n\n')}`).join('\n\n')}`,
      ),
    );
  });

  it('R8 is off by default: candidates are what a lane found', async () => {
    expect(shippedLimits.retrieval.graphExpansion).toBe('off');
    for (const { scores } of await search()) expect(scores.beside).toBeUndefined();
  });

  it('R8 adds chunks beside the best ones with a kind and a score of their own, more as it reaches further', async () => {
    const plain = await search();
    const counts: number[] = [];
    for (const kind of ['neighbours', 'section', 'document']) {
      await reach(kind, 50);
      const found = await search();
      counts.push(found.length);
      expect(found.filter(({ scores }) => !scores.beside).map(({ chunkId }) => chunkId)).toEqual(
        plain.map(({ chunkId }) => chunkId),
      );
      for (const { scores, scoreKind, score } of found.filter((hit) => hit.scores.beside)) {
        const anchor = found.find(({ chunkId }) => chunkId === scores.beside?.chunkId);
        expect(scoreKind).toBe('graph');
        expect(score).toBeLessThanOrEqual((anchor?.score ?? 0) / 2 + 1e-6);
        expect(scores.relevance).toBeLessThan(anchor?.scores.relevance ?? 0);
      }
    }
    expect(counts[0]).toBeGreaterThan(plain.length);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts[2]).toBeGreaterThan(counts[0] ?? 0);
  });

  it('R8 takes nearer passages first, and no section of a text without headings', async () => {
    const words = ['Rafters', 'Purlins', 'Gutters', 'Chimneys', 'Shutters', 'Thresholds'];
    const lines = words.map((name) => pad(`${name} are looked at each spring.`));
    await test.ingest(await test.file('roof.txt', lines.join('\n\n')));
    const around = async (kind: string) => {
      await reach(kind, 50);
      const { results } = await test.ask('search.run', { query: 'shutters', mode: 'keyword', top: 50 });
      const [first, ...beside] = results;
      expect(beside.every(({ scores }) => scores.beside?.chunkId === first?.chunkId)).toBe(true);
      const { chunks } = await test.ask('library.source', { documentId: first?.documentId ?? '' });
      const placeOf = (id = '') => chunks.findIndex((place) => place.id === id);
      return beside.map((hit) => [hit.scores.beside?.by, Math.abs(placeOf(hit.chunkId) - placeOf(first?.chunkId))]);
    };
    const neighbours = [
      ['neighbour', 1],
      ['neighbour', 1],
    ];
    expect(await around('section')).toEqual(neighbours);
    expect(await around('document')).toEqual([...neighbours, ['document', 2], ['document', 3]]);
  });

  it('R8 reaches through its section before the rest of its document, each edge for a share of its own', async () => {
    const rooms = ['Attic', 'Cellar'].map((room) => {
      const things = ['trunk', 'ladder', 'lantern', 'barrel'].map((thing) =>
        pad(`The ${thing} of the ${room} is old.`, 16),
      );
      return `## ${room}\n\n${things.join('\n\n')}`;
    });
    await test.ingest(await test.file('house.md', `# House\n\n${rooms.join('\n\n')}`));
    const around = async (kind: string) => {
      await reach(kind, 50);
      const { results } = await test.ask('search.run', { query: '"trunk of the Attic"', mode: 'keyword', top: 50 });
      const [anchor, ...beside] = results;
      return beside.map(({ text, headings, score, scores }) => ({
        by: scores.beside?.by,
        room: headings.at(-1),
        thing: /trunk|ladder|lantern|barrel/u.exec(text)?.[0],
        share: Math.round((10 * score) / (anchor?.score ?? 0)) / 10,
      }));
    };
    const attic = [
      { by: 'neighbour', room: 'Attic', thing: 'ladder', share: 0.5 },
      { by: 'section', room: 'Attic', thing: 'lantern', share: 0.4 },
      { by: 'section', room: 'Attic', thing: 'barrel', share: 0.4 },
    ];
    expect(await around('section')).toEqual(attic);
    expect(await around('document')).toEqual([
      ...attic,
      ...['trunk', 'ladder', 'lantern', 'barrel'].map((thing) => ({
        by: 'document',
        room: 'Cellar',
        thing,
        share: 0.3,
      })),
    ]);
  });

  it('R8 adds to as many of the best candidates as the limits say', async () => {
    await reach('neighbours', 50, 1);
    const found = (await search()).filter(({ scores }) => scores.beside);
    expect(new Set(found.map(({ scores }) => scores.beside?.chunkId)).size).toBe(1);
  });

  it("R8 adds no more than the limits say, and the run names each one's neighbour", async () => {
    await reach('document', 2);
    const { runId } = await test.ask('run.start', { prompt: 'What are the gearing teeth of?' });
    const run = await test.ask('run.auto', { runId, until: 'Retrieval' });
    const added = run.stages.flatMap(({ decisions }) => decisions.filter(({ decision }) => decision === 'expanded'));
    expect(added).toHaveLength(2);
    const ids = run.snapshots.Retrieval?.views_by_stage.retrieval ?? [];
    for (const { subject, reason } of added) {
      expect(ids.indexOf(subject)).toBeGreaterThan(ids.indexOf(String(reason.values?.chunk)));
      expect(reason.code).toMatch(/^graph-/);
    }
  });
});
