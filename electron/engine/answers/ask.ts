import type { ParsedRequestOf, Run } from '@shared/contract';
import { codedError, VitrineError } from '@shared/errors';
import { noModelCounts } from '@shared/prompt/super-prompt';
import { Chat, nearnessOfSentences } from '../chat';
import { Controller } from '../controller';
import type { EngineContext, RouteContext } from '../engine-context';
import { chatModelName, type Embedder, estimatedCounter, type TokenCounter } from '../models';
import { nothingSearched, outlined, retrieveWithMemory, routeMeant } from '../retrieval';
import { notAllowed } from '../settings/permissions';
import type { ConversationStores } from '../store';
import { agentsOfRequest, modelsOfRequest } from '../jobs/models/chat-models';
import { scopeOfRun } from '../chat/cited-places';
import { rememberedBy } from './conversation-memory';

interface Asking {
  readonly onSuggestions?: (topics: readonly string[]) => void;
  /** Where its runs are kept; the library where nothing is said. */
  readonly stores?: ConversationStores;
  /** Nothing is searched. */
  readonly withoutDocuments?: boolean | undefined;
}

/**
 * The controller for one request: its events carry the request's id.
 */
export function controllerOf(parts: EngineContext, context: RouteContext, asking: Asking = {}): Controller {
  const { requestId } = context;
  const { library, activeModel, config, emit } = parts;
  const { stores = library } = asking;
  // Chunks were counted by this tokenizer when they were stored; counting them again took most of A4's time.
  const counted = new Map<string, number>();
  const openModel = modelsOfRequest(parts, context);
  /** A run may have come with the library, or from a file: its model waits for a yes, unless it is the one in force. */
  const openRunModel = async (name: string) => {
    if (name !== parts.options.chatModel) parts.permissions.assertAllowed('chatModel', name);
    return openModel(name);
  };
  const agentOf = agentsOfRequest(openRunModel);
  /** A model that cannot be had will not answer, and whoever asks it says so: then it is as if none had been named. */
  const modelThatAnswers = async (name: string | null) => (name === null ? null : openRunModel(name).catch(() => null));
  return new Controller({
    runs: stores.runs,
    newRunId: () => stores.newId('run'),
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
        weakEvidence: run.weakEvidence === true,
        asPassages: run.asPassages === true,
        agent: await agentOf(run.chatModel, stageConfig.agents),
        reranker: await parts.activeReranker.current(),
        nli: parts.activeNli.named(stageConfig.limits.gate.nliModel),
        embedder,
        async tokenCounter() {
          const model = await modelThatAnswers(run.answeredBy);
          return model === null ? counterOfEmbedder(embedder, counted) : model.tokenCounter();
        },
        async routed(asked, stop) {
          if (asking.withoutDocuments) return null;
          const inScope = { ...asked, scope: scopeOfRun(run) };
          return routeMeant(await parts.retriever(), library, inScope, stageConfig.limits, stop);
        },
        async outlined(route, query, stop) {
          if (asking.withoutDocuments) return nothingSearched(query, stageConfig.limits);
          if (route.kind === 'overview') {
            const { passagesOfTopics } = await import('./wholes/whole-text');
            return passagesOfTopics(parts, run, route, query, stageConfig.limits, stop);
          }
          const found = outlined(library, route, { query, scope: scopeOfRun(run) }, stageConfig.limits);
          asking.onSuggestions?.(found.suggestions);
          return found;
        },
        async calculated({ question, language, documentIds, rowsAreBest }, stop) {
          if (asking.withoutDocuments || documentIds.length === 0) return null;
          const { readTableFor } = await import('./calculation/calculation-plan');
          const read = readTableFor(parts, question, documentIds);
          if (!read || read.found) return read?.found ? { calculation: read.found } : null;
          if (!parts.settings.value('calculation.proposals') || !(read.isNamed || rowsAreBest)) return null;
          const agent = await config.task('Plan_Proposer');
          const runner = await agentsOfRequest(openRunModel)(run.answeredBy, { Plan_Proposer: agent });
          if (!runner) return null;
          const { proposedCalculation } = await import('./calculation/propose-plan');
          const confidence = stageConfig.limits.answer.bands.low;
          const proposing = { runner, agent, language, confidence, signal: stop };
          return proposedCalculation(parts, question, read, proposing);
        },
        async retrieve(query, stop, thread) {
          if (asking.withoutDocuments) return nothingSearched(query, stageConfig.limits);
          const remembered = await rememberedBy(parts, stores, run, stageConfig.limits, stop);
          parts.counters.count('searches');
          const request = { query, mode: 'hybrid', scope: scopeOfRun(run), thread } as const;
          const retriever = await parts.retriever();
          const found = await retrieveWithMemory(retriever, request, remembered, stageConfig.limits, stop);
          asking.onSuggestions?.(found.suggestions);
          for (const { chunk } of embedder ? found.candidates : []) counted.set(chunk.text, chunk.tokenCount);
          return found;
        },
      };
    },
    async calculationWith(found, text) {
      const { editedCalculation } = await import('./calculation/calculation-plan');
      return editedCalculation(parts, found, text);
    },
    onStage: (run, record) => emit({ type: 'run.stage', requestId, runId: run.runId, stage: record.stage, record }),
  });
}

/** @param counted tokens of texts that this model has counted before */
function counterOfEmbedder(embedder: Embedder | null, counted: ReadonlyMap<string, number>): TokenCounter {
  if (embedder === null) return estimatedCounter(noModelCounts);
  return {
    model: embedder.id,
    exact: !embedder.estimatesTokens,
    count: (text) => counted.get(text) ?? embedder.countTokens(text),
  };
}

/** A chat model that a person names here, which allows it. Errors: `bad-request` for a name that is none. */
export function chosenModel(
  { permissions }: Pick<EngineContext, 'permissions'>,
  name: string | null | undefined,
): void {
  if (name === undefined || name === null) return;
  chatModelName(name);
  permissions.enter('chatModel', name);
}

/**
 * @param stores where the conversation is kept, with its runs
 * @param asked the question, where one is asked: where it looks is kept with its run
 */
export function chatOf(
  parts: EngineContext,
  context: RouteContext,
  stores: ConversationStores,
  asked: ParsedRequestOf<'chat.ask'> | null = null,
): Chat {
  const { config, emit, options, settings } = parts;
  const { requestId } = context;
  const openModel = modelsOfRequest(parts, context);
  const cited = new Set<number>();
  return new Chat({
    limits: () => config.limits(),
    newId: (prefix) => stores.newId(prefix),
    async runStages(prompt, collection, conversation, signal, model, answeredBy) {
      let suggestions: readonly string[] = [];
      const onSuggestions = (topics: readonly string[]): void => {
        suggestions = topics;
      };
      const { withoutDocuments } = asked ?? {};
      const controller = controllerOf(parts, context, { stores, onSuggestions, withoutDocuments });
      const answering = answeredBy === undefined ? options.chatModel : answeredBy;
      // Asked while the first stages work, so that a server that hangs is not waited for after them. What goes wrong is
      // told by whoever needs the model: it gets the same promise.
      if (answering !== null) {
        const opening = openModel(answering);
        void opening.then((opened) => opened.tokenCounter()).catch(() => null);
      }
      const run = await controller.start(prompt, {
        ...lookOf(parts, stores, asked ?? { collection }, conversation.length),
        conversation,
        chatModel: model,
        answeredBy: answering,
      });
      return { run: await controller.auto(run, undefined, signal), suggestions };
    },
    withWeakEvidence: (run, signal) => controllerOf(parts, context, { stores }).withWeakEvidence(run, signal),
    async reselect(run, chunkIds, keepConversation, signal) {
      const controller = controllerOf(parts, context, { stores });
      const edited = await controller.edit({
        runId: run.runId,
        edits: [
          { path: 'final_selection_ids', value: [...chunkIds] },
          ...(keepConversation ? [] : [{ path: 'limits.N4_RECENT_CONV_MAX_PAIRS', value: 0 }]),
        ],
      });
      return controller.auto(edited, undefined, signal);
    },
    nearness: (...asked) => nearnessOfSentences(() => parts.activeModel.load(), ...asked),
    weights: () => parts.activeModel.entry.confidence,
    async calculation(run, found, limits) {
      const { calculatedAnswer } = await import('./calculation/calculation-answer');
      return calculatedAnswer(parts, run, found, limits);
    },
    async census(messageId, run, question, limits, signal) {
      const { censusAnswer } = await import('./census/census-answer');
      const onLooked = (looked: number, of: number) => emit({ type: 'chat.looked', requestId, messageId, looked, of });
      return censusAnswer(parts, run, question, limits, onLooked, signal);
    },
    async whole(run, route, limits, asItStands, signal) {
      const { wholeAnswer } = await import('./wholes/whole-text');
      return wholeAnswer(parts, run, route, limits, signal, asItStands);
    },
    run: (runId) => stores.runs.get(runId),
    async chatModel(name, notices, contextTokens) {
      const chosen = name ?? options.chatModel;
      if (chosen === null) {
        const waits = parts.permissions.waiting().find(({ use, leftOff }) => use === 'chatModel' && !leftOff);
        if (waits) notices.push(codedError(notAllowed(waits)));
        return null;
      }
      try {
        if (chosen !== options.chatModel) parts.permissions.assertAllowed('chatModel', chosen);
        return await openModel(chosen, contextTokens);
      } catch (error) {
        if (!(error instanceof VitrineError) || error.code === 'bad-request') throw error;
        notices.push(codedError(error));
        return null;
      }
    },
    history: (conversationId, after) => stores.conversations.upTo(conversationId, after),
    isThere: (conversationId) => stores.conversations.has(conversationId),
    record: (answer, id, after) => stores.conversations.record(answer, id, after, settings.value('figures.keep')),
    keepWithRun(answer, id) {
      stores.runs.put({ ...stores.runs.get(answer.runId), answer });
      if (settings.value('figures.keep')) stores.log.write({ ...answer, requestId: id });
    },
    onPassages(messageId, passages) {
      if (passages.length > 0) emit({ type: 'chat.passages', requestId, messageId, passages });
    },
    onToken: (messageId, token) => emit({ type: 'chat.token', requestId, messageId, token }),
    onCitation(messageId, citation) {
      if (!cited.has(citation.marker)) emit({ type: 'chat.citation', requestId, messageId, citation });
      cited.add(citation.marker);
    },
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

/** Where a run looks and what it may recall: kept with the run, so that a rerun and an edit look there too. */
type RunLook = Pick<Run, 'scope' | 'filters' | 'instructions' | 'memory' | 'asPassages'> & {
  readonly collection?: string | undefined;
};

type Asked = Pick<ParsedRequestOf<'chat.ask'>, 'collection' | 'scope' | 'filters' | 'conversationId'> &
  Partial<Pick<ParsedRequestOf<'chat.ask'>, 'alone' | 'after' | 'asPassages'>>;

/**
 * What a request says about where to look. Errors: `conversation-not-found`.
 *
 * @param messages turns of the conversation that go along with the prompt
 */
export function lookOf(
  { library }: EngineContext,
  { conversations }: ConversationStores,
  asked: Asked,
  messages: number,
): RunLook {
  const { collection, scope, filters, conversationId = null } = asked;
  const names = [
    ...(collection === undefined ? [] : [collection]),
    ...(scope?.collections ?? []),
    ...(filters?.collections ?? []),
  ];
  const instructions = library.collections.systemPrompts(names);
  const before = conversationId === null ? [] : conversations.upTo(conversationId, asked.after);
  const after = before.at(-1)?.messageId;
  return {
    collection,
    ...(scope ? { scope } : {}),
    ...(filters ? { filters } : {}),
    ...(asked.asPassages ? { asPassages: true } : {}),
    ...(instructions.length > 0 ? { instructions } : {}),
    ...(asked.alone
      ? {}
      : {
          memory: {
            conversationId,
            exchanges: before.length,
            ...(after === undefined ? {} : { after }),
            recent: Math.min(before.length, Math.ceil(messages / 2)),
            before: new Date().toISOString(),
          },
        }),
  };
}
