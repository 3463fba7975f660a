import type { RouteName } from '../contract';
import { type Result, VitrineError } from '../errors';

/**
 * The gate between a page and the engine, the same in the desktop app and in the web host. It checks the shape of a
 * request and the paths in it. The engine checks that the route exists, and parses `input` with the route's own schema.
 * The gate uses no schema, because a starting host would read all of them (docs/adr/0027).
 */

export interface PageRequest {
  /** As the page says it: the engine answers one that it does not know with `unknown-route`. */
  readonly route: RouteName;
  readonly input: unknown;
  readonly requestId: string;
}

/** Paths that a person, not the page, has named: by dropping files or in the system's dialog. */
export class GrantedPaths {
  readonly #paths = new Set<string>();

  grant(paths: readonly string[]): void {
    for (const path of paths) this.#paths.add(path);
  }

  /** Exact strings only: a page sends back what it was given, so nothing has to be resolved and nothing can escape. */
  has(path: string): boolean {
    return this.#paths.has(path);
  }
}

/** Members of a route's input that are paths of the file system. A new route with a path belongs here. */
const pathsOf: Readonly<Partial<Record<RouteName, readonly string[]>>> = {
  'ingest.run': ['paths'],
  'ingest.enqueue': ['paths'],
  'watch.add': ['path'],
  'settings.addModelFolder': ['path'],
  'models.import': ['path'],
  'rebuild.start': ['from'],
  'library.reindex': ['from'],
  'library.backup': ['path'],
  'library.restore': ['path', 'folder'],
  'library.restoreHere': ['path'],
  'library.move': ['folder'],
  'evaluate.run': ['corpus', 'queries', 'qrels'],
  'evaluate.inspect': ['path'],
  'evaluate.start': ['path'],
};

/** Lets a page's request through, or says why not: `bad-request`. */
export function admit(message: unknown, granted: GrantedPaths): Result<PageRequest> {
  const { route, input, requestId, ...others } = Object(message) as Record<string, unknown>;
  const isId = typeof requestId === 'string' && requestId.length > 0 && requestId.length <= 200;
  if (typeof route !== 'string' || !isId || Object.keys(others).length > 0) {
    return refused(new VitrineError('bad-request'));
  }
  const named = Object.entries(pathsOf).find(([name]) => name === route)?.[1] ?? [];
  const stranger = named.flatMap((key) => namedPaths(input, key)).find((path) => !granted.has(path));
  if (stranger !== undefined) {
    return refused(new VitrineError('bad-request', { why: 'unopened', path: stranger }));
  }
  return { ok: true, data: { route: route as RouteName, input, requestId } };
}

function namedPaths(input: unknown, key: string): string[] {
  if (typeof input !== 'object' || input === null) return [];
  const value: unknown = Object.entries(input).find(([name]) => name === key)?.[1];
  // Empty names no place.
  return (Array.isArray(value) ? value : [value]).filter((path) => typeof path === 'string' && path !== '');
}

const refused = (error: VitrineError) => ({ ok: false, error: error.report() }) as const;
