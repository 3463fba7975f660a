import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { VitrineError } from '@shared/errors';
import type { ModelEntry } from '@shared/model-catalogue';
import { z } from 'zod';
import { checksumOfFile, ifThere, replaceFile } from '../../files';

/** The 8-bit graph, where a transformers.js model folder has it. */
export const MODEL_FILE = 'onnx/model_quantized.onnx';
/** The outputs of an extractive reader, one number a token each. */
export const readerOutputs = ['start_logits', 'end_logits'] as const;
const CHECKSUMS = 'checksums.json';
/** The graph comes last: a folder without it does not count as a model. */
export const filesInOrder = ['config.json', 'tokenizer_config.json', 'tokenizer.json', MODEL_FILE] as const;
/** sentence-transformers' description of an embedding model, if a folder has one. */
export const sentenceFiles = {
  modules: 'modules.json',
  pooling: '1_Pooling/config.json',
  prompts: 'config_sentence_transformers.json',
  window: 'sentence_bert_config.json',
} as const;

/** `<parent>/<name>` of the first parent where it holds a model, or null. */
export async function findModelFolder(parents: readonly string[], name: string): Promise<string | null> {
  for (const parent of parents) {
    const folder = join(parent, name);
    if ((await sizeOf(join(folder, MODEL_FILE))) !== null) return folder;
  }
  return null;
}

export function bytesOf(folder: string): Promise<number> {
  return sumOf(filesInOrder.map((file) => join(folder, file)));
}

export function bytesSoFar(folder: string): Promise<number> {
  return sumOf(filesInOrder.flatMap((file) => [join(folder, file), `${join(folder, file)}.part`]));
}

async function sumOf(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(paths.map(sizeOf));
  return sizes.reduce((sum: number, size) => sum + (size ?? 0), 0);
}

const checksums = z.record(
  z.string(),
  z.object({
    sha256: z.string(),
    bytes: z.number(),
    checkedAgainst: z.enum(['catalogue', 'hub', 'first-use', 'other-build']),
  }),
);
export type Checksums = z.infer<typeof checksums>;

/** Checksums of a model's files at their import; none for a folder that was copied here. Errors: those of parsing. */
export async function readChecksums(folder: string): Promise<Checksums> {
  const text = await ifThere(readFile(join(folder, CHECKSUMS), 'utf8'));
  return text ? checksums.parse(JSON.parse(text)) : {};
}

export function writeChecksums(folder: string, value: Checksums): void {
  replaceFile(join(folder, CHECKSUMS), `${JSON.stringify(value, null, 2)}\n`);
}

export const checksumIn = async (path: string): Promise<string | null> =>
  (await sizeOf(path)) === null ? null : checksumOfFile(path);

/** Compares the pinned and the pulled files with their sha256 (8 ms for the bundled model). Errors: `model-damaged`. */
export async function verifyFiles(entry: ModelEntry, folder: string): Promise<void> {
  const taken = Object.entries(await readChecksums(folder)).map(([file, { sha256 }]) => [file, sha256]);
  for (const [file, expected] of Object.entries({ ...Object.fromEntries(taken), ...entry.files })) {
    const path = join(folder, file);
    const found = await checksumIn(path);
    if (found !== expected)
      throw new VitrineError('model-damaged', { why: 'file', id: entry.id, path, expected, found });
  }
}

/** The values of the message about an absent model: how to get it. */
export function howToGet({ id, source }: ModelEntry) {
  const folder = 'folder' in source ? source.folder : '';
  return { get: source.kind, id, folder, repository: source.kind === 'hub' ? source.repository : '' };
}

export async function sizeOf(path: string): Promise<number | null> {
  const facts = await ifThere(stat(path));
  return facts?.isFile() ? facts.size : null;
}
