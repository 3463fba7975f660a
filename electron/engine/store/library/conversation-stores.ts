import { privateMark } from '@shared/address';
import { EmbeddingCache } from '../catalogue/computed-results';
import { ConversationStore } from '../catalogue/conversations';
import { SqlDatabase } from '../catalogue/database';
import { MemoryStore } from '../catalogue/memory';
import { QuestionLog } from '../catalogue/question-log';
import { RunStore } from '../catalogue/runs';
import { UseFigures } from '../catalogue/use-figures';

export interface ConversationStores {
  readonly embeddings: EmbeddingCache;
  readonly runs: RunStore;
  readonly memory: MemoryStore;
  readonly log: QuestionLog;
  readonly useFigures: UseFigures;
  readonly conversations: ConversationStore;
  newId(prefix: string): string;
}

export function storesOf(database: SqlDatabase): Omit<ConversationStores, 'newId'> {
  const embeddings = new EmbeddingCache(database);
  const runs = new RunStore(database);
  const memory = new MemoryStore(database, embeddings);
  const log = new QuestionLog(database, memory);
  const useFigures = new UseFigures(database, log);
  return {
    embeddings,
    runs,
    memory,
    log,
    useFigures,
    conversations: new ConversationStore(database, memory, log, runs),
  };
}

/** Private conversations: the same stores over a catalogue in memory. Nothing of them is written to disk. */
export class PrivateConversations {
  #stores: ConversationStores | null = null;

  constructor(private readonly newId: (prefix: string) => string) {}

  get stores(): ConversationStores {
    this.#stores ??= { ...storesOf(SqlDatabase.inMemory()), newId: (prefix) => this.newId(`${privateMark}${prefix}`) };
    return this.#stores;
  }

  /** A running answer ends in a catalogue that no one finds any more. */
  end(): void {
    this.#stores = null;
  }
}
