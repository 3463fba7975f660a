import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FindingKind, RepairAct, RepairReport, RepairStep } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { checkLibrary, type IndexRow, type Library, type WholeFinding } from '../../store';
import { profileForRebuild } from '../ingest/chunk-profiles';
import type { OpenedModel } from '../ingest/embed-content';
import { embedTexts, recutContent } from '../ingest/embed-content';
import { reindex } from './reindex-job';
import { aboutOf, canBeCut, indexNeeds, sourcesOf } from './repair-plan';

export interface Repairer {
  readonly library: Library;
  readonly limits: PipelineLimits;
  /**
   * The embedding model of the library: asked for only where a text has no cached vector or an index must be built. Null
   * where it is not on this computer: what needs it is found by its words and waits for it.
   */
  model(): Promise<OpenedModel | null>;
  /** What the catalogue of models says of it. */
  readonly entry: Pick<EmbeddingEntry, 'id' | 'dimension'>;
  /** Starts an ingest of files whose text is lost; returns its id. */
  readAgain(paths: readonly string[]): Promise<string>;
  readonly signal: AbortSignal;
  /** How far the look before and the one after it are. */
  onLooked?(done: number, total: number): void;
}

/**
 * Puts right what a whole check finds. The catalogue is right (docs/adr/0002): rows are made from its texts and cached
 * vectors, chunks from the document's text, stored files from the path that they came from where that still holds the
 * same bytes. Nothing of the catalogue is taken away but what is made again in the same commit; what cannot be put right
 * is left and named in `after`. Errors: `library-locked`, `cancelled`, `disk-full`, `library-read-only`, models' codes.
 */
export async function repairLibrary(repairer: Repairer): Promise<RepairReport> {
  const { library, signal } = repairer;
  library.assertWritable();
  const look = () => library.still(() => checkLibrary(library, 'whole', signal, repairer.onLooked), signal);
  const before = await look();
  const done: RepairStep[] = [];
  const say: Say = (act, kind, count) => {
    if (count > 0) done.push({ act, kind, count });
  };
  const about = (kind: FindingKind): readonly string[] => aboutOf(before.findings, kind);
  const isThere = (kind: FindingKind) => before.findings.some((finding) => finding.kind === kind);
  let jobId: string | null = null;
  // A damaged catalogue is no authority: what it lost must not be taken out elsewhere too.
  if (!isThere('catalogue-damaged')) {
    const waited = new Set(library.contents.unembedded());
    const again = await recutContents(repairer, about('content-malformed'), say);
    await repairIndex(repairer, before.findings, say);
    const waits = library.contents.unembedded().filter((contentId) => !waited.has(contentId));
    say('vectors-later', 'rows-missing', waits.length);
    if (again.length > 0) jobId = await repairer.readAgain(again);
    for (const lost of ['files-missing', 'files-changed'] as const) {
      say('files-copied', lost, await restoreFiles(repairer, about(lost)));
    }
    say('files-removed', 'files-stray', await removeStrayFiles(library));
  }
  // A search between the catalogue's commit and the index's rows has kept what it found half repaired.
  if (done.length > 0) await library.change(async () => library.bumpVersion(), signal);
  const after = done.length > 0 ? await look() : before;
  return { before: before.report, done, after: after.report, jobId };
}

type Say = (act: RepairAct, kind: FindingKind, count: number) => void;

/** Cuts documents again from their stored text; returns the paths of those whose text is lost too. */
async function recutContents(
  { library, model, signal }: Repairer,
  contentIds: readonly string[],
  say: Say,
): Promise<string[]> {
  const lost: string[] = [];
  let recut = 0;
  for (const contentId of contentIds) {
    signal.throwIfAborted();
    const stored = library.contents.get(contentId);
    if (!stored || !canBeCut(stored)) {
      lost.push(...(await giveUp(library, contentId)));
      continue;
    }
    await recutContent(library, stored, await model(), signal);
    recut += 1;
  }
  say('recut', 'content-malformed', recut);
  say('read-again', 'content-malformed', lost.length);
  return lost;
}

/**
 * A content whose text is gone is read again from those of its documents' paths that still hold its bytes, so nothing of it may stay that would pass
 * for read. Left as it is where no path holds its bytes any more. Returns the paths: other files are nobody's wish.
 */
async function giveUp(library: Library, contentId: string): Promise<string[]> {
  const file = library.facts.storedFiles().find((stored) => stored.contentId === contentId);
  const paths = file ? await sourcesOf(library, file) : [];
  if (paths.length === 0) return [];
  const error = new VitrineError('chunk-malformed');
  await library.change(async () => {
    const orphans = library.commit([], undefined, () => library.documents.giveUp(contentId, error.report()));
    await library.release(orphans);
  });
  return paths;
}

async function repairIndex(repairer: Repairer, findings: readonly WholeFinding[], say: Say): Promise<void> {
  const { library, limits, signal, entry } = repairer;
  const { kind, missing, wrong, twice, stray, rebuild } = indexNeeds(library, findings);
  if (rebuild) {
    const { manifest } = library.index;
    const opened = await repairer.model();
    const made = manifest ? { id: manifest.modelId, dimension: manifest.dimension } : entry;
    const profile = manifest?.profile ?? profileForRebuild(library, undefined, limits);
    const { chunks } = await reindex(library, { entry: opened?.entry ?? made, opened }, profile, signal);
    say('index-rebuilt', kind, chunks);
    return;
  }
  if (missing.length + stray.length === 0) return;
  const { rows, withoutVectors } = await rowsOfChunks(repairer, missing);
  await library.change(async () => {
    // Documents may have been deleted while their rows were made.
    const still = library.facts.expectedRows(rows.map(({ chunkId }) => chunkId));
    // Rows that are there twice would each be replaced, and stay two.
    await library.index.removeChunks(twice);
    await library.index.put(rows.filter(({ chunkId }) => still.has(chunkId)));
    await library.index.removeChunks([...stray, ...wrong.filter((chunkId) => !still.has(chunkId))]);
    library.commit([], undefined, () => library.contents.waitForModel(withoutVectors));
    await library.index.compact();
  }, signal);
  say('rows-removed', 'rows-stray', stray.length);
  say('rows-made', 'rows-missing', rows.length);
}

async function rowsOfChunks(
  { library, model, entry, signal }: Repairer,
  chunkIds: readonly string[],
): Promise<{ rows: IndexRow[]; withoutVectors: string[] }> {
  const expected = [...library.facts.expectedRows(chunkIds)];
  if (expected.length === 0) return { rows: [], withoutVectors: [] };
  const { embeddings, index } = library;
  const { modelId, dimension } = index.manifest ?? { modelId: entry.id, dimension: entry.dimension };
  const texts = expected.map(([, { searchable }]) => searchable);
  const kept = texts.map((text) => embeddings.get(modelId, text, dimension));
  const opened = kept.includes(null) ? await model() : null;
  const vectors = opened ? (await embedTexts(embeddings, opened.embedder, texts, signal, () => {})).vectors : kept;
  const withoutVectors = new Set<string>();
  const rows = expected.map(([chunkId, { contentId, searchable }], position) => {
    const vector = vectors[position] ?? null;
    if (!vector) withoutVectors.add(contentId);
    return { chunkId, contentId, searchable, vector: vector ?? new Float32Array(dimension) };
  });
  return { rows, withoutVectors: [...withoutVectors] };
}

/** Copies files again from the paths of their documents, where those hold the very bytes that were read. */
async function restoreFiles({ library, signal }: Repairer, storedPaths: readonly string[]): Promise<number> {
  const wanted = new Set(storedPaths);
  let restored = 0;
  for (const file of library.facts.storedFiles().filter(({ storedPath }) => wanted.has(storedPath))) {
    signal.throwIfAborted();
    const [path] = await sourcesOf(library, file);
    if (path === undefined) continue;
    await library.change(async () => library.uploads.putBack(file.storedPath, await readFile(path)), signal);
    restored += 1;
  }
  return restored;
}

async function removeStrayFiles(library: Library): Promise<number> {
  return library.change(async () =>
    library.uploads.removeStrays(new Set(library.facts.storedFiles().map(({ storedPath }) => storedPath))),
  );
}

export const newJobId = (): string => `repair-${randomUUID()}`;
