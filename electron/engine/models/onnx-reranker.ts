import { VitrineError } from '@shared/errors';
import type { RerankEntry } from '@shared/model-catalogue';
import type { Reranker } from './contract';
import type { ModelTokenizer, PairFrame } from './model-tokenizer';
import type { OnnxSession } from './onnx-session';
import { throwIfStopped } from './stop-signal';
import { tokenWindows } from './token-windows';

const OUTPUT = 'logits';

/**
 * A cross-encoder on onnxruntime: reads query and text together, one pair a run, and gives one logit.
 *
 * Nothing is cut: a text longer than the window is read in windows and scores as its best one (MaxP, Dai & Callan
 * 2019); a query longer than half the window is read in parts whose scores are averaged.
 */
export class OnnxReranker implements Reranker {
  readonly id: string;
  /** Tokens of query and text together that one run takes, special tokens already taken off. */
  readonly maxTokens: number;
  private readonly frame: PairFrame;

  /** Errors: `model-damaged` when the graph puts out no logits. */
  constructor(
    entry: RerankEntry,
    private readonly tokenizer: ModelTokenizer,
    private readonly session: OnnxSession,
  ) {
    session.requireOutput(OUTPUT);
    this.id = entry.id;
    this.frame = tokenizer.pairFrame();
    const { head, middle, tail } = this.frame;
    this.maxTokens = entry.window - head.length - middle.length - tail.length;
  }

  async score(query: string, texts: readonly string[], signal?: AbortSignal): Promise<Float32Array> {
    const queryParts = tokenWindows(this.tokenizer.encode(query), Math.floor(this.maxTokens / 2));
    const scores = new Float32Array(texts.length);
    for (const [index, text] of texts.entries()) {
      const tokens = this.tokenizer.encode(text);
      let sum = 0;
      for (const part of queryParts) sum += await this.bestWindow(part, tokens, signal);
      scores[index] = sum / queryParts.length;
    }
    return scores;
  }

  dispose(): Promise<void> {
    return this.session.close();
  }

  private async bestWindow(query: readonly number[], tokens: readonly number[], signal?: AbortSignal): Promise<number> {
    let best = Number.NEGATIVE_INFINITY;
    for (const window of tokenWindows(tokens, this.maxTokens - query.length)) {
      throwIfStopped(signal);
      best = Math.max(best, await this.logit(query, window));
    }
    throwIfStopped(signal);
    return best;
  }

  private async logit(query: readonly number[], window: readonly number[]): Promise<number> {
    const { head, middle, tail } = this.frame;
    const first = [...head, ...query, ...middle];
    const second = [...window, ...tail];
    const types = [...first.map(() => 0), ...second.map(() => 1)];
    const { data } = await this.session.run([...first, ...second], OUTPUT, types);
    const [logit] = data;
    if (logit !== undefined && data.length === 1 && Number.isFinite(logit)) return logit;
    throw new VitrineError('model-failed', `${this.id} gave no single score for a pair.`, 'Choose another model.');
  }
}
