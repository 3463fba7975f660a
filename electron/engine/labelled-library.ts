import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EvaluationReport, ParsedRequestOf } from '@shared/contract';
import { type SearchMode, searchModes } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import { evaluate, type LabelledSet, readLabelledSet } from './evaluation';
import { makeContent } from './make-content';
import { checksumOf, contentIdOf, documentIdOf } from './prepare-content';
import { type QueryEmbedder, Retriever } from './retrieval';
import { type Addition, type IndexRow, Library } from './store';

const documentsPerCommit = 500;

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
    const labels = new Map<string, string>();
    const profileName = limits.ingest.profile;
    const profile = limits.ingest.profiles[profileName];
    if (!profile) throw new TypeError(`limits without the profile ${profileName}`);
    await library.index.create({ modelId: model.entry.id, dimension: model.entry.dimension, profile: profileName });
    for (let start = 0; start < set.documents.length; start += documentsPerCommit) {
      const batch = set.documents.slice(start, start + documentsPerCommit).filter(({ text }) => text.trim() !== '');
      const made: (Addition & { readonly rows: readonly IndexRow[] })[] = [];
      for (const { id, title, text } of batch) {
        const path = `labelled/${id}`;
        const documentId = documentIdOf(path);
        const checksum = checksumOf(`${id}\0${text}`);
        const read = {
          format: 'txt',
          mime: 'text/plain',
          title: title || null,
          text,
          pages: [],
          headings: [],
          blocks: [],
          language: 'und',
          warnings: [],
        } as const;
        const { content, rows } = await makeContent(
          {
            read,
            contentId: contentIdOf(checksum, 'txt'),
            checksum,
            bytes: text.length,
            storedPath: '',
            indexTitle: title,
          },
          { cache: library.embeddings, embedder: model.embedder, profileName, profile, signal },
        );
        labels.set(documentId, id);
        made.push({
          rows,
          content,
          document: {
            documentId,
            path,
            title: title || id,
            collection: 'labelled',
            contentId: content.contentId,
            bytes: text.length,
            state: 'ready',
            error: null,
            warnings: [],
          } as const,
        });
      }
      await library.change(async () => {
        await library.index.add(made.flatMap(({ rows }) => rows));
        library.commit(made);
      });
    }
    await library.index.compact();
    const retriever = new Retriever(
      library,
      async () => model,
      () => model.entry,
    );
    return new LabelledLibrary(folder, library, retriever, limits, labels);
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
