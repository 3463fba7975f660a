import { type ConversationTurn, type WayId, wayIds } from '@shared/prompt/super-prompt';
import { describe, expect, it } from 'vitest';
import type { Asked } from '../../../electron/engine/answers/way';
import { chosenWay, wantedWay, ways } from '../../../electron/engine/answers/ways';
import { blocksOfText } from '../../../electron/engine/ingest/recognise-blocks';
import { type Retrieved, unmeasured, weighQuery } from '../../../electron/engine/retrieval';
import { termSet } from '../../../electron/engine/text/terms';
import { aChunk, limits } from '../stages/memory-library';

const sheet = '| Month | Revenue |\n| --- | --- |\n| May | 120.5 |\n| June | 80.25 |\n| July | 45.5 |\n';
const titles = [
  'Lamp contract',
  'Offer of Heron',
  'Offer of Alder',
  'Handbook of the mill',
  'Sales of 2023',
  'Letters',
];
const textOf = (title: string): string => {
  if (title.startsWith('Sales')) return sheet;
  const term = title === 'Lamp contract' ? 'This contract shall remain in force for a term of three years.\n' : '';
  return `# ${title}\n\nIt says little.\n${term}`;
};
const library = titles.map((title, at) => ({
  documentId: `d${at}`,
  contentId: `c${at}`,
  title,
  path: `/${at < 3 ? 'trade' : 'other'}/file-${at}.md`,
  collections: [],
  state: 'ready',
  format: 'md',
  text: textOf(title),
  author: null,
  language: 'eng',
  createdAt: '2024-01-01T00:00:00Z',
}));

interface Surroundings {
  readonly documents?: readonly (typeof library)[number][];
  readonly conversation?: readonly ConversationTurn[];
  readonly mayPropose?: boolean;
  /** The index does not answer. */
  readonly isAway?: boolean;
}

/** A question with a library in memory, whose search finds the sales first where the question speaks of them. */
function asked(question: string, around: Surroundings = {}): Asked {
  const { documents = library, conversation = [], mayPropose = false, isAway = false } = around;
  const byId = (id: string) => documents.find(({ documentId }) => documentId === id);
  const frequencies = new Map<string, number>();
  for (const { title } of documents) for (const term of termSet(title)) frequencies.set(term, 1);
  const search = async (): Promise<{ found: Retrieved; thread: null }> => {
    if (isAway) throw new Error('The index is away.');
    const aboutSales = /revenue|sales|month/iu.test(question);
    const found = aboutSales ? documents.filter(({ title }) => title.startsWith('Sales')) : documents.slice(0, 1);
    const candidates = found.map(({ documentId, text }) => ({
      chunk: aChunk(`of-${documentId}`, text, { documentId, blocks: blocksOfText(text) }),
      scores: { ...unmeasured, fused: { kind: 'relevance', value: 0.9 }, relevance: 0.9 },
    }));
    return { found: { candidates } as unknown as Retrieved, thread: null };
  };
  const source = (id: string) => {
    const { text = '' } = byId(id) ?? {};
    return { text, blocks: blocksOfText(text), pages: [], headings: [] };
  };
  const parts = {
    library: {
      documents: { byId, source },
      tableFiles: { path: () => '/nowhere/at/all.db' },
    },
    retriever: async () => ({
      weigh: (query: string) => weighQuery(query, frequencies, documents.length),
      retrieve: async () => (await search()).found,
    }),
  };
  const context = { question, scope: {}, conversation, limits, signal: undefined, mayPropose };
  const rest = { parts, documents: () => documents, search, proposer: async () => null };
  return { ...context, ...rest } as unknown as Asked;
}

const wayOf = async (question: string, around?: Surroundings): Promise<WayId> =>
  (await chosenWay(asked(question, around))).id;

/** Questions of each way, and others that look like them and are not. */
const questions: Readonly<Record<WayId, { readonly its: readonly string[]; readonly not: readonly string[] }>> = {
  help: {
    its: ['What can you do?', 'Hello!', 'Vielen Dank', '¿Qué puedes hacer?'],
    not: ['Hello, what is a gyroscope?', 'What can you do about rust?'],
  },
  facts: {
    its: [
      'How many documents are there?',
      'Which PDFs do I have?',
      'Wie viele Dokumente gibt es?',
      'How many NDAs are there?',
    ],
    not: ['How many files does the installer create?', 'Which documents do I need for rye bread?'],
  },
  fields: {
    its: ['What is the term of the Lamp contract?', 'Wie lange läuft der Lamp contract?'],
    not: ['What is the term?', 'What is the term of the Wynn contract?', 'Who are the parties to the Lamp contract?'],
  },
  census: {
    its: [
      'How many documents mention honey?',
      'Which contracts were signed after 2020?',
      'Welche Dokumente erwähnen eine Kaution?',
      '¿Cuántos documentos mencionan la miel?',
    ],
    not: ['How many documents are there?', 'Who signed Agreement 2?', 'How many people are in the Bern office?'],
  },
  overview: {
    its: ['What are these 500 files about?', 'Worum geht es in meinen Dokumenten?', 'What is in the trade folder?'],
    not: ['Which topics are discussed in the meeting of May?', 'What is in the cellar folder?'],
  },
  comparison: {
    its: ['Compare the offer of Heron with the offer of Alder', 'Vergleiche Offer of Heron mit Offer of Alder'],
    not: [
      'What is the difference between TCP and UDP?',
      'How do the fees at former schools compare to those at other schools?',
      'Compare the offer of Heron with the offer of Wynn',
    ],
  },
  summary: {
    its: ['Summarise the Lamp contract', 'What is the handbook of the mill about?', 'Fasse Lamp contract zusammen'],
    not: [
      'How do I summarise data in a pivot table?',
      'What does the contract say about notice?',
      'Give me an overview of the payment terms in the contract',
    ],
  },
  calculation: {
    its: ['What is the total revenue?', 'Which month had the highest revenue?'],
    not: ['What is the total weight?', 'Why did the revenue fall?'],
  },
  passages: {
    its: ['How long is the notice period?', 'Wie hoch ist die Miete?'],
    not: ['Summarise the Lamp contract', 'How many documents mention honey?'],
  },
};

describe.each(wayIds)('S18 the way “%s”', (id) => {
  it.each(questions[id].its)('is asked by “%s”', async (question) => {
    expect(await wayOf(question)).toBe(id);
  });

  it.each(questions[id].not)('is not asked by “%s”', async (question) => {
    expect(await wayOf(question)).not.toBe(id);
  });

  it('is in the registry under its own name', () => {
    expect(ways[id].id).toBe(id);
  });
});

describe('S18 the choice of a way', () => {
  it('leaves every question to passages where there is no document', async () => {
    const empty = { documents: [] };
    for (const [id, { its }] of Object.entries(questions)) {
      if (id !== 'help') expect(await wayOf(its[0] ?? '', empty)).toBe('passages');
    }
  });

  it('says which documents are meant, and how many others could be', async () => {
    expect(await chosenWay(asked('Summarise the offer'))).toMatchObject({ by: 'title', others: 1 });
    const cited = [{ role: 'assistant', content: '', documentIds: ['d3', 'd0'] }] as const;
    const match = await chosenWay(asked('Summarise this', { conversation: cited }));
    expect(match).toMatchObject({ id: 'summary', by: 'cited', documentIds: ['d3'], others: 1 });
  });

  it('asks a model how to calculate only where it may', async () => {
    const question = 'What came in overall of revenue in the month?';
    expect(await wayOf(question)).toBe('passages');
    expect(await chosenWay(asked(question, { mayPropose: true }))).toMatchObject({ id: 'calculation', by: 'model' });
  });

  it('leaves an index that does not answer to the search for passages', async () => {
    expect(await wayOf('What is the total revenue?', { isAway: true })).toBe('passages');
  });

  it('is a person’s, as far as the way can answer the question', async () => {
    const question = asked('How long is the notice period?');
    expect(await wantedWay(question, 'summary')).toMatchObject({ id: 'summary', byHand: true, documentIds: ['d0'] });
    expect(await wantedWay(question, 'overview')).toMatchObject({ id: 'overview', by: 'all' });
    await expect(wantedWay(question, 'census')).rejects.toMatchObject({ details: { why: 'way-none' } });
    await expect(wantedWay(question, 'oracle')).rejects.toMatchObject({ details: { why: 'choices' } });
  });
});
