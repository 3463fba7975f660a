import type { EvaluationProgress, ParsedRequestOf } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { type LabelledDocument, type OpenedSet, openLabelledSet } from '../../evaluation';
import type { EngineEvents, RouteContext } from '../../events';
import type { ConfigFiles } from '../../settings/config-files';
import type { EmbeddingCache, Library } from '../../store';
import { type KeptSetLibraries, labelsOf } from './labelled-set-store';
import type { SearchedLibrary } from './set-search';

export interface SessionLibrary extends SearchedLibrary {
  /** Address of the stored index; null for the user's own library. */
  readonly key: string | null;
  close(): Promise<void>;
}

const quietMs = 100;

export type ReportProgress = (step: EvaluationStep) => void;

/** Reports progress and the time left ten times a second at most, and at the end of each phase. */
export function progressOf({ emit }: Pick<EngineEvents, 'emit'>, { requestId }: RouteContext): ReportProgress {
  let last = Number.NEGATIVE_INFINITY;
  let phase = '';
  const left = timeLeft();
  return (step) => {
    const now = performance.now();
    const msLeft = left(step, now);
    if (step.phase === phase && step.done < step.total && now - last < quietMs) return;
    last = now;
    phase = step.phase;
    emit({ type: 'evaluation.progress', requestId, progress: { ...step, msLeft } });
  };
}

/** Reads the set at a path; a CSV file speaks of this library's documents. Errors: `labelled-set-invalid`. */
export function readSet(
  { library }: Pick<SearchedLibrary, 'library'>,
  { path, split }: Pick<ParsedRequestOf<'evaluate.inspect'>, 'path' | 'split'>,
): Promise<OpenedSet> {
  const documents = () => library.documents.list().filter(({ state }) => state === 'ready');
  return openLabelledSet(path, split, documents);
}

export interface SetLibraryParts {
  readonly activeModel: SearchedLibrary['activeModel'];
  readonly config: ConfigFiles;
  keptSets(): Promise<KeptSetLibraries>;
}

export interface SetToOpen {
  readonly name: string;
  readonly documents: readonly LabelledDocument[];
  readonly model: string;
  readonly cache?: EmbeddingCache;
}

/** The library of a set of its own, made first where it is not kept. Errors: models' codes, `cancelled`. */
export async function openSetLibrary(
  parts: SetLibraryParts,
  { name, documents, model, cache }: SetToOpen,
  signal: AbortSignal,
  progress: ReportProgress,
): Promise<SessionLibrary> {
  const total = documents.length;
  const { key, library } = await (await parts.keptSets()).open({
    name,
    documents,
    entry: parts.activeModel.entryOf(model),
    limits: await parts.config.limits(),
    ...(cache ? { cache } : {}),
    onDocument: (done) => progress({ phase: 'indexing', way: null, done, total }),
    signal,
  });
  const labels = labelsOf(documents);
  return sessionOver(parts, key, library, (documentId) => labels.get(documentId) ?? '');
}

export async function openKeptLibrary(parts: Omit<SetLibraryParts, 'config'>, key: string): Promise<SessionLibrary> {
  return sessionOver(parts, key, await (await parts.keptSets()).openKept(key), (documentId) => documentId);
}

function sessionOver(
  parts: Omit<SetLibraryParts, 'config'>,
  key: string,
  library: Library,
  labelOf: (documentId: string) => string,
): SessionLibrary {
  const activeModel = parts.activeModel.in(library);
  return {
    key,
    library,
    activeModel,
    labelOf,
    async close() {
      await activeModel.dispose();
      await (await parts.keptSets()).release(key, library);
    },
  };
}

export function ownLibrary({ library, activeModel }: Omit<SearchedLibrary, 'labelOf'>): SessionLibrary {
  return { key: null, library, activeModel, labelOf: (documentId) => documentId, close: async () => undefined };
}

/** Errors: `bad-request` for what a CSV set cannot be asked for. */
export function assertFits({ facts }: OpenedSet, input: ParsedRequestOf<'evaluate.start'>, ownModel: string): void {
  const { kind, hasAnswers } = facts;
  if (kind === 'csv' && input.model !== undefined && input.model !== ownModel) {
    throw new VitrineError('bad-request', { model: ownModel, why: 'own-model' });
  }
  if (input.answers && !hasAnswers) throw new VitrineError('bad-request', { why: 'no-answers' });
}

type EvaluationStep = Omit<EvaluationProgress, 'msLeft'>;

/** Returns a phase's time left, ms: the present way by its own pace, later ways by the mean. Null at first. */
export function timeLeft(): (step: EvaluationStep, now: number) => number | null {
  let phase: EvaluationStep['phase'] | null = null;
  let from = { place: 0, at: 0, done: 0 };
  const paces = new Map<number, number>();
  return (step, now) => {
    const { done, total } = step;
    const { place, of } = step.way ?? { place: 1, of: 1 };
    if (step.phase !== phase) paces.clear();
    if (step.phase !== phase || place !== from.place) from = { place, at: now, done };
    phase = step.phase;
    if (done > from.done) paces.set(place, (now - from.at) / (done - from.done));
    if (paces.size === 0) return null;
    const mean = [...paces.values()].reduce((sum, pace) => sum + pace, 0) / paces.size;
    const ofWay = (total / of) * place - done;
    return Math.round(ofWay * (paces.get(place) ?? mean) + (total - done - ofWay) * mean);
  };
}
