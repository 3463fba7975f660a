import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EvaluationReport, ParsedRequestOf } from '@shared/contract';
import { type SearchMode, searchModes } from '@shared/contract';
import { type PipelineLimits, profileId } from '@shared/limits';
import { evaluate, type LabelledSet, readLabelledSet } from '../../evaluation';
import { detectLanguage, plainDocument } from '../../ingest';
import { type QueryEmbedder, Retriever } from '../../retrieval';
import { type Addition, type EmbeddingCache, type IndexRow, Library } from '../../store';
import { checksumOf, contentIdOf, documentIdOf } from '../ingest/cut-content';
import { makeContent } from '../ingest/embed-content';

const documentsPerCommit = 500;
const pathOf = (id: string): string => `labelled/${id}`;

/** The id that a document of a set has in a library of the set. */
export const libraryIdOf = (id: string): string => documentIdOf(pathOf(id));

/** The set's own ids of documents, by the ids that they have in a library of the set. */
export function labelsOf(documents: LabelledSet['documents']): ReadonlyMap<string, string> {
  return new Map(documents.map(({ id }) => [libraryIdOf(id), id]));
}

export interface LibraryFiller {
  /** Where vectors are looked for and kept; the library's own cache where absent. */
  readonly cache?: EmbeddingCache;
  /** Called before each document, with which one it is, from 1. */
  readonly onDocument?: (done: number) => void;
  readonly signal: AbortSignal;
}

/** Takes the documents of a set into an empty library, with the code that takes in a user's. Errors: models' codes, `cancelled`. */
export async function fillLibrary(
  library: Library,
  documents: LabelledSet['documents'],
  model: QueryEmbedder,
  limits: PipelineLimits,
  { cache = library.embeddings, onDocument, signal }: LibraryFiller,
): Promise<void> {
  const profile = limits.ingest.profiles[limits.ingest.profile];
  if (!profile) throw new TypeError(`limits without the profile ${limits.ingest.profile}`);
  const profileName = profileId(limits.ingest.profile, profile);
  await library.index.create({ modelId: model.entry.id, dimension: model.entry.dimension, profile: profileName });
  let done = 0;
  for (let start = 0; start < documents.length; start += documentsPerCommit) {
    const made: (Addition & { readonly rows: readonly IndexRow[] })[] = [];
    for (const { id, title, text: own } of documents.slice(start, start + documentsPerCommit)) {
      signal.throwIfAborted();
      done += 1;
      onDocument?.(done);
      // What has nothing but a title, as abstracts that are missing, is found by it.
      const text = own.trim() === '' ? title : own;
      if (text.trim() === '') continue;
      const path = pathOf(id);
      const checksum = checksumOf(`${id}\0${text}`);
      const read = { ...plainDocument(text, title || null), language: detectLanguage(text) };
      const contentId = contentIdOf(checksum, 'txt');
      const { content, rows } = await makeContent(
        { read, contentId, checksum, bytes: text.length, storedPath: '', indexTitle: title },
        { cache, embedder: model.embedder, profileName, profile, signal },
      );
      const document = {
        documentId: documentIdOf(path),
        path,
        title: title || id,
        collection: 'labelled',
        contentId: content.contentId,
        bytes: text.length,
        state: 'ready',
        error: null,
        warnings: [],
      } as const;
      made.push({ rows, content, document });
    }
    await library.change(async () => {
      await library.index.add(made.flatMap(({ rows }) => rows));
      library.commit(made);
    });
  }
  await library.index.compact();
  await library.measureVectors();
}

/**
 * A library in a temporary folder that holds a labelled set, made and searched by the same code as a user's: what is
 * measured is the product.
 */
export class LabelledLibrary {
  private constructor(
    private readonly folder: string,
    private readonly library: Library,
    private readonly retriever: Retriever,
    private readonly limits: PipelineLimits,
    private readonly labels: ReadonlyMap<string, string>,
  ) {}

  static async make(
    set: LabelledSet,
    model: QueryEmbedder,
    limits: PipelineLimits,
    signal: AbortSignal,
  ): Promise<LabelledLibrary> {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-evaluation-'));
    const library = await Library.open(folder, 'evaluation');
    try {
      await fillLibrary(library, set.documents, model, limits, { signal });
    } catch (error) {
      library.close();
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
    const retriever = new Retriever(
      library,
      async () => model,
      () => model.entry,
    );
    return new LabelledLibrary(folder, library, retriever, limits, labelsOf(set.documents));
  }

  /** Ids of the labelled documents, best first, each once: a document stands where its best chunk stands. */
  async rank(query: string, mode: SearchMode): Promise<string[]> {
    const found = await this.retriever.retrieve({ query, mode, scope: {} }, this.limits);
    return [...new Set(found.candidates.map(({ chunk }) => this.label(chunk.documentId)))];
  }

  /** The labelled set's own id of a document. */
  label(documentId: string): string {
    return this.labels.get(documentId) ?? '';
  }

  get search(): Retriever {
    return this.retriever;
  }

  get store(): Library {
    return this.library;
  }

  async close(): Promise<void> {
    this.library.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** `vitrine evaluate`. Errors: `labelled-set-invalid`, models' codes, `cancelled`. */
export async function evaluateLabelledSet(
  request: ParsedRequestOf<'evaluate.run'>,
  model: QueryEmbedder,
  limits: PipelineLimits,
  signal: AbortSignal,
): Promise<EvaluationReport> {
  const set = await readLabelledSet(request);
  const library = await LabelledLibrary.make(set, model, limits, signal);
  try {
    return await evaluate(
      set,
      request.modes ?? searchModes,
      (query, mode) => library.rank(query, mode),
      model.entry.id,
      signal,
    );
  } finally {
    await library.close();
  }
}
