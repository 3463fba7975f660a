import { constants } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { VitrineError } from '@shared/errors';
import { decodeText } from '../ingest';

interface SetFault {
  /** The reason in one word, for other languages; with `values` it says the same. */
  readonly why: string;
  readonly reason: string;
  readonly hint?: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

const layout =
  'Use the BEIR layout: corpus.jsonl and queries.jsonl with _id and text, qrels as query-id, corpus-id, score.';

/** @param line 0 where the whole file is meant */
export function invalidSet(
  file: string,
  line: number,
  { why, reason, hint = layout, values = {} }: SetFault,
  cause: unknown = null,
): VitrineError {
  const name = basename(file);
  const message = `The labelled set does not fit ${line > 0 ? `in line ${line} of ${name}` : `at ${file}`}: ${reason}.`;
  return new VitrineError('labelled-set-invalid', message, hint, { ...values, file, name, line, why }, { cause });
}

/**
 * A file's text, in the encodings in which spreadsheets and editors save one. Errors: `labelled-set-invalid`.
 *
 * @param hint what to do with a file that is not text
 */
export async function textOf(file: string, hint = layout): Promise<string> {
  const bytes = await readFile(file).catch(async (error: unknown) => {
    if (await isThere(`${file}${packedEnding}`)) throw packed(`${file}${packedEnding}`);
    if ((error as NodeJS.ErrnoException).code === 'ERR_FS_FILE_TOO_LARGE') throw tooLarge(file);
    throw invalidSet(file, 0, { why: 'not-readable', reason: 'it cannot be read' }, error);
  });
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw packed(file);
  const decoded = decodedOf(bytes, file);
  if (decoded) return decoded.text;
  throw invalidSet(file, 0, { why: 'no-text', reason: 'it is not text', hint });
}

function decodedOf(bytes: Uint8Array, file: string): ReturnType<typeof decodeText> {
  try {
    return decodeText(bytes);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_STRING_TOO_LONG' ? tooLarge(file) : error;
  }
}

/** Its lines, without their ends. Errors as of `textOf`. */
export const linesOf = async (file: string): Promise<readonly string[]> => (await textOf(file)).split(/\r\n?|\n/u);

export const packedEnding = '.gz';

/** Whether a file or folder is there; one that cannot be asked for is not. */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

export const packed = (file: string): VitrineError =>
  invalidSet(file, 0, { why: 'packed', reason: 'it is packed', hint: 'Unpack it (gunzip), and measure again.' });

function tooLarge(file: string): VitrineError {
  const gigabytes = (constants.MAX_STRING_LENGTH / 1e9).toFixed(1);
  const reason = `it is larger than ${gigabytes} GB`;
  return invalidSet(file, 0, {
    why: 'too-large',
    reason,
    hint: 'Leave documents out, and measure again.',
    values: { gigabytes },
  });
}
