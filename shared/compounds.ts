import { folded } from './function-words';

/** Shorter parts are prefixes and endings more often than words. */
const shortestPart = 4;
/** What German puts between the parts of a compound. */
const links = ['', 's', 'es', 'n', 'en'];

export interface CompoundSplit {
  readonly first: string;
  readonly second: string;
}

/**
 * The ways in which a German word may be made of two, evenest first: `Passwortdatei` → `passwort`, `datei`. Lower case
 * without accents. Made, not looked up: most are no words, and no text holds those.
 */
export function compoundSplits(word: string): CompoundSplit[] {
  const plain = folded(word);
  if (!/^\p{L}+$/u.test(plain)) return [];
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
