import type { Sentence } from '@shared/sentences';

/** A line of a mail's head, in the languages of common mail programs. */
const headLine = /^(?:>\s*)*\**(?:from|to|cc|bcc|date|sent|subject|von|an|datum|gesendet|betreff)\**:\s*\S/iu;
/** Of one line alone it takes more: “Date: 4 May” may be all that a protocol says of its date. */
const address = /[^\s@<]+@[^\s@>]+/u;
/** The number of an example, a figure, a paragraph: `9`, `9.4`, `12-3`, `4b`; four digits are a year, or an amount. */
const label = /^\p{L}[\p{L}.]*(?:\s+\p{L}[\p{L}.]*)?\s+\(?(?:\d{1,3}(?:[.\-–]\d{1,3})*\p{Ll}?)\)?[.:]?$/u;
const mostWords = 3;

/**
 * Whether what was split off as a sentence is none: of a mail's head (“From: … Date: …”), or a label of fewer than four
 * words whose number ends its line (“Example 9.4.”). It may hold the question's words and still says nothing.
 */
export function isNoSentence(passage: string, sentence: Sentence): boolean {
  return isMailHead(passage, sentence) || isLoneLabel(passage, sentence);
}

function isMailHead(passage: string, { start, end }: Sentence): boolean {
  const from = passage.lastIndexOf('\n', start - 1) + 1;
  const next = passage.indexOf('\n', end);
  const to = next === -1 ? passage.length : next;
  const own = passage.slice(from, to).split('\n');
  if (!own.every((line) => headLine.test(line.trim()))) return false;
  const before =
    passage
      .slice(0, Math.max(from - 1, 0))
      .split('\n')
      .at(-1) ?? '';
  const behind = passage.slice(to + 1).split('\n', 1)[0] ?? '';
  const beside = [before, behind].some((line) => headLine.test(line.trim()));
  return own.length > 1 || beside || address.test(own.join());
}

function isLoneLabel(passage: string, { text, end }: Sentence): boolean {
  if (text.split(/\s+/u).length > mostWords || !label.test(text)) return false;
  return /^[^\S\n]*(?:\n|$)/u.test(passage.slice(end));
}
