import type { ParsedRequestOf, Run, StageDecision, StageRecord } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { type PromptShaperConfig, shapedKeys } from '@shared/prompt/prompt-schema';
import { type StageId, stageIds, stageTable } from '@shared/prompt/stage-names';
import { type ChosenWay, type PromptExtras, type SuperPrompt, verdicts } from '@shared/prompt/super-prompt';
import { reasoned } from '@shared/words/sayings';
import { parseLimits, place, valueAt } from '../settings/config-files';
import { type StageResult, wayDecision } from '../stages';

export type Edit = ParsedRequestOf<'run.edit'>['edits'][number];
type EditRequest = ParsedRequestOf<'run.edit'>;

const planPath = 'calculation.plan';

/** The plan that a person has written, if one is among these edits. */
export function planOf(edits: readonly Edit[]): string | null {
  const edit = edits.findLast(({ path }) => path === planPath);
  return edit ? String(edit.value) : null;
}

const wayPath = 'way';
const askedFields: ReadonlySet<string> = new Set(['body.task', 'body.context', 'body.purpose']);

/**
 * Returns the prompt whose way to answer has to be chosen again: a person wants another one, or has changed the words that are asked or searched.
 * Null where the way stays. Errors: `edit-invalid`, `stage-order`.
 */
export function wayChoice(
  parent: Run,
  { edits, from }: EditRequest,
): { readonly prompt: SuperPrompt; readonly wanted: string | null } | null {
  const edit = edits.findLast(({ path }) => path === wayPath);
  const changed = edits.filter(({ path }) => askedFields.has(path));
  const { way } = parent.snapshots.A0_PreProcessing?.extras ?? {};
  if (!edit && (changed.length === 0 || !way || way.byHand || parent.asPassages)) return null;
  const start = restartStage(edits, from);
  if (order(start) > order('A2_PromptShaper')) return null;
  const before = stateBefore(parent, start);
  const fields = changed.map(({ path, value }) => [path.slice('body.'.length), String(value)]);
  const prompt = { ...before, body: { ...before.body, ...Object.fromEntries(fields) } };
  return { prompt, wanted: edit ? String(edit.value) : null };
}

const order = (stage: StageId): number => stageIds.indexOf(stage);

function firstStageOf(edit: Edit): StageId {
  if (edit.path === 'raw') return 'A0_PreProcessing';
  if (edit.path === planPath) return 'ReRanker';
  if (edit.path === 'final_selection_ids' || chunkOf(edit) !== null) return 'A4_Condenser';
  if (!edit.path.startsWith('limits.')) return 'A2_PromptShaper';
  const reads = (stage: StageId) => stageTable[stage].limits.some((key) => edit.path.startsWith(`limits.${key}`));
  return stageIds.find(reads) ?? 'Retrieval';
}

/** The stage before which an edit would be overwritten: this stage, or one before it, makes its field again. */
function writerOf(edit: Edit): StageId | null {
  if (edit.path === 'final_selection_ids' || chunkOf(edit) !== null) return 'A3_NLI_Gate';
  if (edit.path === planPath) return 'Retrieval';
  return edit.path.startsWith('body.') || edit.path === wayPath ? 'A0_PreProcessing' : null;
}

/**
 * Returns the first stage that a run with these edits has to repeat: the first that an edit touches. `from` may be
 * earlier. It may be later only for the body, because a limit holds for the whole run and a selection has to be
 * condensed again. Errors: `edit-invalid` if a repeated stage would undo an edit.
 */
export function restartStage(edits: readonly Edit[], from: StageId | undefined): StageId {
  const touched = edits.filter((edit) => !from || !edit.path.startsWith('body.')).map(firstStageOf);
  const [start = 'A0_PreProcessing'] = [...touched, ...(from ? [from] : [])].sort((a, b) => order(a) - order(b));
  for (const edit of edits) {
    const writer = writerOf(edit);
    if (writer === null || order(start) > order(writer)) continue;
    throw new VitrineError('edit-invalid', { why: 'lost', path: edit.path, start, writer });
  }
  return start;
}

/** The run's limits with the edits in place. Errors: `limits-invalid` with the path. */
export function editedLimits(limits: PipelineLimits, edits: readonly Edit[]): PipelineLimits {
  const draft: unknown = structuredClone(limits);
  for (const edit of edits.filter(({ path }) => path.startsWith('limits.'))) {
    const path = edit.path.slice('limits.'.length);
    const isText = typeof edit.value === 'string' && edit.value.trim() !== '';
    const isNumber = typeof valueAt(draft, path) === 'number' && isText;
    place(draft, path, isNumber ? Number(edit.value) : edit.value);
  }
  return parseLimits(draft);
}

interface Resolved {
  readonly calculation?: PromptExtras['calculation'] | null;
  readonly way?: ChosenWay | null | undefined;
}

/**
 * The parent with the edits in place, everything before the first touched stage shared and everything behind it to be
 * run. Errors: `edit-invalid`, `limits-invalid`, `stage-order`.
 */
export function editedRun(
  parent: Run,
  { edits, from: asked }: EditRequest,
  shaper: PromptShaperConfig,
  resolved: Resolved = {},
): Run {
  const from = restartStage(edits, asked);
  const limits = editedLimits(parent.limits, edits);
  const before = editedPrompt(stateBefore(parent, from), edits, from, shaper, resolved);
  const kept = stageIds.slice(0, order(from));
  const last = kept.at(-1);
  const snapshots: Partial<Record<StageId | 'raw', SuperPrompt>> = {};
  for (const stage of ['raw', ...kept] as const) {
    const snapshot = parent.snapshots[stage];
    if (snapshot) snapshots[stage] = snapshot;
  }
  snapshots[last ?? 'raw'] = before;
  const stages = stageIds.map((stage): StageRecord => {
    const record = parent.stages.find((candidate) => candidate.stage === stage);
    if (!record || !kept.includes(stage)) return waiting(stage);
    return stage === last ? withDecisions(record, before, edits, resolved) : record;
  });
  const { answer: _ofParent, ...rest } = parent;
  return { ...rest, prompt: before.raw, limits, stages: withReady(stages), snapshots };
}

function withDecisions(
  record: StageRecord,
  after: SuperPrompt,
  edits: readonly Edit[],
  { way }: Resolved,
): StageRecord {
  const byHand = edits
    .filter(({ path }) => !path.startsWith('limits.') && path !== planPath && path !== wayPath)
    .map((edit): StageDecision => {
      const value = Array.isArray(edit.value) ? edit.value.join(', ') : String(edit.value);
      const subject = chunkOf(edit) ?? edit.path;
      return { subject, decision: value, reason: reasoned('by-hand'), by: 'deterministic', byHand: true };
    });
  const plan = planOf(edits) === null ? null : after.extras.calculation;
  if (plan && record.stage === 'Retrieval') {
    const { documentId: subject, sql: decision } = plan;
    byHand.push({ subject, decision, reason: reasoned('by-hand'), by: 'deterministic', byHand: true });
  }
  if (way && record.stage === 'A0_PreProcessing') byHand.push(wayDecision(way));
  if (byHand.length === 0) return record;
  const replaced = new Set(byHand.map(({ subject }) => subject));
  const decisions = [...record.decisions.filter(({ subject }) => !replaced.has(subject)), ...byHand];
  const candidatesOut = record.stage === 'A3_NLI_Gate' ? after.final_selection_ids.length : record.candidatesOut;
  return { ...record, decisions, candidatesOut };
}

function editedPrompt(
  prompt: SuperPrompt,
  edits: readonly Edit[],
  from: StageId,
  shaper: PromptShaperConfig,
  { calculation, way }: Resolved,
): SuperPrompt {
  const shaping = order(from) <= order('A2_PromptShaper');
  let edited = way ? { ...prompt, extras: { ...prompt.extras, way } } : prompt;
  for (const edit of edits) {
    if (edit.path === 'raw') edited = { ...edited, raw: String(edit.value) };
    if (edit.path.startsWith('body.')) edited = withBodyField(edited, edit, shaping ? null : shaper);
    if (edit.path === 'final_selection_ids') edited = withSelection(edited, edit.value);
    if (edit.path === planPath) {
      if (!calculation) throw new VitrineError('edit-invalid', { why: 'plan-none', path: planPath });
      edited = { ...edited, extras: { ...edited.extras, calculation } };
    }
  }
  const withVerdicts = editedVerdicts(edited, edits);
  // A selection that is edited too is the last word.
  const chosen = edits.some(({ path }) => path === 'final_selection_ids');
  return chosen ? { ...withVerdicts, final_selection_ids: edited.final_selection_ids } : withVerdicts;
}

/** A shaped field is put before A2 as a statement, and behind it (`shaper` given) only as one of its choices. */
function withBodyField(prompt: SuperPrompt, edit: Edit, shaper: PromptShaperConfig | null): SuperPrompt {
  const key = edit.path.slice('body.'.length);
  const value = String(edit.value);
  const body = { ...prompt.body, [key]: value };
  const shaped = shapedKeys.find((one) => one === key);
  if (!shaped) return { ...prompt, body };
  const stated = { ...prompt.extras.stated, [key]: value };
  if (shaper === null) return { ...prompt, body, extras: { ...prompt.extras, stated } };
  const choices = shaper.fields[shaped].enum;
  if (!choices.includes(value)) {
    throw new VitrineError('edit-invalid', { why: 'choices', path: edit.path, choices: [...choices] });
  }
  const others = (prompt.extras.a2_decisions ?? []).filter(({ subject }) => subject !== key);
  const a2_decisions = [...others, { subject: key, decision: value, reason: reasoned('by-hand') }];
  return { ...prompt, body, extras: { ...prompt.extras, stated, a2_decisions } };
}

function withSelection(prompt: SuperPrompt, value: Edit['value']): SuperPrompt {
  const asked = Array.isArray(value)
    ? value
    : String(value)
        .split(/[\s,]+/u)
        .filter(Boolean);
  const known = new Set(prompt.base_context_chunks.map((chunk) => chunk.id));
  const unknown = asked.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    throw new VitrineError('edit-invalid', { why: 'unknown', unknown });
  }
  return { ...prompt, final_selection_ids: [...new Set(asked)] };
}

/** The state that `stage` starts from: what the stage before it left. Errors: `stage-order`. */
export function stateBefore(run: Run, stage: StageId): SuperPrompt {
  const previous = stageIds[order(stage) - 1];
  const record = run.stages.find((candidate) => candidate.stage === previous);
  const snapshot = run.snapshots[previous ?? 'raw'];
  if (!snapshot || (previous && record?.state !== 'done')) {
    throw new VitrineError('stage-order', { why: 'needs', stage, needs: previous ?? 'raw' });
  }
  return snapshot;
}

const prefix = 'decisions.';

function chunkOf(edit: Edit): string | null {
  return edit.path.startsWith(prefix) ? edit.path.slice(prefix.length) : null;
}

/**
 * The state after the gate with other verdicts: A3's view and the selection hold the kept chunks, in reranked order.
 * Other chunks are not judged again: a person who keeps a duplicate wants both. Errors: `edit-invalid` for a chunk that
 * the gate did not judge, and for an unknown verdict.
 */
function editedVerdicts(prompt: SuperPrompt, edits: readonly Edit[]): SuperPrompt {
  const judged = new Map(Object.entries(prompt.extras.verdicts ?? {}));
  let changed = false;
  for (const edit of edits) {
    const chunkId = chunkOf(edit);
    if (chunkId === null) continue;
    const verdict = verdicts.find((one) => one === edit.value);
    if (!verdict) {
      throw new VitrineError('edit-invalid', { why: 'choices', path: edit.path, choices: [...verdicts] });
    }
    if (!judged.has(chunkId)) {
      throw new VitrineError('edit-invalid', { why: 'unknown', path: edit.path, unknown: [chunkId] });
    }
    judged.set(chunkId, { verdict, reason: reasoned('by-hand'), byHand: true });
    changed = true;
  }
  if (!changed) return prompt;
  const kept = (prompt.views_by_stage.reranked ?? []).filter((id) => judged.get(id)?.verdict === 'keep');
  return {
    ...prompt,
    extras: { ...prompt.extras, verdicts: Object.fromEntries(judged) },
    views_by_stage: { ...prompt.views_by_stage, a3: kept },
    final_selection_ids: kept,
  };
}

export const waiting = (stage: StageId): StageRecord => ({
  stage,
  state: 'waiting',
  by: null,
  ms: null,
  candidatesIn: null,
  candidatesOut: null,
  decisions: [],
  notices: [],
  calls: [],
  error: null,
});

/** The first stage that is not done is ready when all before it are. */
export function withReady(records: readonly StageRecord[]): StageRecord[] {
  const next = records.findIndex((record) => record.state !== 'done');
  return records.map((record, position) => {
    if (position === next && record.state === 'waiting') return { ...record, state: 'ready' };
    return position !== next && record.state === 'ready' ? { ...record, state: 'waiting' } : record;
  });
}

export function recordOf(run: Run, id: StageId): StageRecord {
  return run.stages.find((record) => record.stage === id) ?? waiting(id);
}

/** The run with this stage's new record; what came after the stage earlier is stale, also where it failed. */
function withRecord(run: Run, record: StageRecord): Run {
  const position = stageIds.indexOf(record.stage);
  const stages = run.stages.map((one, index): StageRecord => {
    if (index === position) return record;
    return index > position && one.state === 'done' ? { ...one, state: 'stale' } : one;
  });
  return { ...run, stages: withReady(stages) };
}

export function withResult(run: Run, id: StageId, after: SuperPrompt, result: StageResult, ms: number): Run {
  const record: StageRecord = {
    stage: id,
    state: 'done',
    by: result.by,
    ms,
    candidatesIn: result.candidatesIn ?? null,
    candidatesOut: result.candidatesOut ?? null,
    decisions: result.decisions,
    notices: result.notices,
    calls: result.calls ?? [],
    error: null,
  };
  return withRecord({ ...run, snapshots: { ...run.snapshots, [id]: after } }, record);
}

export function withFailure(run: Run, id: StageId, ms: number, error: NonNullable<StageRecord['error']>): Run {
  return withRecord(run, { ...waiting(id), state: 'failed', ms, error });
}

/** The last stale stage, otherwise, in a run made by an edit, its parent's last; null without stale results. */
export function catchUpTarget(run: Run, parent: Run | null): StageId | null {
  const stale = run.stages.filter(({ state }) => state === 'stale').at(-1);
  if (stale) return stale.stage;
  const was = parent?.stages.filter(({ state }) => state === 'done').at(-1)?.stage;
  return was !== undefined && recordOf(run, was).state !== 'done' ? was : null;
}
