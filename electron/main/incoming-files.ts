import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RefusedFile } from '@shared/contract/bridge';
import { incomingFolder, incomingHome, incomingName, kindOfIncoming, nameOr } from '@shared/host/incoming-file';
import { ownPath, removeOwn } from '../engine/own-files';

interface IncomingFile {
  readonly name: string;
  readonly unnamed: string;
  readonly bytes: Uint8Array;
}

export type KeptFile = { readonly path: string } | { readonly why: RefusedFile['why'] };

const nameLength = 1000;
const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= nameLength;

export function incomingFile(said: unknown): IncomingFile | null {
  const { name, unnamed, bytes } = Object(said) as Record<string, unknown>;
  return isName(name) && isName(unnamed) && bytes instanceof Uint8Array ? { name, unnamed, bytes } : null;
}

/**
 * Writes the bytes to `incoming/{start of their sha256}/{name}` inside the library and resolves to that path. The same
 * bytes keep their path under any later name, so the engine sees them as unchanged. The bytes decide the kind and the
 * extension.
 */
export async function keepIncoming(libraryFolder: string, file: IncomingFile, maxBytes: number): Promise<KeptFile> {
  const { bytes, name, unnamed } = file;
  if (bytes.byteLength > maxBytes) return { why: 'too-large' };
  const kind = kindOfIncoming(bytes);
  if (kind === null) return { why: 'unknown-kind' };
  const homeName = incomingHome(createHash('sha256').update(bytes).digest('hex'));
  const part = `${randomUUID()}.part`;
  try {
    const home = ownPath(libraryFolder, incomingFolder, homeName);
    const partial = join(libraryFolder, incomingFolder, part);
    await mkdir(home, { recursive: true });
    const [known] = await readdir(home);
    if (known !== undefined) return { path: join(home, known) };
    await writeFile(partial, bytes, { flag: 'wx' });
    const path = join(home, incomingName(nameOr(name, unnamed), kind));
    await rename(partial, path);
    return { path };
  } catch (error) {
    console.error(`A pasted file could not be kept: ${String(error)}`);
    await removeOwn(libraryFolder, incomingFolder, part).catch((left: unknown) => console.error(String(left)));
    return { why: 'failed' };
  }
}
