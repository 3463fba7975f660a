import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { safeDisplayName } from './display-name';

/** Bytes a read asks for at a time, so that a cancel is noticed within a large file. */
const READ_BYTES = 4 * 1024 * 1024;

/**
 * Refuses a file by its size alone, before a byte of it is read.
 * Errors: `too-large`, `empty` (zero bytes).
 */
export function checkFileSize(bytes: number, fileName: string, limits: Pick<PipelineLimits['ingest'], 'maxFileBytes'>) {
  if (bytes === 0) {
    throw new VitrineError(
      'empty',
      `"${safeDisplayName(fileName)}" is empty.`,
      'Add a file that has something in it.',
      { bytes },
    );
  }
  if (bytes > limits.maxFileBytes) {
    throw new VitrineError(
      'too-large',
      `"${safeDisplayName(fileName)}" has ${mebibytes(bytes)} MiB; the limit is ${mebibytes(limits.maxFileBytes)} MiB.`,
      'Split the file, or raise ingest.maxFileBytes in the limits.',
      { bytes, maxFileBytes: limits.maxFileBytes },
    );
  }
}

/**
 * The bytes of a file, refused by size before they are read. Devices and pipes are refused too: they never end.
 * Errors: `vanished`, `not-readable`, `too-large`, `empty`; an aborted signal throws its reason.
 */
export async function readFileBytes(
  path: string,
  limits: Pick<PipelineLimits['ingest'], 'maxFileBytes'>,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  signal?.throwIfAborted();
  try {
    // Non-blocking: opening a pipe nobody writes to would otherwise wait for ever.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = await file.stat();
      if (!stat.isFile()) {
        throw new VitrineError(
          'not-readable',
          `"${safeDisplayName(path)}" is not a regular file.`,
          'Choose a document instead of a device, pipe or folder.',
        );
      }
      checkFileSize(stat.size, path, limits);
      const bytes = new Uint8Array(stat.size);
      let filled = 0;
      while (filled < bytes.length) {
        signal?.throwIfAborted();
        const { bytesRead } = await file.read(bytes, filled, Math.min(READ_BYTES, bytes.length - filled), filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return filled === bytes.length ? bytes : bytes.slice(0, filled);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw fileError(error, path);
  }
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}

function fileError(error: unknown, path: string): unknown {
  if (error instanceof VitrineError || !(error instanceof Error) || !('code' in error)) return error;
  const name = safeDisplayName(path);
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
    return new VitrineError(
      'vanished',
      `"${name}" is not there any more.`,
      'It may have been moved, renamed or deleted; add it again from where it is now.',
      undefined,
      { cause: error },
    );
  }
  if (typeof error.code !== 'string' || !/^E[A-Z]+$/.test(error.code)) return error;
  return new VitrineError(
    'not-readable',
    `"${name}" cannot be read (${error.code}).`,
    'Check that you may read the file and that no other program has locked it.',
    { systemCode: error.code },
    { cause: error },
  );
}
