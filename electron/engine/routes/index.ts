import { isPrivateId } from '@shared/address';
import {
  type ApiReport,
  type apiRequests,
  careRequests,
  type collectionRequests,
  defaultCollection,
  evaluationRequests,
  type insightsRequests,
  modelRequests,
  overviewRequests,
  type RouteName,
  type rebuildRequests,
  reviewTableRequests,
  teamRequests,
  type updateRequests,
  type watchRequests,
} from '@shared/contract';
import { holdsFacts } from '@shared/document-facts';
import { VitrineError } from '@shared/errors';
import { costOf } from '@shared/settings';
import { languageTable } from '@shared/words/languages';
import { offeredQuestions } from '../answers/offered-questions';
import type { Uses } from '../engine-context';
import type { RouteContext } from '../events';
import { recognisedWords } from '../jobs/ingest/recognise-file';
import { type Library, summaryOf } from '../store';
import { ingestRoutes } from './ingest-routes';
import { conversationRouteNames, late, type RoutesOf } from './lazy-routes';
import { libraryStatus } from './library-status';
import { settingsRoutes } from './settings-routes';

function shownOf(library: Library, conversationId: string) {
  const { conversations, log } = library.storesOf(conversationId);
  return conversations.withVersions(
    library.documents.withTitles(log.withFeedback(conversations.messages(conversationId))),
  );
}

const watchRoutes: RoutesOf<keyof typeof watchRequests> = {
  'watch.list': async ({ watches }) => ({ folders: watches.list() }),
  'watch.add': async ({ watches }, { path, collection, polling }) => watches.add({ path, collection, polling }),
  'watch.configure': async ({ watches }, { folderId, ...options }) => watches.configure(folderId, options),
  'watch.remove': async ({ watches }, { folderId }) => {
    await watches.remove(folderId);
    return { removed: true };
  },
  'watch.scan': async ({ watches, ingests }, { folderId = null, wait = false }, { signal }) => {
    const folders = await watches.scan(folderId);
    const going = wait ? ingests.list().filter(({ state }) => state === 'waiting' || state === 'running') : [];
    await Promise.allSettled(going.map(({ jobId }) => ingests.over(jobId, signal)));
    return { folders };
  },
  'watch.keep': async ({ watches }, { folderId, documentIds = null }) => watches.stay(folderId, documentIds),
  'watch.start': async ({ watches }) => {
    watches.start();
    return { folders: watches.list() };
  },
};

/** A person names a server's model or a place for the index: both count on this computer from now on. */
function entered(
  { activeModel, permissions }: Uses<'permissions' | 'activeModel'>,
  { model, place }: { model?: string | undefined; place?: string | undefined },
) {
  if (model !== undefined) activeModel.allow(activeModel.entryOf(model));
  if (place) permissions.enter('indexPlace', place);
}

/** The rebuild of the index: one at a time, in its turn among ingests. */
const rebuildRoutes: RoutesOf<keyof typeof rebuildRequests> = {
  'library.reindex': async (parts, input, { requestId, signal }) => {
    entered(parts, input);
    return parts.rebuilds.run(input, requestId, signal);
  },
  'rebuild.start': async (parts, input, { requestId }) => {
    entered(parts, input);
    return parts.rebuilds.start(input, requestId);
  },
  'rebuild.get': async ({ rebuilds }) => rebuilds.get(),
  'rebuild.pause': async ({ rebuilds }) => rebuilds.pause(),
  'rebuild.resume': async ({ rebuilds }, _input, { requestId }) => rebuilds.resume(requestId),
  'rebuild.cancel': async ({ rebuilds }, _input, { requestId }) => rebuilds.cancel(requestId),
};

function changed({ library, emit }: Uses<'library' | 'emit'>, { requestId }: RouteContext): void {
  emit({ type: 'library.changed', requestId, libraryVersion: library.version });
}

/** Announces a change of collections to every view of the library. */
async function changing<T>(parts: Uses<'library' | 'emit'>, context: RouteContext, work: () => Promise<T>): Promise<T> {
  const result = await work();
  changed(parts, context);
  return result;
}

/** Collections (I11), and the places of a document's chunks. */
const collectionRoutes: RoutesOf<keyof typeof collectionRequests> = {
  'collections.list': async ({ library }) => library.collections.list(),
  'collections.create': async (parts, { name }, context) =>
    changing(parts, context, () => parts.library.collections.create(name)),
  'collections.rename': async (parts, { name, to }, context) =>
    changing(parts, context, async () => {
      const renamed = await parts.library.collections.rename(name, to);
      parts.watches.moveCollection(name, renamed.name);
      return renamed;
    }),
  'collections.remove': async (parts, { name, moveTo = defaultCollection }, context) =>
    changing(parts, context, async () => {
      const moved = await parts.library.collections.remove(name, moveTo);
      parts.watches.moveCollection(name, moveTo);
      return { removed: name, moved, to: moveTo };
    }),
  'collections.move': async (parts, { documentIds, to }, context) =>
    changing(parts, context, async () => ({ moved: await parts.library.collections.move(documentIds, to), to })),
  'collections.sort': async (parts, { documentIds, ...sorting }, context) =>
    changing(parts, context, async () => ({
      sorted: await parts.library.collections.sort(documentIds, sorting),
    })),
  'collections.configure': async (parts, { name, systemPrompt }, context) =>
    changing(parts, context, () => parts.library.collections.configure(name, systemPrompt)),

  'library.rename': async (parts, { documentId, title }, context) =>
    changing(parts, context, async () => summaryOf(await parts.library.rename(documentId, title))),
  'library.chunks': async ({ library }, { documentId }) => library.documents.chunkPlaces(documentId),
};

const insightsRoutes: RoutesOf<keyof typeof insightsRequests> = {
  'insights.get': async ({ library, settings }, input) => {
    const sums = library.useFigures.over(input);
    const prices = settings.value('figures.prices');
    return { ...sums, models: sums.models.map((one) => ({ ...one, cost: costOf(prices[one.model ?? ''], one) })) };
  },
  'insights.delete': async ({ library, counters }) =>
    library.forGood(() => {
      counters.forget();
      return library.useFigures.delete();
    }),
  'chat.rate': async ({ library, settings }, { messageId, helpful }) => {
    if (!settings.value('figures.keep')) throw new VitrineError('bad-request', { why: 'figures-off' });
    library.storesOf(messageId).useFigures.rate(messageId, helpful);
    return { helpful };
  },
  'chat.opened': async ({ library, settings }, { messageId }) => {
    const counted = settings.value('figures.keep');
    if (counted) library.storesOf(messageId).useFigures.citationOpened(messageId);
    return { counted };
  },
};

async function apiChanged(
  { api, emit }: Uses<'api' | 'emit'>,
  { requestId }: RouteContext,
  change: () => void,
): Promise<ApiReport> {
  change();
  const report = api.report();
  emit({ type: 'api.changed', requestId, api: report });
  return report;
}

const updateRoutes: RoutesOf<keyof typeof updateRequests> = {
  'updates.get': async ({ updates }) => updates.report(),
  'updates.check': async ({ updates }, _input, { signal }) => updates.check(signal),
  'updates.download': async ({ updates }, _input, { requestId, signal }) => updates.download(requestId, signal),
  'updates.install': async ({ updates, emit }, _input, { requestId }) => {
    emit({ type: 'updates.install', requestId, update: updates.toInstall() });
    return { installs: true };
  },
};

/** The HTTP API, which a host serves: who may call it. */
const apiRoutes: RoutesOf<keyof typeof apiRequests> = {
  'api.get': async ({ api }) => api.report(),
  'api.set': async (parts, input, context) => apiChanged(parts, context, () => parts.api.set(input)),
  'api.addToken': async (parts, { name, scope }, context) => {
    const token = parts.api.add(name, scope);
    return { token, api: await apiChanged(parts, context, () => undefined) };
  },
  'api.revokeToken': async (parts, { tokenId }, context) => apiChanged(parts, context, () => parts.api.revoke(tokenId)),
  'api.admit': async ({ api, connections }, { token, call, place, requestId }) => {
    const caller = api.whose(token);
    const asked = {
      place,
      staysHere: true,
      purpose: 'api',
      route: call,
      requestId,
      sent: null,
      received: null,
    } as const;
    const ended = caller ? ({ state: 'open', status: null } as const) : ({ state: 'failed', status: 401 } as const);
    const connection = connections.begin({ ...asked, ...ended }, () => undefined);
    return caller && { name: caller.name, scope: caller.scope, connection };
  },
  'api.ended': async ({ connections }, { connection, status }) => {
    connections.note(connection, { state: 'done', status });
    return { noted: true };
  },
  'api.serving': async (parts, input, context) => apiChanged(parts, context, () => parts.api.serving(input)),
};

const runsListed = 100;
/** A page searches them as one types; of a very large library its first documents. */
const headingsListed = 20_000;

const namesOf = <R extends RouteName>(requests: Readonly<Record<R, unknown>>) => Object.keys(requests) as R[];

/** The work of each route: a line or two here, the rest in the rooms. */
export const routes: RoutesOf<RouteName> = {
  ...collectionRoutes,

  ...settingsRoutes,
  'app.status': async (parts, input, { signal }) => libraryStatus(parts, input.check ?? false, signal),

  'library.list': async ({ library }, input) => {
    const underWay = library.jobs.files.underWay();
    const { collection, tags, ...facts } = input;
    const documents = library.documents.list({ collection, filters: tags ? { tags } : {} }).map(summaryOf);
    const wanted = documents.filter((one) => holdsFacts(one, facts));
    return wanted.map((one) => (underWay.has(one.path) ? { ...one, state: 'processing' as const } : one));
  },
  'library.delete': async (parts, input, context) => {
    const gone = await parts.library.delete(input.documentIds, input.traces ?? true);
    parts.watches.onDeleted();
    changed(parts, context);
    return gone;
  },
  'library.traces': async ({ library }, input) => library.traces.of(input.documentIds),
  'library.source': async ({ library }, input) => library.documents.source(input.documentId),
  'library.file': async ({ library }, input) => {
    const { mime, contentId } = library.documents.byId(input.documentId);
    const file = library.facts.storedFile(contentId ?? '');
    const bytes = await library.uploads.read(file?.storedPath ?? '', file);
    return { mime, base64: Buffer.from(bytes).toString('base64') };
  },
  'library.recognised': async ({ library }, { documentId }) => recognisedWords(library, documentId),
  'library.chunk': async ({ library }, input) => library.documents.chunk(input.chunkId),
  'library.headings': async ({ library }) => library.documents.headings(headingsListed),
  'library.questions': async ({ library }, { language, ...scope }) => ({
    questions: offeredQuestions(library, language && languageTable[language].text, scope),
  }),

  ...ingestRoutes,

  ...watchRoutes,
  ...rebuildRoutes,
  ...updateRoutes,
  ...late(namesOf(teamRequests), async () => (await import('./team-routes')).teamRoutes),
  ...late(namesOf(reviewTableRequests), async () => (await import('./table-routes')).tableRoutes),
  ...late(namesOf(overviewRequests), async () => (await import('./overview-routes')).overviewRoutes),
  ...late(namesOf(careRequests), async () => (await import('./maintenance-routes')).maintenanceRoutes),

  'run.get': async ({ library }, input) => library.storesOf(input.runId).runs.get(input.runId),
  'run.list': async ({ library }, input) => library.runs.list(input.limit ?? runsListed),
  'run.delete': async ({ library }, input) => library.forGood(() => ({ deleted: library.runs.remove(input.runIds) })),

  'chat.change': async ({ library }, { conversationIds, ...change }) =>
    library.storesOf(conversationIds[0]).conversations.change(conversationIds, change),
  'chat.search': async ({ library }, input) => library.conversations.search(input.query),
  'chat.branch': async ({ library }, { conversationId, messageId }) => {
    const stores = library.storesOf(conversationId);
    return stores.conversations.branch(conversationId, messageId, (prefix) => stores.newId(prefix));
  },
  'chat.show': async ({ library }, { conversationId, messageId }) => {
    const { conversations } = library.storesOf(conversationId);
    conversations.upTo(conversationId, messageId);
    conversations.show(messageId);
    return shownOf(library, conversationId);
  },
  'chat.conversations': async ({ library }) => library.conversations.list(),
  'chat.messages': async ({ library }, input) => shownOf(library, input.conversationId),
  'chat.delete': async ({ library, settings }, { conversationId, runs = true }) => {
    const withLog = settings.value('log.withConversation');
    const remove = () => library.storesOf(conversationId).conversations.remove(conversationId, runs, withLog);
    if (!isPrivateId(conversationId)) return library.forGood(remove);
    const removed = remove();
    library.private.end();
    return removed;
  },
  'chat.findLogs': async ({ library }, input) => library.log.page(input),
  'chat.deleteLogs': async ({ library }, input) => library.forGood(() => ({ deleted: library.log.delete(input) })),

  ...insightsRoutes,
  ...apiRoutes,

  ...late(conversationRouteNames, async () => (await import('./conversation-routes')).conversationRoutes),

  ...late(namesOf(modelRequests), async () => (await import('./model-routes')).modelRoutes),

  ...late(namesOf(evaluationRequests), async () => (await import('./evaluation-routes')).evaluationRoutes),
};
