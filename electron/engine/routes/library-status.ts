import { join } from 'node:path';
import type { CheckReport, HealthLine, LibraryStatus, WhyReadOnly } from '@shared/contract';
import { codedError, reportOf } from '@shared/errors';
import { profileOfId } from '@shared/limits';
import { healthLine } from '@shared/words/sayings';
import type { Uses } from '../engine-context';
import { folderSize } from '../files';
import { checkWithVectors } from '../jobs/care/sampled-vectors';
import { isCutAnew } from '../jobs/ingest/chunk-profiles';
import { placeOf } from '../own-files';
import { ifReadable, teamFolder } from '../store';

type Parts = Uses<'options' | 'settings' | 'config' | 'library' | 'activeModel' | 'ingestModel' | 'counters'>;

const bytesIn = async (...of: Parameters<typeof folderSize>): Promise<number> => (await folderSize(...of)).bytes;

/** The content of the library and the agreement of its parts. Figures on a damaged page are 0, and a line says so. */
export async function libraryStatus(parts: Parts, check: boolean, signal: AbortSignal): Promise<LibraryStatus> {
  const { library, activeModel, config, counters, options, settings } = parts;
  const counts = ifReadable(() => library.documents.counts());
  const collections = ifReadable(() => library.documents.collections());
  const waiting = ifReadable(() => library.contents.withoutVectors());
  const { documents, chunks } = counts ?? { documents: 0, chunks: 0 };
  const { id, told } = activeModel;
  // Once: a compaction may run beside.
  const index = await library.index.size();
  const dimension = library.index.manifest?.dimension ?? activeModel.entry.dimension;
  const { manifest } = library.index;
  // Wrong limits are reported at their setting.
  const limits = await config.limits().catch(() => null);
  const recuts = limits !== null && ifReadable(() => isCutAnew(library, limits)) === true;
  const whyReadOnly = library.writer.whyNot;
  const found = check ? await checkWithVectors(parts, 'whole', signal) : null;
  return {
    ...(found ? { check: found } : {}),
    library: placeOf(library.folder),
    documents,
    chunks,
    collections: collections ?? [],
    model: { id, dimension, ...told },
    profile: manifest ? profileOfId(manifest.profile).name : null,
    recuts,
    index: { ...index, place: library.index.places.now.uri },
    libraryVersion: library.version,
    bytes: await bytesIn(library.folder),
    disk: {
      uploads: await bytesIn(join(library.folder, 'uploads')),
      index: index.bytes,
      // With its log of changes, and in a team place with this desk's copy.
      catalogue:
        (await bytesIn(library.folder, (name) => name.startsWith('catalogue.db'))) +
        (await bytesIn(teamFolder(library.folder))),
      models: await bytesIn(options.downloadFolder),
    },
    counters: { files: documents, chunks, ...counters.sums() },
    writable: whyReadOnly === null,
    ...(whyReadOnly ? { whyReadOnly } : {}),
    health: [
      ...catalogueHealth(counts !== null && collections !== null && waiting !== null),
      // Without the folder, a rebuild does not help: the line of the lock says what does.
      ...(counts && whyReadOnly !== 'gone' ? withoutPraise(await indexHealth(library, chunks), found) : []),
      ...(counts ? await lostHealth(library) : []),
      ...checkHealth(found),
      ...(chunks > 0 ? await modelHealth(parts) : []),
      ...vectorHealth(waiting),
      ...profileHealth(recuts),
      lockHealth(whyReadOnly),
      ...settingsHealth(settings),
    ],
  };
}

const catalogueHealth = (isRead: boolean): HealthLine[] =>
  isRead ? [] : [{ check: 'catalogue', ok: false, ...healthLine('figures-missing') }];

async function indexHealth(library: Uses<'library'>['library'], chunks: number): Promise<HealthLine[]> {
  try {
    const indexed = await library.index.count();
    const line =
      indexed === chunks ? healthLine('index-whole', { chunks }) : healthLine('index-lacks', { indexed, chunks });
    return [{ check: 'index', ok: indexed === chunks, ...line }];
  } catch (error) {
    return [{ check: 'index', ok: false, ...codedError(error) }];
  }
}

/** Without “the index holds all chunks” where a check has found that it does not hold them as it should. */
const withoutPraise = (lines: readonly HealthLine[], found: CheckReport | null): HealthLine[] =>
  lines.filter(({ ok }) => !ok || !found || found.findings.length === 0);

function checkHealth(found: CheckReport | null): HealthLine[] {
  if (!found) return [];
  const line = { check: 'consistency', ok: found.findings.length === 0 };
  if (line.ok) return [{ ...line, ...healthLine('agree') }];
  const lines = found.findings.map(({ kind, count }) => ({ ...line, ...healthLine(kind, { number: count }) }));
  // Nothing is repaired by a catalogue that is damaged itself; vectors of others are the place's own matter.
  const canRepair = found.findings.every(({ kind }) => !['catalogue-damaged', 'vectors-differ'].includes(kind));
  return canRepair ? [...lines, { ...line, ...healthLine('repair') }] : lines;
}

/** A line only where the catalogue has lost its documents: nothing is removed until a person decides. */
async function lostHealth(library: Uses<'library'>['library']): Promise<HealthLine[]> {
  const { length: number } = await library.lost.filesIfReadable();
  return number === 0 ? [] : [{ check: 'documents', ok: false, ...healthLine('documents-lost', { number }) }];
}

/** A line only if the files of the model that embedded passages are gone. A server's model may be back any moment. */
async function modelHealth({ activeModel, ingestModel }: Uses<'activeModel' | 'ingestModel'>): Promise<HealthLine[]> {
  // A model without its folder has no known facts any more.
  const isHere = await ingestModel.isHere().catch((error: unknown) => {
    if (reportOf(error).code === 'model-missing') return false;
    throw error;
  });
  return isHere
    ? []
    : [{ check: 'model', ok: false, ...healthLine('model-absent', { model: activeModel.told.title }) }];
}

/** A fact and no fault: passages without vectors are found by their words. */
function vectorHealth(waiting: { readonly passages: number; readonly of: number } | null): HealthLine[] {
  if (!waiting || waiting.passages === 0) return [];
  const { passages, of } = waiting;
  return [{ check: 'vectors', ok: true, ...healthLine('vectors-missing', { done: of - passages, passages: of }) }];
}

const profileHealth = (recuts: boolean): HealthLine[] =>
  recuts ? [{ check: 'profile', ok: false, ...healthLine('profile-changed') }] : [];

/** Another library in its place, or none, needs a person's help. */
const lockHealth = (why: WhyReadOnly | null): HealthLine => ({
  check: 'lock',
  ok: why === null || why === 'held',
  ...healthLine(why ?? 'writable'),
});

/** A line only where something is wrong: the settings of a file that fits go without saying. */
const settingsHealth = (settings: Uses<'settings'>['settings']): HealthLine[] =>
  settings.report().problems.map((problem) => ({ check: 'settings', ok: false, ...problem }));
