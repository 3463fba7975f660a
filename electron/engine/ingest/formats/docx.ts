import { addCode, OpenTables, type ReadBlock, type ReadBlocks } from '../layout-blocks';
import type { ReadContext } from '../reader-errors';
import {
  type Attributes,
  type MarkupHandler,
  openOffice,
  packageFacts,
  parseMarkup,
  visitElements,
  wholeNumber,
} from './markup';
import type { ZipContainer } from './zip-container';

/**
 * The text of a Word document: headings by their styles, lists with their numbers, tables, text boxes, foot- and
 * endnotes at the end. Left out: headers and footers, comments, and what tracked changes deleted.
 * Errors: `damaged`, `encrypted`, `too-large`; an aborted signal throws its reason.
 */
export async function readDocx(bytes: Uint8Array, context: ReadContext): Promise<ReadBlocks> {
  const { zip, main, partOf } = await openOffice(bytes, 'word/document.xml', context);
  const styles = await wordStyles(zip, { styles: partOf('styles'), numbering: partOf('numbering') }, context);
  const handler = new WordBlocks(styles);
  for (const part of [main, partOf('footnotes'), partOf('endnotes')]) {
    if (part === main || (part !== undefined && zip.has(part))) {
      await parseMarkup(await zip.text(part), 'xml', handler, context);
    }
  }
  const facts = await packageFacts(zip, 'docProps/core.xml', context);
  return { ...facts, title: facts.title ?? handler.title, blocks: handler.finish(), warnings: [] };
}

/** The meaning of a Word document's paragraphs by their styles and lists. */
export interface WordStyles {
  /** Heading level of a style (1 to 9), `code`, `caption`, `quote`, or null for prose. */
  roleOf(styleId: string): StyleRole | null;
  isTitle(styleId: string): boolean;
  /** The list that a style puts its paragraphs in, or null. */
  listOf(styleId: string): ListPlace | null;
  /** `bullet`, `decimal`, `lowerLetter` and the like. */
  numberFormat(list: ListPlace): string;
  firstNumber(list: ListPlace): number;
}

type StyleRole = number | 'code' | 'caption' | 'quote';

interface ListPlace {
  readonly id: string;
  /** 0-based. */
  readonly level: number;
}

interface Style {
  name: string;
  basedOn: string;
  outline: number | null;
  listId: string;
  listLevel: number;
}

interface ListLevel {
  format: string;
  start: number;
}

/** A style may be based on another, which is based on another; a circle ends here. */
const MAX_ANCESTORS = 20;
const codeNames = /^(?:source code|code|html preformatted|preformatted text|macro text|plain text)$/i;

/** Reads word/styles.xml and word/numbering.xml; a document without them has prose alone. */
async function wordStyles(
  zip: ZipContainer,
  parts: { readonly styles: string | undefined; readonly numbering: string | undefined },
  context: ReadContext,
): Promise<WordStyles> {
  const styles = await readStyles(zip, parts.styles, context);
  const levels = await readNumbering(zip, parts.numbering, context);
  const find = <T>(styleId: string, pick: (style: Style) => T | null): T | null => {
    let style = styles.get(styleId);
    for (let step = 0; style && step < MAX_ANCESTORS; step += 1) {
      const found = pick(style);
      if (found !== null) return found;
      style = styles.get(style.basedOn);
    }
    return null;
  };
  const level = ({ id, level: depth }: ListPlace) => levels.get(id)?.get(depth);
  return {
    roleOf: (styleId) => find(styleId, roleOfStyle),
    isTitle: (styleId) => find(styleId, (style) => (/^title$/i.test(style.name) ? true : null)) ?? false,
    listOf: (styleId) => find(styleId, ({ listId: id, listLevel }) => (id === '' ? null : { id, level: listLevel })),
    numberFormat: (list) => level(list)?.format ?? 'bullet',
    firstNumber: (list) => level(list)?.start ?? 1,
  };
}

function roleOfStyle({ name, outline }: Style): StyleRole | null {
  if (codeNames.test(name)) return 'code';
  if (/^(?:table |image )?caption$/i.test(name)) return 'caption';
  if (/^(?:intense )?quote$|^block text$/i.test(name)) return 'quote';
  if (outline !== null && outline < 9) return outline + 1;
  if (/^title$/i.test(name)) return 1;
  const level = /^heading ([1-9])$/i.exec(name)?.[1];
  return level === undefined ? null : Number(level);
}

async function readStyles(
  zip: ZipContainer,
  part: string | undefined,
  context: ReadContext,
): Promise<Map<string, Style>> {
  const styles = new Map<string, Style>();
  if (part === undefined || !zip.has(part)) return styles;
  let style: Style | null = null;
  await visitElements(
    await zip.text(part),
    context,
    (name, attributes, path) => {
      const value = attributes['w:val'] ?? '';
      if (name === 'style') {
        style = { name: '', basedOn: '', outline: null, listId: '', listLevel: 0 };
        styles.set(attributes['w:styleId'] ?? '', style);
      } else if (!style) return;
      else if (name === 'name' && path.at(-1) === 'style') style.name = value;
      else if (name === 'basedOn') style.basedOn = value;
      else if (name === 'outlineLvl') style.outline = wholeNumber(value);
      else if (name === 'numId') style.listId = value;
      else if (name === 'ilvl') style.listLevel = wholeNumber(value) ?? 0;
    },
    (name) => {
      if (name === 'style') style = null;
    },
  );
  return styles;
}

async function readNumbering(
  zip: ZipContainer,
  part: string | undefined,
  context: ReadContext,
): Promise<Map<string, Map<number, ListLevel>>> {
  const lists = new Map<string, Map<number, ListLevel>>();
  if (part === undefined || !zip.has(part)) return lists;
  const abstract = new Map<string, Map<number, ListLevel>>();
  let levels = new Map<number, ListLevel>();
  let level: ListLevel = { format: 'bullet', start: 1 };
  let listId = '';
  await visitElements(await zip.text(part), context, (name, attributes) => {
    const value = attributes['w:val'] ?? '';
    if (name === 'abstractNum') {
      levels = new Map();
      abstract.set(attributes['w:abstractNumId'] ?? '', levels);
    } else if (name === 'lvl') {
      level = { format: 'bullet', start: 1 };
      levels.set(wholeNumber(attributes['w:ilvl']) ?? 0, level);
    } else if (name === 'numFmt') level.format = value;
    else if (name === 'start') level.start = wholeNumber(value) ?? 1;
    else if (name === 'num') {
      listId = attributes['w:numId'] ?? '';
      levels = new Map();
    } else if (name === 'abstractNumId') lists.set(listId, abstract.get(value) ?? new Map());
  });
  return lists;
}

interface Paragraph {
  text: string;
  style: string;
  outline: number | null;
  listId: string | null;
  listLevel: number;
}

/** Parts outside the present text: deleted text, and pictures for older programs. */
const unseen = new Set(['Fallback', 'moveFrom', 'del', 'pPrChange', 'rPrChange', 'sectPrChange', 'tblPrChange']);

/** Makes blocks of WordprocessingML (ECMA-376 part 1, 17). One for a document: lists and notes count on. */
class WordBlocks implements MarkupHandler {
  readonly blocks: ReadBlock[] = [];
  /** Text of a note by its place, `footnote 2`. */
  private readonly notes = new Map<string, ReadBlock[]>();
  /** Notes in the order of their marks. */
  private readonly marks = new Map<string, number>();
  private readonly counters = new Map<string, number[]>();
  private readonly targets: ReadBlock[][] = [this.blocks];
  private readonly paragraphs: Paragraph[] = [];
  private readonly tables = new OpenTables();
  private runs = 0;
  private inText = 0;
  /** Text of the first paragraph in a style named Title. */
  title: string | null = null;

  constructor(private readonly styles: WordStyles) {}

  hides(name: string): boolean {
    return unseen.has(name);
  }

  open(name: string, attributes: Attributes): void {
    const value = attributes['w:val'];
    const paragraph = this.paragraphs.at(-1);
    if (name === 'p') this.paragraphs.push({ text: '', style: '', outline: null, listId: null, listLevel: 0 });
    else if (name === 'r') this.runs += 1;
    else if (name === 't') this.inText += 1;
    else if (name === 'tab' || name === 'ptab') this.add(this.runs > 0 ? '\t' : '');
    else if (name === 'br' || name === 'cr') this.add('\n');
    else if (name === 'noBreakHyphen') this.add('-');
    else if (name === 'docPr') this.add(attributes.descr ? ` ${attributes.descr} ` : '');
    else if (name === 'footnoteReference' || name === 'endnoteReference') {
      this.add(this.mark(name.replace('Reference', ''), attributes['w:id'] ?? ''));
    } else if (name === 'footnote' || name === 'endnote') {
      this.openNote(`${name} ${attributes['w:id'] ?? ''}`, attributes['w:type']);
    } else if (name === 'tbl') this.tables.begin();
    else if (name === 'tr') this.tables.beginRow();
    else if (name === 'tc') this.tables.beginCell(this.targets);
    else if (name === 'gridSpan') this.tables.setColumns(wholeNumber(value) ?? 1);
    else if (paragraph) describe(paragraph, name, value);
  }

  close(name: string): void {
    if (name === 'p') this.endParagraph();
    else if (name === 'r') this.runs -= 1;
    else if (name === 't') this.inText -= 1;
    else if (name === 'tc') this.tables.endCell(this.targets);
    else if (name === 'tbl') for (const block of this.tables.end()) this.push(block);
    else if ((name === 'footnote' || name === 'endnote') && this.targets.length > 1) this.targets.pop();
  }

  text(text: string): void {
    if (this.inText > 0) this.add(text);
  }

  /** The notes, each behind its mark, in the order of the marks. To be called when all parts have ended. */
  finish(): readonly ReadBlock[] {
    const noted = [...this.marks].map(([place, number]): ReadBlock => {
      const words = (this.notes.get(place) ?? []).map((block) => ('text' in block ? block.text.trim() : ''));
      return { kind: 'note', text: words.length > 0 ? `[^${number}]: ${words.join(' ')}` : '' };
    });
    return [...this.blocks, ...noted];
  }

  private add(text: string): void {
    const paragraph = this.paragraphs.at(-1);
    if (paragraph) paragraph.text += text;
  }

  private push(block: ReadBlock): void {
    this.targets.at(-1)?.push(block);
  }

  private mark(kind: string, id: string): string {
    const place = `${kind} ${id}`;
    const number = this.marks.get(place) ?? this.marks.size + 1;
    this.marks.set(place, number);
    return `[^${number}]`;
  }

  private openNote(place: string, type: string | undefined): void {
    const note: ReadBlock[] = [];
    // Separators are drawn between text and notes; they hold nothing to read.
    if (type === undefined || type === 'normal') this.notes.set(place, note);
    this.targets.push(note);
  }

  private endParagraph(): void {
    const paragraph = this.paragraphs.pop();
    if (!paragraph) return;
    const { text, style } = paragraph;
    const role = paragraph.outline === null ? this.styles.roleOf(style) : paragraph.outline + 1;
    if (role === 'code') addCode(this.targets.at(-1), text);
    else if (role === 'caption' || role === 'quote') this.push({ kind: role, text });
    else if (role !== null) {
      if (this.title === null && this.styles.isTitle(style)) this.title = text.replace(/\s+/g, ' ').trim() || null;
      this.push({ kind: 'heading', level: role, text });
    } else {
      const list = this.listOf(paragraph);
      if (list === null) this.push({ kind: 'paragraph', text });
      else if (/\S/.test(text)) {
        this.push({ kind: 'item', text, depth: list.level, marker: this.marker(list) });
      }
    }
  }

  private listOf({ listId, listLevel, style }: Paragraph): ListPlace | null {
    const list = listId === null ? this.styles.listOf(style) : { id: listId, level: listLevel };
    return list === null || list.id === '0' ? null : list;
  }

  private marker(list: ListPlace): string {
    if (['bullet', 'none'].includes(this.styles.numberFormat(list))) return '-';
    const counts = this.counters.get(list.id) ?? [];
    this.counters.set(list.id, counts);
    // A number further out restarts the inner ones.
    counts.length = Math.min(counts.length, list.level + 1);
    const count = counts[list.level];
    const next = count === undefined ? this.styles.firstNumber(list) : count + 1;
    counts[list.level] = next;
    return `${next}.`;
  }
}

function describe(paragraph: Paragraph, name: string, value: string | undefined): void {
  if (name === 'pStyle') paragraph.style = value ?? '';
  else if (name === 'numId') paragraph.listId = value ?? null;
  else if (name === 'ilvl') paragraph.listLevel = Math.min(8, wholeNumber(value) ?? 0);
  else if (name === 'outlineLvl') {
    const level = wholeNumber(value);
    paragraph.outline = level !== null && level < 9 ? level : null;
  }
}
