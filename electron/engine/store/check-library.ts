import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { CheckReport, Finding, FindingKind } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { CarefulCatalogue } from './careful-catalogue';
import type { StoredFile } from './catalogue-facts';
import { checkRows, hasTextIndex, notFoundByText } from './index-check';
import type { Library } from './library';

const examplesShown = 20;
const filesInSample = 100;
const textsInSample = 50;

/** A finding with everything that it is about, for who repairs it. */
export interface WholeFinding {
  readonly kind: FindingKind;
  /** Chunk ids, content ids, stored paths, or paths of documents and what SQLite says. */
  readonly about: readonly string[];
  /** Where it is not the number of `about`. */
  readonly count?: number;
}

export interface WholeCheck {
  readonly report: CheckReport;
  readonly findings: readonly WholeFinding[];
}

/**
 * Holds index, text index and stored files against the catalogue, which is right (docs/adr/0002). Quick: the number of
 * rows, whether the index opens and has a text index, and whether a sample of files is there. Whole: also each row with
 * its text and vector, a sample of chunks by their words, each chunk against its document, and each file's checksum.
 * Of a catalogue with pages that cannot be read it holds against what can be, and says the rest as `catalogue-damaged`.
 * Reads only; `onLooked` tells how much of what there is to look at is done. Errors: `cancelled`.
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
  const catalogue = new CarefulCatalogue(library);
  const chunks = catalogue.countChunks();
  const { files, areAll } = catalogue.storedFiles(depth === 'quick' ? filesInSample : undefined);
  const ids = depth === 'whole' ? catalogue.contentIds() : [];
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
    await pause();
  }
  find('content-malformed', malformed);
  const rows = await checkIndex(library, catalogue, depth, chunks, find, signal);
  looked(chunks ?? 0);
  await checkFiles(library, files, depth, find, () => looked(1), signal);
  // Files of documents that cannot be read look as if they belonged to none.
  if (areAll) find('files-stray', await library.uploads.strays(new Set(files.map(({ storedPath }) => storedPath))));
  const damage = damageOf(library, catalogue, depth);
  if (damage.length > 0) findings.unshift({ kind: 'catalogue-damaged', about: damage });
  return {
    findings,
    report: {
      depth,
      findings: findings.map(shown),
      looked: { chunks: chunks ?? 0, rows, files: files.length },
      ms: Math.round(performance.now() - started),
    },
  };
}

type Find = (kind: FindingKind, about: readonly string[], count?: number) => void;

/** Documents of which something cannot be read, then what SQLite says; after all reading. */
function damageOf({ facts }: Library, catalogue: CarefulCatalogue, depth: CheckReport['depth']): string[] {
  const documents = catalogue.documents();
  const said = depth === 'whole' ? facts.damage() : [];
  const tables = said.length > 0 ? [] : catalogue.tables.map((table) => `Table ${table} cannot be read.`);
  return [...documents, ...said, ...tables];
}

/** Returns the number of rows. `chunks` is null where nobody can tell how many there must be. */
async function checkIndex(
  library: Library,
  catalogue: CarefulCatalogue,
  depth: CheckReport['depth'],
  chunks: number | null,
  find: Find,
  signal: AbortSignal,
): Promise<number> {
  const { index } = library;
  if (!index.manifest) {
    find('rows-missing', [...(catalogue.chunkIds() ?? [])]);
    return 0;
  }
  const { modelId, dimension } = index.manifest;
  try {
    return await index.lookedAtAnew(async (table) => {
      if (!(await hasTextIndex(table))) find('text-missing', [], Math.max(1, chunks ?? 0));
      if (depth === 'quick') {
        const count = await table.countRows();
        if (chunks !== null && count < chunks) find('rows-missing', [], chunks - count);
        if (chunks !== null && count > chunks) find('rows-stray', [], count - chunks);
        return count;
      }
      const waiting = catalogue.unembedded();
      const truth = {
        waitsForModel: (contentId: string) => waiting?.has(contentId) ?? true,
        expectedRows: (ids: readonly string[]) => catalogue.expectedRows(ids),
        vectorOf: (text: string) => catalogue.vectorOf(modelId, text, dimension),
      };
      const found = await checkRows(table, truth, signal);
      find(
        'rows-missing',
        [...(catalogue.chunkIds() ?? [])].filter((id) => !found.seen.has(id)),
      );
      find('rows-stray', found.stray);
      find('rows-twice', found.twice);
      find('rows-malformed', found.malformed);
      const wrong = new Set([...found.twice, ...found.malformed]);
      const sample = catalogue.sampleOfChunks(textsInSample).filter((id) => found.seen.has(id) && !wrong.has(id));
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
  library: Library,
  files: readonly StoredFile[],
  depth: CheckReport['depth'],
  find: Find,
  onEach: () => void,
  signal: AbortSignal,
): Promise<void> {
  const missing: string[] = [];
  const changed: string[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    const state = await stateOfFile(library.uploads.absolute(file.storedPath), file, depth === 'whole');
    if (state === 'missing') missing.push(file.storedPath);
    if (state === 'changed') changed.push(file.storedPath);
    onEach();
  }
  find('files-missing', missing);
  find('files-changed', changed);
}

/** Whether a file is there with the bytes that were read from it. */
export async function stateOfFile(
  path: string,
  { bytes, checksum }: Pick<StoredFile, 'bytes' | 'checksum'>,
  withChecksum: boolean,
): Promise<'well' | 'missing' | 'changed'> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (!found?.isFile()) return 'missing';
  if (found.size !== bytes) return 'changed';
  return withChecksum && (await checksumOfFile(path)) !== checksum ? 'changed' : 'well';
}

/** Sha256 of a file, in hexadecimal digits, without holding it in memory. */
export async function checksumOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

/** Lets others of the thread have their turn. */
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const words: Readonly<Record<FindingKind, (count: number) => string>> = {
  'catalogue-damaged': () =>
    'Pages of the catalogue cannot be read: restore the library from a backup; without one, add its documents to a new library, where need be from their copies in the folder uploads.',
  'content-malformed': (n) => `${n} documents have chunks that are blank, lost or not what the document says.`,
  'index-unreadable': () => 'The index cannot be read.',
  'rows-missing': (n) => `${n} chunks are missing in the index.`,
  'rows-stray': (n) => `${n} rows of the index belong to no chunk.`,
  'rows-twice': (n) => `${n} chunks stand in the index more than once.`,
  'rows-malformed': (n) => `${n} rows of the index are not what the catalogue says.`,
  'text-missing': (n) => `${n} chunks are not found by their own words.`,
  'files-missing': (n) => `${n} stored files are gone; their text is still here.`,
  'files-changed': (n) => `${n} stored files are not the bytes that were read.`,
  'files-stray': (n) => `${n} stored files belong to no document.`,
};

function shown({ kind, about, count = about.length }: WholeFinding): Finding {
  return { kind, count, examples: about.slice(0, examplesShown), message: words[kind](count) };
}
