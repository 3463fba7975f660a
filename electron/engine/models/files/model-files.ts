import { readdirSync, readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { VitrineError } from '@shared/errors';
import type { ModelEntry, NliEntry, RerankEntry } from '@shared/model-catalogue';
import { z } from 'zod';
import { checksumOfFile, ifThere } from '../../files';
import type { NliScores } from '../contract';

/** The 8-bit graph, where a transformers.js model folder has it. */
export const MODEL_FILE = 'onnx/model_quantized.onnx';
/** sha256 of each file of a model that was pulled, beside the files. */
export const CHECKSUMS = 'checksums.json';
/** The graph comes last: a folder without it does not count as a model. */
export const filesInOrder = ['config.json', 'tokenizer_config.json', 'tokenizer.json', MODEL_FILE] as const;

/** `<parent>/<name>` of the first parent where it holds a model, or null. */
export async function findModelFolder(parents: readonly string[], name: string): Promise<string | null> {
  for (const parent of parents) {
    const folder = join(parent, name);
    if ((await sizeOf(join(folder, MODEL_FILE))) !== null) return folder;
  }
  return null;
}

/** Bytes of the files that belong to a model. */
export function bytesOf(folder: string): Promise<number> {
  return sumOf(filesInOrder.map((file) => join(folder, file)));
}

/** Bytes that an unfinished download has brought. */
export function bytesSoFar(folder: string): Promise<number> {
  return sumOf(filesInOrder.flatMap((file) => [join(folder, file), `${join(folder, file)}.part`]));
}

async function sumOf(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(paths.map(sizeOf));
  return sizes.reduce((sum: number, size) => sum + (size ?? 0), 0);
}

/** Checksums of a pulled model's files; none for a folder that was copied here. */
async function remembered(folder: string): Promise<Record<string, string>> {
  const path = join(folder, CHECKSUMS);
  if ((await sizeOf(path)) === null) return {};
  const value: unknown = JSON.parse(await readFile(path, 'utf8').then((text) => text || '{}'));
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([file, facts]: [string, unknown]) =>
      typeof facts === 'object' && facts !== null && 'sha256' in facts ? [[file, String(facts.sha256)]] : [],
    ),
  );
}

/**
 * Compares the files that the catalogue pins, and those that were pulled, with their sha256 (measured: 8 ms for the bundled model, 40 ms for
 * 23 MB). Errors: `model-damaged`.
 */
export async function verifyFiles(entry: ModelEntry, folder: string): Promise<void> {
  for (const [file, expected] of Object.entries({ ...(await remembered(folder)), ...entry.files })) {
    const path = join(folder, file);
    const found = (await sizeOf(path)) === null ? null : await checksumOfFile(path);
    if (found === expected) continue;
    throw new VitrineError('model-damaged', {
      why: 'file',
      id: entry.id,
      path,
      expected,
      found,
    });
  }
}

/** What the words about a model that is not here name: how to have it. */
export function howToGet({ id, source }: ModelEntry) {
  const folder = 'folder' in source ? source.folder : '';
  return { get: source.kind, id, folder, repository: source.kind === 'hub' ? source.repository : '' };
}

/** Bytes of a file; null where there is none. */
export async function sizeOf(path: string): Promise<number | null> {
  const facts = await ifThere(stat(path));
  return facts?.isFile() ? facts.size : null;
}

const config = z.object({
  architectures: z.array(z.string()),
  max_position_embeddings: z.number().int().min(16),
  id2label: z.record(z.string(), z.string()).optional(),
});

/**
 * Cross-encoders that lie in a models folder and that the catalogue does not know: folders whose `config.json` names a
 * `…ForSequenceClassification` with one label, or with the three of natural language inference. Each is known by its
 * folder's name; where two share it the first counts.
 */
export function folderPairModels(
  parents: readonly string[],
  knownFolders: ReadonlySet<string>,
): (RerankEntry | NliEntry)[] {
  const found = new Map<string, RerankEntry | NliEntry>();
  for (const parent of parents) {
    for (const folder of foldersIn(parent)) {
      const kind = knownFolders.has(folder) || found.has(folder) ? null : kindOf(join(parent, folder));
      if (kind === null) continue;
      found.set(folder, {
        id: folder,
        ...kind,
        title: `${folder} (from a models folder)`,
        licence: 'unknown',
        source: { kind: 'folder', folder },
        files: {},
      });
    }
  }
  return [...found.values()];
}

function foldersIn(parent: string): string[] {
  try {
    return readdirSync(parent)
      .filter((name) => !name.startsWith('.'))
      .sort();
  } catch {
    // A models folder that is not there (an unplugged disk) holds no models.
    return [];
  }
}

/** What the cross-encoder in the folder is for, and the tokens it takes at once; null for one that holds none. */
function kindOf(folder: string): Pick<RerankEntry | NliEntry, 'job' | 'window'> | null {
  try {
    const parsed = config.parse(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')));
    if (!parsed.architectures.some((name) => name.endsWith('ForSequenceClassification'))) return null;
    const window = parsed.max_position_embeddings;
    if (parsed.id2label === undefined || Object.keys(parsed.id2label).length === 1) return { job: 'rerank', window };
    return nliLabels(parsed.id2label) === null ? null : { job: 'nli', window };
  } catch {
    // No config.json, or one of something else: not a cross-encoder.
    return null;
  }
}

type Label = keyof NliScores;
/** The label of each logit, in the model's order. */
export type NliLabels = readonly [Label, Label, Label];

const knownLabels: readonly Label[] = ['entailment', 'neutral', 'contradiction'];

/**
 * The labels of `id2label` in the order of the logits; null for a model that has others. Which comes first is each
 * model's own: never taken for granted.
 */
export function nliLabels(id2label: Readonly<Record<string, string>>): NliLabels | null {
  const labels = ['0', '1', '2'].map((position) =>
    knownLabels.find((name) => name === id2label[position]?.toLowerCase()),
  );
  const [first, second, third] = labels;
  if (!first || !second || !third || new Set(labels).size !== 3 || Object.keys(id2label).length !== 3) return null;
  return [first, second, third];
}
