import { sentences } from '@shared/sentences';
import { termSet, terms } from '@shared/terms';
import { coverage, coveredTerms, type QueryTerms } from './query-coverage';

/** Words that point back at the conversation and say nothing of the matter. */
const pointingBack = `
  talk talked talking speak spoke spoken mention mentioned discuss discussed ask asked say said tell told earlier before
  previous previously start beginning first again ago remember recall conversation
  besprochen gesprochen erwähnt gesagt gefragt vorhin vorher zuvor anfang eingangs nochmal gespräch`;

let termsPointingBack: ReadonlySet<string> | null = null;

/** Made into terms with the first question: reading them makes the tables of words, which no start has to wait for. */
function pointsBack(term: string): boolean {
  termsPointingBack ??= new Set(terms(pointingBack));
  return termsPointingBack.has(term);
}

/** Sentences of the exchange that are read together with the question. */
const sentencesTaken = 2;

/**
 * The sentences of an exchange that share most with a question, in their order; null where none shares a term with
 * it: then the exchange cannot say what the question means.
 */
export function linkOf(exchange: string, query: QueryTerms): string | null {
  const all = sentences(exchange)
    .map(({ text }, position) => ({ text: text.trim(), position, share: coverage(text, query) }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share || a.position - b.position)
    .slice(0, sentencesTaken)
    .sort((a, b) => a.position - b.position);
  return all.length === 0 ? null : all.map(({ text }) => text).join(' ');
}

/**
 * Whether a document answers a question that was read together with sentences of an earlier exchange: it must hold
 * most of what the question asks beyond them, and something that they alone say. Else an exchange about the capital
 * of France would find an answer to a question about the capital of Peru.
 */
export function answersFollowUp(text: string, query: QueryTerms, link: string): boolean {
  const known = coveredTerms(link, query);
  const held = coveredTerms(text, query);
  let asked = 0;
  let found = 0;
  for (const [term, idf] of query.idf) {
    if (known.has(term) || pointsBack(term)) continue;
    asked += idf;
    if (held.has(term)) found += idf;
  }
  if (asked > 0 && found < asked / 2) return false;
  const own = termSet(text);
  return [...termSet(link)].some((term) => !query.idf.has(term) && own.has(term));
}
