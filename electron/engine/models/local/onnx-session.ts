import { availableParallelism } from 'node:os';
import { VitrineError } from '@shared/errors';
import type { InferenceSession, Tensor } from 'onnxruntime-node';

type Runtime = typeof import('onnxruntime-node');

interface OnnxOutput {
  readonly data: Float32Array;
  readonly shape: readonly number[];
}

/**
 * Threads of one run: all of two cores, otherwise half of the processors (the others are mostly the same cores again),
 * at most four. Measured on two cores, one thread against two: bundled model 4.9 and 2.6 ms a 1000-character chunk,
 * MiniLM 12.1 and 6.7 ms; the vectors are the same bytes. A run holds the JavaScript thread, so two calls side by side
 * gain nothing.
 */
export function threadsFor(processors: number): number {
  return Math.min(4, Math.max(Math.min(2, processors), Math.ceil(processors / 2)));
}

/**
 * The other threads of a session between two pieces of work: `awake` they look for the next one in a loop,
 * onnxruntime's default, which takes a little less time in a series of runs; `asleep` they wait for a signal. After a
 * query of nine words they looped for another 9 ms of a processor (1.0 ms asleep), which LanceDB then lacked.
 */
export type ThreadsWait = 'awake' | 'asleep';

/** Options of sessions; a session measured beside one is opened in the same way. */
export const sessionOptions = (threads: number, wait: ThreadsWait): InferenceSession.SessionOptions => ({
  executionProviders: ['cpu'],
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  logSeverityLevel: 4,
  extra: { session: { intra_op: { allow_spinning: wait === 'awake' ? '1' : '0' } } },
});

/**
 * A graph on disk, opened by onnxruntime, that is given one sequence of tokens at a time, unpadded.
 *
 * A worker thread must not be terminated in the middle of a run: onnxruntime 1.30 then takes the whole process down
 * (SIGABRT, measured in Node 20). Abort the work, close the session, and let the thread come to its own end; a thread
 * whose session is idle, open or closed, may be terminated.
 */
export class OnnxSession {
  private closed = false;
  /** Settles when the runs on their way have ended, as nothing: what it settled as would hold all runs before. */
  private running: Promise<void> = Promise.resolve();

  private constructor(
    private readonly runtime: Runtime,
    private readonly session: InferenceSession,
    private readonly path: string,
  ) {}

  /**
   * Opens the graph at `path`. Errors: `model-failed` where the runtime itself does not load, `model-damaged` where
   * it refuses the file.
   */
  static async open(
    path: string,
    threads = threadsFor(availableParallelism()),
    wait: ThreadsWait = 'awake',
  ): Promise<OnnxSession> {
    const runtime = await loadRuntime();
    try {
      const session = await runtime.InferenceSession.create(path, sessionOptions(threads, wait));
      return new OnnxSession(runtime, session, path);
    } catch (error) {
      throw new VitrineError('model-damaged', { why: 'graph', path, said: reasonOf(error) }, { cause: error });
    }
  }

  /** Refuses a graph that lacks an output. Errors: `model-damaged`. */
  requireOutput(name: string): void {
    if (this.session.outputNames.includes(name)) return;
    const outputs = this.session.outputNames.join(', ');
    throw new VitrineError('model-damaged', { why: 'graph', path: this.path, said: `${outputs}, not ${name}` });
  }

  /**
   * Runs the graph on one sequence. The token types are 0 for the first text, and 1 from position `second` on, where
   * the second text begins. Errors: `model-failed`.
   */
  async run(ids: readonly number[], output: string, second = ids.length): Promise<OnnxOutput> {
    if (this.closed) throw new VitrineError('model-failed', { why: 'closed' });
    const inputs = this.inputsFor(ids, second);
    try {
      const run = this.session.run(inputs, [output]);
      this.running = Promise.allSettled([this.running, run]).then(() => undefined);
      return copiedOut((await run)[output]);
    } catch (error) {
      if (error instanceof VitrineError) throw error;
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
    await this.session.release();
  }

  private inputsFor(ids: readonly number[], second: number): Record<string, Tensor> {
    const row = (values: BigInt64Array): Tensor => new this.runtime.Tensor('int64', values, [1, values.length]);
    const inputs: Record<string, Tensor> = {};
    for (const name of this.session.inputNames) {
      if (name === 'input_ids') inputs[name] = row(inBigInts(ids));
      else if (name === 'attention_mask') inputs[name] = row(new BigInt64Array(ids.length).fill(1n));
      else if (name === 'token_type_ids') inputs[name] = row(new BigInt64Array(ids.length).fill(1n, second));
      else throw new VitrineError('model-damaged', { why: 'graph', path: this.path, said: name });
    }
    return inputs;
  }
}

export const inBigInts = (ids: readonly number[]): BigInt64Array => BigInt64Array.from(ids, BigInt);

async function loadRuntime(): Promise<Runtime> {
  try {
    return await import('onnxruntime-node');
  } catch (error) {
    throw new VitrineError('model-failed', { why: 'no-runtime', said: reasonOf(error) }, { cause: error });
  }
}

function copiedOut(tensor: Tensor | undefined): OnnxOutput {
  if (!(tensor?.data instanceof Float32Array)) {
    throw new VitrineError('model-failed', { why: 'stopped', said: 'no 32-bit floats' });
  }
  const output = { data: tensor.data.slice(), shape: [...tensor.dims] };
  tensor.dispose();
  return output;
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
