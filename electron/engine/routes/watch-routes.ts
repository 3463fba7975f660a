import type { ParsedRequestOf, WatchResults } from '@shared/contract';
import type { EngineParts, RouteContext } from '../engine-parts';

type Route = keyof WatchResults;
type Handler<R extends Route> = (
  parts: EngineParts,
  input: ParsedRequestOf<R>,
  context: RouteContext,
) => Promise<WatchResults[R]>;

/** Watched folders: what each route does is said in shared/contract/watch.ts. */
export const watchRoutes: { readonly [R in Route]: Handler<R> } = {
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
