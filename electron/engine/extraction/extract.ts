import { namesAsked, type ScoredCandidate } from './names-asked';
import { PreparedDocument, readForExtraction } from './prepared-document';
import { fieldAsked, type ReadQuestion, readColumnQuestion } from './question';
import { amountsOf } from './recognisers/amounts';
import { datesOf } from './recognisers/dates';
import { durationsOf } from './recognisers/durations';
import { numberCandidates } from './recognisers/numbers';
import { evidenceFor, looked } from './scoring';
import { answersAsked, choicesAsked, textsAsked } from './sentences-asked';
import type {
  ColumnType,
  Extraction,
  ExtractionColumn,
  ExtractionDocument,
  FoundValue,
  ValueCandidate,
} from './values';

/**
 * Least confidence of a value, by type. Fitted on labelled agreements for a precision of at least 0.95
 * (tests/bench/quality-extraction.ts), dates come to 0.9 and durations to 0.95: the former gives up six right ones for one
 * whose label is wrong, and the latter is more than “a term of two years” has. There is no labelled set for the others.
 */
const thresholds: Readonly<Record<ColumnType, number>> = {
  date: 0.75,
  duration: 0.65,
  name: 0.5,
  amount: 0.55,
  number: 0.55,
  text: 0.7,
  'yes-no': 0.5,
  choice: 0.5,
};
/** Parties are weighed by cues of their own; as fitted. */
const leastOfParties = 0.7;

/** How sure a value must be to stand in a cell: it is to be right rather than there. */
export const leastConfidence = (column: ExtractionColumn): number =>
  fieldAsked(column) === 'party' ? leastOfParties : thresholds[column.type];

/**
 * The values of one cell, the surest first: one, or all that are sure enough where the column may have several.
 * A function of its arguments; what depends on the document alone is found once for the same object.
 */
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
  // Where a cell holds one value, what speaks for another speaks against this one. Sentences may say the same.
  const areRivals = !column.many && column.type !== 'text';
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
  const scored = (candidates: readonly ValueCandidate[]): ScoredCandidate[] =>
    looked(candidates).map((one) => {
      const evidence = evidenceFor(document, question, one);
      return { ...one, evidence: { ...evidence, logit: evidence.logit + fitness(one, question) } };
    });
  switch (type) {
    case 'date':
      return scored(document.once(datesOf));
    case 'duration':
      return scored(document.once(durationsOf));
    case 'amount':
      return scored(document.once(amountsOf));
    case 'number':
      return scored(document.once(numberCandidates));
    case 'name':
      return namesAsked(document, question);
    case 'text':
      return textsAsked(document, question);
    case 'yes-no':
      return answersAsked(document, question);
    case 'choice':
      return choicesAsked(document, question, choices);
  }
}

/** How little a value fits its field, as a logit: a contract is dated by the day, its term is counted in months, and people in wholes. */
function fitness({ value }: ValueCandidate, { field }: ReadQuestion): number {
  if (field === null) return 0;
  if (value.type === 'date' && field.field !== 'year') return [-2, -1, 0][value.date.split('-').length - 1] ?? 0;
  if (value.type === 'duration' && field.field === 'term')
    return value.unit === 'days' || value.unit === 'weeks' ? -2 : 0;
  if (value.type === 'number' && field.field === 'sample-size') return Number.isInteger(value.number) ? 0 : -4;
  return 0;
}
