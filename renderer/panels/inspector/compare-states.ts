import { canonicalJson } from '@shared/canonical-json';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { type RankMove, rankMoves } from '@shared/ranking';
import { diffLines, diffWordsWithSpace } from 'diff';

type FieldChange =
  | { readonly path: string; readonly kind: 'text'; readonly before: string; readonly after: string }
  | { readonly path: string; readonly kind: 'ranks'; readonly moves: readonly RankMove[] };

export interface TextPiece {
  readonly text: string;
  readonly kind: 'same' | 'removed' | 'added';
}

/** Longer texts are compared by lines: word by word would take seconds. */
const wordsUpTo = 40_000;

/** The fields of two states that differ, lists of chunks first, and the names of those that do not. */
export function compareStates(
  before: SuperPrompt,
  after: SuperPrompt,
): { readonly changed: readonly FieldChange[]; readonly equal: readonly string[] } {
  const left = fieldsOf(before);
  const right = fieldsOf(after);
  const changed: FieldChange[] = [];
  const equal: string[] = [];
  for (const path of new Set([...left.keys(), ...right.keys()])) {
    const one = left.get(path);
    const other = right.get(path);
    if (textOf(one) === textOf(other)) equal.push(path);
    else if (isRanked(path)) changed.push({ path, kind: 'ranks', moves: rankMoves(idsOf(one), idsOf(other)) });
    else changed.push({ path, kind: 'text', before: textOf(one), after: textOf(other) });
  }
  // Added, removed and moved chunks come first; internal notes of the stages last.
  const place = ({ path, kind }: FieldChange): number => {
    if (kind === 'ranks') return 0;
    return path.startsWith('extras.') ? 2 : 1;
  };
  return { changed: changed.sort((one, other) => place(one) - place(other)), equal };
}

/** Without `added` the pieces read as `before`, without `removed` as `after`. */
export function wordPieces(before: string, after: string): readonly TextPiece[] {
  const long = before.length + after.length > wordsUpTo;
  const parts = long ? diffLines(before, after) : diffWordsWithSpace(before, after);
  return parts.map(({ value, added, removed }) => {
    const kind = removed ? 'removed' : 'same';
    return { text: value, kind: added ? 'added' : kind };
  });
}

const chunkLists: ReadonlySet<string> = new Set([
  'final_selection_ids',
  'base_context_chunks',
  'extras.dropped_for_budget',
]);
const nested = ['body', 'extras', 'views_by_stage'] as const;

function fieldsOf(state: SuperPrompt): ReadonlyMap<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(state)) {
    if (nested.some((key) => key === name)) {
      for (const [key, member] of Object.entries(value as object)) fields.set(`${name}.${key}`, member);
    } else if (name === 'base_context_chunks') {
      fields.set(
        name,
        state.base_context_chunks.map((chunk) => chunk.id),
      );
    } else fields.set(name, value);
  }
  return fields;
}

function isRanked(path: string): boolean {
  return path.startsWith('views_by_stage.') || chunkLists.has(path);
}

function idsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(JSON.parse(canonicalJson(value)), null, 2);
}
