import type { RouteName } from '@shared/contract';
import type { RoutesOf } from './late-routes';

type RebuildRoute = Extract<RouteName, 'library.reindex' | `rebuild.${string}`>;

/** The rebuild of the index: one at a time, in its turn among ingests. */
export const rebuildRoutes: RoutesOf<RebuildRoute> = {
  'library.reindex': async ({ rebuilds }, input, { requestId, signal }) => rebuilds.run(input, requestId, signal),
  'rebuild.start': async ({ rebuilds }, input, { requestId }) => rebuilds.start(input, requestId),
  'rebuild.get': async ({ rebuilds }) => rebuilds.get(),
  'rebuild.pause': async ({ rebuilds }) => rebuilds.pause(),
  'rebuild.resume': async ({ rebuilds }, _input, { requestId }) => rebuilds.resume(requestId),
  'rebuild.cancel': async ({ rebuilds }, _input, { requestId }) => rebuilds.cancel(requestId),
};
