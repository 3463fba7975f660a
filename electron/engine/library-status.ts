import type { LibraryStatus } from '@shared/contract';
import { reportOf } from '@shared/errors';
import type { EngineParts } from './engine-parts';
import { folderSize } from './store';

type Health = LibraryStatus['health'][number];

/** What the library holds and whether its parts agree; `check` compares index and catalogue row by row. */
export async function libraryStatus(
  { library, activeModel, counters, options, settings }: EngineParts,
  check: boolean,
): Promise<LibraryStatus> {
  const { documents, chunks } = library.documents.counts();
  const { id } = activeModel;
  // Once: a compaction may run beside.
  const index = await library.index.size();
  const dimension = library.index.manifest?.dimension ?? activeModel.entry.dimension;
  return {
    library: library.folder,
    documents,
    chunks,
    collections: library.documents.collections(),
    model: { id, dimension },
    index,
    libraryVersion: library.version,
    bytes: await library.size(),
    disk: { ...(await library.sizes()), index: index.bytes, models: (await folderSize(options.downloadFolder)).bytes },
    counters: {
      files: documents,
      chunks,
      embeddingCalls: counters.embeddingCalls,
      searches: counters.searches,
      promptTokens: counters.promptTokens,
      answerTokens: counters.answerTokens,
    },
    health: [...(await indexHealth(library, chunks, check)), lockHealth(library.writable), ...settingsHealth(settings)],
  };
}

async function indexHealth(library: EngineParts['library'], chunks: number, check: boolean): Promise<Health[]> {
  try {
    const rows = await library.index.count();
    const health: Health[] = [
      {
        check: 'index',
        ok: rows === chunks,
        message:
          rows === chunks
            ? `The index holds all ${chunks} chunks.`
            : `The index holds ${rows} of ${chunks} chunks: rebuild it with vitrine reindex.`,
      },
    ];
    if (check) {
      const { strayRows, missingRows } = await library.compare();
      const ok = strayRows.length === 0 && missingRows.length === 0;
      health.push({
        check: 'consistency',
        ok,
        message: ok
          ? 'Index and catalogue agree.'
          : `${missingRows.length} chunks are missing in the index, ${strayRows.length} rows are stray.`,
      });
    }
    return health;
  } catch (error) {
    const report = reportOf(error);
    return [{ check: 'index', ok: false, message: `${report.message} ${report.hint}` }];
  }
}

function lockHealth(writable: boolean): Health {
  return {
    check: 'lock',
    ok: true,
    message: writable
      ? 'This Vitrine may change the library.'
      : 'Another Vitrine has the library open: this one only reads it.',
  };
}

/** A line only where something is wrong: the settings of a file that fits go without saying. */
function settingsHealth(settings: EngineParts['settings']): Health[] {
  const { problems } = settings.report();
  if (problems.length === 0) return [];
  const what = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
  return [{ check: 'settings', ok: false, message: `Defaults stand in for what settings.json has wrong: ${what}.` }];
}
