import { VitrineError } from '@shared/errors';
import type { RerankEntry } from '@shared/model-catalogue';
import { Lru } from '../../lru';
import { type Reranker, throwIfStopped } from '../contract';
import type { PairFrame } from '../model-tokenizer';
import { tokenWindows, windowSpans } from '../windows';
import { inBigInts } from './onnx-session';
import type { PairModel } from './pair-model';

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
  /** Least recently used first. */
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
    const logits = await this.model.logits(ids, first.length);
    const [logit] = logits;
    if (logit !== undefined && logits.length === 1 && Number.isFinite(logit)) return logit;
    throw new VitrineError('model-failed', { why: 'wrong-output', id: this.id });
  }
}
