import type { ParsedRequestOf, Results, RouteName } from '@shared/contract';
import { exportConversation, exportLogs } from '../chat';
import { exportRun } from '../controller';
import type { EngineParts, RouteContext } from '../engine-parts';
import { chatOf, controllerOf } from '../flows/conversation/conversation-parts';
import { takenIn } from '../flows/conversation/run-import';
import { lookOf } from '../flows/conversation/run-look';
import { recognisedWords } from '../flows/ingest/recognise-file';
import { chatModelName } from '../models';
import { summaryOf } from '../store';
import { collectionRoutes } from './collection-routes';
import { evaluationRoutes } from './evaluation-routes';
import { ingestRoutes } from './ingest-routes';
import { libraryStatus } from './library-status';
import { maintenanceRoutes } from './maintenance-routes';
import { modelRoutes } from './model-routes';
import { settingsRoutes } from './settings-routes';
import { watchRoutes } from './watch-routes';

type Routes = {
  readonly [R in RouteName]: (
    parts: EngineParts,
    input: ParsedRequestOf<R>,
    context: RouteContext,
  ) => Promise<Results[R]>;
};

const runsListed = 100;
const logsListed = 200;
const resultsListed = 10;

function changed({ library, emit }: EngineParts, { requestId }: RouteContext): void {
  emit({ type: 'library.changed', requestId, libraryVersion: library.version });
}

/** What each route does: a line or two here, the work in the rooms. */
export const routes: Routes = {
  ...collectionRoutes,

  ...settingsRoutes,
  'app.status': async (parts, input, { signal }) => libraryStatus(parts, input.check ?? false, signal),

  'library.list': async ({ library }, input) => library.documents.list(input).map(summaryOf),
  'library.delete': async (parts, input, context) => {
    const deleted = await parts.library.delete(input.documentIds);
    parts.watches.onDeleted();
    changed(parts, context);
    return { deleted };
  },
  'library.source': async ({ library }, input) => library.documents.source(input.documentId),
  'library.file': async ({ library }, input) => {
    const { mime, contentId } = library.documents.byId(input.documentId);
    const bytes = await library.uploads.read(library.contents.storedPath(contentId ?? ''));
    return { mime, base64: Buffer.from(bytes).toString('base64') };
  },
  'library.recognised': async ({ library }, { documentId }) => recognisedWords(library, documentId),
  'library.chunk': async ({ library }, input) => library.documents.chunk(input.chunkId),

  ...ingestRoutes,

  ...watchRoutes,
  ...maintenanceRoutes,

  'search.run': async (parts, input, { signal }) => {
    const limits = await parts.config.limits();
    const { collection, documentIds, filters } = input;
    const scope = { collection, documentIds, scope: input.scope, filters };
    parts.counters.searches += 1;
    const found = await parts.retriever.retrieve(
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
  'run.get': async ({ library }, input) => library.runs.get(input.runId),
  'run.export': async ({ library, options }, input) =>
    exportRun(library.runs.get(input.runId), options.version ?? 'unknown'),
  'run.import': async (parts, input) => takenIn(parts, input.data),
  'run.list': async ({ library }, input) => library.runs.list(input.limit ?? runsListed),
  'run.delete': async ({ library }, input) => ({ deleted: library.runs.remove(input.runIds) }),
  'run.diff': async (parts, input, context) =>
    controllerOf(parts, context).diff(input.before, input.after, input.stage, input.afterStage),

  'chat.ask': async (parts, input, context) =>
    chatOf(parts, context, input).ask(input, context.requestId, context.signal),
  'chat.resume': async (parts, input, context) =>
    chatOf(parts, context).resume(input, context.requestId, context.signal),
  'chat.rename': async ({ library }, input) => library.conversations.rename(input.conversationId, input.title),
  'chat.search': async ({ library }, input) => library.conversations.search(input.query),
  'chat.branch': async ({ library }, input) =>
    library.conversations.branch(input.conversationId, input.messageId, (prefix) => library.newId(prefix)),
  'chat.export': async ({ library: { conversations } }, { conversationId, format }) =>
    exportConversation(conversations.summary(conversationId), conversations.messages(conversationId), format),
  'chat.conversations': async ({ library }) => library.conversations.list(),
  'chat.messages': async ({ library }, input) => library.conversations.messages(input.conversationId),
  'chat.delete': async ({ library }, input) => ({ deleted: library.conversations.remove(input.conversationId) }),
  'chat.logs': async ({ library }, input) => library.log.entries(input.limit ?? logsListed, input.offset),
  'chat.findLogs': async ({ library }, input) => library.log.page(input),
  'chat.exportLogs': async ({ library }, input) => exportLogs(library.log.entries(-1), input.format),
  'chat.deleteLogs': async ({ library }, input) => ({ deleted: library.log.delete(input) }),

  ...modelRoutes,

  ...evaluationRoutes,
};
