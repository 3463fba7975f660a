import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import catalogue from '../../config/models.json';
import { openModels } from '../../electron/engine/models';
import { type QueryEmbedder, Retriever } from '../../electron/engine/retrieval';
import { LabelledLibrary } from '../../research/labelled-library';
import { modelCatalogueSchema } from '../../shared/model-catalogue';
import { ownTime } from '../own-time';
import { limits as shipped } from '../unit/stages/memory-library';
import { project } from './open-test-engine';

const waiting = (indexPatienceMs: number) => ({ ...shipped, retrieval: { ...shipped.retrieval, indexPatienceMs } });
/** A working index has all the time it needs: a busy machine is not a hanging one. */
const patient = waiting(0);
const patienceMs = 500;
const documents = [
  { id: 'mill', title: 'Mill', text: 'The mill by the river grinds rye, and its wheel is of oak.' },
  { id: 'port', title: 'Port', text: 'The port has two lighthouses, and ships enter it at dawn.' },
  {
    id: 'poems',
    title: 'Poems',
    text: 'Shelley wrote poems that Gandhi quoted, as did Tolkien, Nietzsche and Pasternak.',
  },
];
const misspelt = 'What of Shelly, Ghandi, Tolkein, Neitzsche and Pastrenak?';

describe('an index that does not answer in time', () => {
  let library: LabelledLibrary;
  let model: QueryEmbedder;
  /** How many of the next keyword searches never end. A real index cannot be made to hang. */
  let hanging = 0;
  let asked = 0;

  beforeAll(async () => {
    const models = openModels({
      catalogue: modelCatalogueSchema.parse(catalogue),
      bundledModelFolder: join(project, 'resources', 'models'),
      modelFolders: [],
    });
    const entry = models.entry('use-lite');
    if (entry.job !== 'embedding') throw new Error('use-lite is no embedding model');
    model = { embedder: await models.openEmbedder('use-lite'), entry };
    const set = { documents, queries: [], unjudged: 0 };
    library = await LabelledLibrary.make(set, model, shipped, new AbortController().signal);
    const { index } = library.store;
    const text = index.text.bind(index);
    index.text = (...given) => {
      asked += 1;
      if (hanging <= 0) return text(...given);
      hanging -= 1;
      return new Promise(() => {});
    };
  });
  afterAll(async () => {
    await library.close();
    await model.embedder.dispose();
  });

  const retrieverOf = () =>
    new Retriever(
      library.store,
      async () => model,
      () => model.entry,
    );

  const corrected = async (query: string, limits = patient) => {
    const { notices } = await retrieverOf().retrieve({ query, mode: 'keyword', scope: {} }, limits);
    return notices.filter(({ code }) => code === 'spelling-corrected').map(({ values }) => values?.term);
  };

  const search = (query: string, limits = patient) => {
    const retriever = retrieverOf();
    return { retriever, found: retriever.retrieve({ query, mode: 'hybrid', scope: {} }, limits) };
  };

  it('R14 is asked a second time, and its answer then counts as if it had come at once', async () => {
    const plain = await search('What does the mill grind?').found;
    asked = 0;
    hanging = 1;
    // The second answer has these seconds.
    const found = await search('What does the mill grind?', waiting(5000)).found;
    expect(asked).toBe(2);
    expect(found.candidates).toEqual(plain.candidates);
    expect(found.notices).toEqual([]);
  });

  it('R14 is given up after that: the chunks used most are shown, marked as such, and answer only what they speak of', async () => {
    const { retriever, found } = search('What does the mill grind?');
    const best = (await found).candidates[0];
    hanging = 2;
    const late = await retriever.retrieve(
      { query: 'Which rye does the mill grind?', mode: 'hybrid', scope: {} },
      waiting(patienceMs),
    );
    expect(late.notices.map(({ code }) => code)).toEqual(['index-slow']);
    expect(late.candidates.map(({ chunk }) => chunk.id)).toEqual([best?.chunk.id]);
    expect(late.candidates[0]?.scores).toMatchObject({ uses: 1, fused: { kind: 'relevance' }, cosine: null });
    hanging = 2;
    const other = await retriever.retrieve(
      { query: 'Who steers the ships?', mode: 'hybrid', scope: {} },
      waiting(patienceMs),
    );
    expect(other.outOfScope).toBe(true);
  });

  it('R9 looks words up for as long as it takes where the limit is 0', async () =>
    expect(await corrected(misspelt)).toEqual(['Shelley', 'Gandhi', 'Tolkien', 'Nietzsche', 'Pasternak']));

  it('R9 waits once for all words that it looks up', async () => {
    const taken = ownTime();
    hanging = Number.POSITIVE_INFINITY;
    await corrected(misspelt, waiting(patienceMs));
    hanging = 0;
    // Once for the words, twice for the search, and a moment between.
    expect(taken()).toBeLessThan(5 * patienceMs);
  });

  it('R9 looks up the first twelve words that it does not know, and no more', async () => {
    const known = ['Shelley', 'Gandhi', 'Tolkien', 'Nietzsche', 'Pasternak'];
    const endings = 'bcdfghjklmnpqrtvwxz'.split('');
    const many = known.flatMap((name) => endings.map((ending) => `${name.slice(0, -1)}${ending}${name.slice(-1)}`));
    asked = 0;
    await corrected(many.join(' '));
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThanOrEqual(1 + 12 * 4);
    const strangers = Array.from({ length: 11 }, (_one, at) => `zzyzx${'abcdefghijk'[at]}`);
    expect(await corrected(`${strangers.join(' ')} Ghandi`)).toEqual(['Gandhi']);
    expect(await corrected(`${strangers.join(' ')} zzyzxl Ghandi`)).toEqual([]);
  });
});
