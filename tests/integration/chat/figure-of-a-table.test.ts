import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';

const vitrine = TestEngine.shared((test) =>
  test.ingest(resolve(__dirname, '../../fixtures/tables/latex-booktabs.pdf')),
);

describe('a question for a figure in a table of a PDF', () => {
  it('I5 is answered by its row, with the words that name its columns in the passage', async () => {
    const answer = await vitrine.ask('chat.ask', { question: 'What was the revenue in 2023?' });
    expect(answer.outcome).toBe('answered');
    const [span] = answer.cited?.find((sentence) => sentence.text.includes('18.2'))?.spans ?? [];
    expect(answer.answer).toContain(
      [
        '| Year | Revenue (EUR million) | Profit | Employees |',
        '| --- | --- | --- | --- |',
        `| 2023 | 18.2 | 2.6 | 171 [Citation ${span?.marker}] |`,
      ].join('\n'),
    );
    const citation = answer.citations.find(({ marker }) => marker === span?.marker);
    const { chunks, text } = await vitrine.ask('library.source', { documentId: citation?.documentId ?? '' });
    expect(text.slice(span?.startChar, span?.endChar).trim()).toBe('| 2023 | 18.2 | 2.6 | 171 |');
    const chunk = chunks.find(({ id }) => id === citation?.chunkId);
    expect(text.slice(chunk?.startChar, chunk?.endChar)).toContain(
      '| Year | Revenue (EUR million) | Profit | Employees |',
    );
    expect(citation?.pages).toContain(1);
  });
});
