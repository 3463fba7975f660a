import type { FileReport } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { documentsOf } from '../../../../renderer/state/documents-of';

const file = (status: FileReport['status'], documentId: string | null): FileReport => ({
  path: `/home/a/${status}`,
  status,
  documentId,
  chunks: 1,
  pages: 0,
  error: null,
  warnings: [],
});

describe('what can be asked of files that were added', () => {
  it('are the documents that they became, or were already, each once', () => {
    const files = [
      file('indexed', 'd1'),
      file('replaced', 'd2'),
      file('unchanged', 'd3'),
      file('duplicate', 'd1'),
      file('failed', 'd4'),
      file('failed', null),
    ];
    expect(documentsOf({ files })).toEqual(['d1', 'd2', 'd3']);
  });
});
