import { type Pair, paragraphs } from './labelled-pairs';
import { manualSections } from './troff-text';

/**
 * A manual page, asked for by the line that its first section describes it with; the document is the other sections.
 * Nothing of a page that has no such line, as of one that only refers to another.
 *
 * @param name of the page, without its section
 */
export function manualPagePair(name: string, source: string): Pair[] {
  const [first, ...others] = manualSections(source);
  const [, query] = /^.*?\s[-–—]+\s+(.+)$/su.exec(first?.text.replaceAll(/\s+/gu, ' ') ?? '') ?? [];
  if (query === undefined) return [];
  return [
    { title: name, query, text: paragraphs(others.flatMap(({ heading, text }) => [heading, ...text.split('\n\n')])) },
  ];
}
