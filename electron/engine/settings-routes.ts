import type { ParsedRequestOf, Results, RouteName } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { EngineParts, RouteContext } from './engine-parts';

type SettingsRoute = Extract<
  RouteName,
  `settings.${string}` | `limits.${string}` | 'network.connections' | 'models.chat' | 'app.about' | 'app.licenceText'
>;

const notYet = async (): Promise<never> => {
  throw new VitrineError('internal', 'This is being built.', 'Try again later.');
};

/** Routes about the program itself: settings, limits, connections, what it is made of. */
export const settingsRoutes: {
  readonly [R in SettingsRoute]: (
    parts: EngineParts,
    input: ParsedRequestOf<R>,
    context: RouteContext,
  ) => Promise<Results[R]>;
} = {
  'app.about': notYet,
  'app.licenceText': notYet,
  'settings.get': notYet,
  'settings.set': notYet,
  'settings.addModelFolder': notYet,
  'settings.removeModelFolder': notYet,
  'settings.setKey': notYet,
  'network.connections': notYet,
  'limits.get': async (parts) => {
    const values = await parts.config.limits();
    return { values, defaults: values, changed: [], file: '' };
  },
  'limits.set': notYet,
  'limits.reset': notYet,
  'limits.schema': notYet,
  'models.chat': notYet,
};
