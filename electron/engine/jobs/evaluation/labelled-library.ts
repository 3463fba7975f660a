import { type PipelineLimits, profileId } from '@shared/limits';
import type { LabelledSet } from '../../evaluation';
import { openLanguageDetector, plainDocument } from '../../ingest';
import type { QueryEmbedder } from '../../retrieval';
import type { Addition, EmbeddingCache, IndexRow, Library } from '../../store';
import { checksumOf, contentIdOf, cutContent, documentIdOf, indexRowsOf } from '../ingest/cut-content';
import { embedTexts } from '../ingest/embed-content';

const documentsPerCommit = 500;
const pathOf = (id: string): string => `labelled/${id}`;

export const libraryIdOf = (id: string): string => documentIdOf(pathOf(id));

/** The set's own ids of documents, by the ids that they have in a library of the set. */
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
      const document = {
        documentId: documentIdOf(path),
        path,
        title: title || id,
        collection: 'labelled',
        contentId,
        bytes: text.length,
        state: 'ready',
        error: null,
        warnings: [],
      } as const;
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
