import { stat } from 'node:fs/promises';
import { setImmediate as breath } from 'node:timers/promises';
import type { Table } from '@lancedb/lancedb';
import type { CheckReport, FindingKind } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { checksumOfFile, ifThere } from '../../files';
import { indexedText, segmentation } from '../../text/segmentation';
import { DamageTolerantCatalogue, type ExpectedRow, type StoredFile } from '../catalogue/catalogue-facts';
import { isUsable } from '../catalogue/computed-results';
import type { IndexManifest } from '../search-index/chunk-index';
import { textHits } from '../search-index/index-search';
import type { Library } from './library';

const examplesShown = 20;
const filesInSample = 100;
const textsInSample = 50;

export interface WholeFinding {
  readonly kind: FindingKind;
  /** Chunk ids, content ids, stored paths, or paths of documents and what SQLite says. */
  readonly about: readonly string[];
  readonly count?: number;
}

export interface WholeCheck {
  readonly report: CheckReport;
  readonly findings: readonly WholeFinding[];
}

/**
 * Compares index and stored files with the catalogue, which is right (docs/adr/0002). A quick check counts rows and
 * looks at some files; a whole one reads each row, chunk and file. Reads only. Errors: `cancelled`.
 */
export async function checkLibrary(
  library: Library,
  depth: CheckReport['depth'],
  signal: AbortSignal,
  onLooked: (done: number, total: number) => void = () => undefined,
): Promise<WholeCheck> {
  const started = performance.now();
  const findings: WholeFinding[] = [];
  const find: Find = (kind, about, count = about.length) => {
    if (count > 0) findings.push({ kind, about, count });
  };
  const catalogue = new DamageTolerantCatalogue(library);
  const chunks = catalogue.read('chunks', ({ facts }) => facts.countChunks(), null);
  const { files, areAll } = catalogue.storedFiles(depth === 'quick' ? filesInSample : undefined);
  const ids = depth === 'whole' ? catalogue.read('contents', ({ contents }) => contents.ids(), []) : [];
  // Documents, the index at once, and files.
  const total = ids.length + (chunks ?? 0) + files.length;
  let done = 0;
  const looked = (more: number) => {
    done += more;
    onLooked(done, total);
  };
  const malformed: string[] = [];
  for (const contentId of ids) {
    signal.throwIfAborted();
    if (catalogue.isMalformed(contentId)) malformed.push(contentId);
    looked(1);
    await breath();
  }
  find('content-malformed', malformed);
  const profile = library.index.manifest?.profile;
  if (depth === 'whole' && profile !== undefined) {
    const others = catalogue.read('contents', ({ facts }) => facts.notCutBy(profile), []);
    find('profiles-mixed', others);
  }
  const check = { library, depth, find, signal };
  const rows = await checkIndex(check, catalogue, chunks);
  looked(chunks ?? 0);
  await checkFiles(check, files, () => looked(1));
  // Files of documents that cannot be read look as if they belonged to none.
  const lost = catalogue.tables.length === 0 ? await library.lost.filesIfReadable() : [];
  find('documents-lost', lost);
  const known = [...files.map(({ storedPath }) => storedPath), ...lost];
  if (areAll) find('files-stray', await library.uploads.strays(new Set(known)));
  const damage = damageOf(library, catalogue, depth);
  if (damage.length > 0) findings.unshift({ kind: 'catalogue-damaged', about: damage });
  return {
    findings,
    report: {
      depth,
      findings: findings.map(({ kind, about, count = about.length }) => {
        return { kind, count, examples: about.slice(0, examplesShown) };
      }),
      looked: { chunks: chunks ?? 0, rows, files: files.length },
      ms: Math.round(performance.now() - started),
    },
  };
}

interface Check {
  readonly library: Library;
  readonly depth: CheckReport['depth'];
  readonly find: Find;
  readonly signal: AbortSignal;
}

type Find = (kind: FindingKind, about: readonly string[], count?: number) => void;

function damageOf({ facts }: Library, catalogue: DamageTolerantCatalogue, depth: CheckReport['depth']): string[] {
  const documents = catalogue.documents();
  const said = depth === 'whole' ? facts.damage() : [];
  const tables = said.length > 0 ? [] : catalogue.tables.map((table) => `Table ${table} cannot be read.`);
  return [...documents, ...said, ...tables];
}

async function checkIndex(
  { library: { index }, depth, find, signal }: Check,
  catalogue: DamageTolerantCatalogue,
  chunks: number | null,
): Promise<number> {
  const chunkIds = () => catalogue.read('chunks', ({ contents }) => [...contents.chunkIds()], []);
  if (!index.manifest) {
    find('rows-missing', chunkIds());
    return 0;
  }
  const { modelId, dimension, segmentation: made } = index.manifest;
  try {
    return await index.lookedAtAnew(async (table) => {
      const hasTextIndex = (await table.listIndices()).some(({ columns }) => columns.includes('searchable'));
      if (made !== segmentation || !hasTextIndex) find('text-missing', [], Math.max(1, chunks ?? 0));
      if (depth === 'quick') {
        const count = await table.countRows();
        if (chunks !== null && count < chunks) find('rows-missing', [], chunks - count);
        if (chunks !== null && count > chunks) find('rows-stray', [], count - chunks);
        return count;
      }
      const found = await checkRows(table, catalogue, { modelId, dimension }, signal);
      const missing = chunkIds().filter((id) => !found.seen.has(id));
      find('rows-missing', missing);
      find('rows-stray', found.stray);
      find('rows-twice', found.twice);
      find('rows-malformed', found.malformed);
      const wrong = new Set([...found.twice, ...found.malformed]);
      const some = catalogue.read('chunks', ({ facts }) => facts.sampleOfChunks(textsInSample), []);
      const sample = some.filter((id) => found.seen.has(id) && !wrong.has(id));
      find('text-missing', await notFoundByText(table, catalogue.expectedRows(sample), signal));
      return found.rows;
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof VitrineError) || error.code !== 'index-unavailable') throw error;
    find('index-unreadable', [index.manifest.table]);
    return 0;
  }
}

async function checkFiles(
  { library, depth, find, signal }: Check,
  files: readonly StoredFile[],
  onEach: () => void,
): Promise<void> {
  const missing: string[] = [];
  const changed: string[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    const state = await stateOfFile(library.uploads.absolute(file.storedPath), file, depth === 'whole');
    // Files that are not here are in the store of the place.
    if (state === 'missing' && !library.uploads.remote) missing.push(file.storedPath);
    if (state === 'changed') changed.push(file.storedPath);
    onEach();
  }
  find('files-missing', missing);
  find('files-changed', changed);
}

export async function stateOfFile(
  path: string,
  { bytes, checksum }: Pick<StoredFile, 'bytes' | 'checksum'>,
  withChecksum: boolean,
): Promise<'well' | 'missing' | 'changed'> {
  const found = await ifThere(stat(path));
  if (!found?.isFile()) return 'missing';
  if (found.size !== bytes) return 'changed';
  return withChecksum && (await checksumOfFile(path)) !== checksum ? 'changed' : 'well';
}

async function checkRows(
  table: Table,
  catalogue: DamageTolerantCatalogue,
  { modelId, dimension }: Pick<IndexManifest, 'modelId' | 'dimension'>,
  signal: AbortSignal,
) {
  const waiting = catalogue.read(
    'contents',
    ({ contents }) => new Set(contents.unembedded().map(({ contentId }) => contentId)),
    null,
  );
  const cached = (text: string) =>
    catalogue.read('embeddings', ({ embeddings }) => embeddings.get(modelId, text, dimension), null);
  const seen = new Set<string>();
  const stray = new Set<string>();
  const twice = new Set<string>();
  const malformed = new Set<string>();
  let rows = 0;
  for await (const batch of table.query().select(['chunk_id', 'content_id', 'searchable', 'vector'])) {
    signal.throwIfAborted();
    const column = (name: string) => batch.getChild(name);
    const [ids, contents, texts, vectors] = ['chunk_id', 'content_id', 'searchable', 'vector'].map(column);
    const chunkIds = Array.from({ length: batch.numRows }, (_value, row) => String(ids?.get(row)));
    const expected = catalogue.expectedRows(chunkIds);
    for (const [row, chunkId] of chunkIds.entries()) {
      rows += 1;
      if (seen.has(chunkId)) twice.add(chunkId);
      seen.add(chunkId);
      const wanted = expected.get(chunkId);
      if (wanted === null) continue;
      if (!wanted) {
        stray.add(chunkId);
        continue;
      }
      const vector = vectors?.get(row) as { toArray(): Float32Array } | null | undefined;
      const stands =
        contents?.get(row) === wanted.contentId &&
        texts?.get(row) === indexedText(wanted.searchable) &&
        vector !== null &&
        vector !== undefined &&
        (((waiting?.has(wanted.contentId) ?? true) && vector.toArray().every((value) => value === 0)) ||
          isVector(vector.toArray(), cached(wanted.searchable)));
      if (!stands) malformed.add(chunkId);
    }
  }
  return { rows, seen, stray: [...stray], twice: [...twice], malformed: [...malformed] };
}

/** Whether a stored vector can be searched by, and is the cached one where there is one. */
function isVector(vector: Float32Array, cached: Float32Array | null): boolean {
  if (!isUsable(vector)) return false;
  if (cached === null || cached.length !== vector.length) return true;
  return vector.every((value, position) => value === cached[position]);
}

/** Words that the text index leaves out or that are too short to ask for. */
const word = /\p{L}{4,40}/gu;

/** Returns chunks that the text index does not find by their longest words. Errors: those of a damaged index. */
async function notFoundByText(
  table: Table,
  chunks: ReadonlyMap<string, ExpectedRow | null>,
  signal: AbortSignal,
): Promise<string[]> {
  const lost: string[] = [];
  for (const [chunkId, row] of chunks) {
    signal.throwIfAborted();
    const words = [...new Set(row?.searchable.match(word) ?? [])].sort(
      (a, b) => b.length - a.length || (a < b ? -1 : 1),
    );
    if (words.length === 0) continue;
    const scope = { column: 'chunk_id', values: [chunkId] } as const;
    const hits = await textHits(table, { text: words.slice(0, 8).join(' '), as: 'words' }, 1, scope);
    // A text of nothing but small words has nothing to be found by.
    if (hits.length === 0 && words.length > 3) lost.push(chunkId);
  }
  return lost;
}
