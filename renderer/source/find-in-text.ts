import type { TextSpan } from '@shared/contract/index';

export interface FoundInText {
  readonly spans: readonly TextSpan[];
  /** Whether there are more than are given. */
  readonly more: boolean;
}

/** Nobody steps through more; they would only slow down the drawing. */
const mostHits = 10_000;

/** Where the words stand in a text, whatever the case and the white space between them; in order, not overlapping. */
export function findInText(text: string, query: string): FoundInText {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { spans: [], more: false };
  const pattern = new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('\\s+'), 'giu');
  const spans: TextSpan[] = [];
  for (const match of text.matchAll(pattern)) {
    if (spans.length === mostHits) return { spans, more: true };
    spans.push({ startChar: match.index, endChar: match.index + match[0].length });
  }
  return { spans, more: false };
}
