import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { statedFacts } from '@shared/document-facts';
import { VitrineError } from '@shared/errors';
import type { FormatId } from '@shared/formats';
import { type ChunkProfile, type PipelineLimits, profileOfId } from '@shared/limits';
import { packBlocks } from '@shared/prompt/blocks';
import { keepTables } from '../../calculation';
import {
  type ChunkSpan,
  chunkDocument,
  chunksOf,
  type LanguageDetector,
  openLanguageDetector,
  type ReadDocument,
  type RecognisedPage,
  readDocument,
  safeDisplayName,
} from '../../ingest';
import {
  type IndexRow,
  type NewContent,
  type StoredContent,
  searchableText,
  termCounts,
  type Unembedded,
} from '../../store';
import { noProfile } from './chunk-profiles';

const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

export const checksumOf = (bytes: Uint8Array | string): string => sha256(bytes);
/** The document that lives at this path: the same path is the same document, whatever its bytes become. */
export const documentIdOf = (path: string): string => sha256(`document\0${path}`).slice(0, 16);
export const contentIdOf = (checksum: string, format: string): string =>
  sha256(`content\0${checksum}\0${format}`).slice(0, 32);
/** The same content, profile (its name and numbers) and span give the same id, in every library (I7). */
const chunkIdOf = (contentId: string, profile: string, start: number, end: number): string =>
  sha256(`chunk\0${contentId}\0${profile}\0${start}\0${end}`).slice(0, 16);

export function titleOfFile(fileName: string, title: string | null | undefined): string {
  const name = safeDisplayName(fileName);
  return (title && safeDisplayName(title)) || name.slice(0, name.length - extname(name).length) || name || 'Unknown';
}

export interface ContentSource
  extends Pick<NewContent, 'contentId' | 'checksum' | 'bytes' | 'storedPath' | 'indexTitle'> {
  readonly read: ReadDocument;
}

export interface CutContent {
  readonly content: NewContent;
  readonly searchable: readonly string[];
  /** Pages, 1-based, without text; absent where there are none. */
  readonly textless?: readonly number[];
}

/** A content as a thread hands it over: what its text holds too would take twice the memory. */
export interface HandedCut extends Pick<CutContent, 'textless'> {
  readonly content: Omit<NewContent, 'chunks'> & {
    readonly chunks: readonly Omit<NewContent['chunks'][number], 'text'>[];
  };
}

export const handedOver = ({ content, textless }: CutContent): HandedCut => ({
  content: { ...content, chunks: content.chunks.map(({ text: _, ...chunk }) => chunk) },
  ...(textless && { textless }),
});

export function received({ content, ...cut }: HandedCut): CutContent {
  const { text } = content;
  const chunks = content.chunks.map((chunk) => ({ ...chunk, text: text.slice(chunk.startChar, chunk.endChar) }));
  return { ...withTexts({ ...content, chunks }), ...cut };
}

/** The texts are made when they are asked for: a thread hands a content over without them. */
const withTexts = (content: NewContent): CutContent => ({
  content,
  get searchable() {
    return content.chunks.map((chunk) => searchableText(content.indexTitle, chunk));
  },
});

/** A text to cut; plain data: any thread can do it. */
export interface TextToCut {
  readonly source: ContentSource;
  readonly profile: string;
}

/** Cuts a text into chunks with ids. Errors: `no-text`, `bad-request` for an id of no profile. */
export function cutContent(
  { source, profile }: TextToCut,
  countTokens: (text: string) => number,
  detector?: LanguageDetector,
): CutContent {
  return contentOf(source, profile, chunkDocument(source.read, profileIn(profile), countTokens, detector).map(packed));
}

function profileIn(id: string): ChunkProfile {
  const { profile } = profileOfId(id);
  if (profile) return profile;
  throw new VitrineError('bad-request', { profile: id });
}

/** So long a thread cuts before others get a turn and a cancel is noticed, ms. */
const msATurn = 20;

/** The same content; other work gets turns. Errors: as `cutContent`; an aborted signal throws its reason. */
export async function cutContentInTurns(
  { source, profile }: TextToCut,
  countTokens: (text: string) => number,
  signal: AbortSignal,
  goesOn?: () => void,
): Promise<CutContent> {
  const spans: PackedSpan[] = [];
  const detector = await openLanguageDetector();
  let since = performance.now();
  for (const span of chunksOf(source.read, profileIn(profile), countTokens, detector)) {
    spans.push(packed(span));
    if (performance.now() - since < msATurn) continue;
    await nextTurn();
    signal.throwIfAborted();
    goesOn?.();
    since = performance.now();
  }
  return contentOf(source, profile, spans);
}

type PackedSpan = Omit<ChunkSpan, 'blocks'> & { readonly blocks: string };

const packed = (span: ChunkSpan): PackedSpan => ({ ...span, blocks: packBlocks(span.blocks) });

function contentOf(source: ContentSource, profileName: string, spans: readonly PackedSpan[]): CutContent {
  const { read, contentId, indexTitle } = source;
  if (spans.length === 0) throw new VitrineError('no-text');
  const chunks = spans.map((span) => ({
    ...span,
    id: chunkIdOf(contentId, profileName, span.startChar, span.endChar),
    position: span.index,
  }));
  return withTexts({
    contentId,
    checksum: source.checksum,
    format: read.format,
    mime: read.mime,
    bytes: source.bytes,
    storedPath: source.storedPath,
    ...statedFacts(read),
    title: read.title,
    language: read.language,
    indexTitle,
    pages: read.pages,
    headings: read.headings,
    blocks: packBlocks(read.blocks),
    warnings: read.warnings,
    profile: profileName,
    text: read.text,
    chunks,
    // Here, where it is a thread of an ingest that counts: the engine's own has searches to answer.
    terms: termCounts(chunks),
  });
}

export function textToRecut(
  { contentId, checksum, bytes, storedPath, indexTitle, profile: _before, ...read }: StoredContent,
  profile: string,
): TextToCut {
  const own = { ...read, format: read.format as FormatId };
  return { source: { read: own, contentId, checksum, bytes, storedPath, indexTitle }, profile };
}

export const withoutVectors = (cut: CutContent, unembedded: Unembedded): CutContent => ({
  ...cut,
  content: { ...cut.content, unembedded },
});

/** Rows of the index for a content that waits for its vectors: found by words, and near to nothing. */
export function wordRowsOf(cut: CutContent, dimension: number): IndexRow[] {
  const zeros = cut.searchable.map(() => new Float32Array(dimension));
  return indexRowsOf(cut, zeros);
}

export function indexRowsOf({ content, searchable }: CutContent, vectors: readonly Float32Array[]): IndexRow[] {
  return content.chunks.flatMap((chunk, position) => {
    const vector = vectors[position];
    const text = searchable[position] ?? '';
    return vector ? [{ chunkId: chunk.id, contentId: content.contentId, searchable: text, vector }] : [];
  });
}

/** A file to read and cut; plain data: any thread can do it. */
export interface FileToCut {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly contentId: string;
  readonly checksum: string;
  readonly limits: PipelineLimits['ingest'];
  readonly profile: string;
  /** Recognised text of its pages without text; absent if recognition was not used. */
  readonly recognised?: readonly RecognisedPage[];
  readonly password?: string | undefined;
  /** File that its long tables are kept in, typed; absent where they are not. */
  readonly tables?: string;
}

/** Reads and cuts a file without `storedPath`. `goesOn` reports each page or part. Errors: of reading, `no-text`. */
export async function cutFile(
  { bytes, fileName, contentId, checksum, limits, profile, recognised, password, tables }: FileToCut,
  countTokens: (text: string) => number,
  signal: AbortSignal,
  goesOn?: () => void,
): Promise<CutContent> {
  if (!profileOfId(profile).profile) throw noProfile(profile, limits);
  const read = await readDocument(bytes, fileName, limits, signal, { recognised, password, goesOn });
  const indexTitle = titleOfFile(fileName, read.title);
  const source = { read, contentId, checksum, bytes: bytes.length, storedPath: '', indexTitle };
  goesOn?.();
  await nextTurn();
  signal.throwIfAborted();
  // Before there are chunks: a sheet of a million rows as cells and as chunks at once takes half as much memory again.
  try {
    if (tables !== undefined) keepTables(tables, read);
  } catch {
    // They are typed at the first question then.
  }
  goesOn?.();
  const cut = await cutContentInTurns({ source, profile }, countTokens, signal, goesOn);
  return read.textless ? { ...cut, textless: read.textless } : cut;
}
