import { describe, expect, it } from 'vitest';
import { sharedTitles } from '../../../../renderer/evaluate/QuestionDetails';

describe('titles that more than one document has', () => {
  it('are those of two ids, not those of one document that two ways found', () => {
    const documents = [
      { title: 'Huguenot', documentId: 'd1' },
      { title: 'Huguenot', documentId: 'd2' },
      { title: 'Normans', documentId: 'd3' },
      { title: 'Normans', documentId: 'd3' },
      { title: '', documentId: 'd4' },
      { title: '', documentId: 'd5' },
    ];
    expect([...sharedTitles(documents)]).toEqual(['Huguenot']);
  });
});
