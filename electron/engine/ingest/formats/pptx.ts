import { remark } from '@shared/words/sayings';
import { OpenTables, type ReadBlock, type ReadBlocks } from '../layout-blocks';
import { type ReadContext, tooManyPages } from '../reader-errors';
import {
  type Attributes,
  type MarkupHandler,
  openOffice,
  packageFacts,
  parseMarkup,
  relationshipsOf,
  visitElements,
  wholeNumber,
} from './markup';
import type { ZipContainer } from './zip-container';

/**
 * The slides of a presentation as pages, in the order they are shown: title, shapes, tables, and the speaker's notes.
 * Left out: slide numbers, dates and footers, the words inside charts and diagrams.
 * Errors: `damaged`, `encrypted`, `too-large`, `too-many-pages`; an aborted signal throws its reason.
 */
export async function readPptx(bytes: Uint8Array, context: ReadContext): Promise<ReadBlocks> {
  const { zip, main, targets } = await openOffice(bytes, 'ppt/presentation.xml', context);
  const slides = (await slideIds(await zip.text(main), context)).map((id) => targets.get(id));
  if (slides.length > context.limits.maxPages) throw tooManyPages(context, slides.length);
  const blocks: ReadBlock[] = [];
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
  const facts = await packageFacts(zip, 'docProps/core.xml', context);
  const first = blocks.find((block) => block.kind === 'heading');
  const shown = first?.kind === 'heading' ? first.text.replace(/\s+/g, ' ').trim() : null;
  return {
    ...facts,
    title: facts.title ?? shown,
    blocks,
    warnings: missing > 0 ? [remark('slides-missing', { missing, slides: slides.length })] : [],
  };
}

/** Ids of the slides, each once, as they are shown. */
async function slideIds(presentation: string, context: ReadContext): Promise<string[]> {
  const ids = new Set<string>();
  await visitElements(presentation, context, (name, attributes) => {
    if (name === 'sldId' && attributes['r:id']) ids.add(attributes['r:id']);
  });
  return [...ids];
}

async function shapesOf(zip: ZipContainer, part: string, context: ReadContext): Promise<readonly ReadBlock[]> {
  const handler = new SlideBlocks();
  await parseMarkup(await zip.text(part), 'xml', handler, context);
  return handler.finish();
}

function addNotes(notes: readonly ReadBlock[], blocks: ReadBlock[]): void {
  const words = notes.map((block) => ('text' in block ? block.text.trim() : '')).filter((text) => text !== '');
  if (words.length > 0) blocks.push({ kind: 'paragraph', text: `Notes: ${words.join('\n')}` });
}

/** Repeated on every slide, and no part of what it says. */
const furniture = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);
const titles = new Map([
  ['ctrTitle', 1],
  ['title', 2],
]);
const MAX_DEPTH = 8;

/** Makes blocks of one slide, or of its notes (ECMA-376 part 1, 19 and 21): its title first, then its shapes in order. */
class SlideBlocks implements MarkupHandler {
  private readonly heading: ReadBlock[] = [];
  private readonly body: ReadBlock[] = [];
  private readonly targets: ReadBlock[][] = [this.body];
  private readonly tables = new OpenTables();
  /** Of the open shape: its placeholder, `''` for the usual one, null for a shape of its own. */
  private placeholder: string | null = null;
  private paragraph: { text: string; depth: number; marker: string | null } | null = null;
  private inText = 0;

  hides(name: string): boolean {
    return name === 'Fallback';
  }

  open(name: string, attributes: Attributes): void {
    const { paragraph } = this;
    if (name === 'sp' || name === 'graphicFrame' || name === 'pic') this.placeholder = null;
    else if (name === 'ph') this.placeholder = attributes.type ?? '';
    else if (name === 'cNvPr' && attributes.descr) this.push({ kind: 'paragraph', text: attributes.descr });
    else if (name === 'p') this.paragraph = { text: '', depth: 0, marker: this.isList() ? '-' : null };
    else if (name === 't') this.inText += 1;
    else if (name === 'tbl') this.tables.begin();
    else if (name === 'tr') this.tables.beginRow();
    else if (name === 'tc') this.targets.push([]);
    else if (paragraph && name === 'br') paragraph.text += '\n';
    else if (paragraph && name === 'tab') paragraph.text += '\t';
    else if (paragraph && name === 'pPr') paragraph.depth = Math.min(MAX_DEPTH, wholeNumber(attributes.lvl) ?? 0);
    else if (paragraph && name === 'buNone') paragraph.marker = null;
    else if (paragraph && (name === 'buChar' || name === 'buAutoNum')) paragraph.marker = '-';
  }

  close(name: string): void {
    if (name === 't') this.inText -= 1;
    else if (name === 'p') this.endParagraph();
    else if (name === 'tc') this.tables.endCell(this.targets);
    else if (name === 'tbl') {
      for (const block of this.tables.end()) this.push(block);
    }
  }

  text(text: string): void {
    if (this.inText > 0 && this.paragraph) this.paragraph.text += text;
  }

  finish(): readonly ReadBlock[] {
    return [...this.heading, ...this.body];
  }

  private isList(): boolean {
    return !this.tables.isOpen && (this.placeholder === '' || this.placeholder === 'body');
  }

  private push(block: ReadBlock): void {
    this.targets.at(-1)?.push(block);
  }

  private endParagraph(): void {
    const { paragraph, placeholder } = this;
    this.paragraph = null;
    if (!paragraph || !/\S/.test(paragraph.text) || (placeholder !== null && furniture.has(placeholder))) return;
    const { text, depth, marker } = paragraph;
    const level = placeholder === null ? undefined : titles.get(placeholder);
    const last = this.heading.at(-1);
    if (level !== undefined && last?.kind === 'heading') {
      // A title over several paragraphs is one heading.
      this.heading[0] = { ...last, text: `${last.text} ${text}` };
    } else if (level !== undefined) this.heading.push({ kind: 'heading', level, text });
    else if (marker !== null) this.push({ kind: 'item', text, depth, marker });
    else this.push({ kind: 'paragraph', text });
  }
}
