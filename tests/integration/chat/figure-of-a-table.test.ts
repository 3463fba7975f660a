import { resolve } from 'node:path';
import { shownText } from '@shared/prompt/answer-backing';
import { describe, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';

const vitrine = TestEngine.shared((test) =>
  test.ingest(resolve(__dirname, '../../fixtures/tables/latex-booktabs.pdf')),
).quoting();

describe('a question for a figure in a table of a PDF', () => {
  it('I5 is answered by its row, with the words that name its columns in the passage', async () => {
    const answer = await vitrine.ask('chat.ask', { question: 'What was the revenue in 2023?', asPassages: true });
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

describe('a question for a day', () => {
  const days = Array.from({ length: 31 }, (_day, at) => at + 1);
  const counted = TestEngine.shared(async (test) => {
    const october = days.map((day) => `10/${day}/2016,${500 + day}`).join('\n');
    const rest = days.map((day) => `12/${day}/2016,${900 + day}`).join('\n');
    await test.ingest(await test.file('bicycles.csv', `Day,Bicycles counted\n${october}\n${rest}\n`));
  }).quoting();

  it('R9 is answered by the row of that day, however the row writes it, and by no other', async () => {
    const question = 'How many bicycles were counted on 12 October 2016?';
    const calculated = await counted.ask('chat.ask', { question });
    expect(calculated.answer).toContain('**512**');
    const answer = await counted.ask('chat.ask', { question, asPassages: true });
    const rows = shownText(answer)
      .split('\n')
      .filter((line) => /\d\/2016/u.test(line));
    expect(rows).toEqual([expect.stringContaining('| 10/12/2016 | 512 ')]);
    expect(answer.basis).toMatchObject({ missingNumbers: [], absent: [] });
  });

  it('R9 is refused with a note if no passage has that day', async () => {
    const answer = await counted.ask('chat.ask', { question: 'How many bicycles were counted on 12 November 2016?' });
    expect(answer).toMatchObject({ outcome: 'passages', basis: { absent: ['12 November 2016'] } });
  });
});
