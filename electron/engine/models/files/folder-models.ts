import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import {
  type EmbeddingEntry,
  familyOf,
  type ModelCatalogue,
  type ModelEntry,
  type NliEntry,
  type ReaderEntry,
  type RerankEntry,
} from '@shared/model-catalogue';
import { z } from 'zod';
import type { NliScores } from '../contract';
import { MODEL_FILE, readerOutputs, sentenceFiles } from './model-files';

/** Models that lie in a folder and that the catalogue does not list: what they are is read from their own files. */

const config = z.object({
  architectures: z.array(z.string()),
  model_type: z.string().optional(),
  max_position_embeddings: z.number().int().min(16),
  id2label: z.record(z.string(), z.string()).optional(),
  hidden_size: z.number().int().positive().optional(),
});
type Config = z.infer<typeof config>;

type PairEntry = RerankEntry | NliEntry | ReaderEntry;

/**
 * The models in these folders but those in `knownFolders`. A folder whose `config.json` names a
 * `…ForSequenceClassification` is a cross-encoder by one label, an NLI model by the three of natural language inference;
 * one that names a `…ForQuestionAnswering`, or whose graph puts out the ends of an answer, is a reader; another that
 * names an encoder without a head is an embedding model. Each is known by its folder's name; where two share
 * it the first counts.
 */
export function folderModels(
  parents: readonly string[],
  knownFolders: ReadonlySet<string>,
  catalogue: ModelCatalogue,
): ModelEntry[] {
  const found = new Map<string, ModelEntry>();
  for (const parent of parents) {
    for (const folder of foldersIn(parent)) {
      if (knownFolders.has(folder) || found.has(folder)) continue;
      const facts = readJson(join(parent, folder, 'config.json'), config);
      const what =
        facts &&
        (pairModel(join(parent, folder), facts) ?? embeddingModel(join(parent, folder), folder, facts, catalogue));
      if (!what) continue;
      const title = `${folder} (from a models folder)`;
      found.set(folder, {
        id: folder,
        title,
        licence: 'unknown',
        source: { kind: 'folder', folder },
        files: {},
        ...what,
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

function readJson<T>(path: string, form: z.ZodType<T>): T | null {
  try {
    return form.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** RoBERTa's kin keep two positions for padding. */
function windowOf({ max_position_embeddings: positions, model_type = '' }: Config): number {
  return /roberta|camembert|mpnet/u.test(model_type) ? positions - 2 : positions;
}

/** The purpose of a model that reads two texts, and its most tokens; null for other models. */
function pairModel(path: string, facts: Config): Pick<PairEntry, 'job' | 'window' | 'unmeasured'> | null {
  const isA = (head: string): boolean => facts.architectures.some((name) => name.endsWith(head));
  const { id2label } = facts;
  const window = windowOf(facts);
  if (isA('ForQuestionAnswering') || (isA('Model') && putsOut(path, readerOutputs))) {
    return { job: 'reader', window, unmeasured: true };
  }
  if (!isA('ForSequenceClassification')) return null;
  if (id2label === undefined || Object.keys(id2label).length === 1) return { job: 'rerank', window };
  return nliLabels(id2label) === null ? null : { job: 'nli', window };
}

/** Bytes at the end of a graph that name its outputs: they follow its nodes and weights, before the shapes inside it. */
const endOfGraph = 262_144;

/** Returns whether the end of a folder's graph names these outputs; false for an unreadable one. */
function putsOut(path: string, outputs: readonly string[]): boolean {
  try {
    const file = openSync(join(path, MODEL_FILE), 'r');
    try {
      const { size } = fstatSync(file);
      const end = Buffer.alloc(Math.min(size, endOfGraph));
      readSync(file, end, 0, end.length, size - end.length);
      return outputs.every((name) => end.includes(name));
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

const modules = z.array(z.object({ type: z.string() }));
const pooling = z.object({
  pooling_mode: z.string().optional(),
  pooling_mode_mean_tokens: z.boolean().optional(),
  pooling_mode_cls_token: z.boolean().optional(),
});
const prompts = z.object({ prompts: z.record(z.string(), z.string()) });
const sentenceWindow = z.object({ max_seq_length: z.number().int().positive() });
const tokenizer = z.object({ model_max_length: z.number().positive() });

type Read = Omit<EmbeddingEntry, 'id' | 'title' | 'licence' | 'source' | 'files'>;

/**
 * How an encoder makes vectors: by its own files, else by its family, else by the mean of its tokens
 * (`poolingAssumed`). Null for a head, layers after the pooling, or another pooling.
 */
function embeddingModel(path: string, name: string, facts: Config, catalogue: ModelCatalogue): Read | null {
  const read = <T>(file: string, form: z.ZodType<T>): T | null => readJson(join(path, file), form);
  const layers = read(sentenceFiles.modules, modules);
  const bare = facts.architectures.some((architecture) => /(Model|ForMaskedLM)$/u.test(architecture));
  const plain = layers?.every(({ type }) => /\.(Transformer|Pooling|Normalize)$/u.test(type)) ?? true;
  const { hidden_size: dimension } = facts;
  const weights = unmeasuredWeights(name, catalogue);
  if (!bare || !plain || dimension === undefined || weights === null || !existsSync(join(path, MODEL_FILE)))
    return null;
  const family = familyOf(name, catalogue);
  const written = read(sentenceFiles.pooling, pooling);
  const told = written === null ? family?.pooling : poolingOf(written);
  if (told === null) return null;
  const own = read(sentenceFiles.prompts, prompts)?.prompts ?? {};
  const { query, document = own.passage } = own;
  const most = read('tokenizer_config.json', tokenizer)?.model_max_length ?? Number.POSITIVE_INFINITY;
  return {
    job: 'embedding',
    dimension,
    window: Math.min(windowOf(facts), most, read(sentenceFiles.window, sentenceWindow)?.max_seq_length ?? most),
    pooling: told ?? 'mean',
    ...(told === undefined ? { poolingAssumed: true } : {}),
    prefixes:
      query || document
        ? { query: query ?? '', passage: document ?? '' }
        : (family?.prefixes ?? { query: '', passage: '' }),
    ...weights,
  };
}

function poolingOf(written: z.infer<typeof pooling>): 'mean' | 'cls' | null {
  const { pooling_mode: mode, pooling_mode_mean_tokens: mean, pooling_mode_cls_token: cls } = written;
  if (mode === 'mean' || mode === 'cls') return mode;
  if (mean === true && cls !== true) return 'mean';
  return cls === true && mean !== true ? 'cls' : null;
}

const measuredForAll = 'all-MiniLM-L6-v2';
/** Half words, half vectors: the model was not measured. */
const evenWeight = 0.5;

/** Weights of an unmeasured embedding model: its family's, otherwise MiniLM's; null if the catalogue lacks that one. */
export function unmeasuredWeights(
  name: string,
  catalogue: ModelCatalogue,
): Pick<EmbeddingEntry, 'vectorWeight' | 'cosineThreshold' | 'ranking' | 'confidence' | 'relevance'> | null {
  const like = familyOf(name, catalogue)?.like ?? measuredForAll;
  const measured = catalogue.models.find(({ id }) => id === like);
  if (measured?.job !== 'embedding') return null;
  return {
    vectorWeight: evenWeight,
    cosineThreshold: measured.cosineThreshold,
    ...(measured.ranking ? { ranking: measured.ranking } : {}),
    // Cosines differ by model: without weights of its own, words alone tell, and nothing is sure.
    confidence: { ...measured.confidence, ...measured.confidence.wordsOnly, nearness: 0, languages: {} },
    relevance: {
      ...measured.relevance,
      unmeasured: true,
      report: `not measured with this model: taken from ${like} (${measured.relevance.report})`,
    },
  };
}

type Label = keyof NliScores;
/** The label of each logit, in the model's order. */
export type NliLabels = readonly [Label, Label, Label];

const knownLabels: readonly Label[] = ['entailment', 'neutral', 'contradiction'];

/** The labels of `id2label` in the order of the logits, which is each model's own; null for other labels. */
export function nliLabels(id2label: Readonly<Record<string, string>>): NliLabels | null {
  const labels = ['0', '1', '2'].map((position) =>
    knownLabels.find((name) => name === id2label[position]?.toLowerCase()),
  );
  const [first, second, third] = labels;
  if (!first || !second || !third || new Set(labels).size !== 3 || Object.keys(id2label).length !== 3) return null;
  return [first, second, third];
}
