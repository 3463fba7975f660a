import { jaccard } from '@shared/near-duplicates';
import { sentences } from '@shared/sentences';
import { words } from '@shared/terms';

/** A sentence reduced to what two sentences must share to be about the same thing, and what may then differ. */
export interface Claim {
  readonly text: string;
  /** Words other than negations and numbers that state something; a number that names (page 3) is one of them. */
  readonly subject: ReadonlySet<string>;
  readonly numbers: readonly string[];
  readonly negated: boolean;
}

/** In the form that `words` gives: lower case, without diacritics. */
const negation =
  /^(?:not|no|nor|never|none|neither|nobody|nothing|without|cannot|\p{L}+n['’]t|nicht|kein(?:e[mnrs]?)?|nie|niemals|ohne|nunca|jamas|ningun[ao]?|tampoco|sin)$/u;
/** Behind these a number is a name: page 3 and page 4 do not contradict each other. */
const naming =
  /^(?:chapters?|sections?|figures?|fig|tables?|pages?|p|pp|parts?|steps?|articles?|clauses?|items?|nos?|numbers?|versions?|volumes?|vol|equations?|eq|appendix|rooms?|lines?|kapitel|abschnitt|abb|abbildung|tabelle|seiten?|teil|schritt|nr|artikel|capitulo|seccion|figura|tabla|pagina|parte|paso)$/u;
const minimumWords = 4;

/** The sentences of a text that have words enough to tell what they are about. */
export function claims(text: string): Claim[] {
  return sentences(text)
    .map(({ text: sentence }): Claim => {
      const all = words(sentence);
      const states = (word: string, position: number) => /\p{N}/u.test(word) && !naming.test(all[position - 1] ?? '');
      const numbers = all.filter(states);
      const negated = all.some((word) => negation.test(word));
      return {
        text: sentence,
        subject: new Set(all.filter((word, position) => !states(word, position) && !negation.test(word))),
        numbers: numbers.sort(),
        negated,
      };
    })
    .filter((claim) => claim.subject.size >= minimumWords);
}

export interface Contradiction {
  readonly kind: 'number' | 'negation';
  readonly before: string;
  readonly after: string;
}

/**
 * The first pair of claims, one of each list, that speak of the same thing (Jaccard of their words ≥ `similarity`)
 * and differ in a number or date, or in being denied.
 */
export function contradiction(
  before: readonly Claim[],
  after: readonly Claim[],
  similarity: number,
): Contradiction | null {
  for (const one of before) {
    for (const other of after) {
      const numbersDiffer =
        one.numbers.length > 0 && other.numbers.length > 0 && one.numbers.join(' ') !== other.numbers.join(' ');
      if (!numbersDiffer && one.negated === other.negated) continue;
      if (jaccard(one.subject, other.subject) < similarity) continue;
      return { kind: numbersDiffer ? 'number' : 'negation', before: one.text, after: other.text };
    }
  }
  return null;
}
