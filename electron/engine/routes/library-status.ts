import type { CheckReport, LibraryStatus, WhyReadOnly } from '@shared/contract';
import { reportOf } from '@shared/errors';
import type { EngineParts } from '../engine-parts';
import { checkLibrary, folderSize, readOr } from '../store';

type Health = LibraryStatus['health'][number];

/**
 * What the library holds and whether its parts agree; `check` holds index and files against the catalogue, row by row.
 * Figures that a damaged page holds are 0, and a line says so.
 */
export async function libraryStatus(parts: EngineParts, check: boolean, signal: AbortSignal): Promise<LibraryStatus> {
  const { library, activeModel, counters, options, settings } = parts;
  const counts = readOr(
    () => library.documents.counts(),
    () => null,
  );
  const collections = readOr(
    () => library.documents.collections(),
    () => null,
  );
  const waiting = readOr(
    () => library.contents.unembedded().length,
    () => null,
  );
  const { documents, chunks } = counts ?? { documents: 0, chunks: 0 };
  const { id, title } = activeModel;
  // Once: a compaction may run beside.
  const index = await library.index.size();
  const dimension = library.index.manifest?.dimension ?? activeModel.entry.dimension;
  const whyReadOnly = library.writer.whyNot;
  const found = check ? (await library.still(() => checkLibrary(library, 'whole', signal), signal)).report : null;
  return {
    ...(found ? { check: found } : {}),
    library: library.folder,
    documents,
    chunks,
    collections: collections ?? [],
    model: { id, title, dimension },
    profile: library.index.manifest?.profile ?? null,
    index: { ...index, place: library.index.places.now.uri },
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
    writable: whyReadOnly === null,
    ...(whyReadOnly ? { whyReadOnly } : {}),
    health: [
      ...catalogueHealth(counts !== null && collections !== null && waiting !== null),
      // With the folder gone, a rebuild is no help: the line of the lock says what is.
      ...(counts && whyReadOnly !== 'gone' ? await indexHealth(library, chunks) : []),
      ...checkHealth(found),
      ...(chunks > 0 ? await modelHealth(parts) : []),
      ...vectorHealth(waiting ?? 0),
      lockHealth(whyReadOnly),
      ...settingsHealth(settings),
    ],
  };
}

/** A line only where pages of the catalogue cannot be read. */
function catalogueHealth(isRead: boolean): Health[] {
  if (isRead) return [];
  const message =
    'Pages of the catalogue cannot be read, and figures are missing here. Check the library in Settings under Storage or with vitrine status --check, and restore it from a backup.';
  return [{ check: 'catalogue', ok: false, message }];
}

async function indexHealth(library: EngineParts['library'], chunks: number): Promise<Health[]> {
  try {
    const rows = await library.index.count();
    return [
      {
        check: 'index',
        ok: rows === chunks,
        message:
          rows === chunks
            ? `The index holds all ${chunks} chunks.`
            : `The index holds ${rows} of ${chunks} chunks: rebuild it in Settings under Storage, or with vitrine reindex.`,
      },
    ];
  } catch (error) {
    const report = reportOf(error);
    return [{ check: 'index', ok: false, message: `${report.message} ${report.hint}` }];
  }
}

function checkHealth(found: CheckReport | null): Health[] {
  if (!found) return [];
  const ok = found.findings.length === 0;
  const what = found.findings.map(({ message }) => message).join(' ');
  // Nothing is repaired by a catalogue that is damaged itself.
  const canRepair = found.findings.every(({ kind }) => kind !== 'catalogue-damaged');
  const message = ok
    ? 'Index and catalogue agree.'
    : canRepair
      ? `${what} Repair it in Settings under Storage, or with vitrine status --repair.`
      : what;
  return [{ check: 'consistency', ok, message }];
}

/** A line only where passages were embedded by a model whose files are gone. What a server runs may be back any moment. */
async function modelHealth({ activeModel, ingestModel }: EngineParts): Promise<Health[]> {
  const { title } = activeModel;
  // Of a model whose folder was taken away nothing is known any more.
  const isHere = await ingestModel.isHere().catch((error: unknown) => {
    if (reportOf(error).code === 'model-missing') return false;
    throw error;
  });
  if (isHere) return [];
  const message = `The files of the embedding model ${title} are not on this computer: questions are answered by words alone. Get it back or choose another in Settings under Search models, or with vitrine models.`;
  return [{ check: 'model', ok: false, message }];
}

/** A line only where documents wait for their vectors. */
function vectorHealth(waiting: number): Health[] {
  if (waiting === 0) return [];
  const message = `Found by their words only, documents: ${waiting}. They are embedded by themselves when the model is there; in a terminal, vitrine reindex does it.`;
  return [{ check: 'vectors', ok: false, message }];
}

function lockHealth(why: WhyReadOnly | null): Health {
  const message =
    why === null
      ? 'This Vitrine may change the library.'
      : {
          held: 'Another Vitrine has the library open: until it has ended, this one only reads it.',
          exchanged:
            'The folder holds another library now, as after a backup was restored: this Vitrine only reads the old one. Close it and open it again.',
          gone: 'The folder of the library is not there any more: this Vitrine only reads what it has open. Plug its disk in again or move the folder back, then open Vitrine again.',
        }[why];
  // Another library in its place, or none, passes only with somebody's help.
  return { check: 'lock', ok: why === null || why === 'held', message };
}

/** A line only where something is wrong: the settings of a file that fits go without saying. */
function settingsHealth(settings: EngineParts['settings']): Health[] {
  const { problems } = settings.report();
  if (problems.length === 0) return [];
  const what = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
  return [{ check: 'settings', ok: false, message: `Defaults stand in for what settings.json has wrong: ${what}.` }];
}
