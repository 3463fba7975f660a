import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import type { PreTrainedModel } from '@huggingface/transformers';
import { VitrineError } from '@shared/errors';
import type { NliEntry, RerankEntry } from '@shared/model-catalogue';
import { z } from 'zod';
import { Lru } from '../../lru';
import { type NliModel, type NliScores, type Reranker, throwIfStopped } from '../contract';
import { type NliLabels, nliLabels } from '../files/folder-models';
import { ModelTokenizer, type PairFrame } from '../model-tokenizer';
import { tokenWindows, windowSpans } from '../windows';
import { inBigInts, reasonOf, sessionOptions, type ThreadsWait, threadsFor } from './onnx-session';

type Library = Awaited<ReturnType<typeof loadLibrary>>;

/**
 * A model that reads two texts at once, run by transformers.js: a cross-encoder of one label or more, or a reader.
 * It gets one pair a call, unpadded: its result for a pair never depends on others.
 *
 * The rule of onnxruntime about threads holds here as for `OnnxSession`: a thread must not be ended in the middle of a
 * run.
 */
export class PairModel {
  private closed = false;
  /** Settles when the runs on their way have ended. */
  private running: Promise<void> = Promise.resolve();

  private constructor(
    readonly tokenizer: ModelTokenizer,
    private readonly library: Library,
    private readonly model: PreTrainedModel,
  ) {}

  /**
   * Opens a folder of transformers.js' layout (whole path), whose graph has these outputs. Errors: `model-failed`
   * without the runtime, `model-damaged`.
   */
  static async open(
    folder: string,
    outputs: readonly string[] = ['logits'],
    threads = threadsFor(availableParallelism()),
    wait: ThreadsWait = 'awake',
  ): Promise<PairModel> {
    const library = await loadLibrary();
    const { AutoTokenizer, PreTrainedModel } = library;
    const tokenizer = await ModelTokenizer.read(folder, async () => {
      const runner = await AutoTokenizer.from_pretrained(folder, localOnly);
      return {
        encode: (text, options) => runner.encode(text, options),
        idOf: (token) => runner.convert_tokens_to_ids(token),
      };
    });
    try {
      // All encoders take the same inputs, whatever their head: each runs as the base of all.
      const model = await PreTrainedModel.from_pretrained(folder, {
        ...localOnly,
        // A folder's own configuration of these does not count.
        dtype: 'q8',
        device: 'cpu',
        use_external_data_format: false,
        session_options: sessionOptions(threads, wait),
      });
      const opened = new PairModel(tokenizer, library, model);
      await opened.requireOutputs(folder, outputs);
      return opened;
    } catch (error) {
      if (error instanceof VitrineError) throw error;
      throw new VitrineError('model-damaged', { why: 'graph', path: folder, said: reasonOf(error) }, { cause: error });
    }
  }

  /**
   * Returns the outputs of the graph for one pair, copied out of native memory. Errors: `model-failed`.
   *
   * @param ids tokens of both texts with the special ones around them
   * @param second where the second text begins
   */
  async run(ids: BigInt64Array, second: number): Promise<Readonly<Record<string, Float32Array>>> {
    if (this.closed) throw new VitrineError('model-failed', { why: 'closed' });
    const { Tensor } = this.library;
    const row = (values: BigInt64Array) => new Tensor('int64', values, [1, values.length]);
    const inputs = {
      input_ids: row(ids),
      attention_mask: row(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: row(new BigInt64Array(ids.length).fill(1n, second)),
    };
    try {
      const run: Promise<Record<string, unknown>> = this.model(inputs);
      this.running = Promise.allSettled([this.running, run]).then(() => undefined);
      const copied: Record<string, Float32Array> = {};
      for (const [name, tensor] of Object.entries(await run)) {
        if (!(tensor instanceof Tensor) || !(tensor.data instanceof Float32Array)) throw new Error('no 32-bit floats');
        copied[name] = tensor.data.slice();
        tensor.dispose();
      }
      return copied;
    } catch (error) {
      throw new VitrineError('model-failed', { why: 'stopped', said: reasonOf(error) }, { cause: error });
    } finally {
      for (const tensor of Object.values(inputs)) tensor.dispose();
    }
  }

  /** Returns the logits of one pair, finite and as many as wanted. Errors: `model-failed`. */
  async logits(ids: BigInt64Array, second: number, count: number, id: string): Promise<Float32Array> {
    const { logits } = await this.run(ids, second);
    if (logits?.length === count && logits.every(Number.isFinite)) return logits;
    throw wrongOutput(id);
  }

  /** Gives the native memory back, once the runs on their way have ended. A second call does nothing. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.running;
    await this.model.dispose();
  }

  private async requireOutputs(folder: string, outputs: readonly string[]): Promise<void> {
    const { outputNames } = this.model.sessions.model;
    if (Array.isArray(outputNames) && outputs.every((name) => outputNames.includes(name))) return;
    await this.close();
    const said = `${String(outputNames)}, not ${outputs.join(', ')}`;
    throw new VitrineError('model-damaged', { why: 'graph', path: basename(folder), said });
  }
}

export const wrongOutput = (id: string): VitrineError => new VitrineError('model-failed', { why: 'wrong-output', id });

const localOnly = { local_files_only: true } as const;

/** The library, told to read the files of this machine and nothing else, to write none and to print nothing. */
async function loadLibrary() {
  try {
    // By name, to leave the rest of it out of the build.
    const { AutoTokenizer, PreTrainedModel, Tensor, LogLevel, env } = await import('@huggingface/transformers');
    env.allowRemoteModels = false;
    env.fetch = () => Promise.reject(new Error('models are read from this machine only'));
    env.useFSCache = false;
    env.useWasmCache = false;
    // It prints the tokens of a text that a model refuses.
    env.logLevel = LogLevel.NONE;
    return { AutoTokenizer, PreTrainedModel, Tensor };
  } catch (error) {
    throw new VitrineError('model-failed', { why: 'no-runtime', said: reasonOf(error) }, { cause: error });
  }
}

type Label = keyof NliScores;
const config = z.object({ id2label: z.record(z.string(), z.string()) });

/** A cross-encoder for natural language inference: one pair a run, three logits, their softmax. */
export class OnnxNli implements NliModel {
  private constructor(
    readonly id: string,
    private readonly window: number,
    private readonly labels: NliLabels,
    private readonly model: PairModel,
  ) {}

  /** Errors: `model-damaged` where config.json lacks the three labels. */
  static async open(entry: NliEntry, folder: string, model: PairModel): Promise<OnnxNli> {
    return new OnnxNli(entry.id, entry.window, await readLabels(folder), model);
  }

  async classify(
    pairs: readonly (readonly [premise: string, hypothesis: string])[],
    signal?: AbortSignal,
  ): Promise<NliScores[]> {
    const results: NliScores[] = [];
    for (const [premise, hypothesis] of pairs) {
      throwIfStopped(signal);
      results.push(await this.scores(premise, hypothesis));
    }
    throwIfStopped(signal);
    return results;
  }

  dispose(): Promise<void> {
    return this.model.close();
  }

  private async scores(premise: string, hypothesis: string): Promise<NliScores> {
    const { head, middle, tail } = this.model.tokenizer.pairFrame();
    const room = this.window - head.length - middle.length - tail.length;
    const second = this.model.tokenizer.encode(hypothesis);
    const first = this.model.tokenizer.encode(premise);
    // Half of a text decides nothing: a pair beyond the model's window is neutral.
    if (first.length + second.length > room) return { entailment: 0, neutral: 1, contradiction: 0 };
    const before = [...head, ...first, ...middle];
    const after = [...second, ...tail];
    const values = softmax([...(await this.model.logits(inBigInts([...before, ...after]), before.length, 3, this.id))]);
    const of = (label: Label): number => values[this.labels.indexOf(label)] ?? 0;
    return { entailment: of('entailment'), neutral: of('neutral'), contradiction: of('contradiction') };
  }
}

function softmax(logits: readonly number[]): number[] {
  const most = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

async function readLabels(folder: string): Promise<NliLabels> {
  const path = join(folder, 'config.json');
  try {
    const labels = nliLabels(config.parse(JSON.parse(await readFile(path, 'utf8'))).id2label);
    if (labels) return labels;
    throw new Error('id2label has other labels');
  } catch (error) {
    throw new VitrineError('model-damaged', { why: 'graph', path, said: 'no three labels' }, { cause: error });
  }
}

/** Texts whose tokens are kept: of some searches, 2 kB each. */
const textsKept = 1000;

/**
 * A cross-encoder with one label: reads query and text together, one pair a run, and gives one logit.
 *
 * Nothing is cut: a text longer than the window is read in windows and scores as its best one (MaxP, Dai & Callan
 * 2019); a query longer than half the window is read in parts whose scores are averaged.
 */
export class OnnxReranker implements Reranker {
  readonly id: string;
  /** Tokens of query and text together that one run takes, special tokens already taken off. */
  readonly maxTokens: number;
  private readonly frame: PairFrame;
  private readonly known = new Lru<string, BigInt64Array>(textsKept);

  constructor(
    entry: RerankEntry,
    private readonly model: PairModel,
  ) {
    this.id = entry.id;
    this.frame = model.tokenizer.pairFrame();
    const { head, middle, tail } = this.frame;
    this.maxTokens = entry.window - head.length - middle.length - tail.length;
  }

  async score(query: string, texts: readonly string[], signal?: AbortSignal): Promise<Float32Array> {
    const { head, middle } = this.frame;
    const parts = tokenWindows(this.model.tokenizer.encode(query), Math.floor(this.maxTokens / 2));
    const firsts = parts.map((part) => inBigInts([...head, ...part, ...middle]));
    const scores = new Float32Array(texts.length);
    for (const [index, text] of texts.entries()) {
      const tokens = this.tokensOf(text);
      let sum = 0;
      for (const [at, first] of firsts.entries()) {
        sum += await this.bestWindow(first, tokens, this.maxTokens - (parts[at]?.length ?? 0), signal);
      }
      scores[index] = sum / firsts.length;
    }
    return scores;
  }

  dispose(): Promise<void> {
    this.known.clear();
    return this.model.close();
  }

  /** Ids of a text as the graph wants them. The texts of the last searches come again in the next ones. */
  private tokensOf(text: string): BigInt64Array {
    const tokens = this.known.get(text) ?? inBigInts(this.model.tokenizer.encode(text));
    this.known.set(text, tokens);
    return tokens;
  }

  /** @param room tokens of a text that fit beside this first text */
  private async bestWindow(
    first: BigInt64Array,
    tokens: BigInt64Array,
    room: number,
    signal?: AbortSignal,
  ): Promise<number> {
    let best = Number.NEGATIVE_INFINITY;
    for (const { start, end } of windowSpans(tokens.length, room)) {
      throwIfStopped(signal);
      best = Math.max(best, await this.logit(first, tokens.subarray(start, end)));
    }
    throwIfStopped(signal);
    return best;
  }

  private async logit(first: BigInt64Array, window: BigInt64Array): Promise<number> {
    const { tail } = this.frame;
    const ids = new BigInt64Array(first.length + window.length + tail.length);
    ids.set(first);
    ids.set(window, first.length);
    for (const [at, id] of tail.entries()) ids[first.length + window.length + at] = BigInt(id);
    const [logit] = await this.model.logits(ids, first.length, 1, this.id);
    return logit ?? 0;
  }
}
