import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Embedder, openModels } from '../../../electron/engine/models';
import { MaxSim } from '../../../electron/engine/retrieval/max-sim';
import { SqlDatabase } from '../../../electron/engine/store/database';
import { signsOf } from '../../unit/signs-of';
import { TestEngine } from '../open-test-engine';
import { builtModel, bytesOfVector, cosine, modelsBeside, sentences, shippedCatalogue } from './model-sources';

const model = 'all-MiniLM-L6-v2';
const folder = modelsBeside(model);

const passages = {
  'rowing.md': 'He tied the boat to a willow on the bank of the river and waited for the flood to fall.',
  'lending.md': 'The bank refused a loan to the boat builder because his books did not balance.',
  'baking.md': 'Knead the dough for ten minutes, cover it with a cloth and let it rise in a warm place.',
};

describe.skipIf(folder === null)('words as a model sees them', () => {
  let embedder: Embedder;
  beforeAll(async () => {
    const models = openModels({ catalogue: shippedCatalogue, bundledModelFolder: '', modelFolders: [folder ?? ''] });
    embedder = await models.openEmbedder(model);
  });
  afterAll(() => embedder?.dispose());

  it('come with the very vector that the text has without them, the same at every time', async () => {
    const plain = await embedder.embed(sentences, 'passage');
    const worded = await embedder.withWords?.passages(sentences);
    expect(worded?.map(({ vector }) => bytesOfVector(vector))).toEqual(plain.map(bytesOfVector));
    expect(await embedder.withWords?.passages([...sentences].reverse())).toEqual([...(worded ?? [])].reverse());
    for (const { words } of worded ?? []) expect(words.length % (embedder.dimension / 8)).toBe(0);
  });

  it('are the words of substance, each a vector of length 1', async () => {
    const { words = [] } = (await embedder.withWords?.query('What does a glassmaker do with the sand of 2024?')) ?? {};
    expect(words.map(({ word }) => word)).toEqual(['glassmaker', 'sand', '2024']);
    for (const { vector } of words) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    expect((await embedder.withWords?.query('Who is he?'))?.words).toEqual([]);
  });

  it('mean what they mean in their place', async () => {
    const bankIn = async (text: string) => {
      const { words = [] } = (await embedder.withWords?.query(text)) ?? {};
      return words.find(({ word }) => word === 'bank')?.vector ?? new Float32Array();
    };
    const [river, loan] = [await bankIn(passages['rowing.md']), await bankIn(passages['lending.md'])];
    const asked = await bankIn('Which bank lends money?');
    expect(cosine(asked, loan)).toBeGreaterThan(cosine(asked, river) + 0.1);
  });

  it('find by their signs alone the passage that speaks of the same', async () => {
    const { words = [] } = (await embedder.withWords?.query('How long must bread be worked by hand?')) ?? {};
    const maxSim = new MaxSim(words.map(({ vector }) => ({ vector, weight: 1 })));
    const made = (await embedder.withWords?.passages(Object.values(passages))) ?? [];
    const values = made.map(({ words: codes }) => maxSim.of(codes));
    expect(values.indexOf(Math.max(...values))).toBe(2);
    expect(maxSim.of(signsOf(words.map(({ vector }) => vector)))).toBeGreaterThan(Math.max(...values));
  });
});

describe('a model that gives no vectors of words', () => {
  it('says so', async () => {
    const bundled = await builtModel();
    const models = openModels({ catalogue: shippedCatalogue, bundledModelFolder: bundled.parent, modelFolders: [] });
    const embedder = await models.openEmbedder('use-lite');
    expect(embedder.withWords).toBeUndefined();
    await embedder.dispose();
    await rm(bundled.parent, { recursive: true, force: true, maxRetries: 5 });
  });
});

describe.skipIf(folder === null)('a library of a model that gives them', () => {
  it('R2 compares candidates by their words, tells what that gave, and does without where they are missing', async () => {
    const vitrine = await TestEngine.open({ modelFolders: [folder ?? ''] });
    try {
      await vitrine.ask('models.use', { model });
      for (const [name, text] of Object.entries(passages)) await vitrine.ingest(await vitrine.file(name, text));
      const query = 'Which bank would not lend money to a craftsman?';
      const parts = async () => {
        const { results } = await vitrine.ask('search.run', { query, mode: 'hybrid' });
        for (const { scores } of results) {
          const sum = Object.values(scores.contributions ?? {}).reduce((all, part) => all + part, 0);
          expect(sum).toBeCloseTo(scores.fused.value, 4);
        }
        return results.map(
          ({ path, scores }) => [path.split(/[\\/]/u).at(-1), scores.contributions?.maxSim ?? 0] as const,
        );
      };
      const compared = await parts();
      expect(compared[0]?.[0]).toBe('lending.md');
      expect(compared[0]?.[1]).toBeGreaterThan(0);

      await vitrine.engine.close();
      const database = SqlDatabase.open(join(vitrine.library, 'catalogue.db'));
      database.run('UPDATE embeddings SET words = NULL');
      database.close();
      await vitrine.reopen();
      const without = await parts();
      expect(without[0]?.[0]).toBe('lending.md');
      expect(without.every(([, given]) => given === 0)).toBe(true);

      // A rebuild brings them back: a vector without its words counts as none.
      expect((await vitrine.ask('library.reindex', {})).embedded).toBe(3);
      expect(await parts()).toEqual(compared);
    } finally {
      await vitrine.close();
    }
  });
});
