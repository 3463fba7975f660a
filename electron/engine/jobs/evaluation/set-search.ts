import type { EvaluatedConfiguration, SearchMode } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { Counters } from '../../counters';
import { limitsOf, type RankedDocuments } from '../../evaluation';
import type { Reranker } from '../../models';
import { type Candidate, type RetrievalRequest, type Retrieved, Retriever } from '../../retrieval';
import { ConfigFiles } from '../../settings/config-files';
import type { Permissions } from '../../settings/permissions';
import type { LiveOptions } from '../../settings/settings';
import { rerankFound, type StageConfig } from '../../stages';
import type { Library } from '../../store';
import type { ActiveModel } from '../models/active-model';
import type { ActiveReranker } from '../models/reading-models';

export interface SearchedLibrary {
  readonly library: Library;
  readonly activeModel: ActiveModel;
  /** The set's own id of a document. */
  labelOf(documentId: string): string;
}

interface SearchParts {
  readonly options: Pick<LiveOptions, 'configFolder' | 'libraryFolder'>;
  readonly permissions: Permissions;
  readonly activeReranker: ActiveReranker;
}

class RetrieverInMode extends Retriever {
  constructor(
    { library, activeModel }: SearchedLibrary,
    private readonly mode: SearchMode,
  ) {
    super(
      library,
      () => activeModel.load(),
      () => activeModel.entry,
    );
  }

  override retrieve(request: RetrievalRequest, limits: PipelineLimits, signal?: AbortSignal): Promise<Retrieved> {
    return super.retrieve({ ...request, mode: this.mode }, limits, signal);
  }
}

class ConfigOfConfiguration extends ConfigFiles {
  constructor(
    { options, permissions }: SearchParts,
    private readonly asked: EvaluatedConfiguration,
  ) {
    super(options.configFolder, options.libraryFolder, permissions);
  }

  override async limits(): Promise<PipelineLimits> {
    return limitsOf(await super.limits(), this.asked);
  }
}

/** Whether a configuration is measured with a cross-encoder where there is one; only `rerank` cannot do without. */
const reranks = ({ rerank, mode }: EvaluatedConfiguration, { retrieval }: PipelineLimits): boolean =>
  rerank ?? (mode === 'hybrid' && retrieval.fusion === 'rrf_rerank');

async function rerankerFor(
  { activeReranker }: SearchParts,
  { library }: SearchedLibrary,
  wanted: boolean,
): Promise<ActiveReranker> {
  if (!wanted) return activeReranker.off();
  return (await activeReranker.id()) === null ? activeReranker.in(library) : activeReranker;
}

/** Errors: `model-missing` where one of these reranks and no cross-encoder is on this machine: nothing is embedded for it. */
export async function assertReranks(
  { activeReranker }: Pick<SearchParts, 'activeReranker'>,
  asked: readonly EvaluatedConfiguration[],
): Promise<void> {
  if (!asked.some(({ rerank }) => rerank)) return;
  const id = (await activeReranker.id()) ?? (await activeReranker.firstHere());
  if (id === null) throw noCrossEncoder();
}

/** Returns the parts with another library and one configuration in their place. They emit no event and count nothing. */
export async function partsFor<P extends SearchParts>(
  parts: P,
  searched: SearchedLibrary,
  asked: EvaluatedConfiguration,
) {
  const retriever = new RetrieverInMode(searched, asked.mode);
  const config = new ConfigOfConfiguration(parts, asked);
  return {
    ...parts,
    retriever: async () => retriever,
    library: searched.library,
    activeModel: searched.activeModel,
    activeReranker: await rerankerFor(parts, searched, reranks(asked, await config.limits())),
    config,
    counters: new Counters(null),
    emit: () => undefined,
  };
}

/** Searches in one configuration; the best chunk ranks its document. Errors: `model-missing`, `cancelled`. */
export class SetSearch {
  private constructor(
    private readonly searched: SearchedLibrary,
    private readonly asked: EvaluatedConfiguration,
    private readonly retriever: Retriever,
    private readonly config: StageConfig,
    private readonly reranker: Reranker | null,
  ) {}

  static async in(parts: SearchParts, searched: SearchedLibrary, asked: EvaluatedConfiguration): Promise<SetSearch> {
    const { retriever, config, activeReranker } = await partsFor(parts, searched, asked);
    const reranker = await activeReranker.current();
    if (asked.rerank && !reranker) throw noCrossEncoder();
    return new SetSearch(searched, asked, await retriever(), await config.stageConfig(), reranker);
  }

  get rerankerId(): string | null {
    return this.reranker?.id ?? null;
  }

  async rank(query: string, signal: AbortSignal): Promise<RankedDocuments> {
    const { mode } = this.asked;
    const found = await this.retriever.retrieve({ query, mode, scope: {} }, this.config.limits, signal);
    const notices = found.notices.map(({ code }) => code);
    if (!this.reranker && !reranks(this.asked, this.config.limits))
      return { documentIds: this.documents(found.candidates), notices };
    const reranked = await rerankFound(query, found, { reranker: this.reranker, signal }, this.config);
    return {
      documentIds: this.documents(reranked.candidates),
      notices: [...notices, ...reranked.notices.map(({ code }) => code)],
    };
  }

  private documents(candidates: readonly Candidate[]): string[] {
    return [...new Set(candidates.map(({ chunk }) => this.searched.labelOf(chunk.documentId)))];
  }
}

function noCrossEncoder(): VitrineError {
  return new VitrineError('model-missing', { why: 'no-cross-encoder' });
}
