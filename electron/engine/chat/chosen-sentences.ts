import { dayOfMonth } from '@shared/days';
import type { PipelineLimits } from '@shared/limits';
import type { Sentence } from '@shared/sentences';
import type { QueryWeights } from '../stages';
import type { AnsweringSentence } from './answering-sentences';
import type { LedList } from './led-lists';

/** Quotations stand apart. */
export const between = '\n\n';
/** What scores less than this share of the best sentence is left out, though there be room. */
const worthOfBest = 0.25;
/**
 * A sentence of another passage than the best one's must be nearly as good as that, or hold this share of the question
 * that nothing quoted holds: else it is mostly about something else, and the source that an answer names first is then
 * the wrong one (measured by `npm run bench:quality -- --only answers`).
 */
const otherPassage = { worthOfBest: 0.95, newShare: 0.3 } as const;

/** A sentence to be quoted; of a list as many items as there is room for. */
export interface ChosenSentence extends AnsweringSentence {
  /** The lines that are shown of a list, its lead-in first; null for a sentence. */
  readonly lines: readonly string[] | null;
  /** What is quoted, in the passage's text. */
  readonly start: number;
  readonly end: number;
}

/**
 * What is quoted of sentences in their order of worth: at most `answer.maxSentences` and `answer.maxCharacters`. A list
 * counts as one sentence, and stands for its items that were chosen before it. The best one where every one is too long.
 */
export function choose(
  ranked: readonly AnsweringSentence[],
  { idf }: QueryWeights,
  { answer }: PipelineLimits,
): ChosenSentence[] {
  let chosen: ChosenSentence[] = [];
  const [best] = ranked;
  const total = [...idf.values()].reduce((sum, weight) => sum + weight, 0);
  const held = new Set<string>();
  const saysMore = ({ chunkId, score, terms }: AnsweringSentence): boolean => {
    if (!best || chunkId === best.chunkId || score >= best.score * otherPassage.worthOfBest) return true;
    const news = [...terms].reduce((sum, term) => sum + (held.has(term) ? 0 : (idf.get(term) ?? 0)), 0);
    return news >= total * otherPassage.newShare;
  };
  for (const item of ranked) {
    if (item.score < (best?.score ?? 0) * worthOfBest) break;
    if (!saysMore(item) || chosen.some((other) => isWithin(item, other))) continue;
    const others = chosen.filter((other) => !isWithin(other, { ...item, ...listSpan(item) }));
    if (others.length >= answer.maxSentences) continue;
    const room = answer.maxCharacters - others.reduce((sum, other) => sum + textOf(other).length + between.length, 0);
    const quoted = fitted(item, room);
    if (quoted === null || others.some((other) => textOf(other) === textOf(quoted))) continue;
    // What was better than the list and has no room in it stays, and the list goes.
    if (chosen.some((other) => !others.includes(other) && !isWithin(other, quoted))) continue;
    chosen = [...others, quoted];
    for (const term of item.terms) held.add(term);
  }
  return chosen.length > 0 ? chosen : ranked.slice(0, 1).map(alone);
}

const alone = (item: AnsweringSentence): ChosenSentence => ({
  ...item,
  lines: null,
  start: item.sentence.start,
  end: item.sentence.end,
});

/** What is shown of it. */
export const textOf = ({ lines, sentence }: ChosenSentence): string => lines?.join('\n') ?? shown(sentence.text);

interface Quoted {
  readonly chunkId: string;
  readonly list?: unknown;
  readonly start: number;
  readonly end: number;
}

const listSpan = ({ list, sentence }: AnsweringSentence) => ({
  start: sentence.start,
  end: list?.items.at(-1)?.end ?? sentence.end,
});

/** Whether a sentence is a part of what a list quotes. */
const isWithin = ({ chunkId, sentence }: AnsweringSentence, { list, start, end, ...of }: Quoted): boolean =>
  list !== undefined && chunkId === of.chunkId && sentence.start >= start && sentence.start < end;

/** As much as there is room for; null where that is less than a sentence, or less than the first item of a list. */
function fitted(item: AnsweringSentence, room: number): ChosenSentence | null {
  const { list } = item;
  if (!list) return shown(item.sentence.text).length <= room ? alone(item) : null;
  const lines = list.isLed ? [shown(item.sentence.text)] : [];
  let shownOf: Sentence | null = null;
  let characters = lines.join('').length;
  if (list.isPlain) return withLed(item, list, room);
  const counted = areCounted(list.items);
  for (const one of list.items) {
    const line = listItem(one.text, counted);
    const isLast = one === list.items.at(-1) && !list.isCut;
    if (characters + line.length + 1 + (isLast ? 0 : more.length + 1) > room) break;
    lines.push(line);
    characters += line.length + 1;
    shownOf = one;
  }
  if (shownOf === null) return null;
  if (shownOf !== list.items.at(-1) || list.isCut) lines.push(more);
  return { ...item, lines, start: item.sentence.start, end: shownOf.end };
}

/** A sentence and the one that it leads to, on one line; the first alone where there is no room for both. */
function withLed(item: AnsweringSentence, { items: [below] }: LedList, room: number): ChosenSentence | null {
  const lead = shown(item.sentence.text);
  if (below !== undefined) {
    const line = `${lead} ${onOneLine(`:\n${below.text}`).slice(1).trim()}`;
    if (line.length <= room) return { ...item, lines: [line], start: item.sentence.start, end: below.end };
  }
  return lead.length <= room ? alone(item) : null;
}

/** What stands for items that there is no room for, or that are not in the passage. */
const more = '- …';

const marked = /^\s*(?:[-*+•–]|(\d{1,3}[.)])|(\(?\p{Ll}\)))\s+/u;

/** Markdown counts the items of a list itself, from the first one's number. */
const areCounted = (items: readonly Sentence[]): boolean =>
  items.every(({ text }, at) => !dayOfMonth.test(text) && Number.parseInt(text, 10) === at + 1);

/**
 * An item on one line, under a mark that Markdown knows. A number that is not counted (“15. April”, “4.” behind “2.”) is
 * shown as it is: behind it stands a blank that does not break, so that Markdown takes it for text.
 */
function listItem(text: string, counted: boolean): string {
  const [whole = '', number, letter] = marked.exec(text) ?? [];
  const own = onOneLine(text.slice(whole.length));
  if (number !== undefined) return counted ? `${number} ${own}` : `- ${number}\u00a0${own}`;
  return `- ${letter ? `${letter} ` : ''}${unlisted(own)}`;
}

/** With the number at its begin made none of a list, which would count on from the one before. */
export const unlisted = (line: string): string => line.replace(/^(\d{1,3}[.)]) /u, '$1\u00a0');

/** Where the next line of a form begins: “Due date: 18 April”. */
const nextLabel = /[^\S\n]*\n\s*(?=\p{Lu}[^\s:]*(?:[^\S\n][^\s:]+){0,3}\s?:\s+\S)/gu;

/** A quoted sentence on one line, without the list mark it may stand behind. */
export const shown = (sentence: string): string =>
  onOneLine(sentence.replace(dayOfMonth.test(sentence) ? bullet : ownMark, ''));

const bullet = /^\s*[-*+•]\s+/u;
const ownMark = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u;

/** A line that is no wrapped prose: short, begun as a line, and without a mark at its end. */
const shortLine = /^(?=.{1,40}$)(?:\p{Lu}|\p{N}).*[\p{L}\p{N})%]$/u;

const leastShortLines = 3;

/** “Zutaten:”, and below it three or more short lines without marks, set apart. */
function setApart(text: string): string {
  const [lead = '', ...lines] = text.split('\n').map((line) => line.trim());
  if (!lead.endsWith(':') || lines.length < leastShortLines || !lines.every((line) => shortLine.test(line)))
    return text;
  return `${lead} ${lines.join(' · ')}`;
}

/** With the lines of a form set apart, and foreign markers made harmless. */
function onOneLine(text: string): string {
  return setApart(text)
    .replace(nextLabel, ' · ')
    .replace(/\s+/gu, ' ')
    .replace(/\[(\s*citation\s*\d+\s*)\]/giu, '($1)')
    .trim();
}
