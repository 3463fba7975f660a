import type { CatalogueFacts, ExpectedRow, StoredFile } from './catalogue-facts';
import type { ContentStore } from './contents';
import type { EmbeddingCache } from './embedding-cache';
import { readOr } from './read-or';

interface Parts {
  readonly facts: CatalogueFacts;
  readonly contents: ContentStore;
  readonly embeddings: EmbeddingCache;
}

/**
 * A catalogue of which pages may be damaged: what can be read of it is, and what cannot is remembered by the name of its
 * table. Where a read ends at a damaged page, rows are read one by one, so that one page costs no more than what it
 * held. Nothing here throws `library-damaged`.
 */
export class CarefulCatalogue {
  readonly #tables = new Set<string>();
  readonly #contents = new Set<string>();

  constructor(private readonly parts: Parts) {}

  /** Tables that could not be read as a whole. */
  get tables(): readonly string[] {
    return [...this.#tables];
  }

  /** Where the documents came from of which something cannot be read; content ids where that cannot be either. */
  documents(): string[] {
    return [...this.#contents].flatMap((contentId) => {
      const paths = this.#read('documents', () => this.parts.facts.pathsOf(contentId), []);
      return paths.length > 0 ? paths : [contentId];
    });
  }

  /** Null where they cannot be counted. */
  countChunks(): number | null {
    return this.#read('chunks', () => this.parts.facts.countChunks(), null);
  }

  contentIds(): string[] {
    return this.#read('contents', () => this.parts.contents.ids(), []);
  }

  /** Null where they cannot be listed. */
  chunkIds(): ReadonlySet<string> | null {
    return this.#read('chunks', () => this.parts.contents.chunkIds(), null);
  }

  /** Null where nobody can tell. */
  unembedded(): ReadonlySet<string> | null {
    return this.#read('contents', () => new Set(this.parts.contents.unembedded()), null);
  }

  sampleOfChunks(most: number): string[] {
    return this.#read('chunks', () => this.parts.facts.sampleOfChunks(most), []);
  }

  /** As `CatalogueFacts.isMalformed`; false where that cannot be told. */
  isMalformed(contentId: string): boolean {
    return this.#ofContent(contentId, () => this.parts.facts.isMalformed(contentId), false);
  }

  /** `areAll` is false where there are more of them. */
  storedFiles(most?: number): { files: StoredFile[]; areAll: boolean } {
    const files = this.#read<StoredFile[] | null>('contents', () => this.parts.facts.storedFiles(most), null);
    if (files) return { files, areAll: most === undefined };
    const found = this.contentIds().map((contentId) =>
      this.#ofContent(contentId, () => this.parts.facts.storedFile(contentId), null),
    );
    return { files: found.filter((file) => file !== null).slice(0, most), areAll: false };
  }

  /** As `CatalogueFacts.expectedRows`; null for a chunk that cannot be read. */
  expectedRows(chunkIds: readonly string[]): ReadonlyMap<string, ExpectedRow | null> {
    const { facts } = this.parts;
    const together = this.#read('chunks', () => facts.expectedRows(chunkIds), null);
    if (together) return together;
    const rows = new Map<string, ExpectedRow | null>();
    for (const chunkId of chunkIds) {
      const read = () => facts.expectedRows([chunkId]).get(chunkId);
      const row = this.#read<ExpectedRow | null | undefined>('chunks', read, null);
      if (row !== undefined) rows.set(chunkId, row);
    }
    return rows;
  }

  /** The kept vector of a text; null where none is kept, or where it cannot be read. */
  vectorOf(modelId: string, text: string, dimension: number): Float32Array | null {
    return this.#read('embeddings', () => this.parts.embeddings.get(modelId, text, dimension), null);
  }

  #ofContent<T>(contentId: string, work: () => T, otherwise: T): T {
    return readOr(work, () => {
      this.#contents.add(contentId);
      return otherwise;
    });
  }

  #read<T>(table: string, work: () => T, otherwise: T): T {
    return readOr(work, () => {
      this.#tables.add(table);
      return otherwise;
    });
  }
}
