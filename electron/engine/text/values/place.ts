import { stopWords } from '../function-words';
import type { PreparedDocument } from '../prepared-document';
import { canonicalName } from './canonical-name';
import type { ValueCandidate } from './value-type';
import { anyWord, wordBegins, wordEnds } from './words';

const states = anyWord((words) => words.states);
const article = `(?:${anyWord(({ parties }) => parties.article)})`;
const small = '(?:of|de|del|der|von|y|and|the|la)';
const capital = "(?:\\p{Lu}[\\p{L}\\p{M}'’-]{1,30}|(?:\\p{Lu}\\.){2,})";
/** A place at the start of the text after a cue: words with capitals, and the words that join them. */
const place = new RegExp(`^(${capital}(?:\\s(?:${small}\\s(?:the\\s)?)?${capital}){0,4})`, 'u');

const ofState = `(?:${article}\\s+)?(?:${states})\\s+(?:of|de|del|der)?\\s*(?:${article}\\s+)?`;
/** “the laws of the State of …”, “Recht der Bundesrepublik …”, “leyes de …”. */
const byLaw = new RegExp(
  `${wordBegins}(?:${anyWord(({ lawOf }) => lawOf)})\\s+(?:${article}\\s+)?(?:(?:${states})\\s+(?:(?:of|de|del|der)\\s+)?(?:${article}\\s+)?)?`,
  'gu',
);
const byState = new RegExp(`${wordBegins}(?:${ofState})`, 'gu');
/** “New York law”, “deutsches Recht”, “derecho español”. */
const placeLaw = new RegExp(
  `${wordBegins}(?:(\\p{L}[\\p{L}'’.-]{0,30}(?:\\s\\p{L}[\\p{L}.-]{0,30}){0,2})\\s+(?:${anyWord((words) => words.placeLaw)})${wordEnds})`,
  'gu',
);
const national = new RegExp(`${wordBegins}(?:${anyWord(({ nationalLaw }) => nationalLaw)})${wordEnds}`, 'gu');
/** The end of a place that is not part of it: a country in its short form, a word for the state itself. */
const tail = /(?:[\s,]+(?:U\.?S\.?A?\.?|USA|UK))+$/u;
const itself = new RegExp(`^(?:${states}|state|law|laws|court|courts|country|party|parties|company|agreement)$`, 'u');
/** Words before “law” that are no places: “applicable law”. */
const noPlace =
  /^(?:Applicable|Governing|Federal|State|Local|Common|Civil|Securities|Labor|Employment|Such|Any|This|The|No|By|Under|Choice|International|Criminal|Public|Private|Anwendbares|Geltendes|Zwingendes|Internationales|Copyright|Patent|Tax|Uniform|General)$/u;

/** Returns the places that a document names as states, or by their law. */
export function placesOf({ text, plain, pieces }: PreparedDocument): readonly ValueCandidate[] {
  const found = new Map<number, ValueCandidate>();
  const take = (at: number, law: boolean, limit: number): void => {
    const written = place
      .exec(text.slice(at, Math.min(limit, at + 160)))?.[1]
      ?.replace(tail, '')
      .replace(/[.,'’-]+$/u, '');
    if (written === undefined || itself.test(written.toLowerCase().split(/\s/u).at(-1) ?? '')) return;
    const name = written.replace(/\s+/gu, ' ');
    found.set(at, {
      value: { type: 'name', name },
      start: at,
      end: at + written.length,
      key: canonicalName(name),
      ...(law || found.get(at)?.bearer ? { bearer: 'law' } : {}),
    });
  };
  for (const { start, end } of pieces) {
    const piece = plain.slice(start, end);
    for (const match of piece.matchAll(byLaw)) take(start + match.index + match[0].length, true, end);
    for (const match of piece.matchAll(byState)) take(start + match.index + match[0].length, false, end);
    for (const match of piece.matchAll(placeLaw)) {
      const at = start + match.index;
      // The capitals next to “law”, and no more: “of Missouri law”.
      const before = text.slice(at, at + (match[1] ?? '').length);
      const own = /(?:^|\s)(\p{Lu}[\p{L}'’.-]+(?:\s\p{Lu}[\p{L}.-]+){0,2})$/u.exec(before)?.[1];
      if (own !== undefined && !noPlace.test(own) && !stopWords.has(own.split(' ')[0]?.toLowerCase() ?? ''))
        take(at + before.length - own.length, true, at + before.length);
    }
    for (const match of piece.matchAll(national)) {
      const name = text.slice(start + match.index, start + match.index + match[0].length).replace(/\s+/gu, ' ');
      const at = start + match.index;
      found.set(at, {
        value: { type: 'name', name },
        start: at,
        end: at + match[0].length,
        key: canonicalName(name),
        bearer: 'law',
      });
    }
  }
  return [...found.values()].sort((one, other) => one.start - other.start);
}
