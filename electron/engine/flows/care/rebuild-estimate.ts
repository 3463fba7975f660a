import { statfs } from 'node:fs/promises';
import { setImmediate as breath } from 'node:timers/promises';
import type { ModelCost, RebuildEstimate } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import type { DocumentFormat } from '../../ingest';
import { type Library, searchableText } from '../../store';
import { cutContent } from '../ingest/prepare-content';
import { evenly } from '../models/model-costs';
import type { WritingTime } from './writing-times';

/** Chunks that an estimate looks at; a look takes about 20 µs, and 200 µs where they are cut anew. */
const mostChunks = 4000;
const mostChunksCut = 1000;
const bytesANumber = 4;
/** Of a kept vector beside its numbers: key, model, row. */
const bytesAKeptRow = 120;
/** Of a text to one of its content words, about: 9 to 11 in English. Of each the signs of a vector are kept. */
const charactersAWord = 10;

export interface RebuildAsked {
  readonly entry: EmbeddingEntry;
  readonly cost: ModelCost;
  readonly profile: string;
  readonly limits: PipelineLimits;
  /** How long writing such an index took here before; null where it never happened. */
  readonly writing: (recuts: boolean) => WritingTime | null;
  /** Opens what counts tokens; asked only where documents are cut anew. */
  readonly countTokens: () => Promise<(text: string) => number>;
}

/**
 * What a rebuild would take: the texts whose vectors are not kept yet × the measured time a text, and the chunks × the
 * time that one took when an index was last written here: that grows with their number (with all vectors kept, 1000
 * chunks were measured at 0.30–0.36 s and 10,000 at 2.5–2.8 s on two cores). A library of more than 4000 chunks (1000,
 * where they must be cut anew) is judged by contents that lie evenly in it. Reads only.
 * Errors: `bad-request` for a profile that nobody defined, `cancelled`.
 */
export async function estimateRebuild(
  library: Library,
  { entry, cost, profile, limits, writing, countTokens }: RebuildAsked,
  signal: AbortSignal,
): Promise<RebuildEstimate> {
  const { contents, embeddings, index } = library;
  const manner = limits.ingest.profiles[profile];
  if (!manner)
    throw new VitrineError('bad-request', `There is no chunk profile ${profile}.`, 'See the limits.', {
      profile,
      why: 'no-profile',
    });
  const { documents, chunks: chunksNow } = library.documents.counts();
  const { manifest } = index;
  const recuts = manifest !== null && manifest.profile !== profile;
  const all = contents.ids();
  const perContent = Math.max(1, chunksNow / Math.max(1, all.length));
  const looked = evenly(all, Math.ceil((recuts ? mostChunksCut : mostChunks) / perContent));
  const count = recuts ? await countTokens() : () => 0;

  const isKept = (text: string) => embeddings.get(entry.id, text, entry.dimension, entry.wordVectors) !== null;
  const missing = new Set<string>();
  const now = { chunks: 0, characters: 0 };
  const then = { chunks: 0, characters: 0 };
  for (const contentId of looked) {
    signal.throwIfAborted();
    const stored = contents.get(contentId);
    const old = contents.chunkTexts(contentId).map((chunk) => searchableText(chunk.title, chunk.headings, chunk.text));
    const texts =
      !stored || stored.profile === profile
        ? old
        : cutContent(
            { ...stored, read: { ...stored, format: stored.format as DocumentFormat } },
            profile,
            manner,
            count,
          ).searchable;
    tally(now, old);
    tally(then, texts);
    for (const text of texts) if (!isKept(text)) missing.add(text);
    await breath();
  }
  const exact = looked.length === all.length && contents.unembedded().length === 0;
  const whole = looked.length === all.length;
  const grown = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
  const chunks = whole ? then.chunks : Math.round(chunksNow * grown(then.chunks, now.chunks));
  const ofChunks = whole ? missing.size : Math.round(chunks * (then.chunks === 0 ? 0 : missing.size / then.chunks));
  const recalled = library.memory.searchables();
  const ofRecalled = recalled.filter((text) => !isKept(text)).length;
  const toEmbed = ofChunks + ofRecalled;

  const written = writing(recuts);
  const msWriting = written && Math.ceil((chunks * written.ms) / written.chunks);

  const { bytes: indexBytes } = await index.size();
  const beside = Math.max(0, indexBytes - chunksNow * (manifest?.dimension ?? 0) * bytesANumber);
  const vector = entry.dimension * bytesANumber;
  const words = entry.wordVectors ? then.characters / Math.max(1, then.chunks) / charactersAWord : 0;
  const wordBytes = Math.round((words * entry.dimension) / 8);
  const indexBytesAfter = Math.round(beside * grown(then.characters, now.characters) + chunks * vector);
  return {
    model: { id: entry.id, title: entry.title, dimension: entry.dimension },
    profile,
    now: manifest ? { modelId: manifest.modelId, profile: manifest.profile } : null,
    documents,
    chunksNow,
    chunks,
    toEmbed,
    cached: chunks + recalled.length - toEmbed,
    exact,
    msPerText: cost.msPerText,
    msWriting,
    ms: Math.round(toEmbed * cost.msPerText) + (msWriting ?? 0),
    indexBytes,
    indexBytesAfter,
    roomBytes: indexBytesAfter + toEmbed * (vector + bytesAKeptRow + wordBytes),
    freeBytes: await freeOn(library.folder),
  };
}

/** Bytes that this user may still write there. */
async function freeOn(folder: string): Promise<number | null> {
  const facts = await statfs(folder).catch(() => null);
  return facts ? facts.bavail * facts.bsize : null;
}

function tally(sum: { chunks: number; characters: number }, texts: readonly string[]): void {
  sum.chunks += texts.length;
  for (const text of texts) sum.characters += text.length;
}
