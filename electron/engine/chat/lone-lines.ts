import { dayOfMonth } from '@shared/days';
import type { Sentence } from '@shared/sentences';
import { isTableRow, linesAround } from '@shared/text-lines';
import { itemsBelow, signature } from './led-lists';

/** A line of a passage between empty ones, with what stands above and below those. */
interface LoneLine {
  readonly line: string;
  /** Paragraphs; null where the passage begins or ends. */
  readonly above: string | null;
  readonly below: string | null;
}

/** `8.8.`, `5.4.3` and what is numbered so; two parts without a full stop may be an amount: “3.5 litres”. */
const sectionNumber =
  /^(?:\p{Lu}\.)?(?:\d{1,2}(?:\.\d{1,2})+\.|\d{1,2}(?:\.\d{1,2}){2,}|\d{1,2}\.\d{1,2}(?=\s+["“„/\p{Lu}]))\s+/u;
/** “2.4 GHz” is no heading by its number; one letter is a unit where nothing goes on behind it. */
const amount = new RegExp(
  `^\\d{1,2}\\.\\d{1,2}\\s+(?:${[
    '[KMGTP]i?B|[KMGTP]i?bits?|Bytes?|[MGT]?Hz|[MGT]?Wh|[MG]W|MPa|Pa|[BVWAJNKCFL](?=$|[,;)])',
    '(?:Kilo|Zenti|Centi|Milli)?(?:[Mm]et(?:er|re)s?|[Gg]rams?|[Gg]ramm)|Lit(?:er|re)s?|Miles?|Ton(?:s|nes?|nen)?',
    'Volts?|Watts?|Ampere|Hertz|Grad|Degrees|Percent|Prozent|Million(?:en)?|Milliarden?|Billions?|Mio|Mrd',
    'Euros?|Dollars?|Pounds|Franken|EUR|USD|CHF|GBP',
    'Seconds|Minutes|Hours?|Days|Weeks|Months|Years?|Sekunden?|Minuten?|Stunden?|Tagen?|Wochen?|Monaten?|Jahren?',
  ].join('|')})(?![\\p{L}’'-])`,
  'u',
);
const part =
  /^(?:(?:chapter|part|section|clause|article|appendix|annex|schedule|kapitel|teil|abschnitt|artikel|ziffer|anhang|anlage|capítulo|sección|artículo|apéndice)\s+|§+\s*|art\.\s*)/iu;
const partNumber = /^(?:(?:\d+(?:\.\d+)*\p{Ll}?|\p{Lu}|[IVXLC]+)(?=[.:\s]|$)|(?:\p{Ll}|[ivxlc]+)(?=[.:]))/u;
/** Where the pages of a book are told behind its chapters. */
const pageBehind = /\s\d{1,3}$/u;
const caption =
  /^(?:figure|fig\.|table|example|listing|abbildung|abb\.|tabelle|tab\.|beispiel|figura|tabla|ejemplo)\s+\d+(?:[.\-–]\d+)*\p{L}?(?=[.:\s]|$)/iu;
/** What goes on with a name: “Part 2 of the manual”; any other small letter begins a statement: “Figure 4 shows it”. */
const ofSomething =
  /^\s+(?:of|on|in|for|to|from|and|with|von|vom|der|des|zum|zur|zu|und|für|über|mit|de|del|y|para|sobre)\s/u;
const page = /^(?:page|seite|página)\s+\d+(?:\s+(?:of|von|de)\s+\d+)?$/iu;
/** A page and how many there are, with nothing or a title before them. */
const pageOfPages = /^(?:[^:]*\s)?(\d+)\s*\/\s*(\d{2,})$/u;
/** The dots between an entry of a table of contents and its page. */
const leaders = /(?:\.\s?){5,}\d*\s*$/u;
const bareNumber = /^[-–—\s]*\d+[-–—\s]*$/u;
const endOfSentence = /[.!?…]["”»’)*_]*$/u;
const item = /^\d{1,3}[.)]\s/u;
const ownMark = /^\s*(?:#{1,6}\s|[-*+•]\s|```|>)/u;
/** A link to the page before or behind, as generated manuals have them at their ends. */
const toAnotherPage =
  /^[-*+•]\s+(?:(?:Zurück|Weiter|Nach oben|Zum Anfang|Prev|Next|Up|Home|Anterior|Siguiente)$|(?:Zurück|Weiter|Prev|Next|Anterior|Siguiente)(?:\d|\p{Lu}))/u;
/** Words that a heading rarely has and a statement mostly: “RAID is not a backup”. */
const auxiliary =
  /(?<!\p{L})(?:is|are|was|were|has|have|had|can|will|must|may|does|do|did|ist|sind|war|waren|hat|haben|wird|werden|muss|müssen|kann|können|darf|es|son|era|fue|tiene|tienen|puede|debe)(?!\p{L})/iu;
/** Links, and the arrows that stand before them. */
const link = /!?\[[^\]]*\]\([^)]*\)|<?(?:https?|ftp):\/\/\S+|(?<!\S)www\.\S+/giu;
const asksForLink =
  /(?<!\p{L})(?:links?|urls?|web ?(?:site|page|seite)s?|homepage|address|adresse|where|wo|enlace|dirección|dónde)(?!\p{L})/iu;

const mostWordsOfHeading = 14;
const mostWordsOfLine = 12;
const mostWordsOfLabel = 4;
const mostWordsOfGreeting = 5;
const wordsIn = (text: string): number => text.split(/\s+/u).length;

/**
 * Whether a sentence is a part of a line that names what stands below it, or where one is: the heading of a section by
 * its number, an entry of a table of contents, a caption, the header or footer of a page, an underlined heading, a label
 * before a colon (“Config:”), a link to the next page.
 *
 * @param holds whether what stands behind the number of a heading or a caption holds what is asked for: then it says so
 */
export function isNamingLine(passage: string, sentence: Sentence, holds: (named: string) => boolean): boolean {
  const lines = linesAround(passage, sentence.start, sentence.end);
  if (leaders.test(lines) || toAnotherPage.test(lines) || isUnderlined(sentence.text)) return true;
  if (isLabel(passage, sentence)) return true;
  const alone = loneLineAt(passage, sentence);
  if (alone === null) return false;
  const { line } = alone;
  if (isPageNumber(line)) return wordsIn(line) <= mostWordsOfHeading;
  const behind = behindPart(line) ?? behindCaption(line);
  if (behind !== null) return wordsIn(line) <= mostWordsOfHeading && !isStatement(behind) && !holds(behind);
  if (amount.test(line) || dayOfMonth.test(line)) return false;
  const named = line.replace(isSoleNumber(alone) ? item : sectionNumber, '');
  if (named === line || /[.!\d]["”)]*$/u.test(named)) return false;
  return wordsIn(named) <= mostWordsOfHeading && !holds(named);
}

function isPageNumber(line: string): boolean {
  const [, number, pages] = pageOfPages.exec(line) ?? [];
  return page.test(line) || (number !== undefined && Number(number) <= Number(pages));
}

/** What stands behind “Chapter 14”, without its page; null where a line does not begin so. */
function behindPart(line: string): string | null {
  const numbered = line.replace(part, '');
  const behind = numbered.replace(partNumber, '');
  return numbered === line || behind === numbered ? null : behind.replace(pageBehind, '');
}

/** What stands behind “Figure 4.8”; null where a line does not begin so. */
function behindCaption(line: string): string | null {
  const behind = line.replace(caption, '');
  return behind === line ? null : behind;
}

/** Whether what stands behind the number of a part or of a figure goes on as a sentence, or ends as one. */
const isStatement = (behind: string): boolean =>
  endOfSentence.test(behind.replace(/^[.:]/u, '')) ||
  (/^\s+\p{Ll}/u.test(behind) && (!ofSomething.test(behind) || auxiliary.test(behind)));

/** `7. Fixing the form` with no `6.` above it and no `8.` below: no item of a list. */
const isSoleNumber = ({ line, above, below }: LoneLine): boolean =>
  /^\d{1,2}\.\s+\p{Lu}/u.test(line) && !item.test(above ?? '') && !item.test(below ?? '');

/** Whether a line holds links and no other words; it may be what a question for an address asks for. */
export function isLinkLine(passage: string, { start, end }: Sentence, question: string): boolean {
  const line = linesAround(passage, start, end);
  const rest = line.replace(link, '');
  return rest !== line && !/[\p{L}\p{N}]/u.test(rest) && !asksForLink.test(question);
}

/**
 * Whether a sentence is a line alone between paragraphs that does not say anything by its form: short, without the end
 * of a sentence, a figure, a verb that statements have, or a value behind a colon. It may be a heading that its format
 * does not tell, or a value below its label; lines like it in a row are a form or a list.
 *
 * @param repeats whether it holds words of the question: then it is no value of what is asked for
 */
export function isBareLine(passage: string, sentence: Sentence, repeats: boolean): boolean {
  const alone = loneLineAt(passage, sentence);
  if (alone === null || alone.line !== sentence.text) return false;
  const { line, above, below } = alone;
  if (line.endsWith(',') && wordsIn(line) <= mostWordsOfGreeting) return true;
  if (!repeats && (above === null || !endOfSentence.test(above))) return false;
  if (bareNumber.test(line)) return true;
  if (isLoneText(above) || isLoneText(below) || (above === null && below === null)) return false;
  return isLoneText(line) && !/\d|[:;]\s/u.test(line) && !auxiliary.test(line);
}

const isMarked = (text: string): boolean => ownMark.test(text) || isTableRow(text);

function isLoneText(paragraph: string | null): boolean {
  if (paragraph === null || paragraph.includes('\n') || isMarked(paragraph)) return false;
  if (item.test(paragraph) || caption.test(paragraph)) return false;
  return wordsIn(paragraph) <= mostWordsOfLine && !endOfSentence.test(paragraph) && !paragraph.endsWith(':');
}

/** Two lines of which the second is drawn: how a heading is underlined in Markdown, reStructuredText and mails. */
function isUnderlined(text: string): boolean {
  const lines = text.split('\n');
  return lines.length === 2 && /^\s*([-=~^"*+#])\1{2,}\s*$/u.test(lines[1] ?? '');
}

function isLabel(passage: string, { text, start, end }: Sentence): boolean {
  if (signature.test(text)) return false;
  const words = text.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u, '').replace(/[*_`]/gu, '');
  if (!words.endsWith(':') || wordsIn(words) > mostWordsOfLabel || linesAround(passage, start, end) !== text)
    return false;
  return itemsBelow(passage, end).length === 0;
}

function loneLineAt(passage: string, { start, end }: Sentence): LoneLine | null {
  const from = passage.lastIndexOf('\n', start - 1) + 1;
  const next = passage.indexOf('\n', end);
  const to = next === -1 ? passage.length : next;
  const line = passage.slice(from, to).trim();
  if (line.includes('\n') || isMarked(line)) return null;
  const before = passage.slice(0, from);
  const behind = passage.slice(to);
  if (
    (before.trim() !== '' && !/\n\s*\n\s*$/u.test(before)) ||
    (behind.trim() !== '' && !/^\s*\n\s*\n/u.test(behind))
  ) {
    return null;
  }
  return { line, above: paragraphs(before).at(-1) ?? null, below: paragraphs(behind)[0] ?? null };
}

const paragraphs = (text: string): string[] =>
  text
    .split(/\n[^\S\n]*\n/u)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
