import { terms as termsOf, words } from '@shared/terms';

/** The words of a query that next to no passage has, beside words that many have. */
export interface RareWords {
  readonly terms: ReadonlySet<string>;
  /** How far they alone tell which passage is asked for, 0–1; 0 where there are none. */
  readonly weight: number;
}

/** Chunks that have a rare word: one, or two that overlap. */
const mostChunks = 2;
/** Shares of a rare word's idf that the rarest other word has: with more it tells something too, with less next to nothing. */
const tellsToo = 0.7;
const tellsNothing = 0.2;

/** Adverbs say how something is and never what. A noun that looks like one only counts no more than before. */
const adverb = /^\p{Ll}{4,}ly$/u;

const none: RareWords = { terms: new Set(), weight: 0 };

/**
 * Of “Which environment variables does slattach use?” in a library of manuals, `slattach`: every passage about
 * environment variables is near the question by its meaning, and an embedding model knows nothing of the name. Words that
 * no chunk has say nothing here: they tell none from the others.
 *
 * @param query as it was written, without its function words
 * @param frequencies in how many chunks the query's terms occur, in one form or another
 * @param idf of the same terms
 */
export function rareWords(
  query: string,
  frequencies: ReadonlyMap<string, number>,
  idf: ReadonlyMap<string, number>,
): RareWords {
  const adverbs = new Set(
    words(query)
      .filter((word) => adverb.test(word))
      .flatMap(termsOf),
  );
  const terms = new Set<string>();
  let rare = Number.POSITIVE_INFINITY;
  let other = 0;
  for (const [term, frequency] of frequencies) {
    const weight = idf.get(term) ?? 0;
    if (adverbs.has(term)) continue;
    if (frequency > mostChunks) other = Math.max(other, weight);
    else if (frequency > 0) {
      terms.add(term);
      rare = Math.min(rare, weight);
    }
  }
  if (terms.size === 0 || other === 0) return none;
  const weight = Math.min(1, (tellsToo - other / rare) / (tellsToo - tellsNothing));
  return weight > 0 ? { terms, weight } : none;
}
