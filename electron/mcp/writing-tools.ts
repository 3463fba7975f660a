import { requests } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { t } from '@shared/words/index';
import { saidError, saidRemark } from '@shared/words/said';
import { z } from 'zod';
import { type Calling, type Tool, tool } from './tool';

const filesTold = 200;

/** How an ingest runs: on an engine that has the library's lock for as long as it takes. */
export type Writing = <T>(work: (calling: Pick<Calling, 'request'>) => Promise<T>) => Promise<T>;

/**
 * The one tool that changes the library. A language model chose the call, and a document may have told it to: only
 * files in a folder that the user named can be added, and so be read.
 */
export function ingestTool(folders: readonly string[], writing: (calling: Calling) => Writing): Tool {
  return tool({
    readsOnly: false,
    asksModel: false,
    name: 'ingest',
    title: 'Add files to the library',
    description: `Adds files and folders to the user's library, by absolute paths inside: ${folders.join(', ')}. Files are copied, the originals stay as they are. Only add what the user asked for.`,
    input: z.strictObject({
      paths: requests['ingest.run'].shape.paths.max(100).describe('Absolute paths of files and folders'),
      collection: requests['ingest.run'].shape.collection.describe('Collection to add them to'),
    }),
    async run({ paths, collection }, calling) {
      const { files, totals, cancelled, linksOutside } = await writing(calling)(({ request }) =>
        request('ingest.run', { paths, collection, within: [...folders] }, (event) => {
          if (event.type !== 'ingest.progress') return;
          const { filesDone, filesTotal, phase } = event.progress;
          calling.progress({ done: filesDone, of: filesTotal, message: t(`ingest.phases.${phase}`) });
        }),
      );
      return {
        files: files.slice(0, filesTold).map(({ error, warnings, ...file }) => ({
          ...file,
          error: error && { code: error.code, ...saidError(error) },
          warnings: warnings.map(saidRemark),
        })),
        ...(files.length > filesTold ? { filesLeftOut: files.length - filesTold } : {}),
        totals,
        cancelled,
        linksOutside: linksOutside.slice(0, filesTold),
      };
    },
  });
}

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
