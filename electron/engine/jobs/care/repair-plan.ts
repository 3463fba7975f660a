import { setImmediate as breath } from 'node:timers/promises';
import type { FindingKind, RepairAct, RepairPlan, RepairStep } from '@shared/contract';
import { profileOfId } from '@shared/limits';
import {
  checkLibrary,
  type Library,
  type NewContent,
  type StoredFile,
  searchableText,
  stateOfFile,
  type WholeFinding,
} from '../../store';

/** More rows than this to be put right, and the index is built anew: one table instead of many small changes. */
const rowsPatched = 2000;
/** Kinds that only a new table mends. */
const wantRebuild: readonly FindingKind[] = ['index-unreadable', 'text-missing', 'profiles-mixed'];

/** The embedding model of the library, as far as a plan must know it. */
export interface PlannedModel {
  readonly id: string;
  /** Asked only where a text has no kept vector. */
  isHere(): Promise<boolean>;
}

/**
 * What `repairLibrary` would do after a whole check: the same questions, and no answer carried out. A document that is
 * cut again may give single rows their chunks back, so counts of rows are at most. Errors: `cancelled`.
 */
export async function planRepair(
  library: Library,
  signal: AbortSignal,
  onLooked: (done: number, total: number) => void,
  model: PlannedModel,
): Promise<RepairPlan> {
  const { report, findings } = await library.still(() => checkLibrary(library, 'whole', signal, onLooked), signal);
  const steps: RepairStep[] = [];
  const say = (act: RepairAct, kind: FindingKind, count: number) => {
    if (count > 0) steps.push({ act, kind, count });
  };
  if (findings.some(({ kind }) => kind === 'catalogue-damaged')) {
    for (const { kind, count, about } of findings) say('left', kind, count ?? about.length);
    return { check: report, steps };
  }
  const files = library.facts.storedFiles();
  const hasSource = async (file: StoredFile | undefined) =>
    file !== undefined && (await sourcesOf(library, file)).length > 0;

  const malformed = { recut: 0, again: 0, left: 0 };
  const withoutVectors = new Set<string>();
  for (const contentId of aboutOf(findings, 'content-malformed')) {
    signal.throwIfAborted();
    const stored = library.contents.get(contentId);
    if (stored && canBeCut(stored)) {
      malformed.recut += 1;
      withoutVectors.add(contentId);
    } else if (await hasSource(files.find((file) => file.contentId === contentId))) malformed.again += 1;
    else malformed.left += 1;
  }
  say('recut', 'content-malformed', malformed.recut);
  say('read-again', 'content-malformed', malformed.again);
  say('left', 'content-malformed', malformed.left);

  const { kind, rebuild, missing, stray } = indexNeeds(library, findings);
  if (rebuild) say('index-rebuilt', kind, library.documents.counts().chunks);
  else {
    say('rows-removed', 'rows-stray', stray.length);
    say('rows-made', 'rows-missing', missing.length);
  }
  for (const contentId of await contentsWithout(library, model.id, rebuild ? null : missing)) {
    withoutVectors.add(contentId);
  }
  for (const contentId of library.contents.unembedded()) withoutVectors.delete(contentId);
  if (withoutVectors.size > 0 && !(await model.isHere())) say('vectors-later', 'rows-missing', withoutVectors.size);

  for (const lost of ['files-missing', 'files-changed'] as const) {
    const wanted = new Set(aboutOf(findings, lost));
    let copied = 0;
    for (const file of files.filter(({ storedPath }) => wanted.has(storedPath))) {
      signal.throwIfAborted();
      if (await hasSource(file)) copied += 1;
    }
    say('files-copied', lost, copied);
    say('left', lost, wanted.size - copied);
  }
  say('files-removed', 'files-stray', aboutOf(findings, 'files-stray').length);
  return { check: report, steps };
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

export const aboutOf = (findings: readonly WholeFinding[], kind: FindingKind): readonly string[] =>
  findings.find((finding) => finding.kind === kind)?.about ?? [];

/** Whether a content's chunks can be made again from its stored text. */
export const canBeCut = ({ text, profile }: Pick<NewContent, 'text' | 'profile'>): boolean =>
  text.trim() !== '' && profileOfId(profile).profile !== null;

/** What the index wants: single rows, or a new table (`rebuild`). Read after documents were cut again. */
export function indexNeeds(library: Library, findings: readonly WholeFinding[]) {
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

/** The paths that hold the very bytes that were read into a stored file. */
export async function sourcesOf(library: Library, file: StoredFile): Promise<string[]> {
  const paths: string[] = [];
  for (const path of library.facts.pathsOf(file.contentId)) {
    // A path that may not be read any more is no source, whatever the reason.
    const state = await stateOfFile(path, file, true).catch(() => 'missing' as const);
    if (state === 'well') paths.push(path);
  }
  return paths;
}
