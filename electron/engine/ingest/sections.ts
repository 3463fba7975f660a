import type { HeadingSpan, ReadDocument } from './contract';
import { isBlank } from './graphemes';

/** A stretch of a document that chunks do not cross: a heading with what stands below it. */
export interface Section {
  readonly start: number;
  readonly end: number;
  /** Outermost first. */
  readonly headings: readonly string[];
}

/** How much a span holds, in the profile's unit; Infinity where it is clearly more than a chunk. */
export type Measure = (start: number, end: number) => number;

/**
 * The document's sections in order, covering it whole.
 *
 * A heading begins a section and belongs to it. Two kinds are joined with what follows: a heading without a body
 * with the first heading below it, and a tiny section with the sections after it while they share a parent and fit
 * into one chunk; the joined section then carries the headings they share.
 *
 * @param tiny below this a section is joined; 0 joins none
 * @param size what fits into a chunk
 */
export function sectionsOf(document: ReadDocument, measure: Measure, tiny: number, size: number): Section[] {
  const sections = splitAtHeadings(document);
  // Headings of a PDF are guessed from its font sizes; a guess may group, but it must not tear a short text apart.
  return tiny > 0 ? joinTiny(sections, measure, tiny, size, document.format === 'pdf') : sections;
}

function splitAtHeadings({ text, headings }: ReadDocument): Section[] {
  const sections: Section[] = [];
  const path: HeadingSpan[] = [];
  let start = 0;
  let names: readonly string[] = [];
  let bodyless = true;
  for (let i = 0; i <= headings.length; i += 1) {
    const heading = headings[i];
    const next = heading ? lineStart(text, heading.startChar, start) : text.length;
    const previous = headings[i - 1];
    bodyless = isBlankSpan(text, previous ? previous.endChar : start, next);
    const deeper = previous !== undefined && heading !== undefined && heading.level > previous.level;
    const joinsNext = bodyless && (deeper || previous === undefined) && heading !== undefined;
    if (next > start && !joinsNext) {
      sections.push({ start, end: next, headings: names });
      start = next;
    }
    if (heading) {
      while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
      path.push(heading);
      names = path.map((entry) => entry.text);
    }
  }
  return sections;
}

function joinTiny(
  sections: readonly Section[],
  measure: Measure,
  tiny: number,
  size: number,
  acrossParents: boolean,
): Section[] {
  const joined: Section[] = [];
  let held = 0;
  for (const section of sections) {
    const amount = measure(section.start, section.end);
    const last = joined.at(-1);
    if (last && held < tiny && held + amount <= size) {
      const shared = commonStart(last.headings, section.headings);
      if (shared.length > 0 || acrossParents || last.headings.length === 0) {
        const headings = shared.length > 0 ? shared : last.headings.length > 0 ? last.headings : section.headings;
        joined[joined.length - 1] = { start: last.start, end: section.end, headings };
        held += amount;
        continue;
      }
    }
    joined.push(section);
    held = amount;
  }
  return joined;
}

function commonStart(a: readonly string[], b: readonly string[]): string[] {
  const shared: string[] = [];
  for (let i = 0; i < a.length && i < b.length; i += 1) {
    const name = a[i];
    if (name === undefined || name !== b[i]) break;
    shared.push(name);
  }
  return shared;
}

function lineStart(text: string, index: number, low: number): number {
  let at = index;
  while (at > low) {
    const code = text.charCodeAt(at - 1);
    if (code !== 32 && code !== 9) break;
    at -= 1;
  }
  return at;
}

function isBlankSpan(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (!isBlank(text.charCodeAt(at))) return false;
  return true;
}
