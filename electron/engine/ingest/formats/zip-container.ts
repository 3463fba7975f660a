import { crc32 } from 'node:zlib';
import { VitrineError } from '@shared/errors';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { decodeText } from '../decode-text';
import { overLimit, type ReadContext } from '../reader-errors';

/** Small entries may repeat themselves as much as they like. */
const RATIO_MATTERS_FROM = 1024 * 1024;

/** The files inside a zip; their names are keys and never paths. */
export interface ZipContainer {
  has(name: string): boolean;
  /**
   * As text; one of more bytes than `most` counts as damaged. Errors: `damaged` (missing, broken or not what its checksum
   * says); an aborted signal throws its reason.
   */
  text(name: string, most?: number): Promise<string>;
}

/**
 * Opens a zip by its directory; nothing is unpacked yet. Sizes are refused as the directory declares them, and an
 * entry that unpacks to another size than declared is damaged: a zip bomb is never unpacked.
 * Errors: `damaged`, `encrypted`, `too-large`; an aborted signal throws its reason.
 */
export async function openZip(bytes: Uint8Array, context: ReadContext): Promise<ZipContainer> {
  const { limits, signal } = context;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await opened(buffer);
  if (zip.entryCount > limits.maxEntries) throw overLimit(context, 'maxEntries');
  const entries = withoutFolder(await entriesOf(zip, context));
  return {
    has: (name) => entries.has(name),
    text: async (name, most = Number.POSITIVE_INFINITY) => {
      if ((entries.get(name)?.uncompressedSize ?? 0) > most) throw damagedPart(name);
      const decoded = decodeText(await read(name));
      if (decoded === null) throw damagedPart(name);
      return decoded.text;
    },
  };

  async function read(name: string): Promise<Uint8Array> {
    signal?.throwIfAborted();
    const entry = entries.get(name);
    if (!entry) throw damagedPart(name);
    const content = await unpack(zip, entry, name, context);
    if (crc32(content) !== entry.crc32) throw damagedPart(name);
    return content;
  }
}

/** A part that is missing, no text, or not what its checksum says. */
const damagedPart = (part: string, cause?: unknown): VitrineError =>
  new VitrineError('damaged', { why: 'part', part }, { cause });

const notWhole = (cause: unknown): VitrineError => new VitrineError('damaged', { why: 'not-zip' }, { cause });

function opened(buffer: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // Names stay bytes: the library would refuse the whole file for a name that goes up, which is never followed here.
    fromBuffer(buffer, { lazyEntries: true, decodeStrings: false }, (error, zip) => {
      if (error) reject(notWhole(error));
      else resolve(zip);
    });
  });
}

function entriesOf(zip: ZipFile, context: ReadContext): Promise<Map<string, Entry>> {
  const { limits, signal } = context;
  const entries = new Map<string, Entry>();
  let expanded = 0;
  return new Promise((resolve, reject) => {
    zip.on('error', (error: unknown) => reject(notWhole(error)));
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      const refusal = refuse(entry);
      if (refusal) {
        reject(refusal);
        return;
      }
      const name = nameOf(entry);
      // A second entry of the same name is how a file shows one thing to one program and another to the next.
      if (!entries.has(name)) entries.set(name, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });

  function refuse(entry: Entry): unknown {
    if (signal?.aborted) return signal.reason;
    if ((entry.generalPurposeBitFlag & 1) !== 0) return new VitrineError('encrypted');
    const { uncompressedSize, compressedSize } = entry;
    expanded += uncompressedSize;
    if (expanded > limits.maxExpandedBytes) {
      return overLimit(context, 'maxExpandedBytes');
    }
    const ratio = uncompressedSize / Math.max(1, compressedSize);
    if (uncompressedSize > RATIO_MATTERS_FROM && ratio > limits.maxExpansionRatio) {
      return overLimit(context, 'maxExpansionRatio');
    }
    return null;
  }
}

/** A document that was packed with the folder it lay in, beside what macOS adds, is read as if it had been packed right. */
function withoutFolder(entries: Map<string, Entry>): Map<string, Entry> {
  const names = [...entries.keys()].filter((name) => !name.startsWith('__MACOSX/'));
  const folder = /^[^/]+\//u.exec(names[0] ?? '')?.[0];
  if (folder === undefined || !names.every((name) => name.startsWith(folder))) return entries;
  return new Map(
    [...entries].filter(([name]) => name.length > folder.length).map(([name, entry]) => [inside(name, folder), entry]),
  );
}

const inside = (name: string, folder: string): string => (name.startsWith(folder) ? name.slice(folder.length) : name);

function nameOf(entry: Entry): string {
  const name: unknown = entry.fileName;
  return Buffer.isBuffer(name) ? name.toString('utf8') : String(name);
}

function unpack(zip: ZipFile, entry: Entry, name: string, context: ReadContext): Promise<Uint8Array> {
  const broken = (cause: unknown) => damagedPart(name, cause);
  return new Promise((resolve, reject) => {
    try {
      zip.openReadStream(entry, (error, stream) => {
        if (error) {
          reject(broken(error));
          return;
        }
        const parts: Buffer[] = [];
        stream.on('error', (cause) => reject(broken(cause)));
        stream.on('data', (part: Buffer) => {
          if (context.signal?.aborted) {
            stream.destroy();
            reject(context.signal.reason);
          }
          parts.push(part);
        });
        stream.on('end', () => resolve(Buffer.concat(parts)));
      });
    } catch (error) {
      // Settings of an entry that the library does not know are thrown, not handed over.
      reject(error instanceof VitrineError ? error : broken(error));
    }
  });
}
