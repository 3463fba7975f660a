import type { Answer } from '@shared/contract';
import type { Embedder, Models } from './models';

/** What this engine has done since it was opened (C11). */
export class Counters {
  embeddingCalls = 0;
  searches = 0;
  promptTokens = 0;
  answerTokens = 0;

  /** The same models, with every call of an embedder counted. */
  counting(models: Models): Models {
    return Object.create(models, {
      openEmbedder: { value: async (id: string) => this.countingEmbedder(await models.openEmbedder(id)) },
    }) as Models;
  }

  private countingEmbedder(embedder: Embedder): Embedder {
    const embed: Embedder['embed'] = (...call) => {
      this.embeddingCalls += 1;
      return embedder.embed(...call);
    };
    const dispose = () => embedder.dispose();
    return Object.create(embedder, { embed: { value: embed }, dispose: { value: dispose } }) as Embedder;
  }

  /** Tokens as the server counted them. */
  add({ tokens }: Answer): void {
    this.promptTokens += tokens?.prompt ?? 0;
    this.answerTokens += tokens?.answer ?? 0;
  }
}
