import { addCode, type Block, SpareCells } from './document-blocks';
import { type ListPlace, type WordStyles, wholeNumber } from './docx-styles';
import { OpenTables } from './open-tables';
import type { MarkupHandler } from './parse-markup';
import type { Attributes } from './xml-package';

interface Paragraph {
  text: string;
  style: string;
  outline: number | null;
  listId: string | null;
  listLevel: number;
}

/** What is not in the text as it stands: what was there before a change, and pictures for older programs. */
const unseen = new Set(['Fallback', 'moveFrom', 'del', 'pPrChange', 'rPrChange', 'sectPrChange', 'tblPrChange']);
const MAX_SPAN = 50;

/** Makes blocks of WordprocessingML (ECMA-376 part 1, 17). One for a document, so that lists and notes count on. */
export class WordBlocks implements MarkupHandler {
  readonly blocks: Block[] = [];
  /** Text of a note by its place, `footnote 2`. */
  private readonly notes = new Map<string, Block[]>();
  /** Notes in the order of their marks. */
  private readonly marks = new Map<string, number>();
  private readonly counters = new Map<string, number[]>();
  private readonly targets: Block[][] = [this.blocks];
  private readonly paragraphs: Paragraph[] = [];
  private readonly tables = new OpenTables();
  /** Columns of the cells that are open. */
  private readonly spans: number[] = [];
  private readonly spare = new SpareCells();
  private runs = 0;
  private inText = 0;
  private hidden = 0;
  /** Of the first paragraph in a style named Title. */
  title: string | null = null;

  constructor(private readonly styles: WordStyles) {}

  open(name: string, attributes: Attributes): void {
    if (this.hidden > 0 || unseen.has(name)) {
      this.hidden += 1;
      return;
    }
    const value = attributes['w:val'];
    const paragraph = this.paragraphs.at(-1);
    switch (name) {
      case 'p':
        this.paragraphs.push({ text: '', style: '', outline: null, listId: null, listLevel: 0 });
        break;
      case 'r':
        this.runs += 1;
        break;
      case 't':
        this.inText += 1;
        break;
      case 'tab':
      case 'ptab':
        if (this.runs > 0) this.add('\t');
        break;
      case 'br':
      case 'cr':
        this.add('\n');
        break;
      case 'noBreakHyphen':
        this.add('-');
        break;
      case 'docPr':
        if (attributes.descr) this.add(` ${attributes.descr} `);
        break;
      case 'footnoteReference':
      case 'endnoteReference':
        this.add(this.mark(name.replace('Reference', ''), attributes['w:id'] ?? ''));
        break;
      case 'footnote':
      case 'endnote':
        this.openNote(`${name} ${attributes['w:id'] ?? ''}`, attributes['w:type']);
        break;
      case 'tbl':
        this.tables.begin();
        break;
      case 'tr':
        this.tables.beginRow();
        break;
      case 'tc':
        this.targets.push([]);
        this.spans.push(1);
        break;
      case 'gridSpan':
        this.spans[this.spans.length - 1] = Math.min(MAX_SPAN, wholeNumber(value) ?? 1);
        break;
      default:
        if (paragraph) describe(paragraph, name, value);
    }
  }

  close(name: string): void {
    if (this.hidden > 0) {
      this.hidden -= 1;
      return;
    }
    if (name === 'p') this.endParagraph();
    else if (name === 'r') this.runs -= 1;
    else if (name === 't') this.inText -= 1;
    else if (name === 'tc') this.closeCell();
    else if (name === 'tbl') this.closeTable();
    else if ((name === 'footnote' || name === 'endnote') && this.targets.length > 1) this.targets.pop();
  }

  text(text: string): void {
    if (this.inText > 0 && this.hidden === 0) this.add(text);
  }

  /** The notes, each behind its mark, in the order of the marks. To be called when all parts have ended. */
  finish(): readonly Block[] {
    const noted = [...this.marks].map(([place, number]): Block => {
      const words = (this.notes.get(place) ?? []).map((block) => ('text' in block ? block.text.trim() : ''));
      return { kind: 'paragraph', text: words.length > 0 ? `[^${number}]: ${words.join(' ')}` : '' };
    });
    return [...this.blocks, ...noted];
  }

  private add(text: string): void {
    const paragraph = this.paragraphs.at(-1);
    if (paragraph) paragraph.text += text;
  }

  private push(block: Block): void {
    this.targets.at(-1)?.push(block);
  }

  private mark(kind: string, id: string): string {
    const place = `${kind} ${id}`;
    const number = this.marks.get(place) ?? this.marks.size + 1;
    this.marks.set(place, number);
    return `[^${number}]`;
  }

  private openNote(place: string, type: string | undefined): void {
    const note: Block[] = [];
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
    // A number further out begins the inner ones anew.
    counts.length = Math.min(counts.length, list.level + 1);
    const count = counts[list.level];
    const next = count === undefined ? this.styles.firstNumber(list) : count + 1;
    counts[list.level] = next;
    return `${next}.`;
  }

  private closeCell(): void {
    const cell = this.targets.length > 1 ? this.targets.pop() : undefined;
    const span = this.spans.pop() ?? 1;
    const { row } = this.tables;
    if (!cell) return;
    const filled = cell.filter((block) => !('text' in block) || /\S/.test(block.text));
    if (!row) for (const block of filled) this.push(block);
    else row.push(filled, ...Array.from({ length: this.spare.take(span - 1) }, () => []));
  }

  private closeTable(): void {
    for (const block of this.tables.end()) this.push(block);
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
