import { type AnswerKind, anyOf, ofAll } from '../../languages';
import { aboveOf, definitionIn, definitionSubject } from '../../retrieval';
import { type QueryWeights, termsHeld } from '../../stages';
import { statesOtherDay } from '../../text/calendar-dates';
import { leadOf, type Passage, passageOf, type Unit } from '../../text/passage-units';
import { words } from '../../text/terms';
import { isNumberWord } from '../../text/values/numerals';
import type { CitableChunk } from '../citations';
import type { Meaning } from './sentence-similarity';

/** Worth of the question's words beside a sentence: a passage names its subject once and continues with “he”. */
const neighbourWeight = 0.2;
/** A sentence speaks more often of the one before it than of the one behind it. */
const behindWeight = 0.5;
/** Worth of a number, a time or a name for a question that wants one; half if the kind is unknown. */
const kindWeight = 0.25;
const unknownKind = 0.5;
/** Worth of a definition for a question that wants one: much text near “What is Retrieval?” is only about retrieval. */
const definitionWeight = 0.8;
/**
 * The power of a passage's worth beside its sentence's: Retrieval has looked at more than the words that both have in
 * common. Less, where a sentence is looked at by its meaning as well.
 */
const passagePower = { byWords: 1.5, byMeaning: 0.5 } as const;
/** Worth of the nearest meaning. */
const meaningWeight = 0.6;
/** Sentences of a passage whose meaning is read: most passages have a third of it, sheets have rows without end. */
const sentencesRead = 20;

/** A unit with what it holds of the question. */
interface UnitShare {
  readonly unit: Unit;
  /** Share of the question's idf mass in it, 0–1; of a row also by the names of its columns. */
  readonly share: number;
  /** The same share for its heading or introduction. */
  readonly above: number;
  /** Whether it is a row of another day than the one that is asked about. */
  readonly ofOtherDay: boolean;
}

/** A passage that may be quoted from, with what its units hold of the question. */
export interface WeighedPassage extends Passage {
  readonly cited: CitableChunk;
  /** Its worth relative to the others, 0–1. */
  readonly worth: number;
  /** Terms of the question in it, or in its heading. */
  readonly held: ReadonlySet<string>;
  /** Terms of the question in a text. */
  readonly asked: (text: string) => ReadonlySet<string>;
  readonly shares: readonly UnitShare[];
}

export interface ScoredUnit {
  readonly passage: WeighedPassage;
  readonly unit: Unit;
  readonly score: number;
}

export function weighed(cited: CitableChunk, worth: number, weights: QueryWeights): WeighedPassage {
  const { chunk } = cited;
  const passage = passageOf(chunk);
  const total = [...weights.idf.values()].reduce((sum, weight) => sum + weight, 0);
  const held = termsHeld(weights);
  const termsOf = ({ start, end }: { start: number; end: number }) => held(chunk.text.slice(start, end));
  const massOf = (terms: ReadonlySet<string>): number =>
    total === 0 ? 0 : [...terms].reduce((sum, term) => sum + (weights.idf.get(term) ?? 0), 0) / total;
  let heading = massOf(held(chunk.headings.at(-1) ?? ''));
  let next = 0;
  const shares = passage.units.map((unit): UnitShare => {
    for (; next <= unit.block; next += 1) {
      const block = passage.blocks[next];
      if (block?.kind === 'heading') heading = massOf(termsOf(block));
    }
    const lead = leadOf(passage, unit.block);
    const led = lead === null ? new Set<string>() : held(lead);
    const own = held(unit.text);
    // A row that has something of the question says it under the names of its columns: “2023” under “Revenue”.
    const terms = unit.kind === 'table-row' && own.size > 0 ? new Set([...own, ...led]) : own;
    const { dates = [], first } = weights;
    const ofOtherDay =
      unit.kind === 'table-row' && dates.length > 0 && dates.every((date) => statesOtherDay(unit.text, date, first));
    return { unit, share: massOf(terms), above: Math.max(heading, massOf(led)), ofOtherDay };
  });
  return { ...passage, cited, worth, held: held(`${aboveOf(chunk)} ${chunk.text}`), asked: held, shares };
}

/** The texts whose meaning is read, each once; of a passage with many those that hold most of the question. */
export function quotableTexts(passages: readonly WeighedPassage[]): string[] {
  const all = passages.flatMap(({ shares }) =>
    [...shares]
      .sort((a, b) => b.share - a.share)
      .slice(0, sentencesRead)
      .map(({ unit }) => unit.text),
  );
  return [...new Set(all)];
}

/**
 * Possible answers of a question, best first: its idf mass in the unit, in the heading above it or in the better
 * neighbour, its nearness in meaning, and whether it holds the wanted kind of thing, times the passage's worth. The
 * weights were measured on quoted answers (`npm run bench:quality`, `--only desk` and `--only answers`).
 *
 * @param question in the person's own words
 * @param meaning of the units; null if unknown: then a unit is left out if neither it, nor a neighbour or heading of
 * it, shares a word with the question
 */
export function scoredUnits(
  passages: readonly WeighedPassage[],
  question: string,
  meaning: Meaning | null,
): ScoredUnit[] {
  const power = meaning ? passagePower.byMeaning : passagePower.byWords;
  const fits = fitting(question);
  const found = passages.flatMap((passage) =>
    passage.shares.flatMap(({ unit, share, above, ofOtherDay }, at): ScoredUnit[] => {
      const before = passage.shares[at - 1]?.share ?? 0;
      const behind = passage.shares[at + 1]?.share ?? 0;
      const beside = Math.max(before, above, behindWeight * behind);
      if (ofOtherDay || (share + beside === 0 && meaning === null)) return [];
      const near = meaningWeight * (meaning?.get(unit.text) ?? 0);
      const score = passage.worth ** power * (share + neighbourWeight * beside + near + fits(unit.text));
      return [{ passage, unit, score }];
    }),
  );
  // A stable sort: equals stay in the order of their passages and places.
  return found.sort((a, b) => b.score - a.score);
}

/** The bonus of a text that holds the wanted kind of thing, or defines the term. */
function fitting(question: string): (text: string) => number {
  const kind = answerKind(question);
  if (kind !== null) {
    const holds = holdsAnswerOf(kind, question);
    return (text) => (holds(text) ? kindWeight : 0);
  }
  const subject = definitionSubject(question);
  if (subject === null) return () => kindWeight * unknownKind;
  const defines = definitionIn(subject);
  return (text) => (defines(text) ? definitionWeight : kindWeight * unknownKind);
}

/** Time before number: “In which year” asks for a time. */
const kinds: readonly AnswerKind[] = ['time', 'number', 'name'];
const cues = kinds.map((kind) => {
  const alternatives = ofAll(({ asks }) => asks[kind]).join('|');
  return [kind, new RegExp(`\\b(?:${alternatives})(?!\\p{L})`, 'iu')] as const;
});

/** A clause before the question itself: “When rain falls on ice, what forms?” asks for no time. */
const clauseBefore = new RegExp(
  `^\\s*(?:${anyOf(({ clauseBefore: { begins } }) => begins)})(?!\\p{L})[^,?]*,\\s*(?=(?:${anyOf(({ clauseBefore: { asks } }) => asks)})(?!\\p{L}))`,
  'iu',
);

/** The kind of thing that a question asks for; null where its words do not tell. */
export function answerKind(question: string): AnswerKind | null {
  const asked = question.replace(clauseBefore, '');
  return cues.find(([, pattern]) => pattern.test(asked))?.[0] ?? null;
}

const year = /(?<![\p{L}\p{N}.,])(?:1\d{3}|20\d{2})s?(?![\p{L}\p{N}])/gu;
const calendar = new RegExp(
  `\\b(?:${ofAll(({ months, calendarWords }) => [...months, ...calendarWords]).join('|')})(?!\\p{L})`,
  'gu',
);
const figure = /\d+(?:[.,]\d+)*/gu;
/** A capitalised word behind another word: a name, in languages that do not capitalise nouns. */
const name = /(?<=[\p{L}\p{N},;:)"”]\s+["“(]?)\p{Lu}[\p{L}’'-]+/gu;

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([match]) => match);

/** Names in a sentence as far as capitals tell: the word it begins with is not among them. */
export const namesIn = (sentence: string): string[] => found(sentence, name);

/** Between the words of one name: “Mark of Anarchy”, “New York”. */
const withinName = /(?<=\p{L})\s+(?:\p{Ll}{1,3}\s+)?(?=\p{Lu})/u;
const wholeName = /(?<=[\p{L}\p{N},;:)"”]\s+["“(]?)\p{Lu}[\p{L}-]+(?:\s+(?:\p{Ll}{1,3}\s+)?\p{Lu}[\p{L}-]+)*/gu;

/** The names in a sentence, each with its words; none that is of the calendar. */
export const properNames = (sentence: string): string[][] =>
  found(sentence, wholeName)
    .map((whole) => whole.split(withinName).filter((word) => word.length > 2 && found(word, calendar).length === 0))
    .filter((name) => name.length > 0);

/** Whether a sentence holds a thing of this kind that the question has not named itself. */
export function holdsAnswerOf(kind: AnswerKind, question: string): (sentence: string) => boolean {
  const asked = new Set(words(question));
  const fresh = (match: string): boolean => words(match).some((word) => !asked.has(word));
  switch (kind) {
    case 'time':
      return (sentence) => [...found(sentence, year), ...found(sentence, calendar)].some(fresh);
    case 'number':
      return (sentence) =>
        found(sentence, figure).some(fresh) || words(sentence).some((word) => isNumberWord(word) && !asked.has(word));
    case 'name':
      return (sentence) => found(sentence, name).some(fresh);
  }
}
