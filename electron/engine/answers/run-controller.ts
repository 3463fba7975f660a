import type { Run } from '@shared/contract';
import { noModelCounts } from '@shared/prompt/super-prompt';
import { Controller } from '../controller';
import type { Uses } from '../engine-context';
import type { RouteContext } from '../events';
import { agentsOfRequest, type ChatModelParts, modelsOfRequest, type OpenChatModel } from '../jobs/models/chat-models';
import { type Embedder, estimatedCounter, type TokenCounter } from '../models';
import { nothingSearched, searchedWith } from '../retrieval';
import type { StageConfig, StageServices } from '../stages';
import type { ConversationStores } from '../store';
import { Asker, type AskingParts } from './asked';
import { editedCalculation } from './calculation/calculation-plan';
import type { Proposer } from './way';
import { chosenWay, wantedWay, ways } from './ways';

/** The parts of the engine that a run uses. */
export type RunningParts = AskingParts & ChatModelParts & Uses<'activeReranker' | 'namedModels'>;

interface Running {
  /** The store of the runs; the library's if absent. */
  readonly stores?: ConversationStores;
  /** Nothing is searched. */
  readonly withoutDocuments?: boolean | undefined;
}

/** Returns the controller for one request: its events carry the request's id. */
export function controllerOf(parts: RunningParts, context: RouteContext, running: Running = {}): Controller {
  const { requestId } = context;
  const { library, activeModel, config, emit } = parts;
  const { stores = library } = running;
  const openModel = modelsOfRequest(parts, context);
  /** A run may have come with the library, or from a file: its model waits for a yes, unless it is the one in force. */
  const openRunModel = async (name: string) => {
    if (name !== parts.options.chatModel) parts.permissions.assertAllowed('chatModel', name);
    return openModel(name);
  };
  const agentOf = agentsOfRequest(openRunModel);
  const askerOf = (run: Run) =>
    new Asker({ parts, run, stores, limits: run.limits, proposer: () => proposerOf(parts, run, openRunModel) });
  return new Controller({
    runs: stores.runs,
    newRunId: () => stores.newId('run'),
    context: () => ({
      libraryVersion: library.version,
      embeddingModel: activeModel.id,
      chatModel: parts.options.chatModel,
    }),
    config: () => config.stageConfig(),
    async stageServices(run, stageConfig, signal) {
      const { embedder } = await activeModel.load().catch(() => ({ embedder: null }));
      const finding = running.withoutDocuments ? searchingNothing(stageConfig) : searching(askerOf(run), run);
      const counted = new Map<string, number>();
      return {
        signal,
        instructions: run.instructions ?? [],
        weakEvidence: run.weakEvidence === true,
        agent: await agentOf(run.chatModel, stageConfig.agents),
        reranker: await parts.activeReranker.current(),
        reader: parts.namedModels.reader(stageConfig.limits.rerank.readerModel),
        nli: parts.namedModels.nli(stageConfig.limits.gate.nliModel),
        embedder,
        ...finding,
        async evidence(prompt, stop) {
          const evidence = await finding.evidence(prompt, stop);
          for (const { chunk } of embedder ? evidence.found.candidates : []) counted.set(chunk.text, chunk.tokenCount);
          return evidence;
        },
        async tokenCounter() {
          // A model that cannot be had will not answer either: then it is as if none had been named.
          const model = run.answeredBy === null ? null : await openRunModel(run.answeredBy).catch(() => null);
          return model === null ? counterOfEmbedder(embedder, counted) : model.tokenCounter();
        },
      };
    },
    calculationWith: async (found, text) => editedCalculation(parts, found, text),
    wayWith: (run, prompt, id) => {
      const asked = askerOf(run).of(prompt, context.signal);
      return id === null ? chosenWay(asked) : wantedWay(asked, id);
    },
    onStage: (run, record) => emit({ type: 'run.stage', requestId, runId: run.runId, stage: record.stage, record }),
  });
}

type Finding = Pick<StageServices, 'way' | 'evidence'>;

const fromPassages = { id: 'passages', by: 'asked', about: '' } as const;

/** The way and its evidence, from the library. */
const searching = (asker: Asker, run: Run): Finding => ({
  way: async (prompt, signal) => (run.asPassages ? fromPassages : chosenWay(asker.of(prompt, signal))),
  async evidence(prompt, signal) {
    const { way = fromPassages } = prompt.extras;
    return ways[way.id].evidence(asker.of(prompt, signal), way);
  },
});

/** Nothing of the library, for a model that answers from what it knows. */
const searchingNothing = ({ limits }: StageConfig): Finding => ({
  evidence: async (prompt) => ({ found: nothingSearched(searchedWith(prompt).query, limits) }),
});

/** Returns the agent that proposes calculations, on the model that is to answer; null where none is. */
async function proposerOf({ config }: RunningParts, run: Run, open: OpenChatModel): Promise<Proposer | null> {
  const agent = await config.task('Plan_Proposer');
  const runner = await agentsOfRequest(open)(run.answeredBy, { Plan_Proposer: agent });
  return runner && { runner, agent };
}

/**
 * Chunks were counted by this tokenizer when they were stored; counting them again took most of A4's time.
 *
 * @param counted tokens of texts that this model has counted before
 */
function counterOfEmbedder(embedder: Embedder | null, counted: ReadonlyMap<string, number>): TokenCounter {
  if (embedder === null) return estimatedCounter(noModelCounts);
  return {
    model: embedder.id,
    exact: !embedder.estimatesTokens,
    count: (text) => counted.get(text) ?? embedder.countTokens(text),
  };
}
