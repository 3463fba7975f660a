import { evaluationRequests, modelRequests, type Results, type RouteName } from '@shared/contract';
import type { firstScreenRoutes } from '@shared/contract/first-screen-routes';
import type { EngineParts, RouteContext } from '../engine-parts';
import { recognisedWords } from '../flows/ingest/recognise-file';
import { summaryOf } from '../store';
import { collectionRoutes } from './collection-routes';
import { ingestRoutes } from './ingest-routes';
import { careRouteNames, conversationRouteNames, late, type RoutesOf } from './late-routes';
import { libraryStatus } from './library-status';
import { rebuildRoutes } from './rebuild-routes';
import { settingsRoutes } from './settings-routes';
import { watchRoutes } from './watch-routes';

const runsListed = 100;
const logsListed = 200;

const namesOf = <R extends RouteName>(requests: Readonly<Record<R, unknown>>) => Object.keys(requests) as R[];

function changed({ library, emit }: EngineParts, { requestId }: RouteContext): void {
  emit({ type: 'library.changed', requestId, libraryVersion: library.version });
}

/** What each route does: a line or two here, the work in the rooms. */
export const routes: RoutesOf<RouteName> = {
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
  ...rebuildRoutes,
  ...late(careRouteNames, async () => (await import('./maintenance-routes')).maintenanceRoutes),

  'run.get': async ({ library }, input) => library.runs.get(input.runId),
  'run.list': async ({ library }, input) => library.runs.list(input.limit ?? runsListed),
  'run.delete': async ({ library }, input) => ({ deleted: library.runs.remove(input.runIds) }),

  'chat.rename': async ({ library }, input) => library.conversations.rename(input.conversationId, input.title),
  'chat.search': async ({ library }, input) => library.conversations.search(input.query),
  'chat.branch': async ({ library }, input) =>
    library.conversations.branch(input.conversationId, input.messageId, (prefix) => library.newId(prefix)),
  'chat.versions': async ({ library }, input) => library.conversations.versions(input.conversationId),
  'chat.conversations': async ({ library }) => library.conversations.list(),
  'chat.messages': async ({ library }, input) => library.conversations.messages(input.conversationId),
  'chat.delete': async ({ library }, input) => ({ deleted: library.conversations.remove(input.conversationId) }),
  'chat.logs': async ({ library }, input) => library.log.entries(input.limit ?? logsListed, input.offset),
  'chat.findLogs': async ({ library }, input) => library.log.page(input),
  'chat.deleteLogs': async ({ library }, input) => ({ deleted: library.log.delete(input) }),

  ...late(conversationRouteNames, async () => (await import('./conversation-routes')).conversationRoutes),

  ...late(namesOf(modelRequests), async () => (await import('./model-routes')).modelRoutes),

  ...late(namesOf(evaluationRequests), async () => (await import('./evaluation-routes')).evaluationRoutes),
};

/** What the first screen asks, answered: the data of each route. */
export async function firstScreenAnswers(
  parts: EngineParts,
  signal: AbortSignal,
): Promise<Pick<Results, (typeof firstScreenRoutes)[number]>> {
  const context: RouteContext = { requestId: 'first-screen', signal };
  return {
    'settings.get': await routes['settings.get'](parts, {}, context),
    'library.list': await routes['library.list'](parts, {}, context),
    'collections.list': await routes['collections.list'](parts, {}, context),
    'ingest.jobs': await routes['ingest.jobs'](parts, {}, context),
    'chat.conversations': await routes['chat.conversations'](parts, {}, context),
  };
}
