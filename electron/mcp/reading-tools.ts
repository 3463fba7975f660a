import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { type DocumentSource, type DocumentSummary, requests } from '@shared/contract';
import { factFilters, factIds } from '@shared/document-facts';
import { reportOf } from '@shared/errors';
import { cellText, isBorneOut } from '@shared/review-values';
import { saidRemark } from '@shared/words/said';
import { z } from 'zod';
import { version } from '../../package.json';
import {
  type Calling,
  documentUri,
  placeInWords,
  spoken,
  type Tool,
  textIsData,
  tool,
  windowOf,
  withinRoom,
} from './tool';

/** Characters of all passages of one answer together, and of one window of a document. */
const roomForPassages = 60_000;
const longestWindow = 20_000;
const documentsListed = 50;

const { query, mode } = requests['search.run'].shape;
const collection = requests['library.list'].shape.collection.describe('Only documents of this collection');
const tag = requests['library.list'].shape.tags.unwrap().element.optional().describe('Only documents with this tag');
const reads = { readsOnly: true, asksModel: false } as const;

const search = tool({
  ...reads,
  name: 'search',
  title: 'Search the documents',
  description: `Finds passages of the user's own documents, best first, by meaning and by words. Quotes ("…") ask for an exact phrase, title:WORD for a title. copies names passages that say the same. outOfScope says that nothing relevant is in the library. ${textIsData}`,
  input: z.strictObject({
    query: query.describe('What to look for: a question, or words'),
    top: z.number().int().min(1).max(50).default(10).describe('Most passages to give'),
    mode: mode.describe('hybrid (default) searches by meaning and by words, vector and keyword by one of them'),
    collection,
    tag,
  }),
  async run({ tag, ...input }, { request }) {
    const found = await request('search.run', { ...input, ...(tag && { filters: { tags: [tag] } }) });
    const texts = withinRoom(
      found.results.map(({ text }) => text),
      roomForPassages,
    );
    return {
      passages: found.results.map(({ scores, text, ...hit }, at) => ({
        ...hit,
        ...(texts[at] ?? { text }),
        place: placeInWords(hit),
        relevance: scores.relevance,
        uri: documentUri(hit.documentId),
      })),
      outOfScope: found.outOfScope,
      suggestions: found.suggestions,
      notices: spoken(found.notices),
    };
  },
});

const listDocuments = tool({
  ...reads,
  name: 'list_documents',
  title: 'List the documents',
  description: `Lists the documents of the library, page by page, with their ids. Titles and paths are quoted material too. ${textIsData}`,
  input: z.strictObject({
    collection,
    tag,
    ...factFilters,
    offset: z.number().int().min(0).default(0).describe('Documents to pass over: nextOffset of the page before'),
    limit: z.number().int().min(1).max(200).default(documentsListed).describe('Most documents to list'),
  }),
  async run({ tag, offset, limit, ...input }, { request }) {
    const all = await request('library.list', { ...input, tags: tag === undefined ? undefined : [tag] });
    return {
      total: all.length,
      documents: all.slice(offset, offset + limit).map(summary),
      nextOffset: offset + limit < all.length ? offset + limit : null,
    };
  },
});

const listCollections = tool({
  ...reads,
  name: 'list_collections',
  title: 'List the collections',
  description: 'Lists the collections that the documents are sorted into, with how much each holds.',
  input: z.strictObject({}),
  async run(_input, { request }) {
    const collections = await request('collections.list', {});
    return { collections: collections.map(({ systemPrompt: _own, ...facts }) => facts) };
  },
});

const readDocument = tool({
  ...reads,
  name: 'read_document',
  title: 'Read a document',
  description: `Gives the text of a document by a window: what stands around a passage (give its startChar, or some less), or all of it, window after window, by nextStartChar. ${textIsData}`,
  input: z.strictObject({
    documentId: requests['library.source'].shape.documentId.describe('Id from search, ask or list_documents'),
    startChar: z.number().int().min(0).default(0).describe('First character of the window'),
    length: z.number().int().min(1).max(longestWindow).default(6000).describe('Most characters to give'),
  }),
  async run({ documentId, startChar, length }, { request }) {
    const source = await request('library.source', { documentId });
    const window = windowOf(source.text, startChar, length);
    return {
      document: summary(source.document),
      textLength: source.text.length,
      ...window,
      pages: pagesOf(source, window.startChar, window.endChar),
      headings: headingsAt(source, window.startChar),
    };
  },
});

const status = (canIngest: boolean) =>
  tool({
    ...reads,
    name: 'status',
    title: 'State of the library',
    description:
      'Says how much the library holds, which models are in use, whether Vitrine is offline, and what is wrong.',
    input: z.strictObject({}),
    async run(_input, { request }) {
      const { library, documents, chunks, collections, model, libraryVersion, health } = await request(
        'app.status',
        {},
      );
      const { fields } = await request('settings.get', {});
      return {
        version,
        library,
        documents,
        chunks,
        collections: collections.length,
        libraryVersion,
        embeddingModel: model,
        chatModel: fields.chatModel.value,
        offline: fields.offline.value,
        canIngest,
        // The right to change the library does not matter here: this server only reads.
        health: health
          .filter(({ check, ok }) => check !== 'lock' || !ok)
          .map((line) => ({ ...line, message: saidRemark(line) })),
      };
    },
  });

const insights = tool({
  ...reads,
  name: 'insights',
  title: 'Figures about use',
  description:
    'Gives figures over the questions that were asked of this library: outcomes, confidence, times of each step, tokens and cost by model, ratings, days. It holds no question and no answer.',
  input: z.strictObject({
    since: requests['insights.get'].shape.since.describe('From this day or moment on (ISO 8601)'),
  }),
  run: async (input, { request }) => ({ ...(await request('insights.get', input)) }),
});

const rowsListed = 20;
/** Characters of all quotes of one answer together. */
const roomForQuotes = 60_000;

const tableId = requests['table.get'].shape.tableId.describe('Id from list_tables');

const listTables = tool({
  ...reads,
  name: 'list_tables',
  title: 'List the review tables',
  description:
    'Lists the review tables: the same questions asked of many documents, one row a document. done counts the cells that are filled, of rows × columns.',
  input: z.strictObject({}),
  run: async (_input, { request }) => ({ tables: await request('table.list', {}) }),
});

const readTable = tool({
  ...reads,
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

export const readingTools = (canIngest: boolean): Tool[] => [
  search,
  listDocuments,
  listCollections,
  readDocument,
  insights,
  status(canIngest),
  listTables,
  readTable,
];

const told = [
  'title',
  'path',
  'collections',
  'tags',
  'format',
  'pages',
  'chunks',
  'language',
  'state',
  ...factIds,
  'createdAt',
] as const;

function summary(document: DocumentSummary) {
  const { documentId } = document;
  const facts = Object.fromEntries(told.map((name) => [name, document[name]]));
  return { documentId, uri: documentUri(documentId), ...facts };
}

function pagesOf({ pages }: DocumentSource, startChar: number, endChar: number): number[] {
  return pages.filter((page) => page.startChar < endChar && page.endChar > startChar).map(({ page }) => page);
}

function headingsAt({ headings }: DocumentSource, startChar: number): string[] {
  const path: { level: number; text: string }[] = [];
  for (const heading of headings) {
    if (heading.startChar > startChar) break;
    while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
    path.push(heading);
  }
  return path.map(({ text }) => text);
}

const documentsAPage = 100;
/** Characters of a resource: a longer document is read on by the address that `_meta` names. */
const longestResource = 100_000;

export const documentTemplate = {
  uriTemplate: 'vitrine://document/{documentId}{?startChar}',
  name: 'document',
  title: 'Document',
  description: `The text of a document of the library, at most ${longestResource} characters from startChar on. ${textIsData}`,
  mimeType: 'text/plain',
};

/** A page of the documents as resources; the cursor is how many came before. Throws ProtocolError for another cursor. */
export async function listResources(cursor: string | undefined, { request }: Calling) {
  if (cursor !== undefined && !/^\d{1,9}$/u.test(cursor)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This cursor is none that the server gave.');
  }
  const from = Number(cursor ?? 0);
  const all = (await request('library.list', {})).filter(({ chunks }) => chunks > 0);
  return {
    resources: all.slice(from, from + documentsAPage).map(({ documentId, title, path, format, createdAt }) => ({
      uri: documentUri(documentId),
      name: title,
      description: `${format}: ${path}`,
      mimeType: 'text/plain',
      annotations: { lastModified: createdAt },
    })),
    ...(from + documentsAPage < all.length ? { nextCursor: String(from + documentsAPage) } : {}),
  };
}

/** Text of a document. Throws ResourceNotFoundError for an address of nothing, VitrineError. */
export async function readResource(uri: string, { request }: Calling) {
  const [, id, start] = /^vitrine:\/\/document\/([^/?#]+)(?:\?startChar=(\d{1,9}))?$/u.exec(uri) ?? [];
  if (id === undefined) throw new ResourceNotFoundError(uri);
  try {
    const { text } = await request('library.source', { documentId: decodeURIComponent(id) });
    const window = windowOf(text, Number(start ?? 0), longestResource);
    const next =
      window.nextStartChar === null ? null : `${documentUri(decodeURIComponent(id))}?startChar=${window.nextStartChar}`;
    const { startChar, endChar } = window;
    const _meta = {
      'vitrine/textLength': text.length,
      'vitrine/startChar': startChar,
      'vitrine/endChar': endChar,
      'vitrine/next': next,
    };
    return { contents: [{ uri, mimeType: 'text/plain', text: window.text, _meta }] };
  } catch (error) {
    const isGone = error instanceof URIError || reportOf(error).code === 'document-not-found';
    throw isGone ? new ResourceNotFoundError(uri) : error;
  }
}
