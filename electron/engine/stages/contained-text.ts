import { fenced } from '@shared/fenced';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** Lines that can open what does not end by itself, or that read as a heading of a block (CommonMark §4.2, 4.3, 4.5, 4.6). */
const suspicious = /^[ \t>*+\d.)-]*(?:`{3}|~{3}|<|# |#$|=+\s*$)/mu;
const next = '## next';

/**
 * What the user wrote, so that the blocks behind it stay blocks: a fence or an HTML block that is left open would take
 * them in, and a heading of the first level would pass for one. Such text is fenced whole; all other is left as it is.
 */
export function contained(text: string): string {
  if (!suspicious.test(text)) return text;
  const { children } = fromMarkdown(`${text}\n\n${next}`);
  const last = children.at(-1);
  const ends = last?.type === 'heading' && last.depth === 2;
  const pretends = children.some((node) => node.type === 'heading' && node.depth === 1);
  return ends && !pretends ? text : fenced(text, 'text');
}
