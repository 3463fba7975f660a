import { createPublicKey, verify } from 'node:crypto';
import { VitrineError } from '@shared/errors';
import semver from 'semver';
import { z } from 'zod';

/** What a release is, as its maker has signed it: `updates.json`, with the signature of its bytes beside it. */
const manifest = z.object({
  v: z.literal(1),
  product: z.string(),
  version: z.string().refine((version) => semver.valid(version) === version),
  /** ISO 8601. */
  released: z.iso.datetime(),
  files: z
    .array(
      z.object({
        /** One name, without a folder. */
        name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,150}$/),
        /** `linux-x64`, `darwin-arm64`, `win32-x64`. */
        system: z.string(),
        /** As the program knows its own installation: `AppImage`, `nsis`, `deb`, … */
        kind: z.string(),
        bytes: z
          .number()
          .int()
          .positive()
          .max(2 ** 31),
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
      }),
    )
    .max(50),
});
export type UpdateManifest = Readonly<z.output<typeof manifest>>;
export type UpdateFile = UpdateManifest['files'][number];

export interface Expected {
  /** Of the maker, PEM (Ed25519). */
  readonly publicKey: string;
  readonly product: string;
  /** The version that runs. */
  readonly version: string;
  /** Of the newest release that was ever seen here, ISO 8601; null where none was. */
  readonly newest: string | null;
}

/**
 * A manifest whose signature holds, of this product, that takes nobody back: neither to an older version nor, by showing an
 * older manifest again, past one that was seen. Errors: `update-refused` with why.
 */
export function readManifest(bytes: Uint8Array, signature: string, expected: Expected): UpdateManifest {
  if (!isSigned(bytes, signature, expected.publicKey)) throw new VitrineError('update-refused', { why: 'forged' });
  const { data } = manifest.safeParse(parsed(bytes));
  if (!data) throw new VitrineError('update-refused', { why: 'cut' });
  if (data.product !== expected.product) throw new VitrineError('update-refused', { why: 'product' });
  if (expected.newest !== null && data.released < expected.newest) {
    throw new VitrineError('update-refused', { why: 'replayed' });
  }
  if (semver.lt(data.version, expected.version)) throw new VitrineError('update-refused', { why: 'older' });
  return data;
}

function isSigned(bytes: Uint8Array, signature: string, publicKey: string): boolean {
  try {
    return verify(null, bytes, createPublicKey(publicKey), Buffer.from(signature.trim(), 'base64'));
  } catch {
    return false;
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

/** Whether a release is newer than what runs. */
export const isNewer = ({ version }: UpdateManifest, current: string): boolean => semver.gt(version, current);
