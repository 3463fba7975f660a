import type { Answer, RequestOf } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';

const states = ['Delaware', 'Texas', 'Ohio', 'Delaware', 'Maine', 'Delaware'];
const agreement = (state: string, at: number): string => `# Agreement ${at}

This Agreement is entered into as of March ${at + 1}, ${2005 + at * 2} by and between Heron ${at} Inc. and Alder Bank Ltd.

The obligations of this Agreement continue for a period of ${at + 1} (${at + 1}) years from its date.${at % 2 === 0 ? ' Neither party is liable for force majeure.' : ''}

This Agreement is governed by and construed in accordance with the laws of the State of ${state}.
`;

describe('A question about all documents', () => {
  const vitrine = TestEngine.shared(async (test) => {
    for (const [at, state] of states.entries()) await test.file(`agreement-${at}.md`, agreement(state, at));
    await test.file(
      'bread.md',
      '# Bread\n\nRye bread is baked of sourdough for two hours. Bees do not come into it.\n',
    );
    await test.ingest(test.path(''));
  });
  const ask = (question: string, more: Partial<RequestOf<'chat.ask'>> = {}): Promise<Answer> =>
    vitrine.ask('chat.ask', { question, ...more });
  const titles = ({ census }: Answer): string[] => (census?.found ?? []).map(({ title }) => title).sort();

  it('W45 is answered by a look at every document, each with its quote, and the answer says so', async () => {
    const answer = await ask('How many agreements are governed by Delaware law?');
    expect(answer).toMatchObject({ outcome: 'answered', quoted: true, census: { asks: 'count', looked: 7, of: 7 } });
    expect(titles(answer)).toEqual(['Agreement 0', 'Agreement 3', 'Agreement 5']);
    expect(answer.answer).toContain('3 of 7');
    expect(answer.answer).toContain('Looked at 7 of 7 documents');
    for (const { documentId, startChar, endChar, snippet } of answer.citations) {
      const { text } = await vitrine.ask('library.source', { documentId });
      expect(text.slice(startChar, endChar).replace(/\s+/gu, ' ')).toContain(snippet.slice(0, 40));
      expect(snippet).toContain('Delaware');
    }
  });

  it('W45 compares dates and durations with what the documents state', async () => {
    expect(titles(await ask('Which agreements were signed after 2009?'))).toEqual([
      'Agreement 3',
      'Agreement 4',
      'Agreement 5',
    ]);
    expect(titles(await ask('Which agreements were signed between 2007 and 2011?'))).toEqual([
      'Agreement 1',
      'Agreement 2',
      'Agreement 3',
    ]);
    expect(titles(await ask('Which agreements have a term longer than four years?'))).toEqual([
      'Agreement 4',
      'Agreement 5',
    ]);
  });

  it('W45 names the document that states the most or the least of something', async () => {
    const longest = await ask('Which agreement has the longest term?');
    expect(titles(longest)).toEqual(['Agreement 5']);
    expect(longest.census).toMatchObject({ asks: 'list', looked: 7, unclear: 1 });
    expect(longest.citations[0]?.snippet).toContain('6 (6) years');
    expect(titles(await ask('Welcher Vertrag hat die kürzeste Laufzeit?'))).toEqual(['Agreement 0']);
    expect(titles(await ask('Which of the agreements was signed last?'))).toEqual(['Agreement 5']);
  });

  it('W45 counts words as a scan of the texts does, and what does not have them', async () => {
    const some = await ask('How many documents mention "Force Majeure"?');
    expect(titles(some)).toEqual(['Agreement 0', 'Agreement 2', 'Agreement 4']);
    expect(some.census).toMatchObject({ unclear: 0 });
    expect(titles(await ask('Which documents do not mention force majeure?'))).toHaveLength(4);
    expect(await ask('How many documents do I have?')).toMatchObject({ census: { looked: 7, of: 7 }, confidence: 1 });
    expect(titles(await ask('How many PDFs are in my library?'))).toEqual([]);
    expect(titles(await ask('Which agreements are not governed by Delaware law?'))).toEqual([
      'Agreement 1',
      'Agreement 2',
      'Agreement 4',
    ]);
  });

  it('W45 looks where the question looks, and nowhere else', async () => {
    const documents = await vitrine.ask('library.list', {});
    const two = documents.filter(({ title }) => /[03]$/u.test(title)).map(({ documentId }) => documentId);
    const answer = await ask('How many agreements are governed by Delaware law?', { scope: { documentIds: two } });
    expect(answer.census).toMatchObject({ looked: 2, of: 2 });
    expect(titles(answer)).toEqual(['Agreement 0', 'Agreement 3']);
  });

  it('W45 is a decision of A0 with its reason, and passages answer where that is wanted', async () => {
    const question = 'Which agreements are governed by Delaware law?';
    const counted = await ask(question);
    const run = await vitrine.ask('run.get', { runId: counted.runId ?? '' });
    expect(run.stages[0]?.decisions).toContainEqual(
      expect.objectContaining({
        subject: 'way',
        decision: 'census',
        reason: expect.objectContaining({ code: 'way-value' }),
      }),
    );
    const passages = await ask(question, { asPassages: true });
    expect(passages.census).toBeUndefined();
    expect(await vitrine.ask('run.get', { runId: passages.runId ?? '' })).toMatchObject({ asPassages: true });
  });

  it('W45 leaves questions that one passage answers to passages', async () => {
    for (const question of [
      'How long is rye bread baked?',
      'Which documents do I need for rye bread?',
      'Who signed Agreement 2?',
    ]) {
      expect((await ask(question)).census).toBeUndefined();
    }
  });

  it('W45 opens as a table that shows the same', async () => {
    const { census } = await ask('Which agreements are governed by Delaware law?');
    const { tableId } = await vitrine.ask('table.create', { name: 'Law' });
    const { columns } = await vitrine.ask('table.addColumn', {
      tableId,
      ...census?.column,
      question: census?.column?.question ?? '',
    });
    await vitrine.ask('table.fill', { tableId, wait: true });
    const { cells } = await vitrine.ask('table.get', { tableId });
    const said = cells.filter(({ items }) =>
      items.some(({ value }) => value.type === 'name' && value.name.includes('Delaware')),
    );
    expect(columns).toHaveLength(1);
    expect(said.map(({ documentId }) => documentId).sort()).toEqual(
      census?.found.map(({ documentId }) => documentId).sort(),
    );
  });
});
