import type { RouteName } from './requests';

/**
 * What the first screen asks (renderer/state/engine-events.ts), each without any input. The preload script asks it ahead
 * of the page, and the engine keeps its answers for the next start.
 */
export const firstScreenRoutes = [
  'settings.get',
  'library.list',
  'collections.list',
  'ingest.jobs',
  'chat.conversations',
] as const satisfies readonly RouteName[];
