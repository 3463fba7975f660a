import type { Citation, CitedSentence } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { queryWeights } from '../../stages';
import type { Unit } from '../../text/passage-units';
import { quotedText } from '../../text/shown-text';
import { atBars } from '../../text/table-rows';
import { type CitableChunk, citationOf } from '../citations';
import { markdownOf, onOneLine, type QuotedPlace, quotedPlaceOf, spansOf } from './places';
import { quotableTexts, type ScoredUnit, type WeighedPassage, weighed } from './score-sentences';

export interface QuotedFrom {
  readonly passages: readonly WeighedPassage[];
  /** In the person's own words: what an earlier exchange added to the query may be the very answer. */
  readonly question: string;
  /** With its names corrected and nothing else: what the vectors were asked for. */
  readonly meant: string;
  /** Texts whose meaning is worth reading. */
  readonly texts: readonly string[];
}

export function quotedFrom(prompt: SuperPrompt, top: readonly CitableChunk[]): QuotedFrom {
  const { query } = prompt.extras;
  const asked = query?.whole ?? prompt.body.task ?? '';
  const weights = queryWeights(asked, prompt.base_context_chunks, query?.language, query?.thread?.carried);
  const worths = worthsOf(top, prompt);
  const passages = top.map((one, at) => weighed(one, worths[at] ?? 0, weights));
  return {
    passages,
    question: prompt.body.task ?? asked,
    meant: query?.pieces[0] ?? asked,
    texts: quotableTexts(passages),
  };
}

export interface ExtractiveAnswer {
  readonly answer: string;
  readonly citations: readonly Citation[];
  /** One for each quotation, in order: word for word from its passage, so it is its own support. */
  readonly cited: readonly CitedSentence[];
}

/** Sentences below this share of the best score are left out, even with room. */
const worthOfBest = 0.25;

/**
 * The places that answer best, word for word, each with its marker (C7): the sentences around the best one, a list
 * under its introduction, a row under the names of its columns. At most `answer.maxPlaces`, and `maxCharacters`
 * together, counted without markers; an overlong one is cut like a snippet. Null if no place holds a term of the
 * question or is beside or under one, unless the meaning is known.
 */
export function extractiveAnswer(
  ranked: readonly ScoredUnit[],
  limits: PipelineLimits['answer'],
  maxCharacters = limits.maxCharacters,
): ExtractiveAnswer | null {
  const quoted = inOrder(chosen(ranked, { ...limits, maxCharacters }, limits.maxCharacters));
  if (quoted.length === 0) return null;
  const citations = new Map<number, Citation>();
  for (const { place, cited } of quoted) {
    if (citations.has(cited.number)) continue;
    citations.set(cited.number, citedFor(place.best, cited, limits));
  }
  return {
    answer: inMarkdown(quoted),
    citations: [...citations.values()].sort((a, b) => a.marker - b.marker),
    cited: quoted.map(({ place, cited: { number }, text }): CitedSentence => {
      const spans = spansOf(place).map(({ start, end }) => ({ marker: number, startChar: start, endChar: end }));
      return { text, markers: [number], support: 'supported', share: 1, missingNumbers: [], spans };
    }),
  };
}

export const citedFor = (
  { start, end, text }: Unit,
  cited: CitableChunk,
  { snippetCharacters }: PipelineLimits['answer'],
) => {
  const { startChar } = cited.chunk;
  return citationOf(cited, snippetCharacters, { startChar: startChar + start, endChar: startChar + end, text });
};

/** A quoted place of a weighed passage. */
export type Place = QuotedPlace & { readonly passage: WeighedPassage };

interface Quoted {
  readonly place: Place;
  readonly cited: CitableChunk;
  /** In Markdown, without its marker. */
  readonly text: string;
  /** The names of its columns, for a row under them. */
  readonly head: string | null;
}

/** The same with their passages numbered as they appear. */
function inOrder(quoted: readonly Quoted[]): Quoted[] {
  const ids = [...new Set(quoted.map(({ cited }) => cited.chunk.id))];
  return quoted.map((one) => ({ ...one, cited: { ...one.cited, number: ids.indexOf(one.cited.chunk.id) + 1 } }));
}

/**
 * The best places, up to the room; text already shown is not repeated. A list that answers best, or that the best
 * sentence introduces, is complete: a part of it is mostly no answer.
 *
 * @param roomOfList characters of a list, though a sure answer is shorter
 */
function chosen(
  ranked: readonly ScoredUnit[],
  { maxPlaces, maxCharacters }: PipelineLimits['answer'],
  roomOfList: number,
): Quoted[] {
  const quoted: Quoted[] = [];
  const least = (ranked[0]?.score ?? 0) * worthOfBest;
  const room = maxCharacters / maxPlaces;
  let left = maxCharacters;
  for (const { passage, unit, score } of ranked) {
    if (quoted.length === maxPlaces || score < least) break;
    if (quoted.some(({ place }) => shows(place, passage.chunk.documentId, passage.chunk.startChar + unit.start)))
      continue;
    if (isAside(passage, quoted)) continue;
    const list = quoted.length === 0 ? fullest(passage, unit, roomOfList, ranked) : null;
    const isList = list?.units.some(({ kind }) => kind === 'list-item') === true;
    const place = list && isList ? list : fullest(passage, unit, Math.min(room, left), ranked);
    const most = isList ? roomOfList : maxCharacters;
    const { cited } = place.passage;
    const whole = headOf(place);
    const { head, row } = whole === null ? { head: null, row: '' } : narrowed(whole, onOneLine(unit.text), passage);
    const own = head === null ? markdownOf(place, most) : row;
    const length = own.length + (head?.length ?? 0);
    if (quoted.length === 0 && length > most) return [{ place, cited, text: markdownOf(place, most), head: null }];
    if (isList) left = Math.max(left, length);
    if (length > left || quoted.some(({ text }) => text.includes(own))) continue;
    quoted.push({ place, cited, text: own, head });
    left -= length + between.length;
  }
  return quoted;
}

/**
 * Whether a passage of another document adds no part of the question to the quotation: two that say the same differ in
 * their subject.
 */
function isAside({ chunk, held }: WeighedPassage, quoted: readonly Quoted[]): boolean {
  if (quoted.length === 0 || quoted.some(({ place }) => place.passage.chunk.documentId === chunk.documentId))
    return false;
  return [...held].every((term) => quoted.some(({ place }) => place.passage.held.has(term)));
}

/** The longest place of a unit among the passages that hold it: one passage ends where another goes on. */
export function fullest(passage: WeighedPassage, unit: Unit, room: number, ranked: readonly ScoredUnit[]): Place {
  const isSame = (other: ScoredUnit): boolean =>
    other.passage.chunk.documentId === passage.chunk.documentId &&
    other.passage.chunk.startChar + other.unit.start === passage.chunk.startChar + unit.start;
  const places = ranked
    .filter(isSame)
    .map((other) => ({ ...quotedPlaceOf(other.passage, other.unit, room), passage: other.passage }));
  const lengthOf = (place: QuotedPlace): number => spansOf(place).reduce((sum, { start, end }) => sum + end - start, 0);
  return places.reduce((best, other) => (lengthOf(other) > lengthOf(best) ? other : best), {
    ...quotedPlaceOf(passage, unit, room),
    passage,
  });
}

export const shows = (place: QuotedPlace, documentId: string, at: number): boolean =>
  place.passage.chunk.documentId === documentId && spansOf(place).some(({ start, end }) => at >= start && at < end);

/** The head of a row's table; null if it has other cells: no name certainly belongs to its value. */
export function headOf({ passage, best, lead }: QuotedPlace): string | null {
  if (best.kind !== 'table-row' || lead === null) return null;
  const names = onOneLine(quotedText(lead, passage.chunk.mime));
  return atBars(names).length === atBars(best.text).length ? names : null;
}

/** A row of many columns is too long to read: only the asked cells are kept. */
const mostColumns = 20;

/**
 * A row of many columns with its head, narrowed to the columns whose name, or whose value in it, has something of the
 * question, and to the one that names the row. Cells stay as they are; a row of which no column is asked for by its name
 * stays whole.
 */
export function narrowed(head: string, row: string, { asked }: WeighedPassage): { head: string; row: string } {
  const [names, cells] = [atBars(head), atBars(row)];
  const named = names.map((name, at) => asked(name).size > 0 && at > 1);
  if (names.length - 2 <= mostColumns || !named.includes(true)) return { head, row };
  // A number that counts the rows names none of them.
  const naming = /^\d+$/u.test(cells[1] ?? '')
    ? Math.max(
        cells.findIndex((cell) => /\p{L}/u.test(cell)),
        1,
      )
    : 1;
  const isShown = (at: number): boolean => at === naming || named[at] === true || asked(cells[at] ?? '').size > 0;
  const shown = (line: readonly string[]): string =>
    `| ${line.filter((_cell, at) => at > 0 && at < names.length - 1 && isShown(at)).join(' | ')} |`;
  return { head: shown(names), row: shown(cells) };
}

/** Quotations are separate. */
const between = '\n\n';

/** Rows of one table are together under its head. */
function inMarkdown(quoted: readonly Quoted[]): string {
  const parts: string[] = [];
  let table: string | null = null;
  for (const { text, cited, head } of quoted) {
    const marker = `[Citation ${cited.number}]`;
    const own = head === null ? null : `${cited.chunk.documentId} ${head}`;
    const row = text.replace(/\s*\|$/u, ` ${marker} |`);
    if (own !== null && own === table) parts[parts.length - 1] += `\n${row}`;
    else if (head !== null) {
      const columns = Math.max(atBars(head).length - 2, 1);
      parts.push([head, `|${' --- |'.repeat(columns)}`, row].join('\n'));
    } else parts.push(`${text}${text.endsWith('```') ? '\n' : ' '}${marker}`);
    table = own;
  }
  return parts.join(between);
}

/**
 * The worth of each passage: its relevance times Retrieval's ordering score, as a share of the best one's. Relevance is
 * next to 1 for all passages about the question, and does not say which is most about it. In another given order, none
 * counts for more than one before it.
 */
function worthsOf(passages: readonly CitableChunk[], { extras }: SuperPrompt): number[] {
  const scores = passages.map(({ chunk }) => Math.max(extras.retrieval_scores?.[chunk.id]?.fused.value ?? 0, 0));
  const best = Math.max(...scores);
  let least = 1;
  return passages.map(({ score }, position) => {
    if (best > 0) least = Math.min(least, (scores[position] ?? 0) / best);
    return score * least;
  });
}
