import { languageOf } from '../languages';
import { inflections, type WordForm } from './inflections';
import { folded } from './segmentation';
import { terms } from './terms';

/** Tells which of some terms the texts at hand have. */
type Occurring = (terms: readonly string[]) => (term: string) => boolean;

/**
 * Adds to the forms of a query's words the parts of compounds that no text has, and the compounds of two words that some
 * text has: “Kündigungsfrist” finds “Kündigung” and “Frist”, and the other way.
 */
export function addCompounds(
  forms: Map<string, WordForm>,
  content: string,
  language: string,
  occurring: Occurring,
): void {
  if (!hasCompounds(language)) return;
  const own = new Set(terms(content));
  const hasForm = occurring([...forms.keys()]);
  const inForms = new Set([...forms].flatMap(([term, { of }]) => (hasForm(term) ? [of] : [])));
  const add = (term: string, form: WordForm): void => {
    if (!own.has(term) && !forms.has(term)) forms.set(term, form);
  };
  for (const [word] of content.matchAll(/\p{L}[\p{L}\p{M}]*/gu)) {
    const [of, ...more] = terms(word);
    if (of === undefined || more.length > 0 || inForms.has(of) || occurring([of])(of)) continue;
    for (const part of compoundParts(word, language, occurring)) add(part.term, { words: [part.word], of });
  }
  const made = compoundsOf(content, language);
  const occurs = occurring([...made.keys()]);
  for (const [term, form] of made) if (occurs(term)) add(term, form);
}

export interface CompoundPart {
  readonly word: string;
  readonly term: string;
}

const withForms = (part: string, language: string): CompoundPart[] =>
  [part, ...inflections(part, language)].flatMap((word) => {
    const [term, ...more] = terms(word);
    return term === undefined || more.length > 0 ? [] : [{ word, term }];
  });

/** Returns the parts of a compound in the forms that the library has, of its evenest split; `occurring` tells them. */
export function compoundParts(word: string, language: string, occurring: Occurring): CompoundPart[] {
  const splits = compoundSplits(word, linksOf(language)).map(({ first, second }) => ({
    first: withForms(first, language),
    second: withForms(second, language),
  }));
  const occurs = occurring(splits.flatMap(({ first, second }) => [...first, ...second]).map(({ term }) => term));
  for (const { first, second } of splits) {
    const [one, other] = [first, second].map((forms) => forms.filter(({ term }) => occurs(term)));
    if (one?.length && other?.length) return [...one, ...other];
  }
  return [];
}

/** Shorter parts are prefixes and endings more often than words. */
const shortestPart = 4;
/** Letters that a language puts between the parts of a compound; none of a language that writes them as two words. */
const linksOf = (language: string): readonly string[] => languageOf(language)?.compounds ?? [];
/** Whether a language writes compounds as one word. */
export const hasCompounds = (language: string): boolean => linksOf(language).length > 0;
/** Words of a query that are joined, two by two. */
const mostJoined = 6;

/** Returns the compounds that a language can make of two words of a query, by their terms; most are no words. */
export function compoundsOf(content: string, language: string): Map<string, WordForm> {
  const links = linksOf(language);
  const made = new Map<string, WordForm>();
  if (links.length === 0) return made;
  const own = new Set(terms(content));
  const parts = [...own].length < 2 ? [] : (content.match(/\p{L}[\p{L}\p{M}]+/gu) ?? []).map(folded);
  const asked = [...new Set(parts)].filter((part) => part.length >= shortestPart).slice(0, mostJoined);
  for (const second of asked) {
    const [of] = terms(second);
    if (of === undefined) continue;
    const begins = asked.filter((first) => first !== second).flatMap((first) => [first, first.replace(/en?$/u, '')]);
    for (const word of begins.flatMap((first) => links.map((link) => `${first}${link}${second}`))) {
      const [term] = terms(word);
      if (term !== undefined && !own.has(term)) made.set(term, { words: [word], of });
    }
  }
  return made;
}

interface CompoundSplit {
  readonly first: string;
  readonly second: string;
}

/** Returns the ways to make a word of two, evenest first: `Passwortdatei` → `passwort`, `datei`; most are no words. */
export function compoundSplits(word: string, links: readonly string[]): CompoundSplit[] {
  const plain = folded(word);
  if (links.length === 0 || !/^\p{L}+$/u.test(plain)) return [];
  const found: CompoundSplit[] = [];
  for (let end = shortestPart; end <= plain.length - shortestPart; end += 1) {
    for (const link of links) {
      const second = plain.startsWith(link, end) ? plain.slice(end + link.length) : '';
      if (second.length >= shortestPart) found.push({ first: plain.slice(0, end), second });
    }
  }
  const least = ({ first, second }: CompoundSplit): number => Math.min(first.length, second.length);
  return found.sort((a, b) => least(b) - least(a));
}
