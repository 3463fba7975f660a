import { exportConversation, exportLogs } from '../chat';
import { exportRun } from '../controller';
import { chatOf, controllerOf } from '../flows/conversation/conversation-parts';
import { measureQuestion } from '../flows/conversation/question-measure';
import { takenIn } from '../flows/conversation/run-import';
import { lookOf } from '../flows/conversation/run-look';
import { chatModelName } from '../models';
import type { conversationRouteNames, RoutesOf } from './late-routes';

const resultsListed = 10;

/** Questions and what runs because of them: everything that needs retrieval, the stages and the chat. */
export const conversationRoutes: RoutesOf<(typeof conversationRouteNames)[number]> = {
  'search.run': async (parts, input, { signal }) => {
    const limits = await parts.config.limits();
    const { collection, documentIds, filters } = input;
    const scope = { collection, documentIds, scope: input.scope, filters };
    parts.counters.searches += 1;
    const found = await (await parts.retriever()).retrieve(
      { query: input.query, mode: input.mode ?? 'hybrid', scope },
      limits,
      signal,
    );
    const { candidates, timings, notices, outOfScope, suggestions } = found;
    const results = candidates.slice(0, input.top ?? resultsListed).map(({ chunk, scores }, position) => ({
      rank: position + 1,
      chunkId: chunk.id,
      documentId: chunk.documentId,
      title: chunk.title,
      path: chunk.path,
      pages: chunk.pages,
      headings: chunk.headings,
      text: chunk.text,
      startChar: chunk.startChar,
      endChar: chunk.endChar,
      score: scores.fused.value,
      scoreKind: scores.fused.kind,
      scores,
    }));
    return { results, timings, notices, outOfScope, suggestions };
  },

  'run.start': async (parts, input, context) => {
    const conversation = input.conversationId ? parts.library.conversations.messages(input.conversationId) : [];
    if (input.model !== undefined) chatModelName(input.model);
    return controllerOf(parts, context).start(input.prompt, {
      chatModel: input.model,
      ...lookOf(parts, input, conversation.length * 2),
      conversation: conversation.flatMap(({ question, answer }) => [
        { role: 'user' as const, content: question },
        { role: 'assistant' as const, content: answer },
      ]),
    });
  },
  'run.stage': async (parts, input, context) => {
    if (input.model !== undefined) chatModelName(input.model);
    return controllerOf(parts, context).stage(input.runId, input.stage, context.signal, input.model);
  },
  'run.auto': async (parts, input, context) => {
    if (input.model !== undefined) chatModelName(input.model);
    const how = { chatModel: input.model, stopBefore: input.stopBefore };
    return controllerOf(parts, context).auto(input.runId, input.until, context.signal, how);
  },
  'run.catchUp': async (parts, input, context) => {
    if (input.model !== undefined) chatModelName(input.model);
    const how = { chatModel: input.model, stopBefore: input.stopBefore };
    return controllerOf(parts, context).catchUp(input.runId, context.signal, how);
  },
  'run.edit': async (parts, input, context) => controllerOf(parts, context).edit(input),
  'run.export': async ({ library, options }, input) =>
    exportRun(library.runs.get(input.runId), options.version ?? 'unknown'),
  'run.import': async (parts, input) => takenIn(parts, input.data),
  'run.diff': async (parts, input, context) =>
    controllerOf(parts, context).diff(input.before, input.after, input.stage, input.afterStage),
  'chat.ask': async (parts, input, context) =>
    chatOf(parts, context, input).ask(input, context.requestId, context.signal),
  'chat.measure': async (parts, input, context) => measureQuestion(parts, context, input),
  'chat.resume': async (parts, input, context) =>
    chatOf(parts, context).resume(input, context.requestId, context.signal),
  'chat.export': async ({ library: { conversations } }, { conversationId, format }) =>
    exportConversation(conversations.summary(conversationId), conversations.messages(conversationId), format),
  'chat.exportLogs': async ({ library }, input) => exportLogs(library.log.entries(-1), input.format),
};
