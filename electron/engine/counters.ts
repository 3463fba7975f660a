import { z } from 'zod';
import { type ChatModel, type ChatOptions, type Embedder, type Models, withChat } from './models';
import type { Library } from './store';

const settingKey = 'counters';

const sum = z.number().nonnegative();
const kept = z.object({ embeddingCalls: sum, searches: sum, promptTokens: sum, answerTokens: sum });

export type Sums = z.infer<typeof kept>;

const none: Sums = { embeddingCalls: 0, searches: 0, promptTokens: 0, answerTokens: 0 };
const names = Object.keys(none) as readonly (keyof Sums)[];

/** This process's counts for a library that are not yet in the catalogue's sums (C11). */
export class Counters implements Sums {
  embeddingCalls = 0;
  searches = 0;
  promptTokens = 0;
  answerTokens = 0;

  /**
   * @param library keeps the sums; null for none
   * @param keeps whether figures about use are kept
   */
  constructor(
    private readonly library: Pick<Library, 'writable' | 'setting' | 'setSetting'> | null,
    private readonly keeps: () => boolean = () => true,
  ) {}

  /** Everything that was done with the library, by all processes that could write it down, and by this one. */
  sums(): Sums {
    const text = this.library?.setting(settingKey) ?? null;
    const before = text === null ? none : (kept.safeParse(JSON.parse(text)).data ?? none);
    const together = names.map((name) => [name, before[name] + this[name]]);
    return Object.fromEntries(together) as Sums;
  }

  /** Counts something that was done, unless figures about use are switched off. */
  count(name: keyof Sums, by = 1): void {
    if (this.keeps()) this[name] += by;
  }

  /** Adds to the sums in the catalogue; a process that only reads leaves them alone. Errors: those of the catalogue. */
  keep(): void {
    if (!this.library?.writable || names.every((name) => this[name] === 0)) return;
    this.library.setSetting(settingKey, JSON.stringify(this.sums()));
    Object.assign(this, none);
  }

  /** Begins again at nothing. Errors: those of the catalogue. */
  forget(): void {
    Object.assign(this, none);
    this.library?.setSetting(settingKey, JSON.stringify(none));
  }

  /** The same models, with every call of an embedder counted. */
  counting(models: Models): Models {
    return Object.create(models, {
      openEmbedder: {
        value: async (...how: Parameters<Models['openEmbedder']>) =>
          this.countingEmbedder(await models.openEmbedder(...how)),
      },
    }) as Models;
  }

  private countingEmbedder(embedder: Embedder): Embedder {
    const embed: Embedder['embed'] = (...call) => {
      this.count('embeddingCalls');
      return embedder.embed(...call);
    };
    const dispose = () => embedder.dispose();
    return Object.create(embedder, { embed: { value: embed }, dispose: { value: dispose } }) as Embedder;
  }

  /** The same chat model, with the tokens of every call counted, as the server tells them: answers' and agents'. */
  countingTokens(model: ChatModel): ChatModel {
    return withChat(model, (messages, options, signal) => {
      const counting: ChatOptions = {
        ...options,
        onUsage: (usage) => {
          this.count('promptTokens', usage.promptTokens ?? 0);
          this.count('answerTokens', usage.outputTokens ?? 0);
          options.onUsage?.(usage);
        },
      };
      return model.chat(messages, counting, signal);
    });
  }
}
