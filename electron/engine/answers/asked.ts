import type { Run } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { scopeOfRun } from '../chat';
import type { Uses } from '../engine-context';
import { narrowedScope, parseQuery, retrieveWithMemory, searchedWith } from '../retrieval';
import type { ConversationStores, StoredDocument } from '../store';
import { rememberedBy } from './conversation-memory';
import type { Asked, Proposer, Searched } from './way';

export type AskingParts = Uses<'library' | 'retriever' | 'activeModel' | 'settings' | 'counters'>;

/** The run that questions belong to. */
interface AskingRun {
  readonly parts: AskingParts;
  readonly run: Run;
  readonly stores: ConversationStores;
  readonly limits: PipelineLimits;
  proposer(): Promise<Proposer | null>;
}

/** Asks the questions of a run: a query is searched for once, whichever stage wants it. */
export class Asker {
  private readonly searches = new Map<string, Promise<Searched>>();

  constructor(private readonly asking: AskingRun) {}

  of(prompt: Pick<SuperPrompt, 'body' | 'recentConversation'>, signal: AbortSignal | undefined): Asked {
    const { parts, run, limits, proposer } = this.asking;
    const question = prompt.body.task ?? '';
    const scope = scopeOfRun(run);
    let documents: readonly StoredDocument[] | null = null;
    return {
      question,
      scope,
      conversation: prompt.recentConversation,
      limits,
      signal,
      parts,
      documents() {
        documents ??= parts.library.documents
          .list(narrowedScope(scope, parseQuery(question), parts.library))
          .filter(({ state }) => state === 'ready');
        return documents;
      },
      search: () => this.searched(prompt, signal),
      mayPropose: run.answeredBy !== null && parts.settings.value('calculation.proposals'),
      proposer,
    };
  }

  private searched(prompt: Pick<SuperPrompt, 'body' | 'recentConversation'>, signal: AbortSignal | undefined) {
    const { query, thread } = searchedWith(prompt);
    const key = JSON.stringify([query, thread]);
    const searched = this.searches.get(key) ?? this.search(query, thread, signal);
    this.searches.set(key, searched);
    return searched;
  }

  private async search(query: string, thread: Searched['thread'], signal: AbortSignal | undefined): Promise<Searched> {
    const { parts, run, stores, limits } = this.asking;
    const remembered = await rememberedBy(parts, stores, run, limits, signal);
    parts.counters.count('searches');
    const request = { query, mode: 'hybrid', scope: scopeOfRun(run), thread: thread ?? undefined } as const;
    const found = await retrieveWithMemory(await parts.retriever(), request, remembered, limits, signal);
    return { found, thread };
  }
}
