import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
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
