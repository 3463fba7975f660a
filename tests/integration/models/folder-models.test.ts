import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Models, measuredScale, openModels } from '../../../electron/engine/models';
import { beside, fixture, TestEngine } from '../open-test-engine';
import { embeddingEntry, shippedCatalogue } from './model-sources';
import { refusal } from './refusal';
import { tinyEncoder } from './tiny-models';

const models = beside('models', 'another embedding model');
let place: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'vitrine-folders-'));
});
afterEach(() => rm(place, { recursive: true, force: true, maxRetries: 5 }));

const opened = (downloadFolder?: string): Models =>
  openModels({ catalogue: shippedCatalogue, bundledModelFolder: '', modelFolders: [place], downloadFolder });

/** The kind of a folder with this name and these files. */
async function entryOf(name: string, files: Readonly<Record<string, object>> = {}): Promise<EmbeddingEntry> {
  await tinyEncoder(join(place, name), files);
  const entry = opened().entry(name);
  if (entry.job !== 'embedding') throw new Error(`${name} is no embedding model`);
  return entry;
}

const cls = { '1_Pooling/config.json': { word_embedding_dimension: 3, pooling_mode_cls_token: true } };
const transformer = { type: 'sentence_transformers.models.Transformer' };

describe('an embedding model from a folder that is on no list', () => {
  it('I18 is made as its own files say', async () => {
    const said = await entryOf('told', {
      ...cls,
      'modules.json': [transformer, { type: 'sentence_transformers.models.Pooling' }],
      'config_sentence_transformers.json': { prompts: { query: 'lasts ', document: 'endures ' } },
      'sentence_bert_config.json': { max_seq_length: 32 },
    });
    expect(said).toMatchObject({
      dimension: 3,
      window: 32,
      pooling: 'cls',
      prefixes: { query: 'lasts ', passage: 'endures ' },
      relevance: { unmeasured: true },
    });
    expect(said).not.toHaveProperty('poolingAssumed');
  });

  it.each([
    ['mean', { pooling_mode: 'mean' }],
    ['cls', { pooling_mode: 'cls' }],
    ['mean', { pooling_mode_mean_tokens: true, pooling_mode_cls_token: false }],
  ])('I18 pools by %s where it writes %o', async (pooling, written) => {
    expect(await entryOf('pooled', { '1_Pooling/config.json': written })).toMatchObject({ pooling });
  });

  it('I18 follows the family in its name, otherwise takes the mean without prefixes, and says so', async () => {
    expect(await entryOf('our-e5-base')).toMatchObject({
      pooling: 'mean',
      prefixes: { query: 'query: ', passage: 'passage: ' },
      cosineThreshold: embeddingEntry('multilingual-e5-small').cosineThreshold,
    });
    const unknown = await entryOf('stranger');
    expect(unknown).toMatchObject({ pooling: 'mean', poolingAssumed: true, prefixes: { query: '', passage: '' } });
    const listed = (await opened().list()).filter(({ installed }) => installed);
    expect(listed.map(({ id, calibrated, poolingAssumed }) => [id, calibrated, poolingAssumed])).toEqual([
      ['our-e5-base', false, undefined],
      ['stranger', false, true],
    ]);
    // Its languages are unknown.
    expect(listed.some((model) => 'languages' in model)).toBe(false);
  });

  it('I18 makes vectors in that way: prefixes in front, the first token or the mean', async () => {
    // The first token is [CLS], whose vector knows nothing of the text.
    await entryOf('first', cls);
    await entryOf('average', { 'config_sentence_transformers.json': { prompts: { query: 'lasts ' } } });
    const first = await opened().openEmbedder('first');
    const average = await opened().openEmbedder('average');
    const [a, b] = await first.embed(['stone lasts', 'silk perishes'], 'passage');
    expect(a).toEqual(b);
    const [query] = await average.embed(['silk perishes'], 'query');
    const [passage] = await average.embed(['silk perishes'], 'passage');
    const [inFront] = await average.embed(['lasts silk perishes'], 'passage');
    expect(query).toEqual(inFront);
    expect(query).not.toEqual(passage);
    await first.dispose();
    await average.dispose();
  });

  it('I18 keeps RoBERTa’s two positions for padding free', async () => {
    const config = { architectures: ['XLMRobertaModel'], model_type: 'xlm-roberta', hidden_size: 3 };
    const long = { 'config.json': { ...config, max_position_embeddings: 514 } };
    expect((await entryOf('roberta', long)).window).toBe(512);
  });

  it.each([
    ['layers that its graph lacks', { 'modules.json': [transformer, { type: 'sentence_transformers.models.Dense' }] }],
    ['another kind of pooling', { '1_Pooling/config.json': { pooling_mode: 'lasttoken' } }],
    ['a head', { 'config.json': { architectures: ['BertForTokenClassification'], hidden_size: 3 } }],
  ])('I18 is none with %s', async (_what, files) => {
    await tinyEncoder(join(place, 'other'), files);
    expect(await refusal(Promise.resolve().then(() => opened().entry('other')))).toMatchObject({
      code: 'model-missing',
    });
    const taken = await refusal(opened(join(place, '.kept')).import(place, () => {}, new AbortController().signal));
    expect(taken).toMatchObject({ code: 'model-missing', details: { why: 'no-model-in-folder' } });
  });

  it('I18 is taken in with what it says of itself, and a library is read and searched with it', async () => {
    const brought = join(place, 'brought');
    await mkdir(brought);
    await tinyEncoder(join(brought, 'told'), cls);
    const vitrine = await TestEngine.open();
    await vitrine.ask('models.import', { path: brought });
    await rm(brought, { recursive: true });
    await vitrine.ask('models.use', { model: 'told' });
    await vitrine.ingest(await vitrine.file('a.md', '# Stone\n\nCarved stone lasts.'));
    const { results } = await vitrine.ask('search.run', { query: 'stone lasts' });
    expect(results).toHaveLength(1);
    const inUse = (await vitrine.ask('models.list', {})).filter(({ active, job }) => active && job === 'embedding');
    expect(inUse).toMatchObject([{ id: 'told', store: { from: 'folder', removable: true } }]);
    await vitrine.close();
  });

  it.skipIf(models === null)('I18 is tuned at its first use: what says nothing of a question is no hit', async () => {
    await cp(join(models ?? '', 'bge-small-en-v1.5'), join(place, 'stranger'), { recursive: true });
    const vitrine = await TestEngine.open({ modelFolders: [place] });
    const isTuned = async () => (await vitrine.ask('models.list', {})).find(({ id }) => id === 'stranger')?.calibrated;
    await vitrine.ask('models.use', { model: 'stranger' });
    expect(await isTuned()).toBe(false);
    await vitrine.ingest(fixture('handbook.md'));
    const hits = async (query: string) => (await vitrine.ask('search.run', { query })).results.length;
    for (const _start of ['the first', 'a later one']) {
      expect(await hits('How many lux does silk bear?')).toBeGreaterThan(0);
      expect(await hits('How old is the building?')).toBe(0);
      expect(await isTuned()).toBe(true);
      await vitrine.reopen({ modelFolders: [place] });
    }
    await vitrine.close();
  });

  it.skipIf(models === null)('I18 is held against the scale of a model that was fitted', async () => {
    const fitted = openModels({ catalogue: shippedCatalogue, bundledModelFolder: '', modelFolders: [models ?? ''] });
    const embedder = await fitted.openEmbedder('all-MiniLM-L6-v2');
    const { own = 0, other = 0 } = embeddingEntry('all-MiniLM-L6-v2').scale ?? {};
    const scale = await measuredScale(embedder);
    expect([scale?.own, scale?.other]).toEqual([expect.closeTo(own, 2), expect.closeTo(other, 2)]);
    await embedder.dispose();
  });

  it('I18 R12 that is gone leaves the library readable by its words, with a notice', async () => {
    await tinyEncoder(join(place, 'told'), cls);
    const vitrine = await TestEngine.open({ modelFolders: [place] });
    await vitrine.ask('models.use', { model: 'told' });
    await vitrine.ingest(await vitrine.file('a.md', '# Stone\n\nCarved stone lasts.'));
    await vitrine.reopen({ modelFolders: [] });
    const found = await vitrine.ask('search.run', { query: 'carved stone' });
    expect(found.results).toHaveLength(1);
    expect(found.notices.map(({ code }) => code)).toEqual(['keyword-only']);
    expect((await vitrine.ask('models.list', {})).filter(({ id }) => id === 'told')).toEqual([]);
    await vitrine.close();
  });
});
