import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import type { IncomingMessage, Server } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { VitrineError } from '@shared/errors';
import { incomingHome, plainFileName } from '@shared/host/incoming-file';
import { ownPath, partAt, removeOwn } from '../engine/own-files';

class TooLarge extends Error {}

/**
 * Streams an uploaded file into `folder/{start of its sha256}/{name}` and resolves to that path, or to `too-large` for
 * more than `maxBytes`. The same file sent twice gets the same path, and the engine sees it as unchanged.
 *
 * Errors: `library-linked`.
 *
 * @param name a plain one, as of `uploadName`
 * @param folder one of the library's
 */
export async function receiveUpload(
  bytesOfFile: AsyncIterable<Uint8Array>,
  name: string,
  folder: string,
  maxBytes: number,
): Promise<string | 'too-large'> {
  const own = (...names: readonly string[]) => ownPath(...partAt(folder), ...names);
  const part = `${randomUUID()}.part`;
  const partial = own(part);
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (bytes > maxBytes) done(new TooLarge());
      else done(null, chunk);
    },
  });
  await mkdir(folder, { recursive: true });
  try {
    await pipeline(bytesOfFile, measure, createWriteStream(partial, { flags: 'wx' }));
    const home = own(incomingHome(hash.digest('hex')));
    await mkdir(home, { recursive: true });
    const path = join(home, name);
    await rename(partial, path);
    return path;
  } catch (error) {
    await removeOwn(...partAt(folder), part);
    if (error instanceof TooLarge) return 'too-large';
    throw error;
  }
}

/** A plain file name from what a browser or a program sent (percent-encoded UTF-8): no folders, no control characters. */
export function uploadName(header: string): string {
  try {
    return plainFileName(decodeURIComponent(header));
  } catch {
    // Not percent-encoded: the header itself is the name.
    return plainFileName(header);
  }
}

/** Listens on this computer alone, on any free port for 0; resolves to the port. Errors: those of listening. */
export function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** Bounds of a JSON body. The longest question with the longest selected text fits. */
const most = { bytes: 16 * 1024 * 1024, depth: 32, values: 100_000 } as const;

const [quote, backslash, comma, bracket, closingBracket, brace, closingBrace] = Buffer.from('"\\,[]{}');

/**
 * Reads the JSON of a body, with or without a stated length. Size, nesting and the number of values are bounded while
 * the bytes arrive: neither parsing nor validating can hold the thread. Errors: `too-large`, `bad-request` for too deep
 * nesting, too many values or invalid JSON.
 */
export async function jsonBody(incoming: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  const hold = boundedShape();
  let bytes = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > most.bytes) throw new VitrineError('too-large', { why: 'body', most: most.bytes / 1024 / 1024 });
    hold(part);
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch (error) {
    throw new VitrineError('bad-request', { why: 'not-json' }, { cause: error });
  }
}

/** Counts levels and values in the bytes of JSON, part by part. Errors: `bad-request` beyond the bounds. */
function boundedShape(): (part: Buffer) => void {
  let inText = false;
  let escaped = false;
  let depth = 0;
  let values = 1;
  return (part) => {
    for (let at = 0; at < part.length; at += 1) {
      const sign = part[at];
      if (escaped) escaped = false;
      else if (inText) {
        escaped = sign === backslash;
        inText = sign !== quote;
      } else if (sign === quote) inText = true;
      else if (sign === closingBracket || sign === closingBrace) depth -= 1;
      else if (sign === comma) values += 1;
      else if (sign === bracket || sign === brace) {
        depth += 1;
        values += 1;
      }
      if (depth > most.depth || values > most.values) {
        throw new VitrineError('bad-request', { why: 'body-shape', levels: most.depth, values: most.values });
      }
    }
  };
}
