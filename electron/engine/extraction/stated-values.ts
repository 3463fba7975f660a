import type { ColumnType } from '@shared/value-types';
import { PreparedDocument } from '../text/prepared-document';
import { type ValueCandidate, valueTypeList } from '../text/values';
import { fieldAsked, fieldTypeOf } from './question';
import type { ExtractionColumn } from './values';

const nothingAsked = { field: null, ofPlace: false, denials: 0, choices: [] };

/** Returns the values that a short text compares with, such as dates and amounts, in its order, none within another. */
export function statedValues(text: string): ValueCandidate[] {
  const document = new PreparedDocument({ text, blocks: [], pages: [], language: 'und', title: null });
  const stated = valueTypeList
    .flatMap(([, type]) => (type.tellsItself ? type.find(document, nothingAsked) : []))
    .sort((one, other) => one.start - other.start || other.end - one.end);
  const apart: ValueCandidate[] = [];
  for (const candidate of stated) if (candidate.start >= (apart.at(-1)?.end ?? 0)) apart.push(candidate);
  return apart;
}

export const hasFieldFor = (column: ExtractionColumn): boolean => fieldAsked(column) !== null;

/** Returns the type of a known field that a question names; null for none. */
export const statedType = (question: string): ColumnType | null => fieldTypeOf(question);
