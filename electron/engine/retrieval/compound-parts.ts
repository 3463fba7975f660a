import { compoundSplits } from '@shared/compounds';
import { inflections } from '@shared/inflections';
import { terms } from '@shared/terms';

/** A part of a compound as some chunk has it. */
export interface CompoundPart {
  readonly word: string;
  readonly term: string;
}

const withForms = (part: string): CompoundPart[] =>
  [part, ...inflections(part, 'deu')].flatMap((word) => {
    const [term, ...more] = terms(word);
    return term === undefined || more.length > 0 ? [] : [{ word, term }];
  });

/**
 * The parts of a German compound in all forms that the library has; of several ways to split it, the evenest of which
 * both parts occur. Empty for a word without one.
 *
 * @param occurring which of many terms some chunk has
 */
export function compoundParts(
  word: string,
  occurring: (terms: readonly string[]) => (term: string) => boolean,
): CompoundPart[] {
  const splits = compoundSplits(word).map(({ first, second }) => ({
    first: withForms(first),
    second: withForms(second),
  }));
  const occurs = occurring(splits.flatMap(({ first, second }) => [...first, ...second]).map(({ term }) => term));
  for (const { first, second } of splits) {
    const [one, other] = [first, second].map((forms) => forms.filter(({ term }) => occurs(term)));
    if (one?.length && other?.length) return [...one, ...other];
  }
  return [];
}
