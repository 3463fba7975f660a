import type { PipelineLimits } from '@shared/limits';
import { type RecognisedPage, readDocument } from '../../ingest';
import { noProfile } from './no-profile';
import { type CutContent, cutContentInTurns, titleOf } from './prepare-content';

/** A file that is to be read and cut; plain data, so that any thread can do it. */
export interface FileToCut {
  readonly bytes: Uint8Array;
  /** Without its folders. */
  readonly fileName: string;
  readonly contentId: string;
  readonly checksum: string;
  readonly limits: PipelineLimits['ingest'];
  readonly profile: string;
  /** What text recognition found on its pages without text; absent where it has not been asked. */
  readonly recognised?: readonly RecognisedPage[];
}

/**
 * From a file's bytes to its text and chunks; `storedPath` is left empty. Errors: those of reading a document,
 * `no-text`; an aborted signal throws its reason.
 */
export async function cutFile(
  { bytes, fileName, contentId, checksum, limits, profile, recognised }: FileToCut,
  countTokens: (text: string) => number,
  signal: AbortSignal,
): Promise<CutContent> {
  const chunkProfile = limits.profiles[profile];
  if (!chunkProfile) throw noProfile(profile, limits);
  const read = await readDocument(bytes, fileName, limits, signal, recognised);
  const indexTitle = titleOf(fileName, read.title);
  const source = { read, contentId, checksum, bytes: bytes.length, storedPath: '', indexTitle };
  const cut = await cutContentInTurns(source, profile, chunkProfile, countTokens, signal);
  return read.textless ? { ...cut, textless: read.textless } : cut;
}
