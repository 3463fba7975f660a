import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { canonicalJson } from '@shared/canonical-json';
import type { KeptSet, KeptSets } from '@shared/contract';
import { type PipelineLimits, profileId } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { z } from 'zod';
import { documentsChecksum, type LabelledDocument, type LabelledSet } from '../../evaluation';
import { folderSize, ifThere } from '../../files';
import { openLanguageDetector, plainDocument } from '../../ingest';
import type { Models } from '../../models';
import { ownPath, removeOwn } from '../../own-files';
import type { QueryEmbedder } from '../../retrieval';
import { type Addition, type EmbeddingCache, type IndexRow, Library } from '../../store';
import { checksumOf, contentIdOf, cutContent, documentIdOf, indexRowsOf } from '../ingest/cut-content';
import { embedTexts } from '../ingest/embed-content';

const documentsPerCommit = 500;
const pathOf = (id: string): string => `labelled/${id}`;

export const libraryIdOf = (id: string): string => documentIdOf(pathOf(id));

export function labelsOf(documents: LabelledSet['documents']): ReadonlyMap<string, string> {
  return new Map(documents.map(({ id }) => [libraryIdOf(id), id]));
}

export interface LibraryFiller {
  readonly cache?: EmbeddingCache;
  /** Called before each document, with which one it is, from 1. */
  readonly onDocument?: (done: number) => void;
  readonly signal: AbortSignal;
}

/** Takes documents of a set into an empty library, by the code of an ingest. Errors: models' codes, `cancelled`. */
export async function fillLibrary(
  library: Library,
  documents: LabelledSet['documents'],
  model: QueryEmbedder,
  limits: PipelineLimits,
  { cache = library.embeddings, onDocument, signal }: LibraryFiller,
): Promise<void> {
  const profile = limits.ingest.profiles[limits.ingest.profile];
  if (!profile) throw new TypeError(`limits without the profile ${limits.ingest.profile}`);
  const cutBy = profileId(limits.ingest.profile, profile);
  await library.index.create({ modelId: model.entry.id, dimension: model.entry.dimension, profile: cutBy });
  const detector = await openLanguageDetector();
  let done = 0;
  for (let start = 0; start < documents.length; start += documentsPerCommit) {
    const made: (Addition & { readonly rows: readonly IndexRow[] })[] = [];
    for (const { id, title, text: own } of documents.slice(start, start + documentsPerCommit)) {
      signal.throwIfAborted();
      done += 1;
      onDocument?.(done);
      // A document with only a title, such as one without its abstract, is found by that.
      const text = own.trim() === '' ? title : own;
      if (text.trim() === '') continue;
      const path = pathOf(id);
      const checksum = checksumOf(`${id}\0${text}`);
      const read = { ...plainDocument(text, title || null), language: detector.ofText(text) };
      const contentId = contentIdOf(checksum, 'txt');
      const source = { read, contentId, checksum, bytes: text.length, storedPath: '', indexTitle: title };
      const cut = cutContent({ source, profile: cutBy }, (words) => model.embedder.countTokens(words), detector);
      const { vectors } = await embedTexts(cache, model.embedder, cut.searchable, signal, () => {});
      const named = { documentId: documentIdOf(path), path, title: title || id, collection: 'labelled' };
      const document = { ...named, contentId, bytes: text.length, state: 'ready', error: null, warnings: [] } as const;
      made.push({ rows: indexRowsOf(cut, vectors), content: cut.content, document });
    }
    await library.change(async () => {
      await library.index.add(made.flatMap(({ rows }) => rows));
      await library.commit(made);
    });
  }
  await library.index.compact();
  await library.measureVectors();
}

/** The facts in a set's folder; written last: a folder without them is not whole. */
const aboutFile = 'set.json';
const about = z.object({
  name: z.string(),
  checksum: z.string(),
  model: z.string(),
  documents: z.number(),
  chunks: z.number(),
  createdAt: z.string(),
});

const format = 2;
const keyLength = 24;
const partEnding = '.part';
/** Longer than any set takes to be embedded. */
const abandonedMs = 7 * 24 * 3_600_000;

export interface SetIndexRequest {
  readonly name: string;
  readonly documents: readonly LabelledDocument[];
  readonly entry: EmbeddingEntry;
  readonly limits: PipelineLimits;
  readonly cache?: EmbeddingCache;
  readonly onDocument: (done: number) => void;
  readonly signal: AbortSignal;
}

/** Libraries of labelled sets in folders named by documents, model, profile and version: each is embedded once. */
export class KeptSetLibraries {
  private readonly inUse = new Map<string, number>();
  private readonly toRemove = new Set<string>();

  constructor(
    private readonly libraryFolder: string,
    private readonly models: Models,
    private readonly version: string,
  ) {}

  get folder(): string {
    return ownPath(this.libraryFolder, 'evaluation');
  }

  private removeSet(name: string): Promise<void> {
    return removeOwn(this.libraryFolder, 'evaluation', name);
  }

  key(documents: readonly LabelledDocument[], entry: EmbeddingEntry, { ingest }: PipelineLimits): string {
    const { id, files, prefixes, window, pooling } = entry;
    const made = {
      format,
      version: this.version,
      documents: documentsChecksum(documents),
      model: { id, files, prefixes, window, pooling },
      profile: ingest.profiles[ingest.profile] ?? null,
    };
    return createHash('sha256').update(canonicalJson(made)).digest('hex').slice(0, keyLength);
  }

  async has(key: string): Promise<boolean> {
    return (await this.aboutOf(key)) !== null;
  }

  /** Opens the library of a set, made first if needed. Close it by `release`. Errors: models' codes, `cancelled`. */
  async open(request: SetIndexRequest): Promise<{ readonly key: string; readonly library: Library }> {
    const key = this.key(request.documents, request.entry, request.limits);
    if (!(await this.has(key))) await this.make(key, request);
    return { key, library: await this.openKept(key) };
  }

  async openKept(key: string): Promise<Library> {
    const library = await Library.open(join(this.folder, key), 'evaluation');
    this.inUse.set(key, (this.inUse.get(key) ?? 0) + 1);
    return library;
  }

  async release(key: string, library: Library): Promise<void> {
    await library.settled();
    library.close();
    const left = (this.inUse.get(key) ?? 1) - 1;
    if (left > 0) this.inUse.set(key, left);
    else this.inUse.delete(key);
    if (left === 0 && this.toRemove.delete(key)) await this.removeSet(key);
  }

  async list(): Promise<KeptSets> {
    const sets: KeptSet[] = [];
    for (const key of await this.keys()) {
      const found = await this.aboutOf(key);
      const { bytes } = await folderSize(join(this.folder, key));
      if (found && !this.toRemove.has(key)) sets.push({ key, ...found, bytes });
    }
    const newestFirst = (a: KeptSet, b: KeptSet) =>
      Number(a.createdAt < b.createdAt) - Number(a.createdAt > b.createdAt);
    sets.sort((a, b) => newestFirst(a, b) || (a.key < b.key ? -1 : 1));
    return { sets, bytes: (await folderSize(this.folder)).bytes, folder: this.folder };
  }

  /** Removes these or all, and what an interrupted making has left; one in use goes when it is released. */
  async remove(keys: readonly string[] | null): Promise<{ removed: number; bytes: number }> {
    const before = (await folderSize(this.folder)).bytes;
    let removed = 0;
    for (const key of await this.keys()) {
      if (keys !== null && !keys.includes(key)) continue;
      const whole = (await this.aboutOf(key)) !== null;
      if (whole) removed += 1;
      if (this.inUse.has(key)) this.toRemove.add(key);
      else await this.removeSet(key);
    }
    return { removed, bytes: Math.max(0, before - (await folderSize(this.folder)).bytes) };
  }

  private async make(key: string, request: SetIndexRequest): Promise<void> {
    const { name, documents, entry, limits, cache, onDocument, signal } = request;
    await this.removeAbandoned();
    const folder = join(this.folder, `${key}${partEnding}`);
    await this.removeSet(basename(folder));
    await mkdir(folder, { recursive: true });
    const embedder = await this.models.openEmbedder(entry.id);
    try {
      const library = await Library.open(folder, 'evaluation');
      let chunks = 0;
      try {
        const model = { embedder, entry: { ...entry, dimension: embedder.dimension } };
        await fillLibrary(library, documents, model, limits, { ...(cache ? { cache } : {}), onDocument, signal });
        chunks = library.documents.counts().chunks;
      } finally {
        library.close();
      }
      const said: z.infer<typeof about> = {
        name,
        checksum: documentsChecksum(documents),
        model: entry.id,
        documents: documents.length,
        chunks,
        createdAt: new Date().toISOString(),
      };
      await writeFile(join(folder, aboutFile), `${JSON.stringify(said, null, 2)}\n`);
      await this.removeSet(key);
      await rename(folder, join(this.folder, key));
    } catch (error) {
      await this.removeSet(basename(folder));
      throw error;
    } finally {
      await embedder.dispose();
    }
  }

  /** The rest of a killed making, which no list has; one of another process is younger. */
  private async removeAbandoned(): Promise<void> {
    for (const key of await this.keys()) {
      if (!key.endsWith(partEnding)) continue;
      const folder = join(this.folder, key);
      const made = await stat(folder).then(
        ({ mtimeMs }) => mtimeMs,
        // Gone: its making has ended.
        () => Number.POSITIVE_INFINITY,
      );
      if (Date.now() - made > abandonedMs) await this.removeSet(key);
    }
  }

  private async keys(): Promise<string[]> {
    const found = (await ifThere(readdir(this.folder, { withFileTypes: true }))) ?? [];
    return found.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
  }

  private async aboutOf(key: string): Promise<z.infer<typeof about> | null> {
    try {
      return about.parse(JSON.parse(await readFile(join(this.folder, key, aboutFile), 'utf8')));
    } catch {
      // Absent or cut: the set is made again.
      return null;
    }
  }
}
