import { PreparedDocument } from './prepared-document';
import { fieldAsked, fieldTypeOf } from './question';
import { amountsOf } from './recognisers/amounts';
import { datesOf } from './recognisers/dates';
import { durationsOf } from './recognisers/durations';
import type { ColumnType, ExtractionColumn, ValueCandidate } from './values';

/** The dates, durations and amounts that a short text names, in its order, none within another. */
export function statedValues(text: string): ValueCandidate[] {
  const document = new PreparedDocument({ text, blocks: [], pages: [], language: 'und', title: null });
  const found = [datesOf, durationsOf, amountsOf]
    .flatMap((values) => [...document.once(values)])
    .sort((one, other) => one.start - other.start || other.end - one.end);
  const kept: ValueCandidate[] = [];
  for (const candidate of found) if (candidate.start >= (kept.at(-1)?.end ?? 0)) kept.push(candidate);
  return kept;
}

/** Whether a column asks for something that documents of many kinds are known to state. */
export const hasFieldFor = (column: ExtractionColumn): boolean => fieldAsked(column) !== null;

/** What a document is asked for that is to state this; null where documents are not known to. */
export const statedType = (question: string): ColumnType | null => fieldTypeOf(question);
