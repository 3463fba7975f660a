import { type BigIntStats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { deepFreeze } from '@shared/canonical-json';
import { type ErrorCode, VitrineError } from '@shared/errors';

/** A file that was written so lately may be written again before the clock of its folder has moved, ms. */
const restMs = 2000;

/**
 * Small files as they were parsed, read again where they have changed: one is looked at whenever it is asked for, and
 * told from what it was by its times, size and number. What is given out is frozen, since others get the same.
 */
export class ParsedFiles {
  private readonly kept = new Map<string, { readonly stamp: string; readonly value: unknown }>();

  /**
   * Null for an optional file that is not there. Each file has one way to be parsed. Errors: `code` where it cannot be
   * read, and those of `parse`.
   */
  async read<T>(file: string, code: ErrorCode, optional: boolean, parse: (text: string) => T): Promise<T | null> {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    const stamp = stampOf(found);
    const known = this.kept.get(file);
    if (stamp !== null && known?.stamp === stamp) return known.value as T;
    this.kept.delete(file);
    // Most libraries have no settings of their own: to open what is not there takes longer than to look.
    if (!found && optional) return null;
    const text = await textOf(file, code, optional);
    if (text === null) return null;
    const value = deepFreeze(parse(text));
    if (stamp !== null) this.kept.set(file, { stamp, value });
    return value;
  }
}

/** Null for a file that is not there, or that may be written again unnoticed. */
function stampOf(found: BigIntStats | undefined): string | null {
  if (found === undefined) return null;
  const { ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = found;
  const last = Math.max(Number(mtimeMs), Number(ctimeMs));
  return Date.now() - last < restMs ? null : `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

async function textOf(file: string, code: ErrorCode, optional: boolean): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (optional && (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new VitrineError(
      code,
      `${file} cannot be read.`,
      'Restore the file or its permissions.',
      { file },
      { cause: error },
    );
  }
}
