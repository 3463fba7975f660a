import { defaultCollection, type ParsedRequestOf, type Results } from '@shared/contract';
import type { EngineParts, RouteContext } from '../engine-parts';

type Route = Extract<keyof Results, `collections.${string}`>;
type Handler<R extends keyof Results> = (
  parts: EngineParts,
  input: ParsedRequestOf<R>,
  context: RouteContext,
) => Promise<Results[R]>;

/** A change of collections, told to whoever shows the library. */
async function changing<T>({ library, emit }: EngineParts, { requestId }: RouteContext, work: () => T): Promise<T> {
  const result = work();
  emit({ type: 'library.changed', requestId, libraryVersion: library.version });
  return result;
}

/** Collections (I11), and the places of a document's chunks. */
export const collectionRoutes: { readonly [R in Route]: Handler<R> } & {
  readonly 'library.chunks': Handler<'library.chunks'>;
} = {
  'collections.list': async ({ library }) => library.collections.list(),
  'collections.create': async (parts, { name }, context) =>
    changing(parts, context, () => parts.library.collections.create(name)),
  'collections.rename': async (parts, { name, to }, context) =>
    changing(parts, context, () => {
      const renamed = parts.library.collections.rename(name, to);
      parts.watches.moveCollection(name, renamed.name);
      return renamed;
    }),
  'collections.remove': async (parts, { name, moveTo = defaultCollection }, context) =>
    changing(parts, context, () => {
      const moved = parts.library.collections.remove(name, moveTo);
      parts.watches.moveCollection(name, moveTo);
      return { removed: name, moved, to: moveTo };
    }),
  'collections.move': async (parts, { documentIds, to }, context) =>
    changing(parts, context, () => ({ moved: parts.library.collections.move(documentIds, to), to })),
  'collections.configure': async (parts, { name, systemPrompt }, context) =>
    changing(parts, context, () => parts.library.collections.configure(name, systemPrompt)),

  'library.chunks': async ({ library }, { documentId }) => library.documents.chunkPlaces(documentId),
};
