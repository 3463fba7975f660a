import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelCatalogue } from '@shared/model-catalogue';
import { saidRemark } from '@shared/words/said';
import { describe, expect, it } from 'vitest';
import { openModels } from '../../../electron/engine/models';
import { temporaryFolder } from '../../temporary-folder';
import { bundledModel, bundledModels, embeddingEntry, shippedCatalogue } from './model-sources';

const empty = temporaryFolder();

const modelsIn = (
  bundledModelFolder: string,
  modelFolders: string[] = [],
  catalogue: ModelCatalogue = shippedCatalogue,
) => openModels({ catalogue, bundledModelFolder, modelFolders });

/** The bundled model's files under the name of a hub model, for the search for one. */
const asHub = (files: Record<string, string> = {}): ModelCatalogue => ({
  defaultEmbedding: 'copied',
  models: [
    {
      ...embeddingEntry('use-lite'),
      id: 'copied',
      source: { kind: 'hub', repository: 'somebody/copied', folder: 'copied' },
      files,
    },
  ],
});

async function copyOfModel(): Promise<string> {
  const parent = temporaryFolder();
  await cp(bundledModel, join(parent, 'copied'), { recursive: true });
  return parent;
}

describe('list', () => {
  it('names every model of the catalogue, with its place and size where it is installed', async () => {
    const list = await modelsIn(bundledModels, [empty]).list();
    expect(list.map((model) => [model.id, model.installed])).toEqual(
      shippedCatalogue.models.map((model) => [model.id, model.source.kind === 'bundled']),
    );
    expect(list[0]).toMatchObject({
      job: 'embedding',
      active: false,
      location: bundledModel,
      dimension: 512,
      window: 128,
    });
    expect(list[0]?.bytes).toBeGreaterThan(7_000_000);
    expect(list[1]).toMatchObject({ location: null, bytes: 0 });
  });
});

describe('opening', () => {
  it('says how to get a model that is not there', async () => {
    await expect(modelsIn(empty).openEmbedder('use-lite')).rejects.toMatchObject({
      code: 'model-missing',
      hint: expect.stringContaining('build-bundled-model'),
    });
    await expect(modelsIn(empty, [empty]).openEmbedder('all-MiniLM-L6-v2')).rejects.toMatchObject({
      code: 'model-missing',
      hint: expect.stringContaining('vitrine models pull all-MiniLM-L6-v2'),
    });
  });

  it('refuses a file whose sha256 is not the pinned one', async () => {
    const parent = await copyOfModel();
    const file = join(parent, 'copied/onnx/model_quantized.onnx');
    const bytes = await readFile(file);
    bytes[bytes.length - 100_000] = (bytes[bytes.length - 100_000] ?? 0) ^ 1;
    await writeFile(file, bytes);
    const models = modelsIn(empty, [parent], asHub(embeddingEntry('use-lite').files));
    await expect(models.openEmbedder('copied')).rejects.toMatchObject({
      code: 'model-damaged',
      details: { path: file },
    });
  });

  it('refuses a model that does not give what the catalogue says', async () => {
    const parent = await copyOfModel();
    const [entry] = asHub().models;
    const catalogue = { ...asHub(), models: [{ ...entry, dimension: 384 }] } as ModelCatalogue;
    const embedder = await modelsIn(empty, [parent], catalogue).openEmbedder('copied');
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({ code: 'model-damaged' });
    await embedder.dispose();
  });
});

describe('check', () => {
  it('measures a model that works', async () => {
    const check = await modelsIn(bundledModels).check('use-lite');
    expect(check).toMatchObject({ id: 'use-lite', ok: true });
    expect(check.loadMs).toBeGreaterThan(0);
    expect(check.embedMs).toBeGreaterThan(0);
  });

  it('names the fault in words', async () => {
    const check = await modelsIn(empty).check('use-lite');
    expect(check).toMatchObject({ ok: false, loadMs: null, embedMs: null });
    expect(saidRemark(check)).toMatch(/not on this computer.*install/s);
  });
});
