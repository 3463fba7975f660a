import { canonicalJson } from '@shared/canonical-json';
import type { SuperPrompt } from '@shared/super-prompt';
import { diffLines, diffWordsWithSpace } from 'diff';

/** A field that differs: as text, word by word, or as a list of chunks whose ranks moved. */
export type FieldChange =
  | { readonly path: string; readonly kind: 'text'; readonly before: string; readonly after: string }
  | { readonly path: string; readonly kind: 'ranks'; readonly moves: readonly RankMove[] };

/** 1-based ranks; null where the chunk is not in the list. */
export interface RankMove {
  readonly id: string;
  readonly before: number | null;
  readonly after: number | null;
}

export interface Piece {
  readonly text: string;
  readonly kind: 'same' | 'removed' | 'added';
}

/** Longer texts are compared by lines: word by word would take seconds. */
const wordsUpTo = 40_000;

/** The fields of two states that differ, in the order of the state, and the names of those that do not. */
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
  return { changed, equal };
}

/** Every chunk whose rank differs, by its new rank and then its old one; those that are gone come last. */
export function rankMoves(before: readonly string[], after: readonly string[]): readonly RankMove[] {
  const old = new Map(before.map((id, index) => [id, index + 1]));
  const now = new Map(after.map((id, index) => [id, index + 1]));
  const moves = [...new Set([...after, ...before])].map((id) => ({
    id,
    before: old.get(id) ?? null,
    after: now.get(id) ?? null,
  }));
  return moves.filter((move) => move.before !== move.after);
}

/** What two texts share and what only one of them has; read without `added` it is `before`, without `removed` `after`. */
export function wordPieces(before: string, after: string): readonly Piece[] {
  const long = before.length + after.length > wordsUpTo;
  const parts = long ? diffLines(before, after) : diffWordsWithSpace(before, after);
  return parts.map((part) => ({ text: part.value, kind: part.added ? 'added' : part.removed ? 'removed' : 'same' }));
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
