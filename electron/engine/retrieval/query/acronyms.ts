import { contentWords } from '../../text/function-words';
import { folded } from '../../text/segmentation';
import { terms } from '../../text/terms';
import type { Acronym } from './library-terms';
import { corrected, type KnownWords, type Spelled, textsWith } from './spelling';

/** `RRF`; `LaTeX` is none; in its context no part of a code. */
const written = /(?<![\p{L}\p{N}_@:/\\~#$.-])\p{Lu}[\p{Lu}\p{N}]{1,7}(?![\p{L}\p{N}_@/\\~#$-])/gu;
const word = /\p{L}[\p{L}\p{M}\p{N}'’-]*/gu;
/** Least words of a query for one acronym. Two letters have too many meanings. */
const fewest = 3;
const most = 5;
const mostWords = 12;
const chunksRead = 30;
const mostAsked = 4;

/**
 * The library's expansions for a query: its acronyms by “Long Form (LF)” and “LF (Long Form)” in their chunks, or
 * otherwise by a title or heading with those initials; and its words, if an acronym of the library means them. Errors:
 * those of the index, `cancelled`.
 */
export async function acronymsIn(
  { library, facts, limits }: KnownWords,
  text: string,
  language: string,
  signal?: AbortSignal,
): Promise<Acronym[]> {
  const asked = new Set([...text.matchAll(written)].slice(0, mostAsked).map(([short]) => short));
  const runs = runsOf(contentWords(text, language));
  const occurs = facts.occurring([...asked, ...runs.keys()].flatMap(terms));
  const isHere = (short: string): boolean => terms(short).some(occurs);
  const fromWords = [...runs.keys()].filter((short) => !asked.has(short) && isHere(short)).slice(0, mostAsked);
  const held = [...[...asked].filter(isHere), ...fromWords];
  const texts = await textsWith({ library, limits }, held, (short) => short, chunksRead, signal);
  const found: Acronym[] = [];
  for (const short of asked) {
    const long = isHere(short)
      ? texts.get(short)?.reduce<string | null>((known, chunk) => known ?? longFormOf(short, chunk), null)
      : facts.headingsBy(initialsOf).get(short);
    if (long) found.push({ short, long, asked: 'short' });
  }
  for (const short of held) {
    const run = runs.get(short);
    if (asked.has(short) || run === undefined) continue;
    const long = texts
      .get(short)
      ?.map((chunk) => longFormOf(short, chunk))
      .find((one) => one !== null && isSame(one, run));
    if (long) found.push({ short, long, asked: 'long' });
  }
  return found;
}

const isSame = (long: string, run: readonly string[]): boolean => {
  const held = terms(long).join(' ');
  return held !== '' && held === terms(run.join(' ')).join(' ');
};

function runsOf(content: string): Map<string, readonly string[]> {
  const words = (content.match(word) ?? []).slice(0, mostWords);
  const runs = new Map<string, readonly string[]>();
  for (let length = most; length >= fewest; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const run = words.slice(start, start + length);
      const short = run.map(([letter = '']) => letter.toUpperCase()).join('');
      if (!runs.has(short)) runs.set(short, run);
    }
  }
  return runs;
}

/** The initials of a heading whose words all have capitals except function words; empty for another. */
function initialsOf(heading: string): string {
  const words = contentWords(heading, 'eng').match(word) ?? [];
  const isName = words.length >= fewest && words.every((one) => /^\p{Lu}/u.test(one));
  return isName ? words.map(([letter = '']) => letter).join('') : '';
}

/** A text's expansion of an acronym, by the letters from the end (Schwartz & Hearst 2003); null for none. */
export function longFormOf(short: string, text: string): string | null {
  for (const { index } of text.matchAll(new RegExp(`\\(${short}s?\\)`, 'gu'))) {
    const before = text.slice(Math.max(0, index - 200), index).trimEnd();
    const words = before.split(/\s+/u).slice(-Math.min(short.length + 5, short.length * 2));
    const long = spelledOut(short, words.join(' '));
    if (long !== null) return long;
  }
  for (const [, within = ''] of text.matchAll(
    new RegExp(`(?<![\\p{L}\\p{N}])${short}s? \\(([^()\\n]{5,120})\\)`, 'gu'),
  )) {
    const long = spelledOut(short, within);
    if (long !== null && within.startsWith(long)) return long;
  }
  return null;
}

function spelledOut(short: string, before: string): string | null {
  const letters = folded(short);
  let at = before.length;
  for (let letter = letters.length - 1; letter >= 0; letter -= 1) {
    const isFound = (): boolean =>
      folded(before.charAt(at)) === letters[letter] &&
      (letter > 0 || at === 0 || /[^\p{L}\p{N}]/u.test(before.charAt(at - 1)));
    do at -= 1;
    while (at >= 0 && !isFound());
    if (at < 0) return null;
  }
  const long = before.slice(at);
  const count = long.split(/[\s-]+/u).length;
  return count < 2 || /[.!?;:]\s/u.test(long) ? null : long;
}

/** The query for models: with the meanings of its acronyms, and the other way. */
export function withAcronyms(spelled: Spelled, acronyms: readonly Acronym[]): Spelled {
  if (acronyms.length === 0) return spelled;
  const own = acronyms.filter(({ asked }) => asked === 'short');
  const names = own.map(({ short, long }) => ({ word: short, written: long }));
  const both = own.map(({ short, long }) => ({ word: short, written: `${long} (${short})` }));
  const meaning = acronyms.reduce(
    (text, { short, long, asked }) => (asked === 'long' ? text.replace(long, `${long} (${short})`) : text),
    corrected(spelled.meaning, both),
  );
  return { ...spelled, meaning, asked: corrected(spelled.asked, names), names: [...spelled.names, ...names] };
}
