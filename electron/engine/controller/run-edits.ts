import type { ParsedRequestOf, Run } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { limitsSchema, type PipelineLimits } from '@shared/limits';
import { shapedKeys } from '@shared/prompt-schema';
import { type StageId, stageIds } from '@shared/stage-names';
import type { SuperPrompt } from '@shared/super-prompt';
import { parseConfig } from '../config-files';

export type Edit = ParsedRequestOf<'run.edit'>['edits'][number];

const order = (stage: StageId): number => stageIds.indexOf(stage);

/** The first stage whose input an edit changes. */
function firstStageOf(edit: Edit): StageId {
  if (edit.path === 'final_selection_ids') return 'A4_Condenser';
  if (edit.path.startsWith('limits.gate')) return 'A3_NLI_Gate';
  if (edit.path.startsWith('limits.condense') || edit.path.startsWith('limits.build')) return 'A4_Condenser';
  if (edit.path.startsWith('limits.N2') || edit.path.startsWith('limits.rerank')) return 'ReRanker';
  if (edit.path.startsWith('limits.N3')) return 'A4_Condenser';
  if (edit.path.startsWith('limits.N4')) return 'Prompt_Builder';
  if (edit.path.startsWith('limits.')) return 'Retrieval';
  return 'A2_PromptShaper';
}

/** The stage before which an edit would be overwritten: what that stage or one before it writes is made anew. */
function writerOf(edit: Edit): StageId | null {
  if (edit.path === 'final_selection_ids') return 'A3_NLI_Gate';
  return edit.path.startsWith('body.') ? 'A0_PreProcessing' : null;
}

/**
 * Where a run with these edits has to start again: at the first stage that an edit touches. `from` may put it
 * earlier; later only for the body, since a limit holds for the whole run and a selection has to be condensed anew.
 * Errors: `edit-invalid` where a stage that runs again would undo an edit.
 */
export function restartStage(edits: readonly Edit[], from: StageId | undefined): StageId {
  const touched = edits.filter((edit) => !from || !edit.path.startsWith('body.')).map(firstStageOf);
  const [start = 'A0_PreProcessing'] = [...touched, ...(from ? [from] : [])].sort((a, b) => order(a) - order(b));
  for (const edit of edits) {
    const writer = writerOf(edit);
    if (writer === null || order(start) > order(writer)) continue;
    throw new VitrineError(
      'edit-invalid',
      `${edit.path} would be lost: the run starts again at ${start}, and ${writer} writes it anew.`,
      `Edit it alone, or start later than ${writer}.`,
      { path: edit.path, start, writer },
    );
  }
  return start;
}

function hasOwn(value: unknown, name: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}

/** The run's limits with the edits in place. Errors: `limits-invalid` with the path. */
export function editedLimits(limits: PipelineLimits, edits: readonly Edit[]): PipelineLimits {
  const draft: unknown = structuredClone(limits);
  for (const edit of edits.filter(({ path }) => path.startsWith('limits.'))) {
    const path = edit.path.split('.').slice(1);
    const last = path.pop() ?? '';
    // Own members only: `__proto__` and `constructor` lead out of the limits.
    const place = path.reduce<unknown>((outer, name) => (hasOwn(outer, name) ? outer[name] : undefined), draft);
    if (!hasOwn(place, last)) {
      throw new VitrineError('limits-invalid', `There is no limit ${edit.path}.`, 'Look at the limits of the run.', {
        path: edit.path,
      });
    }
    const isText = typeof edit.value === 'string' && edit.value.trim() !== '';
    place[last] = typeof place[last] === 'number' && isText ? Number(edit.value) : edit.value;
  }
  return parseConfig(draft, limitsSchema, 'limits-invalid', 'the edited limits');
}

/** The state before `from` with body fields and the selection edited. Errors: `edit-invalid`. */
export function editedPrompt(prompt: SuperPrompt, edits: readonly Edit[]): SuperPrompt {
  let edited = prompt;
  for (const edit of edits) {
    if (edit.path.startsWith('body.')) {
      const key = edit.path.slice('body.'.length);
      const value = String(edit.value);
      // A2 shapes from what was stated; an edit is a statement.
      const stated = shapedKeys.some((shaped) => shaped === key)
        ? { extras: { ...edited.extras, stated: { ...edited.extras.stated, [key]: value } } }
        : {};
      edited = { ...edited, ...stated, body: { ...edited.body, [key]: value } };
    }
    if (edit.path === 'final_selection_ids') {
      const asked = Array.isArray(edit.value)
        ? edit.value
        : String(edit.value)
            .split(/[\s,]+/u)
            .filter(Boolean);
      const known = new Set(prompt.base_context_chunks.map((chunk) => chunk.id));
      const unknown = asked.filter((id) => !known.has(id));
      if (unknown.length > 0) {
        throw new VitrineError(
          'edit-invalid',
          `Not among the candidates: ${unknown.join(', ')}.`,
          'Choose from base_context_chunks.',
          {
            unknown,
          },
        );
      }
      edited = { ...edited, final_selection_ids: [...new Set(asked)] };
    }
  }
  return edited;
}

/** The state that `stage` starts from: what the stage before it left. Errors: `stage-order`. */
export function stateBefore(run: Run, stage: StageId): SuperPrompt {
  const previous = stageIds[order(stage) - 1];
  const record = run.stages.find((candidate) => candidate.stage === previous);
  const snapshot = run.snapshots[previous ?? 'raw'];
  if (!snapshot || (previous && record?.state !== 'done')) {
    throw new VitrineError(
      'stage-order',
      `${stage} needs the result of ${previous ?? 'the prompt'}, which is not there yet.`,
      `Run ${previous ?? 'the prompt'} first.`,
      { stage, needs: previous ?? 'raw' },
    );
  }
  return snapshot;
}
