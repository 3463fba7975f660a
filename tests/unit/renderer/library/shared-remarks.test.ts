import type { FileReport } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { sharedRemarks } from '../../../../renderer/library/shared-remarks';

const file = (path: string, ...warnings: readonly string[]): FileReport => ({
  path,
  status: 'indexed',
  documentId: path,
  chunks: 1,
  pages: 0,
  error: null,
  warnings,
});
const many = (count: number, ...warnings: readonly string[]) =>
  Array.from({ length: count }, (_, at) => file(`${warnings.join('+')}-${at}`, ...warnings));

describe('remarks on files', () => {
  it('are said once of many files, with their number, and of each file where there are few', () => {
    const few = many(3, 'replaced bytes');
    const alone = file('alone', 'by its words only', 'replaced bytes');
    expect(sharedRemarks([...many(4, 'by its words only'), ...few, alone])).toEqual({
      shared: [{ warnings: ['by its words only'], files: 4 }],
      single: [...few, alone],
    });
  });

  it('leave no file out', () => {
    const files = [...many(9, 'a'), ...many(2, 'b'), ...many(5, 'a', 'b')];
    const { shared, single } = sharedRemarks(files);
    expect(shared.reduce((sum, group) => sum + group.files, single.length)).toBe(files.length);
  });
});
