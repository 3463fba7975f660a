import { stemmer } from 'stemmer';
import { languageOf } from '../languages';
import { folded } from './segmentation';
import { terms } from './terms';

/** Adjectives of measure: who asks “how large” finds “larger than” and “the largest”, which Porter’s stems keep apart. */
const measures = new Set(
  'large big small long short old young tall high low fast slow deep wide broad great heavy light strong weak thick thin early late cheap near hot cold warm rich poor hard soft new safe'.split(
    ' ',
  ),
);

/** `large` → `larger`, `largest`; `big` → `bigger`, `biggest`. */
function degrees(word: string): string[] {
  if (!measures.has(word)) return [];
  const doubled = /[^aeiouw][aeiou]([bdgnt])$/u.exec(word)?.[1] ?? '';
  const stem = word.endsWith('e') ? word.slice(0, -1) : `${word}${doubled}`;
  return [`${stem}er`, `${stem}est`];
}

/** Forms of a German verb in another form than its endings give: `gezahlt` → `zahlen`, `zahlt`, and the other way. */
function participles(verb: string): string[] {
  const [, stem] = /^ge(\p{L}{3,}?)e?t$/u.exec(verb) ?? /^(\p{L}{3,})en$/u.exec(verb) ?? [];
  if (stem === undefined) return [];
  const et = /[dt]$/u.test(stem) ? 'et' : 't';
  return [`${stem}en`, `${stem}${et}`, `ge${stem}${et}`];
}

/**
 * Other forms of a word that its English stem does not cover: comparatives of English measures, and German and Spanish
 * endings (the index stems English). Lower case, with the word's accents and without, since “Häuser” is a form of
 * “Haus”; none for a language without a list. Made, not looked up: most are no words, and no text holds those.
 */
export function inflections(word: string, language: string): string[] {
  const lower = word.normalize('NFC').toLowerCase();
  const plain = folded(word);
  if (!/^\p{L}+$/u.test(plain)) return [];
  if (language === 'eng' || language === 'und') return degrees(plain);
  const { endings: own, beginnings = [''], typedFor = {} } = languageOf(language) ?? {};
  if (!own) return [];
  const meant = Object.entries(typedFor).reduce((so, [typed, letter]) => so.replaceAll(typed, letter), lower);
  const made = new Set<string>(meant === lower ? [] : [meant, folded(meant)]);
  for (const spelled of new Set([lower, plain, meant, folded(meant)])) {
    const begins = beginnings.find((one) => spelled.startsWith(one) && spelled.length - one.length >= own.least) ?? '';
    const rest = spelled.slice(begins.length);
    const stems = own.of
      .filter((ending) => rest.endsWith(ending) && rest.length - ending.length >= own.least)
      .slice(0, 2)
      .map((ending) => rest.slice(0, rest.length - ending.length));
    // Shortest first: of forms that may be one token, the plainest represents all.
    for (const stem of stems)
      for (const ending of [...own.of].reverse()) for (const begin of beginnings) made.add(`${begin}${stem}${ending}`);
    // A noun has a capital, and no participle.
    if (language === 'deu' && /^\p{Ll}/u.test(word)) for (const form of participles(spelled)) made.add(form);
  }
  return [...made].filter((form) => form !== lower && form !== plain);
}

/** A form of a query's word: its spelling, and the query's term. */
export interface WordForm {
  /** One for each token that the text index may have made of it, which stems before it drops accents. */
  readonly words: readonly string[];
  readonly of: string;
}

/** Forms of a query's words by their terms, without those that are terms of the query themselves. */
export function formsOf(query: string, language: string): ReadonlyMap<string, WordForm> {
  const own = new Set(terms(query));
  const forms = new Map<string, WordForm & { readonly words: string[] }>();
  const tokens = new Set<string>();
  for (const [word] of query.matchAll(/\p{L}[\p{L}\p{M}]*/gu)) {
    const [of, ...more] = terms(word);
    if (of === undefined || more.length > 0 || !own.has(of)) continue;
    for (const form of inflections(word, language)) {
      const [term] = terms(form);
      if (term === undefined || own.has(term)) continue;
      const known = forms.get(term) ?? { words: [], of };
      forms.set(term, known);
      const token = folded(stemmer(form));
      if (!tokens.has(token)) known.words.push(form);
      tokens.add(token);
    }
  }
  return forms;
}
