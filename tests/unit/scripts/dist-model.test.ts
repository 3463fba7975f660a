import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import catalogueFile from '../../../config/models.json';
import { filesInOrder, verifyFiles } from '../../../electron/engine/models/files/model-files';
import { ModelStore } from '../../../electron/engine/models/files/model-store';
import { type EmbeddingEntry, modelCatalogueSchema } from '../../../shared/model-catalogue';
import { temporaryFolder } from '../../temporary-folder';

interface CarriedModel {
  readonly title: string;
  readonly bytes: number;
  readonly resources: readonly { readonly from: string; readonly to: string }[];
}

const script = pathToFileURL(resolve('scripts/dist-model.mjs')).href;
const { modelToPackage } = (await import(script)) as {
  modelToPackage(folder: string, checksumsFile: string): Promise<CarriedModel>;
};
const catalogue = modelCatalogueSchema.parse(catalogueFile);
const entryOf = (id: string) => catalogue.models.find((model) => model.id === id) as EmbeddingEntry;

/** A folder of this name with the files of a model, whatever they hold. */
function modelFolder(name: string): string {
  const folder = join(temporaryFolder(), name);
  for (const file of filesInOrder) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${name} ${file}`);
  }
  writeFileSync(join(folder, 'README.md'), 'stays at home');
  return folder;
}

/** Does with the list what electron-builder does; returns where the models lie in the package. */
async function packaged(folder: string): Promise<string> {
  const parts = temporaryFolder();
  const { resources } = await modelToPackage(folder, join(parts, 'checksums'));
  for (const { from, to } of resources) {
    mkdirSync(dirname(join(parts, to)), { recursive: true });
    copyFileSync(from, join(parts, to));
  }
  return join(parts, 'resources/models');
}

describe('W18 a search model inside the package', () => {
  it('is its files and their checksums, and nothing else of its folder', async () => {
    const folder = modelFolder('multilingual-e5-small');
    const checksums = join(temporaryFolder(), 'checksums');
    const { title, resources, bytes } = await modelToPackage(folder, checksums);
    expect(title).toBe('multilingual-e5-small');
    expect(bytes).toBe(filesInOrder.reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0));
    expect(resources.map(({ from, to }) => [relative(folder, from), to])).toEqual([
      ...filesInOrder.map((file) => [file, `resources/models/multilingual-e5-small/${file}`]),
      [relative(folder, checksums), 'resources/models/multilingual-e5-small/checksums.json'],
    ]);
  });

  it('is found by the program as an installed model that cannot be removed, and verified', async () => {
    const entry = entryOf('multilingual-e5-small');
    const models = await packaged(modelFolder(entry.id));
    const store = new ModelStore({ catalogue, bundledModelFolder: models, modelFolders: [], downloadFolder: '/none' });
    const place = await store.locate(entry);
    expect(place).toBe(join(models, entry.id));
    expect(await store.factsOf(entry, place)).toMatchObject({ from: 'hub', removable: false, partialBytes: 0 });
    await verifyFiles(entry, place ?? '');
    writeFileSync(join(models, entry.id, 'tokenizer.json'), 'another');
    await expect(verifyFiles(entry, place ?? '')).rejects.toMatchObject({ code: 'model-damaged' });
  });

  it('has to be whole, one of the catalogue, and the file that is pinned there', async () => {
    const half = modelFolder('multilingual-e5-small');
    rmSync(join(half, 'tokenizer.json'));
    await expect(packaged(half)).rejects.toThrow('tokenizer.json is not there');
    await expect(packaged(modelFolder('some-model'))).rejects.toThrow('multilingual-e5-small');
    await expect(packaged(modelFolder('all-MiniLM-L6-v2'))).rejects.toThrow(
      `is not the file that config/models.json names (sha256 ${entryOf('all-MiniLM-L6-v2').files['onnx/model_quantized.onnx']})`,
    );
  });

  it('is an option that is not guessed at', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/dist.mjs', '--modell', 'x'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('--model FOLDER')]);
  });
});
