import type {
  EvaluationProgress,
  EvaluationResult,
  EvaluationSummary,
  KeptSets,
  LabelledSetFacts,
  MeasureName,
} from '@shared/contract/index';
import { type ErrorReport, reportOf } from '@shared/errors';
import { language, t } from '@shared/words/index';
import { host, newId } from '../bridge/host';
import { decimalSign } from '../ui/quantities';
import { useShell } from './shell';
import { slice } from './slice';
import { goToRun } from './stages';
import { saveFile } from './toasts';
import { deleteWithUndo, leavingIn } from './undo';
import { usualWays, ways } from './ways';

export type OutcomeKind = 'wins' | 'ties' | 'losses';

/** The open part of the shown result; null is the room's own choice. */
const unlooked = {
  before: null as string | null,
  after: null as string | null,
  /** The result that `after` is a way of; null is the shown one. */
  other: null as string | null,
  measure: null as MeasureName | null,
  question: null as string | null,
  only: null as OutcomeKind | null,
};
type Looked = Readonly<typeof unlooked>;

interface Running {
  readonly requestId: string;
  readonly progress: EvaluationProgress | null;
}

const first = {
  /** Kept results, newest first; null until the engine has answered once. */
  kept: null as readonly EvaluationSummary[] | null,
  sets: null as KeptSets | null,
  leaving: new Set() as ReadonlySet<string>,
  facts: null as LabelledSetFacts | null,
  inspecting: false,
  /** The path of a set that could not be read, to read it again directly; null if it could. */
  unread: null as string | null,
  running: null as Running | null,
  insights: false,
  /** The shown result; null shows the form of the next measurement. */
  result: null as EvaluationResult | null,
  /** The result that it is compared with; null while it comes, and where it is compared with itself. */
  other: null as EvaluationResult | null,
  /** Kept here, because the room is drawn again in a narrow window and after a visit elsewhere. */
  looked: unlooked as Looked,
  chosen: usualWays,
  answers: false,
  opening: null as string | null,
  error: null as ErrorReport | null,
};

/** Whether a result is kept here; null until the engine has said. */
export const isKept = ({ kept, leaving }: Pick<typeof first, 'kept' | 'leaving'>, evaluationId: string) =>
  kept === null ? null : kept.some((one) => one.evaluationId === evaluationId) && !leaving.has(evaluationId);

async function load(): Promise<void> {
  const kept = await host().request('evaluate.list', {});
  set(kept.ok ? { kept: kept.data } : { error: kept.error });
  const sets = await host().request('evaluate.sets', {});
  set(sets.ok ? { sets: sets.data } : { error: sets.error });
}

const look = (change: Partial<Looked>): void => set(({ looked }) => ({ looked: { ...looked, ...change } }));

async function compareWith(evaluationId: string, way: string): Promise<void> {
  const { result, other } = get();
  const own = evaluationId === result?.evaluationId;
  look({ after: way, other: own ? null : evaluationId });
  if (own || other?.evaluationId === evaluationId) return;
  set({ other: null });
  const answer = await host().request('evaluate.get', { evaluationId });
  if (get().looked.other !== evaluationId) return;
  set(answer.ok ? { other: answer.data } : { error: answer.error });
  if (!answer.ok) look({ after: null, other: null });
}

const asNew = { insights: false, other: null, looked: unlooked, error: null };

async function open(evaluationId: string): Promise<void> {
  const result = await host().request('evaluate.get', { evaluationId });
  set(result.ok ? { ...asNew, result: result.data } : { error: result.error });
}

const startNew = (): void => set({ ...asNew, result: null, unread: null });

async function inspect(path: string, split?: string): Promise<void> {
  set({ inspecting: true, error: null, unread: null });
  const facts = await host().request('evaluate.inspect', { path, ...(split === undefined ? {} : { split }) });
  set({ inspecting: false, ...(facts.ok ? { facts: facts.data } : { error: facts.error, facts: null, unread: path }) });
}

const actions = {
  load,
  look,
  compareWith,
  open,
  startNew,
  inspect,
  /** Chooses a question of a result, which is opened where it is not looked at; of no other where it cannot be. */
  async showQuestion(evaluationId: string, queryId: string): Promise<void> {
    const isShown = () => [get().result?.evaluationId, get().looked.other].includes(evaluationId);
    if (!isShown()) await open(evaluationId);
    if (isShown()) look({ question: queryId });
  },
  async choose(kind: 'files' | 'folder'): Promise<void> {
    try {
      const [path] = await host().chooseFiles(kind);
      if (path !== undefined) await inspect(path);
    } catch (error) {
      set({ error: reportOf(error) });
    }
  },
  async measure(): Promise<void> {
    const { answers, chosen, facts, running } = get();
    if (!facts || running || chosen.length === 0) return;
    const requestId = newId();
    set({ error: null, running: { requestId, progress: null } });
    const asked = {
      path: facts.path,
      ...(facts.split === null ? {} : { split: facts.split }),
      configurations: chosen.map((id) => ways[id]),
      ...(answers && facts.hasAnswers ? { answers } : {}),
    };
    const result = await host().request('evaluate.start', asked, { requestId });
    // A person who cancels knows it.
    if (!result.ok && result.error.code !== 'cancelled') set({ error: result.error });
    set({ running: null });
    await load();
    if (result.ok) set({ result: result.data, other: null, looked: unlooked });
  },
  cancel(): void {
    const { running } = get();
    if (running) host().cancel(running.requestId);
  },
  onProgress(requestId: string, progress: EvaluationProgress): void {
    const { running } = get();
    if (requestId === running?.requestId) set({ running: { ...running, progress } });
  },
  remove(evaluationId: string): void {
    const title = get().kept?.find((known) => known.evaluationId === evaluationId)?.set.name ?? '';
    deleteWithUndo({
      text: t('evaluate.deleted', { name: title }),
      ...leavingIn(set, [evaluationId], () => {
        if (get().result?.evaluationId === evaluationId) startNew();
        if (get().looked.other === evaluationId) look({ after: null, other: null, question: null });
      }),
      carryOut: () => host().request('evaluate.delete', { evaluationIds: [evaluationId] }),
      reload: load,
    });
  },
  removeSet(key: string): void {
    const name = get().sets?.sets.find((known) => known.key === key)?.name ?? '';
    deleteWithUndo({
      text: t('evaluate.sets.removed', { name }),
      ...leavingIn(set, [key]),
      carryOut: () => host().request('evaluate.removeSets', { keys: [key] }),
      reload: load,
    });
  },
  /** Saves the shown result as a report. */
  async report(format: 'md' | 'json' | 'csv'): Promise<void> {
    const { result } = get();
    if (!result) return;
    const { evaluationId } = result;
    const decimal = format === 'csv' ? { decimal: decimalSign() } : {};
    const asked = { evaluationId, format, language: language(), ...decimal };
    const file = await host().request('evaluate.report', asked);
    if (file.ok) saveFile(file.data);
    else set({ error: file.error });
  },
  async openRun(queryId: string, configuration: string, of?: string): Promise<void> {
    const { result, opening } = get();
    if (!result || opening !== null) return;
    set({ opening: queryId, error: null });
    const evaluationId = of ?? result.evaluationId;
    const run = await host().request('evaluate.openRun', { evaluationId, queryId, configuration });
    set({ opening: null });
    if (run.ok) await goToRun(run.data.runId);
    else set({ error: run.error });
  },
};

export const useEvaluation = slice(first, () => actions);
const { setState: set, getState: get } = useEvaluation;

export function showInsights(): void {
  useEvaluation.setState({ insights: true });
  useShell.getState().go('evaluate');
}

export const resultPlace = (evaluationId: string): string => `evaluation ${evaluationId}`;
