import { createHash, randomUUID } from 'node:crypto';
import { VitrineError } from '@shared/errors';
import { sign } from 'aws4';

export interface FileStoreAddress {
  /** `s3://bucket/prefix`. */
  readonly uri: string;
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Through the connection gate. */
export type Send = (url: URL, init: RequestInit) => Promise<Response>;

/** A store that answers with trouble of its own is asked again after these, ms. */
const waits = [200, 1000];
const patienceMs = 60_000;
/** A line that is slower than this is not there, bytes a millisecond. */
const slowest = 20;

/** A place's files in an S3 store. The store itself refuses a second write of a name. */
export class FileStore {
  private readonly base: string;
  private readonly region: string;
  private readonly keys: Pick<FileStoreAddress, 'accessKeyId' | 'secretAccessKey'>;

  constructor(
    { uri, endpoint, region = 'us-east-1', accessKeyId, secretAccessKey }: FileStoreAddress,
    private readonly send: Send,
  ) {
    this.region = region;
    this.keys = { accessKeyId, secretAccessKey };
    const [bucket = '', ...prefix] = uri
      .replace(/^s3:\/\//u, '')
      .split('/')
      .filter((part) => part !== '');
    const host = endpoint?.replace(/\/+$/u, '') ?? `https://s3.${region}.amazonaws.com`;
    this.base = [host, bucket, ...prefix.map(encodeURIComponent)].join('/');
  }

  /** Stores bytes unless they exist. Errors: `offline`, `team-unreachable`, `team-refused`. */
  async put(name: string, bytes: Uint8Array): Promise<void> {
    const { status } = await this.write(name, bytes);
    if (status !== 200 && status !== 412) throw refusalOf(status, name);
  }

  /** Returns bytes of that size and SHA-256. Errors: `team-file` for other or missing bytes, otherwise as `put`. */
  async get(name: string, { bytes, checksum }: { readonly bytes: number; readonly checksum: string }): Promise<Buffer> {
    const response = await this.ask('GET', name, null, bytes);
    if (response.status === 404) throw new VitrineError('team-file', { why: 'gone', name });
    if (response.status !== 200) throw refusalOf(response.status, name);
    const parts: Uint8Array[] = [];
    let read = 0;
    try {
      const reader = response.body?.getReader();
      for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
        read += part.value.length;
        // Whatever else it sends is not waited for.
        if (read > bytes) break;
        parts.push(part.value);
      }
      if (read > bytes) await reader?.cancel();
    } catch (error) {
      throw unreachable(error);
    }
    const whole = Buffer.concat(parts);
    if (read !== bytes || sha256(whole) !== checksum) throw new VitrineError('team-file', { name });
    return whole;
  }

  /** Errors: as `put`. */
  async isThere(name: string): Promise<boolean> {
    const { status } = await this.ask('HEAD', name);
    // Keys without the right to list get this reply for a missing object.
    if (status !== 200 && status !== 404 && status !== 403) throw refusalOf(status, name);
    return status === 200;
  }

  /** Errors: as `put`. */
  async remove(name: string): Promise<void> {
    const { status } = await this.ask('DELETE', name);
    if (status >= 300 && status !== 404) throw refusalOf(status, name);
  }

  /** Whether this store suits a place. Errors: `store-unsuitable`, otherwise as `put`. */
  async check(): Promise<void> {
    const name = `check-${randomUUID()}`;
    const bytes = Buffer.from(name);
    const first = await this.write(name, bytes);
    if (first.status === 501) throw new VitrineError('store-unsuitable');
    if (first.status !== 200) throw refusalOf(first.status, name);
    try {
      const { status } = await this.write(name, Buffer.from('another'));
      const kept = await this.get(name, { bytes: bytes.length, checksum: sha256(bytes) }).catch(() => null);
      if (status !== 412 || kept === null) throw new VitrineError('store-unsuitable');
    } finally {
      await this.remove(name).catch(() => undefined);
    }
  }

  private write(name: string, bytes: Uint8Array): Promise<Response> {
    return this.ask('PUT', name, bytes, bytes.length);
  }

  private async ask(method: string, name: string, body: Uint8Array | null = null, size = 0): Promise<Response> {
    const url = new URL(`${this.base}/${name}`);
    const facts = {
      'x-amz-content-sha256': sha256(body ?? new Uint8Array()),
      ...(body ? { 'if-none-match': '*' } : {}),
    };
    for (let tries = 0; ; tries += 1) {
      // The time is part of it.
      const { headers = {} } = sign(
        { method, host: url.host, path: url.pathname, service: 's3', region: this.region, headers: { ...facts } },
        this.keys,
      );
      try {
        const response = await this.send(url, {
          method,
          headers: headers as Record<string, string>,
          body: body as Uint8Array<ArrayBuffer> | null,
          signal: AbortSignal.timeout(patienceMs + Math.ceil(size / slowest)),
        });
        if ((response.status < 500 && response.status !== 429) || response.status === 501) {
          // An unread body would stay open until its timeout.
          if (method !== 'GET') await response.arrayBuffer();
          return response;
        }
        await response.body?.cancel();
        throw new Error(`The store answered with ${response.status}.`);
      } catch (error) {
        const wait = waits[tries];
        if (error instanceof VitrineError || wait === undefined) throw unreachable(error);
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const unreachable = (error: unknown): unknown =>
  error instanceof VitrineError ? error : new VitrineError('team-unreachable', { why: 'files' }, { cause: error });

function refusalOf(status: number, name: string): unknown {
  const cause = new Error(`The store answered ${status} to ${name}.`);
  if (status === 401 || status === 403) return new VitrineError('team-refused', { why: 'files' }, { cause });
  return new VitrineError('team-unreachable', { why: 'files' }, { cause });
}
