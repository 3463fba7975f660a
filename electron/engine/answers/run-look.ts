import type { ParsedRequestOf, Run } from '@shared/contract';
import type { Uses } from '../engine-context';
import { chatModelName } from '../models';
import type { ConversationStores } from '../store';

/** A chat model that a person names here, which allows it. Errors: `bad-request` for a name that is none. */
export function chosenModel({ permissions }: Uses<'permissions'>, name: string | null | undefined): void {
  if (name === undefined || name === null) return;
  chatModelName(name);
  permissions.enter('chatModel', name);
}

/** The scope of a run and its memory. They are kept with the run, so that a rerun and an edit use the same. */
type RunLook = Pick<Run, 'scope' | 'filters' | 'instructions' | 'memory' | 'asPassages'> & {
  readonly collection?: string | undefined;
};

type Asked = Pick<ParsedRequestOf<'chat.ask'>, 'collection' | 'scope' | 'filters' | 'conversationId'> &
  Partial<Pick<ParsedRequestOf<'chat.ask'>, 'alone' | 'after' | 'asPassages'>>;

/**
 * Returns the scope and memory that a request asks for. Errors: `conversation-not-found`.
 *
 * @param messages turns of the conversation that go along with the prompt
 */
export function lookOf(
  { library }: Uses<'library'>,
  { conversations }: ConversationStores,
  asked: Asked,
  messages: number,
): RunLook {
  const { collection, scope, filters, conversationId = null } = asked;
  const names = [
    ...(collection === undefined ? [] : [collection]),
    ...(scope?.collections ?? []),
    ...(filters?.collections ?? []),
  ];
  const instructions = library.collections.systemPrompts(names);
  const before = conversationId === null ? [] : conversations.upTo(conversationId, asked.after);
  const after = before.at(-1)?.messageId;
  return {
    collection,
    ...(scope ? { scope } : {}),
    ...(filters ? { filters } : {}),
    ...(asked.asPassages ? { asPassages: true } : {}),
    ...(instructions.length > 0 ? { instructions } : {}),
    ...(asked.alone
      ? {}
      : {
          memory: {
            conversationId,
            exchanges: before.length,
            ...(after === undefined ? {} : { after }),
            recent: Math.min(before.length, Math.ceil(messages / 2)),
            before: new Date().toISOString(),
          },
        }),
  };
}
