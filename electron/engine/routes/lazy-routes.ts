import type { ParsedRequestOf, Results, RouteName } from '@shared/contract';
import type { EngineContext } from '../engine-context';
import type { RouteContext } from '../events';

export type RoutesOf<R extends RouteName> = {
  readonly [N in R]: (parts: EngineContext, input: ParsedRequestOf<N>, context: RouteContext) => Promise<Results[N]>;
};

export const conversationRouteNames = [
  'search.run',
  'run.start',
  'run.stage',
  'run.auto',
  'run.catchUp',
  'run.edit',
  'run.answer',
  'run.answered',
  'run.toChat',
  'run.export',
  'run.import',
  'run.diff',
  'chat.ask',
  'chat.measure',
  'chat.resume',
  'chat.export',
  'chat.exportLogs',
] as const satisfies readonly RouteName[];

/**
 * Routes whose module is loaded with the first request for one of them: the first screen needs none of it
 * (docs/adr/0027). A module that cannot be loaded is an error of that request, and the next one tries again. A loaded
 * one is kept, because repeating an import takes a search as long as its ranking under an observing loader.
 */
export function late<R extends RouteName>(names: readonly R[], load: () => Promise<RoutesOf<R>>): RoutesOf<R> {
  let loaded: RoutesOf<R> | null = null;
  const route = <N extends R>(name: N): RoutesOf<R>[N] => {
    const handle: RoutesOf<N>[N] = async (parts, input, context) => {
      loaded ??= await load();
      context.signal.throwIfAborted();
      const routes: RoutesOf<N> = loaded;
      return routes[name](parts, input, context);
    };
    return handle;
  };
  return Object.fromEntries(names.map((name) => [name, route(name)])) as unknown as RoutesOf<R>;
}
