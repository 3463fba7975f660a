import { type ExtractionDocument, PreparedDocument, readForExtraction } from '../text/prepared-document';
import { valueTypeOf } from '../text/values';
import { bearerWeight, partiesAsked, type ScoredCandidate } from './names-asked';
import {
  type Extraction,
  type ExtractionColumn,
  type FoundValue,
  fieldAsked,
  type ReadQuestion,
  readColumnQuestion,
} from './question';
import { evidenceFor, looked } from './scoring';

const leastOfParties = 0.7;

/** Returns how sure a value of a cell must be: it is to be right rather than there (bench/quality-extraction.ts). */
export const leastConfidence = (column: ExtractionColumn): number =>
  fieldAsked(column) === 'party' ? leastOfParties : valueTypeOf(column.type).leastConfidence;

/** The values of one cell, the surest first: one, or all that are sure enough where the column may have several. */
export function extract(document: ExtractionDocument | PreparedDocument, column: ExtractionColumn): Extraction {
  const prepared = document instanceof PreparedDocument ? document : readForExtraction(document);
  if (!/[\p{L}\p{N}]/u.test(prepared.text)) return { found: [], reason: 'empty-document' };
  const { values, hasWords } = ranked(prepared, column);
  const least = leastConfidence(column);
  const sure = values.filter(({ confidence }) => confidence >= least);
  if (sure.length > 0) return { found: column.many ? sure : sure.slice(0, 1) };
  if (!hasWords) return { found: [], reason: 'no-such-words' };
  return { found: [], reason: values.length === 0 ? 'no-value-of-type' : 'too-unsure' };
}

/** All values of a column’s type, the surest first, each once; and whether a document has words of the question. */
export function ranked(
  document: PreparedDocument,
  column: ExtractionColumn,
): { readonly values: readonly FoundValue[]; readonly hasWords: boolean } {
  const question = readColumnQuestion(column, document.document.language);
  const best = new Map<string, ScoredCandidate>();
  let hasWords = false;
  for (const candidate of candidatesOf(document, column, question)) {
    hasWords ||= candidate.evidence.hasWords;
    const known = best.get(candidate.key);
    if (!known || candidate.evidence.logit > known.evidence.logit) best.set(candidate.key, candidate);
  }
  const surest = [...best.values()].sort(
    (one, other) => other.evidence.logit - one.evidence.logit || one.start - other.start,
  );
  const odds = surest.map(({ evidence }) => Math.exp(evidence.logit));
  // In a cell of one value, evidence for another is evidence against this one.
  const areRivals = !column.many && !valueTypeOf(column.type).agree;
  const all = odds.reduce((sum, one) => sum + one, 1);
  const values = surest.map(({ value, start, end, evidence: { quote } }, at) => {
    const own = odds[at] ?? 0;
    return {
      value,
      start,
      end,
      quoteStart: Math.min(quote.start, start),
      quoteEnd: Math.max(quote.end, end),
      confidence: own / (areRivals ? all : 1 + own),
    };
  });
  return { values, hasWords: hasWords || [...question.terms.keys()].some((term) => document.hasTerm(term)) };
}

function candidatesOf(
  document: PreparedDocument,
  { type, choices = [] }: ExtractionColumn,
  question: ReadQuestion,
): readonly ScoredCandidate[] {
  const field = question.field?.field ?? null;
  if (field === 'party') return partiesAsked(document, question);
  const valueType = valueTypeOf(type);
  const candidates = valueType.find(document, { field, ofPlace: question.ofPlace, denials: question.denials, choices });
  return looked(candidates).map((one) => {
    const evidence = evidenceFor(document, question, one);
    const own = (valueType.fit?.(one.value, field) ?? 0) + bearerWeight(document, one, field);
    return { ...one, evidence: { ...evidence, logit: evidence.logit + own } };
  });
}
