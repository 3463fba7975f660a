import type { ExchangeVersions } from '@shared/contract';

/** An exchange of a conversation; copies of one exchange in branches have one origin. */
export interface ThreadMessage {
  readonly messageId: string;
  readonly origin: string;
}

/** A conversation with its exchanges in order. */
export interface Thread {
  readonly conversationId: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  readonly messages: readonly ThreadMessage[];
}

/**
 * The exchanges of a conversation that stand otherwise in its branches: those that follow the same exchanges and are
 * others. Of several conversations that go on with one version, the one that was written to last is named.
 *
 * @param threads the conversation and its branches, in the order in which they were begun
 */
export function versionsOf(conversationId: string, threads: readonly Thread[]): ExchangeVersions[] {
  const own = threads.find((thread) => thread.conversationId === conversationId)?.messages ?? [];
  const found: ExchangeVersions[] = [];
  let alike = threads;
  for (const [at, { messageId, origin }] of own.entries()) {
    const latest = new Map<string, Thread>();
    for (const thread of alike) {
      const other = thread.messages[at]?.origin;
      if (other === undefined) continue;
      const before = latest.get(other);
      const isOwn = before?.conversationId === conversationId;
      if (!isOwn && (thread.conversationId === conversationId || !before || before.updatedAt < thread.updatedAt)) {
        latest.set(other, thread);
      }
    }
    if (latest.size > 1) {
      const versions = [...latest.values()].map((thread) => ({
        conversationId: thread.conversationId,
        messageId: thread.messages[at]?.messageId ?? '',
      }));
      found.push({ messageId, versions });
    }
    alike = alike.filter((thread) => thread.messages[at]?.origin === origin);
  }
  return found;
}
