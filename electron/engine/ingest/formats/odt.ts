import { VitrineError } from '@shared/errors';
import { addCode, OpenTables, type ReadBlock, type ReadBlocks } from '../layout-blocks';
import type { ReadContext } from '../reader-errors';
import { type Attributes, type MarkupHandler, packageFacts, parseMarkup, visitElements, wholeNumber } from './markup';
import { openZip, type ZipContainer } from './zip-container';

/**
 * The text of an OpenDocument text: headings, lists, tables, frames, foot- and endnotes at the end. Left out: headers
 * and footers, annotations, and what tracked changes deleted.
 * Errors: `damaged`, `encrypted`, `too-large`; an aborted signal throws its reason.
 */
export async function readOdt(bytes: Uint8Array, context: ReadContext): Promise<ReadBlocks> {
  const { zip, content, styles } = await openOpenDocument(bytes, context);
  const handler = new OpenTextBlocks(styles);
  await parseMarkup(content, 'xml', handler, context);
  const facts = await packageFacts(zip, 'meta.xml', context);
  return { ...facts, title: facts.title ?? handler.title, blocks: handler.finish(), warnings: [] };
}

/** The common part of text, slides and sheets. Errors: `damaged`, `encrypted`, `too-large`. */
export async function openOpenDocument(bytes: Uint8Array, context: ReadContext) {
  const zip = await openZip(bytes, context);
  if (await isProtected(zip, context)) throw new VitrineError('encrypted');
  const content = await zip.text('content.xml');
  const styles = new Map<string, OpenTextStyle>();
  for (const xml of [zip.has('styles.xml') ? await zip.text('styles.xml') : '', content]) {
    await collectStyles(xml, styles, context);
  }
  return { zip, content, styles };
}

async function collectStyles(xml: string, styles: Map<string, OpenTextStyle>, context: ReadContext): Promise<void> {
  let list: OpenTextStyle | null = null;
  await visitElements(
    xml,
    context,
    (name, attributes) => {
      const styleName = attributes['style:name'] ?? '';
      if (name === 'style')
        styles.set(styleName, { parent: attributes['style:parent-style-name'] ?? '', numbered: [] });
      else if (name === 'list-style') {
        list = { parent: '', numbered: [] };
        styles.set(`list ${styleName}`, list);
      } else if (name === 'list-level-style-number' && list) {
        list.numbered.push(attributes['text:level'] ?? '');
      }
    },
    (name) => {
      if (name === 'list-style') list = null;
    },
  );
}

async function isProtected(zip: ZipContainer, context: ReadContext): Promise<boolean> {
  if (zip.has('encrypted-package')) return true;
  if (!zip.has('META-INF/manifest.xml')) return false;
  let found = false;
  await visitElements(await zip.text('META-INF/manifest.xml'), context, (name) => {
    if (name === 'encryption-data') found = true;
  });
  return found;
}

export interface OpenTextStyle {
  readonly parent: string;
  /** List levels (from `1`) that are numbered, for a list style. */
  readonly numbered: string[];
}

interface Paragraph {
  text: string;
  readonly style: string;
  /** Heading level, or null for prose. */
  readonly level: number | null;
}

interface List {
  readonly style: string;
  count: number;
}

const unseen = new Set(['tracked-changes', 'annotation', 'forms', 'ruby-text', 'sequence-decls', 'binary-data']);
/** More blanks or parents than any document means. */
const MAX_BLANKS = 100;
const MAX_ANCESTORS = 20;

/** Makes blocks of the body of an OpenDocument text (OASIS OpenDocument 1.3 part 3). */
export class OpenTextBlocks implements MarkupHandler {
  private readonly blocks: ReadBlock[] = [];
  private readonly notes: ReadBlock[] = [];
  private readonly targets: ReadBlock[][] = [this.blocks];
  private readonly paragraphs: Paragraph[] = [];
  private readonly lists: List[] = [];
  private readonly tables = new OpenTables();
  private item: { readonly marker: string; readonly depth: number } | null = null;
  private inBody = false;
  private inNoteMark = false;
  /** Text of the first paragraph in the style Title. */
  title: string | null = null;

  constructor(private readonly styles: ReadonlyMap<string, OpenTextStyle>) {}

  hides(name: string): boolean {
    return unseen.has(name);
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'body') this.inBody = true;
    else if (name === 'p' || name === 'h') this.openParagraph(name, attributes);
    else if (name === 's') this.add(' '.repeat(Math.min(MAX_BLANKS, wholeNumber(attributes['text:c']) ?? 1)));
    else if (name === 'tab') this.add('\t');
    else if (name === 'line-break') this.add('\n');
    else if (name === 'list') {
      this.lists.push({ style: attributes['text:style-name'] ?? this.lists.at(-1)?.style ?? '', count: 0 });
    } else if (name === 'list-item' || name === 'list-header') this.openItem(attributes);
    else if (name === 'note-citation') {
      this.inNoteMark = true;
      this.add('[^');
    } else if (name === 'note-body') this.targets.push([]);
    else if (name === 'table') this.tables.begin();
    else if (name === 'table-row') this.tables.beginRow();
    else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.tables.beginCell(this.targets, wholeNumber(attributes['table:number-columns-repeated']) ?? 1);
    }
  }

  close(name: string): void {
    if (name === 'body') this.inBody = false;
    else if (name === 'p' || name === 'h') this.endParagraph();
    else if (name === 'list' || name === 'list-item' || name === 'list-header') {
      if (name === 'list') this.lists.pop();
      this.item = null;
    } else if (name === 'note-citation') {
      this.inNoteMark = false;
      this.add(']');
    } else if (name === 'note-body') this.closeNote();
    else if (name === 'table-cell' || name === 'covered-table-cell') this.tables.endCell(this.targets, true);
    else if (name === 'table') for (const block of this.tables.end()) this.push(block);
  }

  text(text: string): void {
    // Line ends and runs of blanks in the file are layout of the XML; what counts is written as text:s and text:tab.
    if (this.inBody) this.add(text.replace(/[ \t\r\n]+/g, ' '));
  }

  /** The text, then the notes in the order of their marks. */
  finish(): readonly ReadBlock[] {
    return [...this.blocks, ...this.notes];
  }

  /** Elements ended since the last call. */
  take(): ReadBlock[] {
    return [...this.blocks.splice(0), ...this.notes.splice(0)];
  }

  private add(text: string): void {
    const paragraph = this.paragraphs.at(-1);
    if (!paragraph) return;
    paragraph.text += text;
    if (this.inNoteMark && text !== '[^') this.mark += text;
  }

  private mark = '';

  private push(block: ReadBlock): void {
    this.targets.at(-1)?.push(block);
  }

  private openParagraph(name: string, attributes: Attributes): void {
    const style = attributes['text:style-name'] ?? '';
    const level = name === 'h' ? (wholeNumber(attributes['text:outline-level']) ?? 1) : null;
    this.paragraphs.push({ text: '', style, level });
  }

  private endParagraph(): void {
    const paragraph = this.paragraphs.pop();
    if (!paragraph || !/\S/.test(paragraph.text)) return;
    const { text, style } = paragraph;
    if (paragraph.level !== null) this.push({ kind: 'heading', level: paragraph.level, text });
    else if (this.isNamed(style, /^Title$/)) {
      this.title ??= text.replace(/\s+/g, ' ').trim();
      this.push({ kind: 'heading', level: 1, text });
    } else if (this.isNamed(style, /^(?:Preformatted(?:_20_| )Text|Source(?:_20_| )Code)$/))
      addCode(this.targets.at(-1), text);
    else if (this.item) this.push({ kind: 'item', text, ...this.item });
    else this.push({ kind: 'paragraph', text });
    this.item = null;
  }

  private isNamed(style: string, name: RegExp): boolean {
    let current = style;
    for (let step = 0; current !== '' && step < MAX_ANCESTORS; step += 1) {
      if (name.test(current)) return true;
      current = this.styles.get(current)?.parent ?? '';
    }
    return false;
  }

  private openItem(attributes: Attributes): void {
    const list = this.lists.at(-1);
    if (!list) return;
    list.count = wholeNumber(attributes['text:start-value']) ?? list.count + 1;
    const level = `${this.lists.length}`;
    const numbered = this.styles.get(`list ${list.style}`)?.numbered.includes(level) ?? false;
    this.item = { marker: numbered ? `${list.count}.` : '-', depth: this.lists.length - 1 };
  }

  private closeNote(): void {
    const note = this.targets.length > 1 ? (this.targets.pop() ?? []) : [];
    const words = note.map((block) => ('text' in block ? block.text.trim() : '')).join(' ');
    this.notes.push({ kind: 'note', text: `[^${this.mark.replace(/\]$/, '')}]: ${words}` });
    this.mark = '';
  }
}
