import { isPrivateId } from '@shared/address';
import type { Answer, ParsedRequestOf } from '@shared/contract';
import { reportOf, VitrineError } from '@shared/errors';
import { sourceOf } from '@shared/prompt/chunk';
import { inLanguage } from '@shared/words/index';
import { answerRun, askQuestion, resumeAnswer } from '../answers/ask';
import { measureQuestion } from '../answers/question-measure';
import { conversationTurns } from '../answers/question-turns';
import { answersOf, putIntoChat } from '../answers/run-answers';
import { controllerOf } from '../answers/run-controller';
import { takenIn } from '../answers/run-import';
import { chosenModel, lookOf } from '../answers/run-look';
import { exportConversation, exportLogs } from '../chat';
import { exportRun } from '../controller';
import type { Uses } from '../engine-context';
import type { Retrieved } from '../retrieval';
import { foldedCopies, rerankFound, type StageConfig } from '../stages';
import type { ConversationStores } from '../store';
import type { conversationRouteNames, RoutesOf } from './lazy-routes';

/** Questions and what runs because of them: everything that needs retrieval, the stages and the chat. */
export const conversationRoutes: RoutesOf<(typeof conversationRouteNames)[number]> = {
  'search.run': async (parts, input, { signal }) => {
    const config = await parts.config.stageConfig();
    const { collection, documentIds, filters } = input;
    const scope = { collection, documentIds, scope: input.scope, filters };
    parts.counters.count('searches');
    const retriever = await parts.retriever();
    const { query, mode = 'hybrid', typing } = input;
    const found = await retriever.retrieve({ query, mode, scope, typing }, config.limits, signal);
    const { matcher } = retriever.weigh(found.whole);
    const { outOfScope, suggestions } = found;
    const { candidates, timings, notices } = await inOrderAsked(parts, input, found, config, signal);
    const folded = foldedCopies(candidates, input.top, config.limits.gate);
    const results = folded.map(({ first: { chunk, scores }, copies }, position) => ({
      rank: position + 1,
      ...sourceOf(chunk),
      text: chunk.text,
      startChar: chunk.startChar,
      endChar: chunk.endChar,
      score: scores.fused.value,
      scoreKind: scores.fused.kind,
      scores,
      copies: copies.map(({ id, documentId, title, path, pages }) => ({ chunkId: id, documentId, title, path, pages })),
      words: matcher
        .spans(chunk.text)
        .map(([from, to]) => ({ startChar: chunk.startChar + from, endChar: chunk.startChar + to })),
    }));
    return { results, timings, notices, outOfScope, suggestions };
  },

  'run.start': async (parts, input, context) => {
    const stores = input.private ? parts.library.private.stores : parts.library.storesForAnswer(input.conversationId);
    const before = saidBefore(stores, input);
    const conversation = conversationTurns(before ?? [], (await parts.config.limits()).N4_RECENT_CONV_MAX_PAIRS);
    chosenModel(parts, input.model);
    return controllerOf(parts, context, { stores }).start(input.prompt, {
      chatModel: input.model,
      ...lookOf(parts, stores, before ? input : { ...input, conversationId: undefined }, conversation.length),
      conversation,
    });
  },
  'run.stage': async (parts, input, context) => {
    chosenModel(parts, input.model);
    return controllerOf(parts, context, ofRun(parts, input.runId)).stage(
      input.runId,
      input.stage,
      context.signal,
      input.model,
    );
  },
  'run.auto': async (parts, input, context) => {
    chosenModel(parts, input.model);
    const how = { chatModel: input.model, stopBefore: input.stopBefore };
    return controllerOf(parts, context, ofRun(parts, input.runId)).auto(input.runId, input.until, context.signal, how);
  },
  'run.catchUp': async (parts, input, context) => {
    chosenModel(parts, input.model);
    const how = { chatModel: input.model, stopBefore: input.stopBefore };
    return controllerOf(parts, context, ofRun(parts, input.runId)).catchUp(input.runId, context.signal, how);
  },
  'run.edit': async (parts, input, context) => controllerOf(parts, context, ofRun(parts, input.runId)).edit(input),
  'run.answer': async (parts, input, context) => {
    chosenModel(parts, input.model);
    return answerRun({ parts, context, stores: parts.library.storesOf(input.runId) }, input);
  },
  'run.answered': async ({ library }, { runId }) => answersOf(library.storesOf(runId), runId),
  'run.toChat': async ({ library }, { runId }, { requestId }) => putIntoChat(library.storesOf(runId), runId, requestId),
  'run.export': async ({ library, options }, input) =>
    exportRun(library.storesOf(input.runId).runs.get(input.runId), options.version ?? 'unknown'),
  'run.import': async (parts, input) => takenIn(parts, input.data),
  'run.diff': async (parts, input, context) =>
    controllerOf(parts, context, ofRun(parts, input.before)).diff(
      input.before,
      input.after,
      input.stage,
      input.afterStage,
    ),
  'chat.ask': async (parts, input, context) => {
    const { library } = parts;
    const stores = input.private ? library.private.stores : library.storesForAnswer(input.conversationId);
    chosenModel(parts, input.model);
    if (input.private && input.conversationId !== undefined && !isPrivateId(input.conversationId)) {
      throw new VitrineError('conversation-not-found', { conversationId: input.conversationId });
    }
    return withVersions(stores, await askQuestion({ parts, context, stores }, input));
  },
  'chat.measure': async (parts, input, context) => measureQuestion(parts, context, input),
  'chat.resume': async (parts, input, context) => {
    const stores = parts.library.storesForAnswer(input.conversationId);
    return withVersions(stores, await resumeAnswer({ parts, context, stores }, input));
  },
  'chat.export': async ({ library }, { conversationId, format, language = 'en' }) => {
    const { conversations } = library.storesOf(conversationId);
    const exchanges = conversations.messages(conversationId);
    return inLanguage(language, () => exportConversation(conversations.summary(conversationId), exchanges, format));
  },
  'chat.exportLogs': async ({ library, settings }, input) =>
    exportLogs(library.log.entries(), input.format, settings.value('figures.prices')),
};

function withVersions({ conversations }: ConversationStores, answer: Answer): Answer {
  return conversations.withVersions([answer])[0] ?? answer;
}

/** The conversation of a run; null if it is gone: a run outlives its conversation, and comes without it. */
function saidBefore(
  { conversations }: ConversationStores,
  { conversationId, after }: ParsedRequestOf<'run.start'>,
): readonly Answer[] | null {
  try {
    return conversationId === undefined ? [] : conversations.upTo(conversationId, after);
  } catch (error) {
    if (reportOf(error).code === 'conversation-not-found') return null;
    throw error;
  }
}

const ofRun = ({ library }: Uses<'library'>, runId: string) => ({ stores: library.storesOf(runId) });

/** Results of a search, in the order of the cross-encoder if the fusion `rrf_rerank` joined the lanes. */
async function inOrderAsked(
  { activeReranker }: Uses<'activeReranker'>,
  { query, mode = 'hybrid' }: ParsedRequestOf<'search.run'>,
  found: Retrieved,
  config: StageConfig,
  signal: AbortSignal,
): Promise<Pick<Retrieved, 'candidates' | 'timings' | 'notices'>> {
  if (mode !== 'hybrid' || config.limits.retrieval.fusion !== 'rrf_rerank') return found;
  const reranker = await activeReranker.current();
  const { candidates, notices, ms } = await rerankFound(query, found, { reranker, signal }, config);
  const { timings } = found;
  return {
    candidates,
    timings: { ...timings, rerank: ms, total: timings.total + ms },
    notices: [...found.notices, ...notices],
  };
}
