import type { ReadBlock, ReadBlocks } from '../layout-blocks';
import { type ReadContext, tooManyPages } from '../reader-errors';
import { type Attributes, type MarkupHandler, packageFacts, parseMarkup } from './markup';
import { OpenTextBlocks, type OpenTextStyle, openOpenDocument } from './odt';

/** Repeated on every slide, and no part of what it says: classes of frames. */
const furniture = new Set(['page-number', 'date-time', 'header', 'footer', 'page', 'handout']);
const isFrame = (name: string): boolean => name === 'frame' || name === 'custom-shape';
const roleOf = (attributes: Attributes): string => attributes['presentation:class'] ?? '';

/**
 * The slides of an OpenDocument presentation as pages: title, shapes in order, tables, and the speaker's notes. Left out:
 * slide numbers, dates and footers, the words inside charts.
 * Errors: `damaged`, `encrypted`, `too-large`, `too-many-pages`; an aborted signal throws its reason.
 */
export async function readOdp(bytes: Uint8Array, context: ReadContext): Promise<ReadBlocks> {
  const { zip, content, styles } = await openOpenDocument(bytes, context);
  const handler = new Slides(styles);
  await parseMarkup(content, 'xml', handler, context);
  if (handler.slides > context.limits.maxPages) throw tooManyPages(context, handler.slides);
  const first = handler.blocks.find((block) => block.kind === 'heading');
  const shown = first?.kind === 'heading' ? first.text : null;
  const facts = await packageFacts(zip, 'meta.xml', context);
  return { ...facts, title: facts.title ?? shown, blocks: handler.blocks, warnings: [] };
}

/** Makes blocks of the body of an OpenDocument presentation (OASIS OpenDocument 1.3 part 3, 10.2 and 16). */
class Slides implements MarkupHandler {
  readonly blocks: ReadBlock[] = [];
  slides = 0;
  private readonly words: OpenTextBlocks;
  /** Of the open slide. */
  private title: string[] = [];
  private level = 2;
  private shapes: ReadBlock[] = [];
  private notes: string[] = [];
  /** Classes of the frames that are open, `''` for a shape of its own. */
  private readonly frames: string[] = [];
  private inNotes = false;

  constructor(styles: ReadonlyMap<string, OpenTextStyle>) {
    this.words = new OpenTextBlocks(styles);
  }

  hides(name: string, attributes: Attributes): boolean {
    return this.words.hides(name) || (isFrame(name) && furniture.has(roleOf(attributes)));
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'page') {
      this.slides += 1;
      this.blocks.push({ kind: 'page', page: this.slides });
    } else if (name === 'notes') {
      this.takeShapes();
      this.inNotes = true;
    } else if (isFrame(name)) {
      this.takeShapes();
      this.frames.push(roleOf(attributes));
    }
    this.words.open(name, attributes);
  }

  close(name: string): void {
    this.words.close(name);
    if (isFrame(name)) {
      this.takeShapes();
      this.frames.pop();
    } else if (name === 'notes') {
      this.takeShapes();
      this.inNotes = false;
    } else if (name === 'page') this.endSlide();
  }

  text(text: string): void {
    this.words.text(text);
  }

  /** The content of the open frame so far, or between frames. */
  private takeShapes(): void {
    const role = this.frames.at(-1) ?? '';
    const taken = this.words.take();
    const texts = taken.flatMap((block) => ('text' in block ? block.text.replace(/\s+/g, ' ').trim() : []));
    if (this.inNotes) this.notes.push(...texts);
    else if (role === 'title') this.title.push(...texts);
    else {
      if (role === 'subtitle') this.level = 1;
      this.shapes.push(...taken);
    }
  }

  private endSlide(): void {
    this.takeShapes();
    // A title over several paragraphs is one heading.
    if (this.title.length > 0) this.blocks.push({ kind: 'heading', level: this.level, text: this.title.join(' ') });
    this.blocks.push(...this.shapes);
    if (this.notes.length > 0) this.blocks.push({ kind: 'paragraph', text: `Notes: ${this.notes.join('\n')}` });
    this.title = [];
    this.level = 2;
    this.shapes = [];
    this.notes = [];
  }
}
