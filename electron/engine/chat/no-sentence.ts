import type { Sentence } from '@shared/sentences';
import { linesAround } from '@shared/text-lines';

/** A line of a mail's head, in the languages of common mail programs. */
const headLine = /^(?:>\s*)*\**(?:from|to|cc|bcc|date|sent|subject|von|an|datum|gesendet|betreff)\**:\s*\S/iu;
/** What only a mail has: “From: Bern” and “Date: 4 May” may be all that a ticket says. */
const address = /[^\s@<]+@[^\s@>]+/u;
const ofMail = /^(?:>\s*)*\**(?:cc|bcc|sent|subject|gesendet|betreff)\**:/iu;
/**
 * The number of an example, a figure, a paragraph: `9`, `9.4`, `12-3`, `4b`; four digits are a year, or an amount. A
 * second word is part of a name: “It costs 12.” is a sentence.
 */
const label = /^\p{L}[\p{L}.]*(?:\s+\p{Lu}[\p{L}.]*)?\s+\(?(?:\d{1,3}(?:[.\-–]\d{1,3})*\p{Ll}?)\)?[.:]?$/u;
const mostWords = 3;

/**
 * Whether what was split off as a sentence is none: of a mail's head (“From: … Date: …”), or a label of fewer than four
 * words whose number ends its line (“Example 9.4.”). It may hold the question's words and still says nothing.
 */
export function isNoSentence(passage: string, sentence: Sentence): boolean {
  return isMailHead(passage, sentence) || isLoneLabel(passage, sentence);
}

const isHeadLine = (line: string): boolean => headLine.test(line.trim());

function isMailHead(passage: string, { start, end }: Sentence): boolean {
  const own = linesAround(passage, start, end).split('\n');
  if (!own.every(isHeadLine)) return false;
  const above = passage.slice(0, start).split('\n').slice(0, -1);
  const below = passage.slice(end).split('\n').slice(1);
  const begins = above.findLastIndex((line) => !isHeadLine(line)) + 1;
  const over = below.findIndex((line) => !isHeadLine(line));
  const head = [...above.slice(begins), ...own, ...(over === -1 ? below : below.slice(0, over))];
  return head.some((line) => address.test(line)) || (head.length > 1 && head.some((line) => ofMail.test(line.trim())));
}

function isLoneLabel(passage: string, { text, end }: Sentence): boolean {
  if (text.split(/\s+/u).length > mostWords || !label.test(text)) return false;
  return /^[^\S\n]*(?:\n|$)/u.test(passage.slice(end));
}
