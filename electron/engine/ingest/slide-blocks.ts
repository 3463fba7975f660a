import type { Block } from './document-blocks';
import { wholeNumber } from './docx-styles';
import { OpenTables } from './open-tables';
import type { MarkupHandler } from './parse-markup';
import type { Attributes } from './xml-package';

/** Repeated on every slide, and no part of what it says. */
const furniture = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);
const titles = new Map([
  ['ctrTitle', 1],
  ['title', 2],
]);
const MAX_DEPTH = 8;

/** Makes blocks of one slide, or of its notes (ECMA-376 part 1, 19 and 21): its title first, then its shapes in order. */
export class SlideBlocks implements MarkupHandler {
  private readonly heading: Block[] = [];
  private readonly body: Block[] = [];
  private readonly targets: Block[][] = [this.body];
  private readonly tables = new OpenTables();
  /** Of the shape that is open: its placeholder, `''` for the usual one, null for a shape of its own. */
  private placeholder: string | null = null;
  private paragraph: { text: string; depth: number; marker: string | null } | null = null;
  private inText = 0;
  private hidden = 0;

  open(name: string, attributes: Attributes): void {
    if (this.hidden > 0 || name === 'Fallback') {
      this.hidden += 1;
      return;
    }
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
    if (this.hidden > 0) {
      this.hidden -= 1;
      return;
    }
    if (name === 't') this.inText -= 1;
    else if (name === 'p') this.endParagraph();
    else if (name === 'tc') this.closeCell();
    else if (name === 'tbl') {
      for (const block of this.tables.end()) this.push(block);
    }
  }

  text(text: string): void {
    if (this.inText > 0 && this.hidden === 0 && this.paragraph) this.paragraph.text += text;
  }

  finish(): readonly Block[] {
    return [...this.heading, ...this.body];
  }

  private isList(): boolean {
    return this.tables.row === undefined && (this.placeholder === '' || this.placeholder === 'body');
  }

  private push(block: Block): void {
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

  private closeCell(): void {
    const cell = this.targets.length > 1 ? this.targets.pop() : undefined;
    const { row } = this.tables;
    if (!cell) return;
    if (row) row.push(cell);
    else for (const block of cell) this.push(block);
  }
}
