import type { Chunk } from '@shared/chunk';
import { isStep } from '@shared/own-lines';
import type { Sentence } from '@shared/sentences';
import { termSet } from '@shared/terms';
import { linesAround } from '@shared/text-lines';
import { definitionSubject } from '../retrieval';
import { answerKind, holdsAnswerOf } from './answer-kind';
import { isLeadIn, itemsBelow, leadsToText } from './led-lists';
import { isLinkLine, isNamingLine } from './lone-lines';

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
/** What is numbered without being counted or measured: “Example 9”, “Raum 4”. */
const numbered = /[.\-–]\d|\p{Ll}\)?[.:]?$/u;
/** How letters end, with who has signed them. */
const closing =
  /^(?:(?:with )?(?:kind|best|warm|kindest|warmest)?\s*(?:regards|wishes)|(?:yours )?(?:sincerely|faithfully|truly)(?: yours)?|mit (?:freundlichen|besten|herzlichen|vielen|lieben) grüßen|(?:viele|beste|freundliche|herzliche|liebe) grüße|hochachtungsvoll|(?:un )?(?:saludos?|atentamente)(?: cordial(?:es)?)?)(?![\p{L}])/iu;
/** Behind those words the line ends, or a name stands behind a comma. */
const signed = /^(?:[,.]?[^\S\n]*(?:\n|$)|,(?:\s+\p{Lu}[\p{L}.’'-]*)+$)/u;
const mostWordsOfClosing = 12;
/**
 * Whether what was split off as a sentence is none: of a mail's head (“From: … Date: …”), a label of fewer than four
 * words whose number ends its line (“Example 9.4.”) and is not asked for, the end of a letter, a step of a program, what leads to nothing in its passage, the document's title, a line that names what is below it and does not
 * hold what is asked for, or a link that was not asked for. It may hold the question's words and still says nothing.
 */
export function isNoSentence(
  passage: Pick<Chunk, 'text' | 'startChar'>,
  sentence: Sentence,
  question: string,
): boolean {
  const { text } = passage;
  return (
    isMailHead(text, sentence) ||
    isLoneLabel(text, sentence, question) ||
    isClosing(sentence.text, question) ||
    isStep(sentence.text, linesBeside(text, sentence)) ||
    (isLeadIn(text, sentence) && !leadsToText(text, sentence) && itemsBelow(text, sentence.end).length === 0) ||
    isTitleLine(passage, sentence) ||
    isNamingLine(text, sentence, (named) => holdsWhatIsAsked(named, question)) ||
    isLinkLine(text, sentence, question)
  );
}

function linesBeside(passage: string, { start, end }: Sentence): string[] {
  const above = passage.slice(0, start).split('\n').at(-2) ?? '';
  return [above, passage.slice(end).split('\n', 2)[1] ?? ''];
}

/** Whether a line holds the number or the time that is asked for; headings have capitals without naming anybody. */
function holdsWhatIsAsked(line: string, question: string): boolean {
  const kind = answerKind(question);
  return kind !== null && kind !== 'name' && holdsAnswerOf(kind, question)(line);
}

/** Titles are longer than labels, and shorter than what is told. */
const mostWordsOfTitle = 12;

/**
 * Whether it is what a document is headed with where its format knows no headings: a short line without the end of a
 * sentence, at the very beginning, with an empty line below it.
 */
function isTitleLine({ text, startChar }: Pick<Chunk, 'text' | 'startChar'>, sentence: Sentence): boolean {
  const own = sentence.text;
  if (startChar + text.slice(0, sentence.start).trim().length > 0) return false;
  if (/[.!?:;,…]["”»)]?$/u.test(own) || own.split(/\s+/u).length > mostWordsOfTitle) return false;
  return /^[^\S\n]*\n[^\S\n]*\n\s*\S/u.test(text.slice(sentence.end));
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

function isLoneLabel(passage: string, { text, end }: Sentence, question: string): boolean {
  if (text.split(/\s+/u).length > mostWords || !label.test(text)) return false;
  return /^[^\S\n]*(?:\n|$)/u.test(passage.slice(end)) && !isValueAskedFor(text, question);
}

/** Whether it is a line of a form, “Rent 800”, and the question asks for the rent. */
function isValueAskedFor(line: string, question: string): boolean {
  if (numbered.test(line)) return false;
  if (holdsWhatIsAsked(line, question)) return true;
  const subject = new Set(termSet(definitionSubject(question) ?? ''));
  return subject.size > 0 && [...termSet(line.replace(/\d+/gu, ''))].every((term) => subject.has(term));
}

/** It names who has signed, which may be what is asked for. */
function isClosing(text: string, question: string): boolean {
  const words = closing.exec(text)?.[0];
  if (words === undefined || text.split(/\s+/u).length > mostWordsOfClosing) return false;
  return signed.test(text.slice(words.length)) && answerKind(question) !== 'name';
}
