import type { ParsedRequestOf, Run } from '@shared/contract';
import type { EngineParts } from '../../engine-parts';

/** Where a run looks and what it may recall: kept with the run, so that a rerun and an edit look there too. */
export type RunLook = Pick<Run, 'scope' | 'filters' | 'instructions' | 'memory'> & {
  readonly collection?: string | undefined;
};

type Asked = Pick<ParsedRequestOf<'chat.ask'>, 'collection' | 'scope' | 'filters' | 'conversationId' | 'replaces'>;

/**
 * What a request says about where to look. An exchange that takes another one's place looks where that one did, unless
 * it says otherwise. Errors: `conversation-not-found`.
 *
 * @param messages turns of the conversation that go along with the prompt
 */
export function lookOf(parts: EngineParts, asked: Asked, messages: number): RunLook {
  const { collection, scope, filters } = placeOf(parts, asked);
  const names = [
    ...(collection === undefined ? [] : [collection]),
    ...(scope?.collections ?? []),
    ...(filters?.collections ?? []),
  ];
  const instructions = parts.library.collections.systemPrompts(names);
  const { conversationId = null } = asked;
  const before = conversationId === null ? 0 : parts.library.conversations.summary(conversationId).messages;
  const exchanges = Math.max(0, before - (asked.replaces === undefined ? 0 : 1));
  return {
    collection,
    ...(scope ? { scope } : {}),
    ...(filters ? { filters } : {}),
    ...(instructions.length > 0 ? { instructions } : {}),
    memory: {
      conversationId,
      exchanges,
      recent: Math.min(exchanges, Math.ceil(messages / 2)),
      before: new Date().toISOString(),
    },
  };
}

function placeOf({ library }: EngineParts, asked: Asked): Pick<RunLook, 'collection' | 'scope' | 'filters'> {
  const { collection, scope, filters, conversationId, replaces } = asked;
  const says = collection !== undefined || scope !== undefined || filters !== undefined;
  if (says || replaces === undefined || conversationId === undefined) return { collection, scope, filters };
  const replaced = library.conversations.messages(conversationId).find(({ messageId }) => messageId === replaces);
  const run = replaced?.runId ? library.runs.find(replaced.runId) : null;
  return run ? { collection: run.collection ?? undefined, scope: run.scope, filters: run.filters } : {};
}
