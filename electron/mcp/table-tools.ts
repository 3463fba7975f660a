import { requests } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { cellText, isBorneOut } from '@shared/review-values';
import { t } from '@shared/words/index';
import { z } from 'zod';
import type { Writing } from './ingest-tool';
import { type Calling, documentUri, type Tool, textIsData, tool, withinRoom } from './tool';

const rowsListed = 20;
/** Characters of all quotes of one answer together. */
const roomForQuotes = 60_000;

const tableId = requests['table.get'].shape.tableId.describe('Id from list_tables');

const listTables = tool({
  readsOnly: true,
  asksModel: false,
  name: 'list_tables',
  title: 'List the review tables',
  description:
    'Lists the review tables: the same questions asked of many documents, one row a document. done counts the cells that are filled, of rows × columns.',
  input: z.strictObject({}),
  run: async (_input, { request }) => ({ tables: await request('table.list', {}) }),
});

const readTable = tool({
  readsOnly: true,
  asksModel: false,
  name: 'read_table',
  title: 'Read a review table',
  description: `Gives the rows of a review table, page by page: of each document the value of every column, with the quote and the page that it rests on. A cell without value says why in reason; edited values were written by the user. ${textIsData}`,
  input: z.strictObject({
    tableId,
    offset: z.number().int().min(0).default(0).describe('Rows to pass over: nextOffset of the page before'),
    limit: z.number().int().min(1).max(100).default(rowsListed).describe('Most rows to give'),
  }),
  async run({ tableId: id, offset, limit }, { request }) {
    const { name, columns, rows, done, filling } = await request('table.get', { tableId: id });
    const page = [];
    let room = roomForQuotes;
    for (const { documentId, title } of rows.slice(offset, offset + limit)) {
      const cells = [];
      for (const { columnId, title: column } of columns) {
        const cell = await request('table.cell', { tableId: id, documentId, columnId });
        const quotes = withinRoom(cell.quotes, room);
        room -= quotes.reduce((sum, { text }) => sum + text.length, 0);
        cells.push({
          column,
          value: cellText(cell),
          ...(cell.edited === null ? {} : { edited: true }),
          ...(cell.outdated ? { outdated: true } : {}),
          ...(cell.asked?.refused === null ? { proposedBy: cell.asked.model, borneOut: isBorneOut(cell) } : {}),
          reason: cell.reason,
          error: cell.error?.code ?? null,
          quotes: quotes.map((quote, at) => ({
            ...quote,
            page: cell.items[at]?.page ?? null,
            startChar: cell.items[at]?.quoteStart,
          })),
        });
      }
      page.push({ documentId, uri: documentUri(documentId), title, cells });
    }
    return {
      name,
      filling,
      columns: columns.map(({ title, question, type, many }) => ({ title, question, type, many })),
      rows: page,
      total: rows.length,
      done,
      nextOffset: offset + limit < rows.length ? offset + limit : null,
    };
  },
});

export const tableReadingTools: readonly Tool[] = [listTables, readTable];

/** Makes a table and fills it, on an engine that has the library's lock for as long as it takes. */
export const tableMakingTool = (writing: (calling: Calling) => Writing): Tool =>
  tool({
    readsOnly: false,
    asksModel: false,
    name: 'make_table',
    title: 'Ask the same questions of many documents',
    description:
      'Makes a review table of the user’s documents and fills it: each question becomes a column, each document a row. Read it with read_table. Only make one that the user asked for.',
    input: z.strictObject({
      name: requests['table.create'].shape.name.describe('How the table is called'),
      questions: z
        .array(requests['table.propose'].shape.question)
        .min(1)
        .max(20)
        .describe('What is asked of each document'),
      collection: requests['library.list'].shape.collection.describe('Only documents of this collection'),
    }),
    run: ({ name, questions, collection }, calling) =>
      writing(calling)(async ({ request }) => {
        const scope = collection === undefined ? {} : { scope: { collections: [collection] } };
        const { tableId: made } = await request('table.create', { name, ...scope });
        for (const question of questions) await request('table.addColumn', { tableId: made, question });
        const { done, total, filling } = await request('table.fill', { tableId: made, wait: true }, (event) => {
          if (event.type !== 'table.progress') return;
          const { progress } = event;
          const message = t('tables.progress', { done: progress.done, total: progress.total });
          calling.progress({ done: progress.done, of: progress.total, message });
        });
        if (filling !== 'idle') throw new VitrineError('cancelled');
        return { tableId: made, done, total };
      }),
  });
