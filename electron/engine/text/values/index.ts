/**
 * The types of values. A new one is a file like percentage.ts, its form in shared/value-types.ts, an entry here and its
 * words; the compiler names missing parts.
 */
import type { ColumnType, ValueOf } from '@shared/value-types';
import { amount } from './amount';
import { choice } from './choice';
import { date } from './date';
import { duration } from './duration';
import { name } from './name';
import { number } from './number';
import { percentage } from './percentage';
import { text } from './text';
import type { ValueType } from './value-type';
import { yesNo } from './yes-no';

export type { Range, ValueCandidate, ValueQuestion, ValueType } from './value-type';

/** In the order in which questions are held against them: “how long” is no number, “Is there a fee?” wants a yes or no. */
const valueTypes: { readonly [Type in ColumnType]: ValueType<ValueOf<Type>> } = {
  'yes-no': yesNo,
  duration,
  date,
  percentage,
  number,
  amount,
  name,
  choice,
  text,
};

export const valueTypeList = Object.entries(valueTypes) as readonly (readonly [ColumnType, ValueType])[];

export const valueTypeOf = (type: ColumnType): ValueType => valueTypes[type];
