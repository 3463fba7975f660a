import { statfs } from 'node:fs/promises';
import { setImmediate as breath } from 'node:timers/promises';
import type { ModelCost, RebuildEstimate } from '@shared/contract';
import { profileOfId } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { type Library, type StoredContent, searchableText } from '../../store';
import { cutContent, textToRecut } from '../ingest/cut-content';
import { evenly } from '../models/model-costs';
import type { WritingTime } from './rebuilds';

/** Chunks that an estimate looks at; a look takes about 20 µs, and 200 µs if they are cut again. */
const mostChunks = 4000;
const mostChunksCut = 1000;
const bytesANumber = 4;
/** Bytes of a stored vector beside its numbers: key, model, row. */
const bytesAKeptRow = 120;

export interface RebuildAsked {
  readonly entry: EmbeddingEntry;
  readonly cost: Pick<ModelCost, 'msPerText' | 'loadMs'> & Pick<RebuildEstimate, 'judgedBy'>;
  /** Bytes of the model's files, if they have to come first; 0 if they are here. */
  readonly fetchBytes: number;
  /** Whether it embeds and cuts in threads, each of which opens it once more, all at the same time. */
  readonly inThreads: boolean;
  readonly profile: string;
  /** How long writing such an index took here before; null where it never happened. */
  readonly writing: (recuts: boolean) => WritingTime | null;
  readonly countTokens: () => Promise<(text: string) => number>;
}

/**
 * Estimates a rebuild: opening the model, its time a text for texts without a vector, and the measured time of writing
 * a chunk. A long library is judged by an even sample. Reads only. Errors: `cancelled`.
 */
export async function estimateRebuild(
  library: Library,
  asked: RebuildAsked,
  signal: AbortSignal,
): Promise<RebuildEstimate> {
  const { entry, cost, fetchBytes, inThreads, profile, writing, countTokens } = asked;
  const { contents, index } = library;
  const { manifest } = index;
  const { documents, chunks: chunksNow } = library.documents.counts();
  const recuts = manifest !== null && manifest.profile !== profile;
  const isKept = (text: string) => library.embeddings.get(entry.id, text, entry.dimension) !== null;
  const all = contents.ids();
  const perContent = Math.max(1, chunksNow / Math.max(1, all.length));
  const looked = evenly(all, Math.ceil((recuts ? mostChunksCut : mostChunks) / perContent));
  const whole = looked.length === all.length;
  const cut = { profile, count: recuts ? await countTokens() : () => 0 };
  const { now, then, missing } = await lookedAt(library, looked, cut, isKept, signal);

  const exact = whole && !contents.unembedded().some(({ unembedded }) => unembedded === 1);
  const chunks = whole ? then.chunks : Math.round(chunksNow * grown(then.chunks, now.chunks));
  const ofChunks = whole ? missing : Math.round((chunks * missing) / Math.max(1, then.chunks));
  const recalled = library.memory.searchables();
  const toEmbed = ofChunks + recalled.filter((text) => !isKept(text)).length;
  const written = writing(recuts);
  const msWriting = written && Math.ceil((chunks * written.ms) / written.chunks);
  const opensInThreads = inThreads && (toEmbed > 0 || recuts);
  const msLoading = cost.loadMs * (opensInThreads ? 2 : 1);
  const { bytes: indexBytes } = await index.size();
  const beside = Math.max(0, indexBytes - chunksNow * (manifest?.dimension ?? 0) * bytesANumber);
  const vectorBytes = entry.dimension * bytesANumber;
  const indexBytesAfter = Math.round(beside * grown(then.characters, now.characters) + chunks * vectorBytes);
  return {
    model: { id: entry.id, title: entry.title, dimension: entry.dimension },
    profile: profileOfId(profile).name,
    recuts,
    now: manifest ? { modelId: manifest.modelId, profile: profileOfId(manifest.profile).name } : null,
    documents,
    chunksNow,
    chunks,
    toEmbed,
    cached: chunks + recalled.length - toEmbed,
    exact,
    msPerText: cost.msPerText,
    msLoading,
    opensInThreads,
    msWriting,
    ms: msLoading + Math.round(toEmbed * cost.msPerText) + (msWriting ?? 0),
    indexBytes,
    indexBytesAfter,
    fetchBytes,
    ...(cost.judgedBy === undefined ? {} : { judgedBy: cost.judgedBy }),
    roomBytes: fetchBytes + indexBytesAfter + toEmbed * (vectorBytes + bytesAKeptRow),
    freeBytes: await freeOn(library.folder),
  };
}

interface Cut {
  readonly profile: string;
  readonly count: (text: string) => number;
}

interface Tally {
  chunks: number;
  characters: number;
}

async function lookedAt(
  { contents }: Library,
  contentIds: readonly string[],
  cut: Cut,
  isKept: (text: string) => boolean,
  signal: AbortSignal,
) {
  const missing = new Set<string>();
  const now = { chunks: 0, characters: 0 };
  const then = { chunks: 0, characters: 0 };
  for (const contentId of contentIds) {
    signal.throwIfAborted();
    const old = contents.chunkTexts(contentId).map((chunk) => searchableText(chunk.title, chunk));
    const texts = textsAfter(contents.get(contentId), old, cut);
    tally(now, old);
    tally(then, texts);
    for (const text of texts) if (!isKept(text)) missing.add(text);
    await breath();
  }
  return { now, then, missing: missing.size };
}

/** The texts of a content's chunks after the rebuild: the old ones, unless it is cut in another manner. */
function textsAfter(stored: StoredContent | null, old: readonly string[], { profile, count }: Cut): readonly string[] {
  if (!stored || !profileOfId(profile).profile || stored.profile === profile) return old;
  return cutContent(textToRecut(stored, profile), count).searchable;
}

const grown = (then: number, now: number): number => (now === 0 ? 1 : then / now);

async function freeOn(folder: string): Promise<number | null> {
  const facts = await statfs(folder).catch(() => null);
  return facts ? facts.bavail * facts.bsize : null;
}

function tally(sum: Tally, texts: readonly string[]): void {
  sum.chunks += texts.length;
  for (const text of texts) sum.characters += text.length;
}
