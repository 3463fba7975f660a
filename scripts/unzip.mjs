// Takes files out of a zip archive (format: PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16). Stored and deflated
// entries, Unix modes and symbolic links; no encryption and no 64-bit fields.

import { createWriteStream } from 'node:fs';
import { chmod, mkdir, open, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createInflateRaw, inflateRaw } from 'node:zlib';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localHeaderBytes = 30;
const symbolicLink = 0o120000;
/** Larger entries are streamed instead of held in memory. */
const streamFromBytes = 4 * 1024 * 1024;

/**
 * Unpacks `archive` into `folder`. `place(name)` gives the path below `folder` for an entry, or null to leave it out.
 */
export async function unzip(archive, folder, place) {
  const file = await open(archive);
  try {
    for (const entry of await entries(file)) {
      const target = entry.name.endsWith('/') ? null : place(entry.name);
      if (target === null) continue;
      if (normalize(target).startsWith('..')) throw new Error(`${entry.name} lies outside the archive`);
      await extract(file, entry, join(folder, target));
    }
  } finally {
    await file.close();
  }
}

async function read(file, position, length) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead !== length) throw new Error('the archive ends too early');
  return buffer;
}

async function entries(file) {
  const { size } = await file.stat();
  const tailStart = Math.max(0, size - 66_000);
  const tail = await read(file, tailStart, size - tailStart);
  let end = tail.length - 22;
  while (end >= 0 && tail.readUInt32LE(end) !== endSignature) end--;
  if (end < 0) throw new Error('this is no zip archive');
  const count = tail.readUInt16LE(end + 10);
  const directory = await read(file, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  const found = [];
  for (let at = 0, n = 0; n < count; n++) {
    if (directory.readUInt32LE(at) !== entrySignature) throw new Error('the archive’s directory is damaged');
    const nameLength = directory.readUInt16LE(at + 28);
    found.push({
      method: directory.readUInt16LE(at + 10),
      compressed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      mode: directory.readUInt32LE(at + 38) >>> 16,
      offset: directory.readUInt32LE(at + 42),
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return found;
}

async function extract(file, entry, target) {
  if (entry.method !== 0 && entry.method !== 8) throw new Error(`${entry.name} is packed in an unknown way`);
  const header = await read(file, entry.offset, localHeaderBytes);
  const start = entry.offset + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  await mkdir(dirname(target), { recursive: true });
  const isLink = (entry.mode & 0o170000) === symbolicLink;
  if (entry.size > streamFromBytes) {
    const bytes = file.createReadStream({ start, end: start + entry.compressed - 1, autoClose: false });
    const steps = entry.method === 8 ? [bytes, createInflateRaw()] : [bytes];
    await pipeline([...steps, createWriteStream(target)]);
  } else {
    const packed = entry.compressed > 0 ? await read(file, start, entry.compressed) : Buffer.alloc(0);
    const content = entry.method === 8 ? await promisify(inflateRaw)(packed) : packed;
    if (isLink) return symlink(content.toString('utf8'), target);
    await writeFile(target, content);
  }
  const permissions = entry.mode & 0o777;
  if (permissions) await chmod(target, permissions);
}
