import { VitrineError } from '@shared/errors';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { type Embedder, type EmbeddingKind, throwIfStopped } from '../contract';
import type { ModelTokenizer } from '../model-tokenizer';
import { meanVector, normalised, pooled, tokenWindows } from '../windows';
import type { OnnxSession } from './onnx-session';

/**
 * An embedding model of the catalogue on onnxruntime.
 *
 * One window of one text is run at a time, unpadded: a vector never depends on its neighbours (8-bit models scale
 * activations by the whole batch: measured cosine to itself down to 0.986 in a batch). A text longer than the window is
 * embedded by equal windows without overlap; its vector is the mean of theirs, normalised again (I8). The model's
 * prefix comes before every window. A text without tokens (empty, white space) is embedded as the model's special
 * tokens alone, or one padding token without any: a unit vector like any other.
 */
export class OnnxEmbedder implements Embedder {
  readonly id: string;
  readonly dimension: number;
  /** Tokens of a passage that fit in one window, special tokens and prefix already taken off. */
  readonly maxTokens: number;
  private readonly output: string;
  private readonly prefixes: Readonly<Record<EmbeddingKind, readonly number[]>>;

  /** Errors: `model-damaged` when the graph does not put out what the catalogue says. */
  constructor(
    private readonly entry: EmbeddingEntry,
    private readonly tokenizer: ModelTokenizer,
    private readonly session: OnnxSession,
  ) {
    this.id = entry.id;
    this.dimension = entry.dimension;
    this.output = entry.pooling === 'none' ? 'sentence_embedding' : 'last_hidden_state';
    session.requireOutput(this.output);
    const { query, passage } = entry.prefixes;
    this.prefixes = { query: tokenizer.encode(query), passage: tokenizer.encode(passage) };
    this.maxTokens = this.room('passage');
  }

  countTokens(text: string): number {
    return this.tokenizer.count(text);
  }

  async embed(texts: readonly string[], kind: EmbeddingKind, signal?: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const text of texts) vectors.push(await this.embedText(text, kind, signal));
    return vectors;
  }

  dispose(): Promise<void> {
    return this.session.close();
  }

  private async embedText(text: string, kind: EmbeddingKind, signal?: AbortSignal): Promise<Float32Array> {
    const windows: Float64Array[] = [];
    for (const window of tokenWindows(this.tokenizer.encode(text), this.room(kind))) {
      throwIfStopped(signal);
      const output = await this.run(window, kind);
      windows.push(this.direction(pooled(output, this.dimension, this.entry.pooling)));
    }
    throwIfStopped(signal);
    const [only] = windows;
    const vector = windows.length === 1 && only ? only : this.direction(meanVector(windows));
    return Float32Array.from(vector);
  }

  /** The model's output for one window: `Float32Array[tokens × dimension]`, or `[dimension]` if it has pooled. */
  private async run(window: readonly number[], kind: EmbeddingKind): Promise<Float32Array> {
    const { head, tail } = this.tokenizer.frame;
    const ids = [...head, ...this.prefixes[kind], ...window, ...tail];
    const { data, shape } = await this.session.run(ids.length > 0 ? ids : [this.tokenizer.padding], this.output);
    if (shape.at(-1) === this.dimension) return data;
    const said = `${shape.at(-1)} numbers a text, not ${this.dimension}`;
    throw new VitrineError('model-damaged', { why: 'graph', path: this.entry.title, said });
  }

  private direction(vector: Float64Array): Float64Array {
    const unit = normalised(vector);
    if (unit) return unit;
    throw new VitrineError('model-failed', { why: 'no-vector', id: this.id });
  }

  private room(kind: EmbeddingKind): number {
    const { head, tail } = this.tokenizer.frame;
    return this.entry.window - head.length - tail.length - this.prefixes[kind].length;
  }
}
