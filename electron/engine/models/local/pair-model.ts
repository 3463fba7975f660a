import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { PreTrainedModel } from '@huggingface/transformers';
import { VitrineError } from '@shared/errors';
import { ModelTokenizer } from '../model-tokenizer';
import { reasonOf, sessionOptions, type ThreadsWait, threadsFor } from './onnx-session';

type Library = Awaited<ReturnType<typeof loadLibrary>>;

/**
 * A model that reads two texts at once and judges them, run by transformers.js: a cross-encoder of one label or more.
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
   * Opens the model of a folder of transformers.js' layout. Errors: `model-failed` where the runtime itself does not load,
   * `model-damaged` where it refuses the files or the graph puts out no logits.
   *
   * @param folder whole path
   */
  static async open(
    folder: string,
    threads = threadsFor(availableParallelism()),
    wait: ThreadsWait = 'awake',
  ): Promise<PairModel> {
    const library = await loadLibrary();
    const { AutoConfig, AutoModelForSequenceClassification, AutoTokenizer, PreTrainedModel } = library;
    const tokenizer = await ModelTokenizer.read(folder, async () => {
      const runner = await AutoTokenizer.from_pretrained(folder, localOnly);
      return {
        encode: (text, options) => runner.encode(text, options),
        idOf: (token) => runner.convert_tokens_to_ids(token),
      };
    });
    try {
      const { model_type } = await AutoConfig.from_pretrained(folder, localOnly);
      // All encoders take the same inputs: one of a kind that the library has no name for runs as its base.
      const known = typeof model_type === 'string' && AutoModelForSequenceClassification.supports(model_type);
      const kind = known ? AutoModelForSequenceClassification : PreTrainedModel;
      const model = await kind.from_pretrained(folder, {
        ...localOnly,
        // A folder's own configuration of these does not count.
        dtype: 'q8',
        device: 'cpu',
        use_external_data_format: false,
        session_options: sessionOptions(threads, wait),
      });
      const opened = new PairModel(tokenizer, library, model);
      await opened.requireLogits(folder);
      return opened;
    } catch (error) {
      if (error instanceof VitrineError) throw error;
      throw new VitrineError('model-damaged', { why: 'graph', path: folder, said: reasonOf(error) }, { cause: error });
    }
  }

  /**
   * The logits of one pair, copied out of native memory. Errors: `model-failed`.
   *
   * @param ids tokens of both texts with the special ones around them
   * @param second where the second text begins
   */
  async logits(ids: BigInt64Array, second: number): Promise<Float32Array> {
    if (this.closed) throw new VitrineError('model-failed', { why: 'closed' });
    const { Tensor } = this.library;
    const row = (values: BigInt64Array) => new Tensor('int64', values, [1, values.length]);
    const inputs = {
      input_ids: row(ids),
      attention_mask: row(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: row(new BigInt64Array(ids.length).fill(1n, second)),
    };
    try {
      const run: Promise<{ logits?: unknown }> = this.model(inputs);
      this.running = Promise.allSettled([this.running, run]).then(() => undefined);
      const { logits } = await run;
      if (!(logits instanceof Tensor) || !(logits.data instanceof Float32Array)) throw new Error('no 32-bit floats');
      const copied = logits.data.slice();
      logits.dispose();
      return copied;
    } catch (error) {
      throw new VitrineError('model-failed', { why: 'stopped', said: reasonOf(error) }, { cause: error });
    } finally {
      for (const tensor of Object.values(inputs)) tensor.dispose();
    }
  }

  /** Gives the native memory back, once the runs on their way have ended. A second call does nothing. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.running;
    await this.model.dispose();
  }

  private async requireLogits(folder: string): Promise<void> {
    const { outputNames } = this.model.sessions.model;
    if (Array.isArray(outputNames) && outputNames.includes('logits')) return;
    await this.close();
    const said = `${String(outputNames)}, not logits`;
    throw new VitrineError('model-damaged', { why: 'graph', path: basename(folder), said });
  }
}

const localOnly = { local_files_only: true } as const;

/** The library, told to read the files of this machine and nothing else, to write none and to print nothing. */
async function loadLibrary() {
  try {
    // By name, to leave the rest of it out of the build.
    const { AutoConfig, AutoModelForSequenceClassification, AutoTokenizer, PreTrainedModel, Tensor, LogLevel, env } =
      await import('@huggingface/transformers');
    env.allowRemoteModels = false;
    env.fetch = () => Promise.reject(new Error('models are read from this machine only'));
    env.useFSCache = false;
    env.useWasmCache = false;
    // It prints the tokens of a text that a model refuses.
    env.logLevel = LogLevel.NONE;
    return { AutoConfig, AutoModelForSequenceClassification, AutoTokenizer, PreTrainedModel, Tensor };
  } catch (error) {
    throw new VitrineError('model-failed', { why: 'no-runtime', said: reasonOf(error) }, { cause: error });
  }
}
