import type { EvaluatedConfiguration, SearchMode } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { emptySuperPrompt } from '@shared/super-prompt';
import { Counters } from '../../counters';
import type { EngineParts } from '../../engine-parts';
import { limitsOf, type RankedDocuments } from '../../evaluation';
import type { Reranker } from '../../models';
import { type Candidate, type RetrievalRequest, type Retrieved, Retriever } from '../../retrieval';
import { ConfigFiles } from '../../settings/config-files';
import { queryFound, type StageConfig, type StageServices, stages } from '../../stages';
import type { ActiveReranker } from '../models/active-reranker';

/** A library whose documents are searched in the ways of an evaluation. */
export type SearchedLibrary = Pick<EngineParts, 'library' | 'activeModel'>;

/** Searches in one mode, whatever it is asked. */
class RetrieverInMode extends Retriever {
  private readonly mode: SearchMode;

  constructor({ library, activeModel }: SearchedLibrary, mode: SearchMode) {
    super(
      library,
      () => activeModel.load(),
      () => activeModel.entry,
    );
    this.mode = mode;
  }

  override retrieve(request: RetrievalRequest, limits: PipelineLimits, signal?: AbortSignal): Promise<Retrieved> {
    return super.retrieve({ ...request, mode: this.mode }, limits, signal);
  }
}

/** The config files with the limits of one configuration laid over them. */
class ConfigOfConfiguration extends ConfigFiles {
  private readonly asked: EvaluatedConfiguration;

  constructor({ options }: EngineParts, asked: EvaluatedConfiguration) {
    super(options.configFolder, options.libraryFolder);
    this.asked = asked;
  }

  override async limits(): Promise<PipelineLimits> {
    return limitsOf(await super.limits(), this.asked);
  }
}

/** Whether a configuration is measured with a cross-encoder where there is one; only `rerank` cannot do without. */
const reranks = ({ rerank, fusion }: EvaluatedConfiguration): boolean => rerank ?? fusion === 'rrf_rerank';

/** The cross-encoder in use, or, where none is, the first on this machine. */
async function rerankerFor(
  { activeReranker }: EngineParts,
  { library }: SearchedLibrary,
  wanted: boolean,
): Promise<ActiveReranker> {
  if (!wanted) return activeReranker.off();
  return (await activeReranker.id()) === null ? activeReranker.in(library) : activeReranker;
}

/** Errors: `model-missing` where one of these reranks and no cross-encoder is on this machine: nothing is embedded for it. */
export async function assertReranks(
  { activeReranker }: EngineParts,
  asked: readonly EvaluatedConfiguration[],
): Promise<void> {
  if (!asked.some(({ rerank }) => rerank)) return;
  const id = (await activeReranker.id()) ?? (await activeReranker.firstHere());
  if (id === null) throw noCrossEncoder();
}

/** Everything that runs and answers are made with, over another library and in one configuration; it tells nobody. */
export async function partsFor(
  parts: EngineParts,
  searched: SearchedLibrary,
  asked: EvaluatedConfiguration,
): Promise<EngineParts> {
  const retriever = new RetrieverInMode(searched, asked.mode);
  return {
    ...parts,
    retriever: async () => retriever,
    library: searched.library,
    activeModel: searched.activeModel,
    activeReranker: await rerankerFor(parts, searched, reranks(asked)),
    config: new ConfigOfConfiguration(parts, asked),
    counters: new Counters(),
    emit: () => undefined,
  };
}

/**
 * Searches a library in one configuration, with the retrieval and the reranking stage of the product. A document stands
 * where its best chunk stands. Errors: `model-missing` where it reranks and no cross-encoder is there, `cancelled`.
 */
export class SetSearch {
  private readonly retriever: Retriever;

  private constructor(
    searched: SearchedLibrary,
    private readonly asked: EvaluatedConfiguration,
    private readonly config: StageConfig,
    private readonly reranker: Reranker | null,
    private readonly labelOf: (documentId: string) => string,
  ) {
    this.retriever = new RetrieverInMode(searched, asked.mode);
  }

  static async in(
    parts: EngineParts,
    searched: SearchedLibrary,
    asked: EvaluatedConfiguration,
    labelOf: (documentId: string) => string,
  ): Promise<SetSearch> {
    const config = await new ConfigOfConfiguration(parts, asked).stageConfig();
    const reranker = await (await rerankerFor(parts, searched, reranks(asked))).current();
    if (asked.rerank && !reranker) throw noCrossEncoder();
    return new SetSearch(searched, asked, config, reranker, labelOf);
  }

  /** Id of the cross-encoder, or null for none. */
  get rerankerId(): string | null {
    return this.reranker?.id ?? null;
  }

  async rank(query: string, signal: AbortSignal): Promise<RankedDocuments> {
    const { mode } = this.asked;
    const found = await this.retriever.retrieve({ query, mode, scope: {} }, this.config.limits, signal);
    const notices = found.notices.map(({ code }) => code);
    if (!this.reranker && !reranks(this.asked)) return { documentIds: this.documents(found.candidates), notices };
    const reranked = await this.rerank(query, found, signal);
    return { documentIds: this.documents(reranked.candidates), notices: [...notices, ...reranked.notices] };
  }

  private documents(candidates: readonly Candidate[]): string[] {
    return [...new Set(candidates.map(({ chunk }) => this.labelOf(chunk.documentId)))];
  }

  private async rerank(query: string, found: Retrieved, signal: AbortSignal) {
    const { candidates } = found;
    const raw = emptySuperPrompt(query);
    const ids = candidates.map(({ chunk }) => chunk.id);
    const prompt = {
      ...raw,
      body: { ...raw.body, task: query },
      base_context_chunks: candidates.map(({ chunk }) => chunk),
      views_by_stage: { ...raw.views_by_stage, retrieval: ids },
      extras: {
        ...raw.extras,
        query: queryFound(found),
        retrieval_scores: Object.fromEntries(candidates.map(({ chunk, scores }) => [chunk.id, scores])),
      },
    };
    const services: StageServices = {
      signal,
      reranker: this.reranker,
      agent: null,
      retrieve: () => Promise.reject(new TypeError('the candidates are there already')),
      tokenCounter: () => Promise.reject(new TypeError('no prompt is built')),
    };
    const result = await stages.ReRanker.run(prompt, services, this.config);
    const first = result.prompt.views_by_stage.reranked ?? ids;
    const place = new Map(first.map((id, position) => [id, position]));
    // What the cross-encoder did not read keeps its order behind what it did.
    const placeOf = ({ chunk }: Candidate): number => place.get(chunk.id) ?? first.length;
    return {
      candidates: [...candidates].sort((a, b) => placeOf(a) - placeOf(b)),
      notices: result.notices.map(({ code }) => code),
    };
  }
}

function noCrossEncoder(): VitrineError {
  return new VitrineError(
    'model-missing',
    'No cross-encoder is in use, so nothing can be reranked.',
    'Install one and choose it, or leave the configuration with reranking out.',
    { why: 'no-cross-encoder' },
  );
}
