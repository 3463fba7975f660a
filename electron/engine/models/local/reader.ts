import type { ReaderEntry } from '@shared/model-catalogue';
import { type Reader, type Reading, throwIfStopped } from '../contract';
import { readerOutputs } from '../files/model-files';
import type { ModelTokenizer } from '../model-tokenizer';
import { stridedSpans } from '../windows';
import { inBigInts } from './onnx-session';
import { type PairModel, wrongOutput } from './pair-model';

/** Longest answer, tokens: as in the evaluation of SQuAD. */
const longestAnswer = 30;
/** Tokens that two windows of a passage have in common: an answer fits in one of them. */
const stride = 128;

/**
 * An extractive reader: reads question and passage together and gives the range of the passage that answers, its score
 * and that of there being no answer.
 *
 * A model of SQuAD 2.0 says “no answer” by its first token, whose logits the range must beat; one with the output
 * `answerable` says it by that logit. A long passage is read in windows that overlap, and its best range counts.
 */
export class OnnxReader implements Reader {
  readonly id: string;
  private readonly room: number;

  constructor(
    entry: ReaderEntry,
    private readonly model: PairModel,
  ) {
    this.id = entry.id;
    const { head, middle, tail } = model.tokenizer.pairFrame();
    this.room = entry.window - head.length - middle.length - tail.length;
  }

  async read(question: string, texts: readonly string[], signal?: AbortSignal): Promise<(Reading | null)[]> {
    const { tokenizer } = this.model;
    const { head, middle } = tokenizer.pairFrame();
    // A question longer than half of the window is read by its beginning.
    const asked = tokenizer.encode(question).slice(0, Math.floor(this.room / 2));
    const first = [...head, ...asked, ...middle];
    const readings: (Reading | null)[] = [];
    for (const text of texts) readings.push(await this.readingOf(first, text, this.room - asked.length, signal));
    throwIfStopped(signal);
    return readings;
  }

  dispose(): Promise<void> {
    return this.model.close();
  }

  /** @param room tokens of the passage that fit beside the question */
  private async readingOf(first: readonly number[], text: string, room: number, signal?: AbortSignal) {
    const passage = new PassageTokens(this.model.tokenizer, text);
    if (passage.ids.length === 0) return null;
    let best: (TokenSpan & { readonly none: number }) | null = null;
    for (const { start, end } of stridedSpans(passage.ids.length, room, Math.min(stride, Math.floor(room / 2)))) {
      throwIfStopped(signal);
      const span = await this.bestIn(first, passage.ids.slice(start, end));
      if (best !== null && span.score - span.none <= best.score - best.none) continue;
      best = { ...span, from: start + span.from, to: start + span.to };
    }
    if (best === null) return null;
    const { score, none } = best;
    return { ...passage.rangeOf(best.from, best.to), score, none };
  }

  private async bestIn(first: readonly number[], window: readonly number[]) {
    const ids = [...first, ...window, ...this.model.tokenizer.pairFrame().tail];
    const output = await this.model.run(inBigInts(ids), first.length);
    const [starts, ends] = readerOutputs.map((name) => output[name]);
    if (![starts, ends].every((values) => values?.length === ids.length && values.every(Number.isFinite))) {
      throw wrongOutput(this.id);
    }
    const [from, to] = [first.length, first.length + window.length];
    const span = bestSpan(starts?.subarray(from, to) ?? [], ends?.subarray(from, to) ?? []);
    const answerable = output.answerable?.[0];
    const none = answerable === undefined ? (starts?.[0] ?? 0) + (ends?.[0] ?? 0) : span.score - answerable;
    if (!Number.isFinite(none)) throw wrongOutput(this.id);
    return { ...span, none };
  }
}

interface TokenSpan {
  readonly from: number;
  /** The last token, included. */
  readonly to: number;
  /** The sum of its two logits. */
  readonly score: number;
}

/** Returns the range of tokens with the highest sum of logits, at most `longestAnswer` long; the first of equals. */
export function bestSpan(starts: ArrayLike<number>, ends: ArrayLike<number>): TokenSpan {
  let best = { from: 0, to: 0, score: Number.NEGATIVE_INFINITY };
  for (let from = 0; from < starts.length; from += 1) {
    for (let to = from; to < Math.min(ends.length, from + longestAnswer); to += 1) {
      const score = (starts[from] ?? 0) + (ends[to] ?? 0);
      if (score > best.score) best = { from, to, score };
    }
  }
  return best;
}

/** A part of a word that no answer begins or ends inside: letters and figures with their marks, or one sign. */
const wordPart = /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}][\p{M}\u200d]*/gu;

interface Word {
  readonly text: string;
  /** Its beginning in the text, UTF-16. */
  readonly at: number;
  readonly firstToken: number;
}

/**
 * The tokens of a passage, each of which belongs to one word between blanks: tokenizers tell no places, and one
 * that folds letters would tell those of another text. A word behind another is encoded as it is behind a blank.
 */
export class PassageTokens {
  readonly ids: readonly number[];
  private readonly words: readonly Word[] = [];
  /** A blank, if the tokenizer takes the one before a word for a part of it. */
  private readonly blank: '' | ' ';

  constructor(
    private readonly tokenizer: Pick<ModelTokenizer, 'encode'>,
    text: string,
  ) {
    const alone = tokenizer.encode('a');
    this.blank = tokenizer.encode('a a').slice(alone.length).join() === alone.join() ? '' : ' ';
    const ids: number[] = [];
    const words: Word[] = [];
    for (const { 0: word, index } of text.matchAll(/\S+/gu)) {
      words.push({ text: word, at: index, firstToken: ids.length });
      for (const id of this.encoded(word, index)) ids.push(id);
    }
    this.ids = ids;
    this.words = words;
  }

  /** Returns the range of the text, UTF-16, of these tokens, both included: whole words, without signs beside them. */
  rangeOf(from: number, to: number): { readonly start: number; readonly end: number } {
    const [first, last] = [this.wordOf(from), this.wordOf(to)];
    const start = this.placesIn(first).findLast(({ token }) => token <= from) ?? first;
    const end = this.placesIn(last).find(({ token }) => token > to);
    return { start: start.at, end: end?.at ?? last.at + last.text.length };
  }

  private wordOf(token: number): Word {
    const word = this.words.findLast(({ firstToken }) => firstToken <= token);
    if (!word) throw new RangeError(`no word has the token ${token}`);
    return word;
  }

  /** Returns where each part of a word begins, in the text and among the tokens. */
  private placesIn({ text, at, firstToken }: Word): { readonly at: number; readonly token: number }[] {
    return [...text.matchAll(wordPart)].map(({ index }) => ({
      at: at + index,
      token: firstToken + (index === 0 ? 0 : this.encoded(text.slice(0, index), at).length),
    }));
  }

  private encoded(word: string, at: number): readonly number[] {
    return this.tokenizer.encode(at === 0 ? word : `${this.blank}${word}`);
  }
}
