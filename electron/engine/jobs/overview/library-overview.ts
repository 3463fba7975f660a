import { setImmediate as breath } from 'node:timers/promises';
import type { Overview, OverviewTopic } from '@shared/contract';
import { Lru } from '../../lru';
import { project, summarise, topicsOf } from '../../overview';
import { type Library, type Scope, type StoredDocument, searchableText } from '../../store';
import type { ActiveModel } from '../models/active-model';

/** A document is the mean of so many of its chunks, evenly spread: their vectors are read one by one. */
const chunksRead = 8;
/** Words of its begin name a topic, characters. */
const beginRead = 2000;
const sentencesOfTopic = 3;
const longestSentence = 300;
/** A long document says what it is about in its begin, characters. */
const summarised = 20_000;
const documentsBetweenBreaths = 20;
const kept = new Lru<string, Overview>(4);

interface Overlooked {
  readonly library: Library;
  readonly activeModel: Pick<ActiveModel, 'id' | 'entry'>;
}

interface Read {
  readonly document: StoredDocument;
  readonly vector: Float32Array;
  readonly begin: string;
}

/** Returns topics of a scope's documents by their vectors, and positions on a plane. Errors: the signal's reason. */
export async function libraryOverview(parts: Overlooked, scope: Scope, signal?: AbortSignal): Promise<Overview> {
  const { library, activeModel } = parts;
  const key = JSON.stringify([library.id, library.version, activeModel.id, scope]);
  const known = kept.get(key);
  if (known) return known;
  const documents = library.documents.list(scope).filter(({ state }) => state !== 'failed');
  const read: Read[] = [];
  for (const [at, document] of documents.entries()) {
    const one = readOf(parts, document);
    if (one) read.push(one);
    if (at % documentsBetweenBreaths === 0) await breath();
    signal?.throwIfAborted();
  }
  const vectors = read.map(({ vector }) => vector);
  const topics = await topicsOf(
    vectors,
    read.map(({ begin }) => begin),
    signal ? { signal } : {},
  );
  const places = await project(vectors, signal);
  const topicOf = new Map(topics.flatMap(({ documents: of }, topic) => of.map((at) => [at, topic] as const)));
  const overview: Overview = {
    topics: topics.map(({ documents: of, label }): OverviewTopic => {
      const members = of.flatMap((at) => read[at]?.document ?? []);
      return {
        label,
        documentIds: members.map(({ documentId }) => documentId),
        sentences: sentencesOf(parts, members.slice(0, sentencesOfTopic)),
      };
    }),
    places: read.map(({ document: { documentId, title } }, at) => {
      const [x, y] = places[at] ?? [0, 0];
      return { documentId, title, topic: topicOf.get(at) ?? 0, x, y };
    }),
    withoutVectors: documents.length - read.length,
  };
  kept.set(key, overview);
  return overview;
}

function readOf({ library, activeModel }: Overlooked, document: StoredDocument): Read | null {
  if (document.contentId === null) return null;
  const { id, dimension } = activeModel.entry;
  const chunks = library.contents.chunkTexts(document.contentId);
  const step = Math.max(1, chunks.length / chunksRead);
  const sum = new Float32Array(dimension);
  for (let at = 0; at < chunks.length; at += step) {
    const chunk = chunks[Math.floor(at)];
    const vector = chunk && library.embeddings.get(id, searchableText(chunk.title, chunk), dimension);
    if (vector)
      for (let place = 0; place < dimension; place += 1) sum[place] = (sum[place] ?? 0) + (vector[place] ?? 0);
  }
  const length = Math.hypot(...sum);
  if (length === 0) return null;
  const begin = chunks
    .map(({ text }) => text)
    .join('\n')
    .slice(0, beginRead);
  return { document, vector: sum.map((value) => value / length), begin: `${document.title}\n${begin}` };
}

function sentencesOf({ library }: Overlooked, documents: readonly StoredDocument[]): OverviewTopic['sentences'] {
  return documents.flatMap(({ documentId, title }) => {
    const { text, blocks } = library.documents.source(documentId);
    const told = blocks.filter(({ kind, end }) => end <= summarised && kind !== 'table-head' && kind !== 'table-row');
    // The rows of a sheet are no sentences.
    if (told.length === 0) return [];
    return summarise({ text: text.slice(0, summarised), blocks: told }, 1).map(({ start, end }) => {
      const sentence = text.slice(start, end).replace(/\s+/gu, ' ').trim();
      const shown = sentence.length > longestSentence ? `${sentence.slice(0, longestSentence - 1)}…` : sentence;
      return { documentId, title, text: shown, startChar: start, endChar: end };
    });
  });
}
