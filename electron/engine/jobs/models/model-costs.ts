import { availableParallelism, cpus } from 'node:os';
import type { ModelCost } from '@shared/contract';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import {
  type ChatModel,
  type ChatOptions,
  type ChatUsage,
  type Models,
  type OpenedModel,
  withChat,
} from '../../models';
import type { Library } from '../../store';

/** Enough passages for a mean that does not jump, and no longer than a person waits. */
const mostTexts = 24;
const mostMs = 3000;

/** The computer of the figures: they do not hold on another one. */
const thisMachine = (): string => `${cpus()[0]?.model ?? 'unknown'} × ${availableParallelism()}`;

/** Figures measured on this computer, by name, kept with the library: one that was copied to another knows none there. */
export class FiguresHere<Figure> {
  constructor(
    private readonly library: Library,
    private readonly key: 'model-costs' | 'writing-times' | 'chat-times',
  ) {}

  all(): Readonly<Record<string, Figure>> {
    const kept = JSON.parse(this.library.setting(this.key) ?? '{}') as Record<string, Record<string, Figure>>;
    return kept[thisMachine()] ?? {};
  }

  set(name: string, figure: Figure): void {
    this.library.setSetting(this.key, JSON.stringify({ [thisMachine()]: { ...this.all(), [name]: figure } }));
  }
}

/** One answer of a chat model: what it read and wrote, tokens, and how long each took, ms. */
interface ChatTime {
  readonly read: number;
  readonly readMs: number;
  readonly wrote: number;
  readonly writeMs: number;
}

export interface ChatCost {
  readonly msPerPromptToken: number;
  readonly msPerAnswerToken: number;
}

/** The first answer may have waited for the model to be loaded, others for a server that does much else. */
const timesKept = 9;

export class ChatCosts {
  private readonly figures: FiguresHere<readonly ChatTime[]>;

  constructor(private readonly library: Library) {
    this.figures = new FiguresHere(library, 'chat-times');
  }

  of(id: string): ChatCost | null {
    const times = this.figures.all()[id];
    if (!times?.length) return null;
    return {
      msPerPromptToken: middle(times.map(({ read, readMs }) => readMs / read)),
      msPerAnswerToken: middle(times.map(({ wrote, writeMs }) => writeMs / wrote)),
    };
  }

  /** The same model, each of whose answers is timed: until its first token it reads, from then on it writes. */
  timing(model: ChatModel): ChatModel {
    const kept = (time: ChatTime): void => {
      if (!this.library.writable || time.read <= 0 || time.wrote <= 0) return;
      this.figures.set(model.id, [...(this.figures.all()[model.id] ?? []), time].slice(-timesKept));
    };
    return withChat(model, async function* (messages, options, signal) {
      let usage: ChatUsage = { promptTokens: null, outputTokens: null };
      const telling: ChatOptions = {
        ...options,
        onUsage(told) {
          usage = told;
          options.onUsage?.(told);
        },
      };
      const began = performance.now();
      let firstAt: number | null = null;
      let text = '';
      for await (const token of model.chat(messages, telling, signal)) {
        firstAt ??= performance.now();
        text += token;
        yield token;
      }
      if (firstAt === null) return;
      const [readMs, writeMs] = [firstAt - began, performance.now() - firstAt];
      // A tokenizer is read only where the server has not counted.
      const counted = async (words: string) => (await model.tokenCounter()).count(words);
      const prompt = () => counted(messages.map(({ content }) => content).join('\n'));
      const read = usage.promptTokens ?? (await prompt());
      kept({ read, readMs, wrote: usage.outputTokens ?? (await counted(text)), writeMs });
    });
  }
}

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

export class ModelCosts {
  readonly chat: ChatCosts;
  private readonly figures: FiguresHere<ModelCost>;

  constructor(
    private readonly library: Library,
    private readonly models: Models,
  ) {
    this.chat = new ChatCosts(library);
    this.figures = new FiguresHere(library, 'model-costs');
  }

  of(id: string): ModelCost | null {
    return this.figures.all()[id] ?? null;
  }

  /**
   * Times a warm model on passages of the library for about three seconds, a server in batches of a rebuild. Memory is
   * the largest growth of the process, or the size of the files. Errors: models' codes, `cancelled`.
   */
  async measure(id: string, signal: AbortSignal): Promise<ModelCost> {
    const entry = this.models.entry(id);
    const texts = passagesOf(this.library);
    const before = process.memoryUsage().rss;
    const started = performance.now();
    const model = await this.models.openAny(id, question, signal);
    try {
      const warming = performance.now();
      await model.run(texts.slice(0, 1), signal);
      const loadMs = performance.now() - started;
      const inTime = Math.floor(mostMs / (performance.now() - warming));
      const together = Math.max(1, Math.min(model.textsPerCall, textsADocument(this.library), inTime));
      const { done, ms } = await timed(model, texts, together, signal);
      const grown = Math.max(0, process.memoryUsage().rss - before);
      const characters = texts.slice(0, done).reduce((sum, text) => sum + text.length, 0) / done;
      const here = entry.source.kind !== 'server';
      const cost: ModelCost = {
        msPerText: Math.max(ms / done, 0.01),
        loadMs: Math.round(loadMs),
        memoryBytes: here ? Math.max(grown, this.of(id)?.memoryBytes ?? 0, await this.bytesOnDisk(id)) : null,
        texts: done,
        characters: Math.round(characters),
        measuredAt: new Date().toISOString(),
      };
      // A library that another process writes remembers no measurement of this one.
      if (this.library.writable) this.figures.set(id, cost);
      return cost;
    } finally {
      await model.dispose();
    }
  }

  /** Judges a missing model by the time of one that is here, from the comparison; or null. Errors: as `measure`. */
  async likely(entry: EmbeddingEntry, others: readonly EmbeddingEntry[], signal: AbortSignal) {
    for (const { id, measured: there } of others) {
      if (!entry.measured || !there || !(await this.models.isHere(id))) continue;
      const here = this.of(id) ?? (await this.measure(id, signal));
      const slower = here.msPerText / there.msPerText;
      const { msPerText, loadMs } = entry.measured;
      return { msPerText: msPerText * slower, loadMs: Math.round(loadMs * slower), judgedBy: id };
    }
    return null;
  }

  private async bytesOnDisk(id: string): Promise<number> {
    return (await this.models.listLocal()).find((model) => model.id === id)?.bytes ?? 0;
  }
}

/** Runs it on texts, so many in a call, while another call is over in time; `ms` is what the `done` first ones took. */
async function timed(model: OpenedModel, texts: readonly string[], together: number, signal: AbortSignal) {
  const from = performance.now();
  let done = 0;
  let ms = 0;
  let lastMs = 0;
  while (done < texts.length && (done === 0 || ms + lastMs <= mostMs)) {
    signal.throwIfAborted();
    const some = texts.slice(done, done + together);
    await model.run(some, signal);
    done += some.length;
    lastMs = performance.now() - from - ms;
    ms += lastMs;
  }
  return { done, ms };
}

const question = 'What does this passage say, and what follows from it?';

function textsADocument({ documents }: Library): number {
  const counts = documents.counts();
  return Math.max(1, Math.round(counts.chunks / Math.max(1, counts.documents)));
}

/** One chunk from the middle of documents that lie evenly in the library; for an empty one a text made for it. */
function passagesOf({ contents }: Library): string[] {
  const texts = evenly(contents.ids(), mostTexts).flatMap((contentId) => {
    const chunks = contents.chunkTexts(contentId);
    const chunk = chunks[Math.floor(chunks.length / 2)];
    return chunk ? [chunk.text] : [];
  });
  if (texts.length === 0) texts.push(standIn);
  return Array.from({ length: mostTexts }, (_, at) => texts[at % texts.length] ?? standIn);
}

/** About as long as a chunk of the shipped profile. */
const standIn = Array.from(
  { length: 12 },
  (_, at) => `Sentence ${at + 1} of a passage says what a heat pump does in winter, and what it costs to run.`,
).join(' ');

/** `count` of the items, at equal distances, in order; all where there are no more. */
export function evenly<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)]).flatMap((item) =>
    item === undefined ? [] : [item],
  );
}
