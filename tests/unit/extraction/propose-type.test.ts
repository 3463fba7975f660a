import { expect, it } from 'vitest';
import { proposeType } from '../../../electron/engine/extraction';
import type { ColumnType } from '../../../shared/value-types';
import cases from './propose-type.json';

it.each(cases as [string, ColumnType, boolean][])('“%s” asks for %s', (question, type, many) => {
  expect(proposeType(question)).toEqual({ type, many });
});
