import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { withAsides } from './asides';
import { openLanguageDetector } from './detect-language';
import type { ReadDocument } from './document';
import { readerOf } from './formats/index';
import { ownFacts } from './own-facts';
import type { ReadContext, ReadLimits } from './reader-errors';
import { blocksOfText } from './recognise-blocks';
import { sniffFormat } from './sniff-format';
import { ownTitle } from './titles';

/**
 * A document's text and structure from its bytes; `bytes` is not changed, and nothing but them is read.
 *
 * @param fileName only to tell kinds of text apart; never used as a path
 * @param more `recognised`: what text recognition found on pages without text; pages with text keep their own.
 *   `password`: opens a PDF that wants one; never kept. `goesOn`: called when a page or part is done
 * Errors: `empty`, `too-large`, `unsupported`, `no-text`, `encrypted`, `damaged`, `too-many-pages`; an aborted
 *   signal throws its reason, between pages or parts at the latest.
 */
export async function readDocument(
  bytes: Uint8Array,
  fileName: string,
  limits: ReadLimits,
  signal?: AbortSignal,
  more: Pick<ReadContext, 'recognised' | 'password' | 'goesOn'> = {},
): Promise<ReadDocument> {
  signal?.throwIfAborted();
  checkFileSize(bytes.byteLength, limits);
  const { format, mime, decoded, warnings } = await sniffFormat(bytes, fileName, limits);
  signal?.throwIfAborted();
  const context: ReadContext = { fileName, limits, signal, ...more };
  const read = await readerOf(format)
    .read(bytes, decoded, context)
    .catch((error: unknown) => {
      // A stack, a string or an array that is full: the file holds more than a reader of its format can take.
      throw error instanceof RangeError ? new VitrineError('too-large', {}, { cause: error }) : error;
    });
  if (!/\S/.test(read.text)) throw new VitrineError('no-text');
  const language = (await openLanguageDetector()).ofText(besideTables(read));
  return {
    format,
    mime,
    ...read,
    ...ownFacts(read),
    title: ownTitle({ ...read, language }, fileName),
    language,
    blocks: withAsides(read, format === 'md'),
    warnings: [...warnings, ...read.warnings],
  };
}

/** The evidence of the language: the cells of tables are names and figures, which look like any. */
function besideTables({ text, blocks }: Pick<ReadDocument, 'text' | 'blocks'>): string {
  let at = 0;
  let beside = '';
  for (const { kind, start, end } of blocks) {
    if (kind !== 'table-head' && kind !== 'table-row') continue;
    beside += `${text.slice(at, start)} `;
    at = end;
  }
  return beside + text.slice(at);
}

/** A text that comes from no file, as a reader leaves a plain text: without pages, headings or a known language. */
export const plainDocument = (text: string, title: string | null): ReadDocument => ({
  format: 'txt',
  mime: 'text/plain',
  ...ownFacts({}),
  title,
  text,
  pages: [],
  headings: [],
  blocks: blocksOfText(text),
  language: 'und',
  warnings: [],
});

/** Bytes of one read: a cancel takes effect within a large file. */
const READ_BYTES = 4 * 1024 * 1024;

/**
 * Refuses a file by its size alone, before a byte of it is read.
 * Errors: `too-large`, `empty` (zero bytes).
 */
function checkFileSize(bytes: number, limits: Pick<PipelineLimits['ingest'], 'maxFileBytes'>) {
  if (bytes === 0) {
    throw new VitrineError('empty', { bytes });
  }
  if (bytes > limits.maxFileBytes) {
    const { maxFileBytes } = limits;
    const words = { mebibytes: mebibytes(bytes), most: mebibytes(maxFileBytes) };
    throw new VitrineError('too-large', { why: 'bytes', ...words, bytes, maxFileBytes });
  }
}

/**
 * The bytes of a file and its last change (ISO 8601), refused by size before they are read. Devices and pipes are
 * refused too: they never end.
 *
 * @param mayLieAt whether the file may be read from its real path, behind all links; asked once it is open, so a link
 * put in its place changes nothing Errors: `vanished`, `not-readable`, `too-large`, `empty`; an aborted signal throws
 * its reason.
 */
export async function readFileBytes(
  path: string,
  limits: Pick<PipelineLimits['ingest'], 'maxFileBytes'>,
  signal?: AbortSignal,
  mayLieAt?: (real: string) => Promise<boolean>,
): Promise<{ readonly bytes: Uint8Array; readonly modifiedAt: string }> {
  signal?.throwIfAborted();
  try {
    // Non-blocking: opening a pipe without a writer would otherwise wait for ever.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const found = await file.stat();
      if (!found.isFile()) {
        throw new VitrineError('not-readable', { why: 'not-regular' });
      }
      if (mayLieAt && !(await isAllowed(path, file, mayLieAt))) {
        throw new VitrineError('not-readable', { why: 'link-outside' });
      }
      checkFileSize(found.size, limits);
      const bytes = new Uint8Array(found.size);
      let filled = 0;
      while (filled < bytes.length) {
        signal?.throwIfAborted();
        const { bytesRead } = await file.read(bytes, filled, Math.min(READ_BYTES, bytes.length - filled), filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      const modifiedAt = found.mtime.toISOString();
      return { bytes: filled === bytes.length ? bytes : bytes.slice(0, filled), modifiedAt };
    } finally {
      await file.close();
    }
  } catch (error) {
    throw fileError(error);
  }
}

/** Whether an open file lies at an allowed place, and is still the one of that place. */
async function isAllowed(
  path: string,
  file: FileHandle,
  mayLieAt: (real: string) => Promise<boolean>,
): Promise<boolean> {
  const real = await realpath(path);
  const [opened, there] = await Promise.all([file.stat({ bigint: true }), stat(real, { bigint: true })]);
  return opened.dev === there.dev && opened.ino === there.ino && (await mayLieAt(real));
}

const mebibytes = (bytes: number): number => Math.round((bytes / 1024 / 1024) * 10) / 10;

function fileError(error: unknown): unknown {
  if (error instanceof VitrineError || !(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
    return new VitrineError('vanished', {}, { cause: error });
  }
  if (typeof error.code !== 'string' || !/^E[A-Z]+$/.test(error.code)) return error;
  return new VitrineError('not-readable', { why: 'system', systemCode: error.code }, { cause: error });
}
