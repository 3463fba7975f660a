import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EngineEvent, ReadyUpdate, UpdateReport } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import semver from 'semver';
import { z } from 'zod';
import { connect, type NetworkPolicy } from '../connections/connection-gate';
import { ifThere, replaceFile } from '../files';

/** updates: newer versions of the program, found and checked. Installs nothing. */

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
type UpdateManifest = Readonly<z.output<typeof manifest>>;
type UpdateFile = UpdateManifest['files'][number];

/**
 * Reads a manifest that a key of the maker has signed, that is of this product and valid now, and that takes nobody back:
 * neither to an older version nor, by showing an older manifest again, past one that was seen.
 *
 * @param signatures one a line, in base64: a maker who changes keys signs with the old and the new one
 * Errors: `update-refused` with the reason.
 */
function readManifest(
  bytes: Uint8Array,
  signatures: string,
  expected: Pick<UpdatesOptions, 'publicKeys' | 'product'> & Seen & { readonly version: string },
) {
  const keys = keysOf(expected.publicKeys);
  const signed = keys.filter(({ key }) => isSigned(bytes, signatures, key));
  const rank = keys.findIndex((key) => signed.includes(key) && !expected.retired.includes(key.id));
  if (rank < 0) throw new VitrineError('update-refused', { why: signed.length > 0 ? 'retired' : 'forged' });
  const { data } = manifest.safeParse(parsedJson(bytes));
  if (!data) throw new VitrineError('update-refused', { why: 'cut' });
  if (data.product !== expected.product) throw new VitrineError('update-refused', { why: 'product' });
  const newest = expected.released === null ? Number.NEGATIVE_INFINITY : Date.parse(expected.released);
  if (Date.parse(data.released) < newest) throw new VitrineError('update-refused', { why: 'replayed' });
  // A clock that was set back makes nothing valid again.
  mustBeValid(data, Math.max(Date.now(), newest));
  if (semver.lt(data.version, expected.version)) throw new VitrineError('update-refused', { why: 'older' });
  const retires = keys.slice(rank + 1).flatMap(({ id }) => (data.retires.includes(id) ? [id] : []));
  return { manifest: data, retired: [...new Set([...expected.retired, ...retires])] };
}

/** Errors: `update-refused` where a manifest may not be believed any more at a time in ms. */
function mustBeValid({ expires }: UpdateManifest, now: number): void {
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
function parsedJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : new TextDecoder('utf-8', { fatal: true }).decode(text));
  } catch {
    return null;
  }
}

const isNewer = ({ version }: UpdateManifest, current: string): boolean => semver.gt(version, current);

export interface UpdatesOptions {
  /** A folder of the generic provider: `updates.json`, its signature and the files; empty where this build has none. */
  readonly url: string;
  /** PEM, in the order in which they may retire each other; empty where this build has none. */
  readonly publicKeys: readonly string[];
  readonly product: string;
  /** `linux-x64` …, and how the program was installed; null where nothing tells. */
  readonly system: string;
  readonly kind: string | null;
  /** Where a download goes, and what was seen is remembered: outside of every library. */
  readonly folder: string;
}

const seen = z.object({ released: z.string().nullable(), retired: z.array(z.string()) });
type Seen = Readonly<z.output<typeof seen>>;

const seenName = 'newest.json';
const manifestName = 'updates.json';
const mostManifestBytes = 64 * 1024;
const mostSignatureBytes = 1024;
const patienceMs = 30 * 60_000;
const dayMs = 86_400_000;
/** Kinds that electron-updater puts in the place of what runs. */
const installable = new Set(['AppImage', 'nsis', 'zip']);

/**
 * Looks for a newer Vitrine and gets it: only what its maker has signed, byte for byte, and never an older one. Every
 * request goes through the connection gate.
 */
export class Updates {
  private manifest: UpdateManifest | null = null;
  private checkedAt: string | null = null;
  private ready: ReadyUpdate | null = null;

  constructor(
    private readonly options: UpdatesOptions | null,
    private readonly version: string,
    private readonly policy: NetworkPolicy,
    private readonly emit: (event: EngineEvent) => void,
  ) {}

  report(): UpdateReport {
    const { options, version, checkedAt, ready } = this;
    const file = this.file();
    return {
      version,
      setUp: isSetUp(options),
      installs: installable.has(options?.kind ?? ''),
      checkedAt,
      found:
        this.manifest && file
          ? { version: this.manifest.version, released: this.manifest.released, bytes: file.bytes }
          : null,
      ready,
    };
  }

  /** What of the newest release is for this installation; null where nothing is, or none is newer. */
  private file(): UpdateFile | null {
    const { manifest, options, version } = this;
    if (!manifest || !options || !isNewer(manifest, version)) return null;
    return manifest.files.find(({ system, kind }) => system === options.system && kind === options.kind) ?? null;
  }

  /** Errors: `offline`, `update-unreachable`, `update-refused`, `update-none`. */
  async check(signal?: AbortSignal): Promise<UpdateReport> {
    const { options } = this;
    if (!isSetUp(options)) throw new VitrineError('update-none');
    const bytes = await this.small(manifestName, mostManifestBytes, signal);
    const signature = await this.small(`${manifestName}.sig`, mostSignatureBytes, signal);
    const expected = { ...options, ...(await this.seen()), version: this.version };
    const read = readManifest(bytes, Buffer.from(signature).toString(), expected);
    const now: Seen = { released: read.manifest.released, retired: read.retired };
    replaceFile(join(options.folder, seenName), JSON.stringify(now));
    this.manifest = read.manifest;
    this.checkedAt = new Date().toISOString();
    this.tell();
    return this.report();
  }

  /** Where a day has passed since the last look of this host. What is in the way waits for the next day. */
  async daily(): Promise<void> {
    if (!isSetUp(this.options) || Date.now() - Date.parse(this.checkedAt ?? '1970-01-01') < dayMs) return;
    this.checkedAt = new Date().toISOString();
    await this.check().catch(() => undefined);
  }

  private async seen(): Promise<Seen> {
    const text = await ifThere(readFile(join(this.options?.folder ?? '', seenName), 'utf8'));
    return seen.catch({ released: null, retired: [] }).parse(parsedJson(text ?? ''));
  }

  /** Errors: as `check`, `cancelled`, `disk-full`. */
  async download(requestId: string, signal: AbortSignal): Promise<UpdateReport> {
    const file = this.file();
    const { options, manifest } = this;
    if (!file || !options || !manifest) throw new VitrineError('update-none');
    mustBeValid(manifest, Date.now());
    const folder = join(options.folder, manifest.version);
    const target = join(folder, file.name);
    const partial = `${target}.partial`;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    try {
      const response = await this.ask(file.name, signal);
      const hash = createHash('sha512');
      let done = 0;
      const { emit } = this;
      const checked = async function* (source: AsyncIterable<Uint8Array>) {
        for await (const part of source) {
          done += part.length;
          // Whatever else comes is not waited for.
          if (done > file.bytes) throw new VitrineError('update-refused', { why: 'oversized' });
          hash.update(part);
          emit({ type: 'updates.progress', requestId, done, total: file.bytes });
          yield part;
        }
      };
      const body = Readable.fromWeb(response.body as import('node:stream/web').ReadableStream<Uint8Array>);
      await pipeline(body, checked, createWriteStream(partial), { signal });
      if (done < file.bytes) throw new VitrineError('update-refused', { why: 'cut' });
      if (hash.digest('base64') !== file.sha512) throw new VitrineError('update-refused', { why: 'forged' });
      await rename(partial, target);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      signal.throwIfAborted();
      throw error instanceof VitrineError ? error : new VitrineError('update-unreachable', {}, { cause: error });
    }
    this.ready = { version: manifest.version, file: target, bytes: file.bytes, sha512: file.sha512 };
    this.tell();
    return this.report();
  }

  /** What the host is to install. Errors: `update-none`. */
  toInstall(): ReadyUpdate {
    if (!this.ready) throw new VitrineError('update-none');
    return this.ready;
  }

  private tell(): void {
    this.emit({ type: 'updates.changed', requestId: 'updates', updates: this.report() });
  }

  private async small(name: string, most: number, signal?: AbortSignal): Promise<Uint8Array> {
    const response = await this.ask(name, signal);
    const parts: Uint8Array[] = [];
    let read = 0;
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      read += part.value.length;
      if (read > most) {
        await reader?.cancel();
        throw new VitrineError('update-refused', { why: 'oversized' });
      }
      parts.push(part.value);
    }
    return Buffer.concat(parts);
  }

  private async ask(name: string, signal?: AbortSignal): Promise<Response> {
    const url = new URL(name, `${this.options?.url.replace(/\/*$/u, '')}/`);
    const call = {
      purpose: 'update',
      refusal: () => new VitrineError('offline', { why: 'update', place: url.host }),
    } as const;
    const patience = AbortSignal.timeout(patienceMs);
    try {
      const given = signal ? AbortSignal.any([signal, patience]) : patience;
      const response = await connect(url, { signal: given }, call, this.policy);
      if (response.status === 200) return response;
      throw new Error(`${url.host} answered ${response.status}.`);
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof VitrineError ? error : new VitrineError('update-unreachable', {}, { cause: error });
    }
  }
}

const isSetUp = (options: UpdatesOptions | null): options is UpdatesOptions =>
  options !== null && options.url !== '' && options.publicKeys.length > 0;
