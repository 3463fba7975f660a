import type { ChatModel, ChatOptions, Embedder, Models } from './models';

/** What this engine has done since it was opened (C11). */
export class Counters {
  embeddingCalls = 0;
  searches = 0;
  promptTokens = 0;
  answerTokens = 0;

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
      this.embeddingCalls += 1;
      return embedder.embed(...call);
    };
    const dispose = () => embedder.dispose();
    return Object.create(embedder, { embed: { value: embed }, dispose: { value: dispose } }) as Embedder;
  }

  /** The same chat model, with the tokens of every call counted, as the server tells them: answers' and agents'. */
  countingTokens(model: ChatModel): ChatModel {
    const chat: ChatModel['chat'] = (messages, options, signal) => {
      const counting: ChatOptions = {
        ...options,
        onUsage: (usage) => {
          this.promptTokens += usage.promptTokens ?? 0;
          this.answerTokens += usage.outputTokens ?? 0;
          options.onUsage?.(usage);
        },
      };
      return model.chat(messages, counting, signal);
    };
    return {
      id: model.id,
      contextTokens: model.contextTokens,
      countTokens: (text) => model.countTokens(text),
      tokenCounter: () => model.tokenCounter(),
      chat,
    };
  }
}
