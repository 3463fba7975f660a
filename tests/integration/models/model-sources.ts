import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { type EmbeddingEntry, type ModelCatalogue, modelCatalogueSchema } from '@shared/model-catalogue';

const project = resolve(__dirname, '../../..');

/** The folder of the bundled model, and the one that it is in: not to be written to. */
export const bundledModels = join(project, 'resources', 'models');
export const bundledModel = join(bundledModels, 'use-lite');

/** config/models.json as it is shipped. */
export const shippedCatalogue: ModelCatalogue = modelCatalogueSchema.parse(
  JSON.parse(readFileSync(join(project, 'config/models.json'), 'utf8')),
);

export const sentences: string[] = JSON.parse(
  readFileSync(join(project, 'tests/fixtures/embedding/sentences.json'), 'utf8'),
);

/**
 * Folder of further models: in VITRINE_MODELS or beside the checkout; or null with a line that says which tests are
 * skipped.
 */
export function modelsBeside(folder: string): string | null {
  const beside = resolve(project, '../shared/models');
  const parents = [...(process.env.VITRINE_MODELS ?? '').split(delimiter), beside];
  const found = parents.find((parent) => parent && existsSync(join(parent, folder, 'onnx/model_quantized.onnx')));
  // Which models lie there is not up to a test: only a folder that is not there at all is a fault of where it runs.
  const where = existsSync(beside) ? 'VITRINE_MODELS' : 'VITRINE_MODELS or beside the checkout';
  if (found === undefined) console.warn(`skipped: no model ${folder} in ${where}`);
  return found ?? null;
}

export function embeddingEntry(id: string): EmbeddingEntry {
  const entry = shippedCatalogue.models.find((model) => model.id === id);
  if (entry?.job !== 'embedding') throw new Error(`${id} is no embedding model of the catalogue`);
  return entry;
}

export function cosine(a: Float32Array | readonly number[], b: Float32Array | readonly number[]): number {
  const dot = (x: typeof a, y: typeof a) =>
    Array.from(x).reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

export const bytesOfVector = (vector: Float32Array | undefined): string =>
  Buffer.from(vector?.buffer ?? new ArrayBuffer(0)).toString('hex');
