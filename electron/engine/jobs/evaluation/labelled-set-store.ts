import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { canonicalJson } from '@shared/canonical-json';
import type { KeptSet, KeptSets } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { z } from 'zod';
import { documentsChecksum, type LabelledDocument } from '../../evaluation';
import { folderSize, ifThere } from '../../files';
import type { Models } from '../../models';
import { ownPath, removeOwn } from '../../own-files';
import { type EmbeddingCache, Library } from '../../store';
import { fillLibrary } from './labelled-library';

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

/** Changes with the form of the index of the same documents. */
const format = 2;
const keyLength = 24;
/** The folder of an index in the making. */
const partEnding = '.part';
/** Longer than any set takes to be embedded. */
const abandonedMs = 7 * 24 * 3_600_000;

export interface SetIndexRequest {
  readonly name: string;
  readonly documents: readonly LabelledDocument[];
  readonly entry: EmbeddingEntry;
  readonly limits: PipelineLimits;
  /** A second cache of vectors: that of a set with the same documents. */
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
