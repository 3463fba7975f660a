import type { ParsedRequestOf, Run } from '@shared/contract';
import { reportOf, VitrineError, valuesOf } from '@shared/errors';
import { noModelCounts } from '@shared/super-prompt';
import { Chat } from '../../chat';
import { Controller } from '../../controller';
import type { EngineParts, RouteContext } from '../../engine-parts';
import { chatModelName, type Embedder, estimatedCounter, type TokenCounter } from '../../models';
import { nothingSearched, retrieveWithMemory } from '../../retrieval';
import { modelsOfRequest } from '../models/chat-models';
import { agentsOfRequest } from '../models/run-agents';
import { rememberedBy } from './conversation-memory';
import { lookOf } from './run-look';
import { nearnessOfSentences } from './sentence-nearness';

interface Asking {
  readonly onSuggestions?: (topics: readonly string[]) => void;
  /** Nothing is searched. */
  readonly withoutDocuments?: boolean | undefined;
}

/**
 * The controller for one request: its events carry the request's id.
 */
export function controllerOf(parts: EngineParts, context: RouteContext, asking: Asking = {}): Controller {
  const { requestId } = context;
  const { library, activeModel, config, emit } = parts;
  // Chunks were counted by this tokenizer when they were stored; counting them again took most of A4's time.
  const counted = new Map<string, number>();
  const openModel = modelsOfRequest(parts, context);
  const agentOf = agentsOfRequest((name) => openModel(name));
  /** A model that cannot be had will not answer, and whoever asks it says so: then it is as if none had been named. */
  const modelThatAnswers = async (name: string | null) => (name === null ? null : openModel(name).catch(() => null));
  return new Controller({
    runs: library.runs,
    newRunId: () => library.newId('run'),
    context: () => ({
      libraryVersion: library.version,
      embeddingModel: activeModel.id,
      chatModel: parts.options.chatModel,
    }),
    config: () => config.stageConfig(),
    async stageServices(run: Run, stageConfig, signal) {
      const { embedder } = await activeModel.load().catch(() => ({ embedder: null }));
      return {
        signal,
        instructions: run.instructions ?? [],
        agent: await agentOf(run.chatModel, stageConfig.agents),
        reranker: await parts.activeReranker.current(),
        nli: parts.activeNli.named(stageConfig.limits.gate.nliModel),
        embedder,
        async tokenCounter() {
          const model = await modelThatAnswers(run.answeredBy ?? run.chatModel);
          return model === null ? counterOfEmbedder(embedder, counted) : model.tokenCounter();
        },
        async retrieve(query, stop) {
          if (asking.withoutDocuments) return nothingSearched(query, stageConfig.limits);
          const { collection, scope, filters } = run;
          const inScope = { collection: collection ?? undefined, scope, filters };
          const remembered = await rememberedBy(parts, run, stageConfig.limits, stop);
          parts.counters.searches += 1;
          const request = { query, mode: 'hybrid', scope: inScope } as const;
          const retriever = await parts.retriever();
          const found = await retrieveWithMemory(retriever, request, remembered, stageConfig.limits, stop);
          asking.onSuggestions?.(found.suggestions);
          for (const { chunk } of embedder ? found.candidates : []) counted.set(chunk.text, chunk.tokenCount);
          return found;
        },
      };
    },
    onStage: (run, record) => emit({ type: 'run.stage', requestId, runId: run.runId, stage: record.stage, record }),
  });
}

/** @param counted tokens of texts that this model has counted before */
function counterOfEmbedder(embedder: Embedder | null, counted: ReadonlyMap<string, number>): TokenCounter {
  if (embedder === null) return estimatedCounter(noModelCounts, 'no model is there to count');
  const exact = !embedder.estimatesTokens;
  return {
    model: embedder.id,
    exact,
    reason: exact ? null : 'its server tells no tokenizer',
    count: (text) => counted.get(text) ?? embedder.countTokens(text),
  };
}

/** @param asked the question, where one is asked: where it looks is kept with its run */
export function chatOf(
  parts: EngineParts,
  context: RouteContext,
  asked: ParsedRequestOf<'chat.ask'> | null = null,
): Chat {
  const { library, config, emit, options } = parts;
  const { requestId } = context;
  const openModel = modelsOfRequest(parts, context);
  return new Chat({
    limits: () => config.limits(),
    newId: (prefix) => library.newId(prefix),
    async runStages(prompt, collection, conversation, signal, model, answeredBy) {
      let suggestions: readonly string[] = [];
      const onSuggestions = (topics: readonly string[]): void => {
        suggestions = topics;
      };
      const controller = controllerOf(parts, context, { onSuggestions, withoutDocuments: asked?.withoutDocuments });
      if (model !== undefined && model !== null) chatModelName(model);
      const answering = answeredBy === undefined ? options.chatModel : answeredBy;
      // Asked while the first stages work, so that a server that hangs is not waited for after them. What goes wrong is
      // told by whoever needs the model: it gets the same promise.
      if (answering !== null) {
        const opening = openModel(answering);
        void opening.then((opened) => opened.tokenCounter()).catch(() => null);
      }
      const run = await controller.start(prompt, {
        ...lookOf(parts, asked ?? { collection }, conversation.length),
        conversation,
        chatModel: model,
        answeredBy: answering,
      });
      return { run: await controller.auto(run, undefined, signal), suggestions };
    },
    async reselect(run, chunkIds, keepConversation, signal) {
      const controller = controllerOf(parts, context);
      const edited = await controller.edit({
        runId: run.runId,
        edits: [
          { path: 'final_selection_ids', value: [...chunkIds] },
          ...(keepConversation ? [] : [{ path: 'limits.N4_RECENT_CONV_MAX_PAIRS', value: 0 }]),
        ],
      });
      return controller.auto(edited, undefined, signal);
    },
    nearness: (question, sentences, signal) =>
      nearnessOfSentences(() => parts.activeModel.load(), question, sentences, signal),
    run: (runId) => library.runs.get(runId),
    async chatModel(name, notices, contextTokens) {
      const chosen = name ?? options.chatModel;
      if (chosen === null) return null;
      try {
        return await openModel(chosen, contextTokens);
      } catch (error) {
        const report = reportOf(error);
        const { code, message, hint } = report;
        if (!(error instanceof VitrineError) || code === 'bad-request') throw error;
        notices.push({ code, message: `${message} ${hint}`, values: valuesOf(report) });
        return null;
      }
    },
    history: (conversationId) => library.conversations.messages(conversationId),
    record(answer, id, beside) {
      library.conversations.record(answer, id, beside);
    },
    onToken: (messageId, token) => emit({ type: 'chat.token', requestId, messageId, token }),
    onCitation: (messageId, citation) => emit({ type: 'chat.citation', requestId, messageId, citation }),
    onDone: (answer) =>
      emit({
        type: 'chat.done',
        requestId,
        messageId: answer.messageId,
        conversationId: answer.conversationId,
        latencyMs: answer.timings.total,
        tokens: answer.tokens ?? null,
      }),
  });
}
