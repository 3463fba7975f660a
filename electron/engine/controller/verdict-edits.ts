import type { ParsedRequestOf } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { type SuperPrompt, verdicts } from '@shared/super-prompt';

type Edit = ParsedRequestOf<'run.edit'>['edits'][number];

const prefix = 'decisions.';

/** The chunk whose verdict an edit changes, or null for another edit. */
export function chunkOf(edit: Edit): string | null {
  return edit.path.startsWith(prefix) ? edit.path.slice(prefix.length) : null;
}

/**
 * The state behind the gate with other verdicts: the view of A3 and the selection hold what is kept now, in reranked
 * order. A verdict on another chunk is not judged anew: a person who keeps a duplicate means to have both.
 * Errors: `edit-invalid` for a chunk that the gate did not judge, and for a verdict that there is not.
 */
export function editedVerdicts(prompt: SuperPrompt, edits: readonly Edit[]): SuperPrompt {
  const judged = new Map(Object.entries(prompt.extras.verdicts ?? {}));
  let changed = false;
  for (const edit of edits) {
    const chunkId = chunkOf(edit);
    if (chunkId === null) continue;
    const verdict = verdicts.find((one) => one === edit.value);
    if (!verdict) {
      throw new VitrineError(
        'edit-invalid',
        `${edit.path} is one of ${verdicts.join(', ')}.`,
        'Choose one of these verdicts.',
        { path: edit.path, choices: [...verdicts] },
      );
    }
    if (!judged.has(chunkId)) {
      throw new VitrineError(
        'edit-invalid',
        `The gate has no verdict on ${chunkId}.`,
        'Choose one of the reranked candidates; a higher limits.N2_RERANK_TOP_K lets more of them in.',
        { path: edit.path, unknown: [chunkId] },
      );
    }
    judged.set(chunkId, { verdict, reason: 'by hand', byHand: true });
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
