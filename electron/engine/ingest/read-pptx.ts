import type { Block, ReadBlocks } from './document-blocks';
import { type ReadContext, tooManyPages } from './format-errors';
import { parseMarkup } from './parse-markup';
import { SlideBlocks } from './slide-blocks';
import { mainPart, relationshipsOf, titleOf, visitElements } from './xml-package';
import { openZip, type ZipContainer } from './zip-container';

/** Titles that programs make up. */
const emptyTitle = /^(?:powerpoint.presentation|presentation\d*|untitled.*)$/i;

/**
 * The slides of a presentation as pages, in the order they are shown: title, shapes, tables, and the speaker's notes.
 * Left out: slide numbers, dates and footers, the words inside charts and diagrams.
 * Errors: `damaged`, `encrypted`, `too-large`, `too-many-pages`; an aborted signal throws its reason.
 */
export async function readPptx(bytes: Uint8Array, context: ReadContext): Promise<ReadBlocks> {
  const zip = await openZip(bytes, context);
  const slides = await slideParts(zip, context);
  if (slides.length > context.limits.maxPages) throw tooManyPages(context, slides.length, 'slides');
  const blocks: Block[] = [];
  let missing = 0;
  for (const [index, part] of slides.entries()) {
    blocks.push({ kind: 'page', page: index + 1 });
    if (part === undefined || !zip.has(part)) {
      missing += 1;
      continue;
    }
    for (const block of await shapesOf(zip, part, context)) blocks.push(block);
    const notes = (await relationshipsOf(zip, part, context)).find(({ kind }) => kind === 'notesSlide')?.target;
    if (notes !== undefined && zip.has(notes)) addNotes(await shapesOf(zip, notes, context), blocks);
  }
  const named = await titleOf(zip, 'docProps/core.xml', context);
  const first = blocks.find((block) => block.kind === 'heading');
  const shown = first?.kind === 'heading' ? first.text.replace(/\s+/g, ' ').trim() : null;
  return {
    title: named && !emptyTitle.test(named) ? named : shown,
    blocks,
    warnings: missing > 0 ? [`${missing} of ${slides.length} slides are missing from the file.`] : [],
  };
}

async function slideParts(zip: ZipContainer, context: ReadContext): Promise<(string | undefined)[]> {
  const main = await mainPart(zip, 'ppt/presentation.xml', context);
  const targets = new Map<string, string>();
  for (const { id, target } of await relationshipsOf(zip, main, context)) targets.set(id, target);
  const ids = new Set<string>();
  await visitElements(await zip.text(main), context, (name, attributes) => {
    if (name === 'sldId' && attributes['r:id']) ids.add(attributes['r:id']);
  });
  return [...ids].map((id) => targets.get(id));
}

async function shapesOf(zip: ZipContainer, part: string, context: ReadContext): Promise<readonly Block[]> {
  const handler = new SlideBlocks();
  await parseMarkup(await zip.text(part), 'xml', handler, context);
  return handler.finish();
}

function addNotes(notes: readonly Block[], blocks: Block[]): void {
  const words = notes.map((block) => ('text' in block ? block.text.trim() : '')).filter((text) => text !== '');
  if (words.length > 0) blocks.push({ kind: 'paragraph', text: `Notes: ${words.join('\n')}` });
}
