import { VitrineError } from '@shared/errors';
import { type Remark, remark } from '@shared/words/sayings';
import type { ReadBlock, ReadBlocks } from '../layout-blocks';
import type { ReadContext } from '../reader-errors';
import { htmlBlocks } from './html';
import { packageFacts, resolvePart, visitElements } from './markup';
import { openZip, type ZipContainer } from './zip-container';

/** Obfuscated fonts are no protection of the text. */
const fontAlgorithms = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc/;

/**
 * The chapters of an e-book in reading order; a chapter without a heading of its own gets its title as one.
 * Errors: `damaged`, `encrypted` (copy protection), `too-large`; an aborted signal throws its reason.
 */
export async function readEpub(bytes: Uint8Array, context: ReadContext): Promise<ReadBlocks> {
  const zip = await openZip(bytes, context);
  if (await isProtected(zip, context)) throw new VitrineError('encrypted', { why: 'copy-protected' });
  const book = await packagePart(zip, context);
  const facts = await packageFacts(zip, book, context);
  const warnings: Remark[] = [];
  const blocks: ReadBlock[] = [];
  let missing = 0;
  for (const part of await spine(zip, book, context)) {
    if (!zip.has(part)) {
      missing += 1;
      continue;
    }
    const chapter = await htmlBlocks(await zip.text(part), context, true);
    if (chapter.blocks.length === 0) continue;
    const named = chapter.blocks.some((block) => block.kind === 'heading');
    if (!named && chapter.title && chapter.title !== facts.title) {
      blocks.push({ kind: 'heading', level: 1, text: chapter.title });
    }
    for (const block of chapter.blocks) blocks.push(block);
  }
  if (missing > 0) warnings.push(remark('chapters-missing', { missing }));
  return { ...facts, blocks, warnings };
}

async function packagePart(zip: ZipContainer, context: ReadContext): Promise<string> {
  let part = '';
  await visitElements(await zip.text('META-INF/container.xml'), context, (name, attributes) => {
    if (name === 'rootfile' && part === '') part = resolvePart('', attributes['full-path'] ?? '');
  });
  if (part === '') throw new VitrineError('damaged', { why: 'part', part: 'META-INF/container.xml' });
  return part;
}

async function spine(zip: ZipContainer, book: string, context: ReadContext): Promise<string[]> {
  const parts = new Map<string, string>();
  const order: string[] = [];
  await visitElements(await zip.text(book), context, (name, attributes) => {
    if (name === 'item' && attributes.id && attributes.href) {
      parts.set(attributes.id, resolvePart(book, decoded(attributes.href)));
    } else if (name === 'itemref' && attributes.idref) order.push(attributes.idref);
  });
  // A chapter is read once, however often the spine names it.
  return [...new Set(order.flatMap((id) => parts.get(id) ?? []))];
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch (error) {
    // A stray per cent sign stays.
    if (error instanceof URIError) return reference;
    throw error;
  }
}

async function isProtected(zip: ZipContainer, context: ReadContext): Promise<boolean> {
  if (!zip.has('META-INF/encryption.xml')) return false;
  let found = false;
  await visitElements(await zip.text('META-INF/encryption.xml'), context, (name, attributes, path) => {
    const ofData = name === 'EncryptionMethod' && path.includes('EncryptedData');
    if (ofData && !fontAlgorithms.test(attributes.Algorithm ?? '')) found = true;
  });
  return found;
}
