import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
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
  /** Until when this may be believed: whoever shows it later holds newer releases back. */
  expires: z.iso.datetime(),
  /** Ids of keys that are accepted no more. */
  retires: z.array(z.string()).max(20),
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
  /** The maker's keys, PEM (Ed25519). One that is named earlier may retire those after it. */
  readonly publicKeys: readonly string[];
  /** Ids of the keys that were retired on this computer. */
  readonly retired: readonly string[];
  readonly product: string;
  /** The version that runs. */
  readonly version: string;
  /** Of the newest release that was ever seen here, ISO 8601; null where none was. */
  readonly newest: string | null;
  /** Time in ms. */
  readonly now: number;
}

export interface ReadManifest {
  readonly manifest: UpdateManifest;
  /** As `Expected` has it, with what this manifest retires. */
  readonly retired: readonly string[];
}

/**
 * Reads a manifest that a key of the maker has signed, that is of this product and valid now, and that takes nobody back:
 * neither to an older version nor, by showing an older manifest again, past one that was seen.
 *
 * @param signatures one a line, in base64: a maker who changes keys signs with the old and the new one
 * Errors: `update-refused` with the reason.
 */
export function readManifest(bytes: Uint8Array, signatures: string, expected: Expected): ReadManifest {
  const keys = keysOf(expected.publicKeys);
  const signed = keys.filter(({ key }) => isSigned(bytes, signatures, key));
  const rank = keys.findIndex((key) => signed.includes(key) && !expected.retired.includes(key.id));
  if (rank < 0) throw new VitrineError('update-refused', { why: signed.length > 0 ? 'retired' : 'forged' });
  const { data } = manifest.safeParse(parsedJson(bytes));
  if (!data) throw new VitrineError('update-refused', { why: 'cut' });
  if (data.product !== expected.product) throw new VitrineError('update-refused', { why: 'product' });
  const newest = expected.newest === null ? Number.NEGATIVE_INFINITY : Date.parse(expected.newest);
  if (Date.parse(data.released) < newest) throw new VitrineError('update-refused', { why: 'replayed' });
  // A clock that was set back makes nothing valid again.
  mustBeValid(data, Math.max(expected.now, newest));
  if (semver.lt(data.version, expected.version)) throw new VitrineError('update-refused', { why: 'older' });
  const retires = keys.slice(rank + 1).flatMap(({ id }) => (data.retires.includes(id) ? [id] : []));
  return { manifest: data, retired: [...new Set([...expected.retired, ...retires])] };
}

/** Errors: `update-refused` where a manifest may not be believed any more at a time in ms. */
export function mustBeValid({ expires }: UpdateManifest, now: number): void {
  if (Date.parse(expires) <= now) throw new VitrineError('update-refused', { why: 'expired' });
}

interface MakersKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** The id of a key is the SHA-256 of its DER form, in hexadecimal digits. What is no key is left out. */
function keysOf(publicKeys: readonly string[]): MakersKey[] {
  return publicKeys.flatMap((pem) => {
    try {
      const key = createPublicKey(pem);
      const der = key.export({ type: 'spki', format: 'der' });
      return [{ id: createHash('sha256').update(der).digest('hex'), key }];
    } catch {
      return [];
    }
  });
}

function isSigned(bytes: Uint8Array, signatures: string, key: KeyObject): boolean {
  return signatures
    .trim()
    .split('\n')
    .some((signature) => verify(null, bytes, key, Buffer.from(signature, 'base64')));
}

/** The value of a JSON text; null where it is none. */
export function parsedJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : new TextDecoder('utf-8', { fatal: true }).decode(text));
  } catch {
    return null;
  }
}

export const isNewer = ({ version }: UpdateManifest, current: string): boolean => semver.gt(version, current);
