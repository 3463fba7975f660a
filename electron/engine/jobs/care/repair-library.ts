import { randomUUID } from 'node:crypto';
import { setImmediate as breath } from 'node:timers/promises';
import type { FindingKind, RepairPlan, RepairReport, RepairStep } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { profileOfId } from '@shared/limits';
import {
  checkLibrary,
  type IndexRow,
  type Library,
  type NewContent,
  searchableText,
  type WholeFinding,
} from '../../store';
import { profileForRebuild } from '../ingest/chunk-profiles';
import { embedTexts, recutContent } from '../ingest/embed-content';
import { aboutOf, mendFiles, type Repair, type Repairer, type Say, sourcesOf } from './mend-files';
import { reindex } from './reindex-job';

/** For more rows than this, the repair rebuilds the index: one table instead of many small changes. */
const rowsPatched = 2000;
const wantRebuild: readonly FindingKind[] = ['index-unreadable', 'text-missing', 'profiles-mixed'];

/**
 * Repairs the findings of a whole check from the catalogue, which is right (docs/adr/0002). Moves stored files aside
 * and never deletes one. Errors: `library-locked`, `cancelled`, `disk-full`, `library-read-only`, models' codes.
 */
export async function repairLibrary(repairer: Repairer): Promise<RepairReport> {
  const { library, signal } = repairer;
  library.assertWritable();
  const look = () => library.still(() => checkLibrary(library, 'whole', signal, repairer.onLooked), signal);
  const before = await look();
  const done: RepairStep[] = [];
  const say: Say = (act, kind, count) => {
    if (count > 0 && act !== 'left') done.push({ act, kind, count });
  };
  const repair: Repair = { library, signal, findings: before.findings, say, repairer };
  let jobId: string | null = null;
  let setAside: string | null = null;
  // A damaged catalogue is no authority: what it lost must not be taken out elsewhere too.
  if (!isCatalogueDamaged(repair)) {
    const waited = new Set(waitingIn(library));
    const { again } = await recutContents(repair);
    await mendIndex(repair);
    const waits = waitingIn(library).filter((contentId) => !waited.has(contentId));
    say('vectors-later', 'rows-missing', waits.length);
    if (again.length > 0) jobId = await repairer.readAgain(again);
    const files = await mendFiles(repair);
    jobId ??= files.jobId;
    setAside = files.setAside;
  }
  // A search between the catalogue's commit and the index's rows has kept what it found half repaired.
  if (done.length > 0) await library.change(async () => library.bumpVersion(), signal);
  const after = done.length > 0 ? await look() : before;
  return { before: before.report, done, after: after.report, jobId, setAside };
}

const waitingIn = ({ contents }: Library): string[] => contents.unembedded().map(({ contentId }) => contentId);

export interface PlannedModel {
  readonly id: string;
  isHere(): Promise<boolean>;
}

/** Returns the steps of `repairLibrary` without doing them. Counts of rows are upper bounds. Errors: `cancelled`. */
export async function planRepair(
  library: Library,
  signal: AbortSignal,
  onLooked: (done: number, total: number) => void,
  model: PlannedModel,
): Promise<RepairPlan> {
  const { report, findings } = await library.still(() => checkLibrary(library, 'whole', signal, onLooked), signal);
  const steps: RepairStep[] = [];
  const say: Say = (act, kind, count) => {
    if (count > 0) steps.push({ act, kind, count });
  };
  const repair: Repair = { library, signal, findings, say, repairer: null };
  if (isCatalogueDamaged(repair)) {
    for (const { kind, count, about } of findings) say('left', kind, count ?? about.length);
    return { check: report, steps };
  }
  const { recut } = await recutContents(repair);
  const rows = await mendIndex(repair);
  const withoutVectors = new Set([...recut, ...(await contentsWithout(library, model.id, rows))]);
  for (const contentId of waitingIn(library)) withoutVectors.delete(contentId);
  if (withoutVectors.size > 0 && !(await model.isHere())) say('vectors-later', 'rows-missing', withoutVectors.size);
  await mendFiles(repair);
  return { check: report, steps };
}

const isCatalogueDamaged = ({ findings }: Repair): boolean => findings.some(({ kind }) => kind === 'catalogue-damaged');

/** Cuts documents again from their stored text; without it, reads them again from paths that still have their bytes. */
async function recutContents({ library, signal, findings, say, repairer }: Repair) {
  const recut: string[] = [];
  const again: string[] = [];
  const files = library.facts.storedFiles();
  let left = 0;
  for (const contentId of aboutOf(findings, 'content-malformed')) {
    signal.throwIfAborted();
    const stored = library.contents.get(contentId);
    if (stored && canBeCut(stored)) {
      if (repairer) await recutContent(library, stored, await repairer.model(), signal);
      recut.push(contentId);
      continue;
    }
    const file = files.find((one) => one.contentId === contentId);
    const paths = await sourcesOf(library, file);
    if (paths.length === 0) left += 1;
    else if (repairer) await giveUp(library, contentId);
    again.push(...paths);
  }
  say('recut', 'content-malformed', recut.length);
  say('read-again', 'content-malformed', again.length);
  say('left', 'content-malformed', left);
  return { recut, again };
}

const canBeCut = ({ text, profile }: Pick<NewContent, 'text' | 'profile'>): boolean =>
  text.trim() !== '' && profileOfId(profile).profile !== null;

async function giveUp(library: Library, contentId: string): Promise<void> {
  const error = new VitrineError('chunk-malformed');
  await library.change(async () => {
    const orphans = await library.commit([], { work: () => library.documents.giveUp(contentId, error.report()) });
    await library.release(orphans);
  });
}

/** Makes single rows of the index, or a new table. Returns the chunks whose rows it makes; null: those of all chunks. */
async function mendIndex({ library, findings, say, repairer }: Repair): Promise<readonly string[] | null> {
  const needs = indexNeeds(library, findings);
  if (needs.rebuild) {
    const chunks = repairer ? await rebuildIndex(repairer) : library.documents.counts().chunks;
    say('index-rebuilt', needs.kind, chunks);
    return null;
  }
  const { missing, stray } = needs;
  const made = repairer && missing.length + stray.length > 0 ? await patchIndex(repairer, needs) : missing.length;
  say('rows-removed', 'rows-stray', stray.length);
  say('rows-made', 'rows-missing', made);
  return missing;
}

/** The needs of the index: single rows, or a new table (`rebuild`). Read after documents were cut again. */
function indexNeeds(library: Library, findings: readonly WholeFinding[]) {
  const twice = aboutOf(findings, 'rows-twice');
  const wrong = [...twice, ...aboutOf(findings, 'rows-malformed')];
  const missing = [...aboutOf(findings, 'rows-missing'), ...wrong];
  // A document that was cut again may have given a row its chunk back.
  const found = aboutOf(findings, 'rows-stray');
  const known = library.facts.expectedRows(found);
  const stray = found.filter((chunkId) => !known.has(chunkId));
  const broken = findings.find(({ kind }) => wantRebuild.includes(kind));
  const many = missing.length + stray.length;
  const rebuild = broken !== undefined || (many > 0 && (!library.index.manifest || many > rowsPatched));
  return { kind: broken?.kind ?? ('rows-missing' as const), wrong, twice, missing, stray, rebuild };
}

async function rebuildIndex({ library, limits, signal, entry, model }: Repairer): Promise<number> {
  const { manifest } = library.index;
  const opened = await model();
  const made = manifest ? { id: manifest.modelId, dimension: manifest.dimension } : entry;
  const profile = manifest?.profile ?? profileForRebuild(library, undefined, limits);
  return (await reindex(library, { entry: opened?.entry ?? made, opened }, profile, signal)).chunks;
}

async function patchIndex(
  repairer: Repairer,
  { missing, wrong, twice, stray }: ReturnType<typeof indexNeeds>,
): Promise<number> {
  const { library, signal } = repairer;
  const { rows, withoutVectors } = await rowsOfChunks(repairer, missing);
  await library.change(async () => {
    // Documents may have been deleted while their rows were made.
    const still = library.facts.expectedRows(rows.map(({ chunkId }) => chunkId));
    // Rows that are there twice would each be replaced, and stay two.
    await library.index.removeChunks(twice);
    await library.index.put(rows.filter(({ chunkId }) => still.has(chunkId)));
    await library.index.removeChunks([...stray, ...wrong.filter((chunkId) => !still.has(chunkId))]);
    if (withoutVectors.length > 0)
      await library.commit([], { work: () => library.contents.waitForVectors(withoutVectors) });
    await library.index.compact();
  }, signal);
  return rows.length;
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

/** Contents with chunks whose vectors are not kept: of these chunks, or of all (null). */
async function contentsWithout(
  { contents, facts, embeddings, index }: Library,
  modelId: string,
  chunkIds: readonly string[] | null,
): Promise<string[]> {
  const dimension = index.manifest?.dimension;
  const isKept = (searchable: string) => embeddings.get(modelId, searchable, dimension) !== null;
  if (chunkIds) {
    const rows = [...facts.expectedRows(chunkIds).values()];
    return rows.flatMap(({ contentId, searchable }) => (isKept(searchable) ? [] : [contentId]));
  }
  const found: string[] = [];
  for (const contentId of contents.ids()) {
    await breath();
    const chunks = contents.chunkTexts(contentId);
    if (!chunks.every((chunk) => isKept(searchableText(chunk.title, chunk)))) {
      found.push(contentId);
    }
  }
  return found;
}

export const newJobId = (): string => `repair-${randomUUID()}`;
