import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { VitrineError } from '@shared/errors';
import type { EmbeddingEntry, NliEntry, RerankEntry } from '@shared/model-catalogue';

type Entry = EmbeddingEntry | RerankEntry | NliEntry;

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
export async function verifyFiles(entry: Entry, folder: string): Promise<void> {
  for (const [file, expected] of Object.entries({ ...(await remembered(folder)), ...entry.files })) {
    const path = join(folder, file);
    const found = (await sizeOf(path)) === null ? null : await sha256Of(path);
    if (found === expected) continue;
    const what = found === null ? `${file} is missing` : `${file} is not the file it should be`;
    throw new VitrineError('model-damaged', `${entry.title}: ${what}.`, howToGet(entry), {
      id: entry.id,
      path,
      expected,
      found,
    });
  }
}

/** What a person can do to have the model. */
export function howToGet(entry: Entry): string {
  if (entry.source.kind === 'bundled') {
    return 'It comes with Vitrine: install Vitrine again, or in a checkout run `npx tsx scripts/model/build-bundled-model.ts`.';
  }
  if (entry.source.kind === 'server') return 'Start the server that runs it, or see `vitrine models list`.';
  if (entry.source.kind === 'folder') return `Copy ${entry.source.folder} into a models folder (VITRINE_MODELS).`;
  const { folder, repository } = entry.source;
  return (
    `Run \`vitrine models pull ${entry.id}\`, or copy ${repository} into a folder called ${folder} ` +
    `(tokenizer.json, tokenizer_config.json, ${MODEL_FILE}) inside a models folder.`
  );
}

/** Bytes of a file; null where there is none. */
export async function sizeOf(path: string): Promise<number | null> {
  try {
    const facts = await stat(path);
    return facts.isFile() ? facts.size : null;
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

async function sha256Of(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}
