import type {
  EvaluatedConfiguration,
  EvaluationProgress,
  EvaluationResult,
  EvaluationSummary,
  KeptSets,
  LabelledSetFacts,
  MeasureName,
} from '@shared/contract/index';
import { type ErrorReport, reportOf } from '@shared/errors';
import { language, t } from '@shared/words/index';
import { create } from 'zustand';
import { host, newId } from '../bridge/host';
import { decimalSign } from '../ui/quantities';
import { useShell } from './shell';
import { useStages } from './stages';
import { saveFile } from './toasts';
import { deleteWithUndo } from './undo';

/** How a question fares in the second of two ways. */
export type OutcomeKind = 'wins' | 'ties' | 'losses';

export type ReportFormat = 'md' | 'json' | 'csv';

/** A measure of quality, where more is better, or a time, where less is. */
export type FigureName = MeasureName | 'p50' | 'p95';

/** The two figures that are drawn as bars; null is the room's own choice. */
interface Bars {
  readonly left: FigureName | null;
  readonly right: FigureName | null;
}

/** What of the shown result is looked at; null is the room's own choice. */
interface Looked {
  readonly before: string | null;
  readonly after: string | null;
  /** The result that `after` is a way of; null is the shown one. */
  readonly other: string | null;
  readonly measure: MeasureName | null;
  readonly question: string | null;
  /** The questions that the list is limited to. */
  readonly only: OutcomeKind | null;
}

interface EvaluationState {
  /** Kept results, newest first; null until the engine has answered once. */
  readonly kept: readonly EvaluationSummary[] | null;
  readonly sets: KeptSets | null;
  /** Results and indexes of sets that are deleted, but not yet for good. */
  readonly leaving: ReadonlySet<string>;
  readonly facts: LabelledSetFacts | null;
  readonly inspecting: boolean;
  /** Where the set lies that could not be read, so that it is read again without being looked for; null where it could. */
  readonly unread: string | null;
  /** The measuring that runs: the request to cancel, and how far it is. */
  readonly running: Running | null;
  /** The result that is shown; null shows what is to be measured next. */
  readonly result: EvaluationResult | null;
  /** The result that it is compared with; null while it comes, and where it is compared with itself. */
  readonly other: EvaluationResult | null;
  /** Kept here, since the room is drawn anew in a narrow window and after a visit elsewhere. */
  readonly looked: Looked;
  /** Kept from one result to the next, so that the same figures are seen of each. */
  readonly bars: Bars;
  /** The ways that are to be measured; null are the usual ones. */
  readonly chosen: readonly EvaluatedConfiguration[] | null;
  /** The embedding models that a set of its own documents is measured with; null is the library's own. */
  readonly models: readonly string[] | null;
  readonly answers: boolean;
  readonly opening: string | null;
  readonly error: ErrorReport | null;
  load(): Promise<void>;
  choose(kind: 'files' | 'folder'): Promise<void>;
  inspect(path: string, split?: string): Promise<void>;
  measure(configurations: readonly EvaluatedConfiguration[]): Promise<void>;
  look(change: Partial<Looked>): void;
  showBars(change: Partial<Bars>): void;
  /** Compares with a way of this result, or of the shown one. */
  compareWith(evaluationId: string, way: string): Promise<void>;
  cancel(): void;
  open(evaluationId: string): Promise<void>;
  /** Chooses a question of a result, which is opened where it is not looked at; of no other where it cannot be. */
  showQuestion(evaluationId: string, queryId: string): Promise<void>;
  startNew(): void;
  remove(evaluationId: string): void;
  removeSet(key: string): void;
  /** Offers the shown result to be saved as a report, or its comparison with other results of the same set. */
  report(format: ReportFormat, withIds?: readonly string[]): Promise<void>;
  openRun(queryId: string, configuration: string, evaluationId?: string): Promise<void>;
  onProgress(requestId: string, progress: EvaluationProgress): void;
}

interface Running {
  readonly requestId: string;
  readonly progress: EvaluationProgress | null;
  /** The model it is measured with, where there are several. */
  readonly model: string | null;
}

const unlooked: Looked = { before: null, after: null, other: null, measure: null, question: null, only: null };

/** Whether a result is kept here; null until the engine has said. */
export const isKept = ({ kept, leaving }: Pick<EvaluationState, 'kept' | 'leaving'>, evaluationId: string) =>
  kept === null ? null : kept.some((one) => one.evaluationId === evaluationId) && !leaving.has(evaluationId);

export const useEvaluation = create<EvaluationState>((set, get) => {
  const hide = (id: string) => set((state) => ({ leaving: new Set([...state.leaving, id]) }));
  const show = (id: string) =>
    set((state) => ({ leaving: new Set([...state.leaving].filter((other) => other !== id)) }));

  return {
    kept: null,
    sets: null,
    leaving: new Set(),
    facts: null,
    inspecting: false,
    unread: null,
    running: null,
    result: null,
    other: null,
    looked: unlooked,
    bars: { left: null, right: null },
    chosen: null,
    models: null,
    answers: false,
    opening: null,
    error: null,
    async load() {
      const kept = await host().request('evaluate.list', {});
      set(kept.ok ? { kept: kept.data } : { error: kept.error });
      const sets = await host().request('evaluate.sets', {});
      set(sets.ok ? { sets: sets.data } : { error: sets.error });
    },
    async choose(kind) {
      try {
        const [path] = await host().chooseFiles(kind);
        if (path !== undefined) await get().inspect(path);
      } catch (error) {
        set({ error: reportOf(error) });
      }
    },
    async inspect(path, split) {
      set({ inspecting: true, error: null, unread: null });
      const facts = await host().request('evaluate.inspect', { path, ...(split === undefined ? {} : { split }) });
      set(
        facts.ok
          ? { facts: facts.data, inspecting: false }
          : { error: facts.error, facts: null, inspecting: false, unread: path },
      );
    },
    async measure(configurations) {
      const { facts, running, answers, models } = get();
      if (!facts || running || configurations.length === 0) return;
      // Questions about the library are asked of its own index.
      const chosen = facts.kind === 'csv' || models === null ? [null] : models;
      const results: EvaluationResult[] = [];
      set({ error: null });
      for (const model of chosen) {
        const requestId = newId();
        set({ running: { requestId, progress: null, model: chosen.length > 1 ? model : null } });
        const measured = await host().request(
          'evaluate.start',
          {
            path: facts.path,
            ...(facts.split === null ? {} : { split: facts.split }),
            ...(model === null ? {} : { model }),
            configurations: [...configurations],
            ...(answers && facts.hasAnswers ? { answers } : {}),
          },
          { requestId },
        );
        if (measured.ok) results.push(measured.data);
        else {
          // A person who cancels needs no telling.
          if (measured.error.code !== 'cancelled') set({ error: measured.error });
          break;
        }
      }
      set({ running: null });
      await get().load();
      const [first, ...others] = results;
      if (!first) return;
      set({ result: first, other: null, looked: unlooked });
      const last = others.at(-1);
      const way = last?.configurations.at(-1)?.name;
      if (last && way !== undefined) {
        get().look({ before: way });
        await get().compareWith(last.evaluationId, way);
      }
    },
    look: (change) => set((state) => ({ looked: { ...state.looked, ...change } })),
    showBars: (change) => set((state) => ({ bars: { ...state.bars, ...change } })),
    async compareWith(evaluationId, way) {
      const { result, other, look } = get();
      const own = evaluationId === result?.evaluationId;
      look({ after: way, other: own ? null : evaluationId });
      if (own || other?.evaluationId === evaluationId) return;
      set({ other: null });
      const answer = await host().request('evaluate.get', { evaluationId });
      if (get().looked.other !== evaluationId) return;
      set(answer.ok ? { other: answer.data } : { error: answer.error });
      if (!answer.ok) look({ after: null, other: null });
    },
    cancel() {
      const { running } = get();
      if (running) host().cancel(running.requestId);
    },
    async open(evaluationId) {
      const result = await host().request('evaluate.get', { evaluationId });
      set(result.ok ? { result: result.data, other: null, looked: unlooked, error: null } : { error: result.error });
    },
    async showQuestion(evaluationId, queryId) {
      const isShown = () => [get().result?.evaluationId, get().looked.other].includes(evaluationId);
      if (!isShown()) await get().open(evaluationId);
      if (isShown()) get().look({ question: queryId });
    },
    startNew: () => set({ result: null, other: null, looked: unlooked, error: null, unread: null }),
    remove(evaluationId) {
      const title = get().kept?.find((known) => known.evaluationId === evaluationId)?.set.name ?? '';
      deleteWithUndo({
        text: t('evaluate.deleted', { name: title }),
        hide() {
          hide(evaluationId);
          if (get().result?.evaluationId === evaluationId) get().startNew();
          if (get().looked.other === evaluationId) get().look({ after: null, other: null, question: null });
        },
        show: () => show(evaluationId),
        async carryOut() {
          const result = await host().request('evaluate.delete', { evaluationIds: [evaluationId] });
          await get().load();
          return result;
        },
      });
    },
    removeSet(key) {
      const name = get().sets?.sets.find((known) => known.key === key)?.name ?? '';
      deleteWithUndo({
        text: t('evaluate.sets.removed', { name }),
        hide: () => hide(key),
        show: () => show(key),
        async carryOut() {
          const result = await host().request('evaluate.removeSets', { keys: [key] });
          await get().load();
          return result;
        },
      });
    },
    async report(format, withIds = []) {
      const { result } = get();
      if (!result) return;
      const { evaluationId } = result;
      const asked = {
        evaluationId,
        withIds: [...withIds],
        format,
        language: language(),
        ...(format === 'csv' ? { decimal: decimalSign() } : {}),
      };
      const file = await host().request('evaluate.report', asked);
      if (file.ok) saveFile(file.data);
      else set({ error: file.error });
    },
    async openRun(queryId, configuration, of) {
      const { result, opening } = get();
      if (!result || opening !== null) return;
      set({ opening: queryId, error: null });
      const evaluationId = of ?? result.evaluationId;
      const run = await host().request('evaluate.openRun', { evaluationId, queryId, configuration });
      set({ opening: null });
      if (!run.ok) {
        set({ error: run.error });
        return;
      }
      const stages = useStages.getState();
      await stages.openRun(run.data.runId);
      useShell.getState().go('stages');
      await stages.loadRuns();
    },
    onProgress: (requestId, progress) => {
      const { running } = get();
      if (requestId === running?.requestId) set({ running: { ...running, progress } });
    },
  };
});
