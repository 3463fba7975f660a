import { setImmediate as nextTurn } from 'node:timers/promises';
import { remark } from '@shared/words/sayings';
import { type ReadBlock, type ReadBlocks, type ReadCell, tableOrContents } from '../layout-blocks';
import { overLimit, type ReadContext } from '../reader-errors';
import table from './rtf.json';

/** So many steps are taken before others get a turn and a cancel is noticed. */
const STEPS_A_TURN = 200_000;

/**
 * The text of an RTF document: headings by outline level, tables, footnotes at their place. Left out: headers and
 * footers, pictures, embedded objects, hidden instructions of fields. Errors: `too-large` (groups nested too deep); an
 * aborted signal throws its reason.
 */
export async function readRtf(bytes: Uint8Array, context: ReadContext): Promise<ReadBlocks> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const handler = new RtfBlocks();
  let steps = 0;
  for (const token of rtfTokens(source)) {
    steps += 1;
    if (steps % STEPS_A_TURN === 0) {
      await nextTurn();
      context.signal?.throwIfAborted();
      context.goesOn?.();
    }
    handler.take(token);
    if (handler.depth > context.limits.maxDepth) {
      throw overLimit(context, 'maxDepth');
    }
  }
  const blocks = handler.finish();
  const warnings = handler.depth > 0 ? [remark('breaks-off')] : [];
  return { ...handler.facts, blocks, warnings };
}

interface Group {
  readonly destination: 'text' | 'skip' | 'title' | 'author' | 'fonts' | 'styles';
  readonly codePage: string;
  /** Characters after a `\u` for programs without Unicode. */
  readonly fallback: number;
  /** Heading level of the paragraph, or null for prose. */
  readonly level: number | null;
  readonly inTable: boolean;
  readonly listDepth: number;
  readonly inNote: boolean;
}

/** A destination whose text is a fact about the document. */
const isStated = (word: string): word is 'title' | 'author' => word === 'title' || word === 'author';

/** A list's marker is in the text, before a tab. */
const listMark = /^\s*(?:([•◦▪‣●○■·–-])|(\d{1,4}[.)]))[ \u00A0]*\t/;

const skipped = new Set(table.skipped);
const characters = new Map(Object.entries(table.characters));
/** Windows code pages by the character set of a font. */
const charsets = new Map(Object.entries(table.charsets));
/** The other code pages than those of Windows, by their numbers. */
const codePages = new Map(Object.entries(table.codePages));

/** Makes blocks of the steps through an RTF file. */
class RtfBlocks {
  private readonly blocks: ReadBlock[] = [];
  private readonly groups: Group[] = [];
  private group: Group = {
    destination: 'text',
    codePage: 'windows-1252',
    fallback: 1,
    level: null,
    inTable: false,
    listDepth: 0,
    inNote: false,
  };
  private readonly fonts = new Map<number, string>();
  private readonly styleLevels = new Map<number, number>();
  private font = 0;
  private style: { id: number; name: string } = { id: 0, name: '' };
  private readonly stated = { title: '', author: '' };
  private line = '';
  private pending = '';
  private toSkip = 0;
  /** The line that a note interrupts. */
  private interrupted = '';
  private readonly notes: ReadBlock[] = [];
  private cell: ReadBlock[] = [];
  private row: ReadCell[] = [];
  private rows: ReadCell[][] = [];
  private optional = false;

  get depth(): number {
    return this.groups.length;
  }

  get facts(): { readonly title: string | null; readonly author: string } {
    return { title: this.stated.title.trim() || null, author: this.stated.author };
  }

  take(token: RtfToken): void {
    if (token.kind === 'text') this.takeText(token.bytes);
    else if (token.kind === 'open') {
      this.decodePending();
      this.groups.push(this.group);
      this.toSkip = 0;
    } else if (token.kind === 'close') {
      this.closeGroup();
    } else if (token.kind === 'control') this.takeControl(token.word, token.number);
  }

  finish(): readonly ReadBlock[] {
    this.endParagraph();
    this.endTable();
    return [...this.blocks, ...this.notes];
  }

  private closeGroup(): void {
    this.decodePending();
    const { inNote } = this.group;
    this.group = this.groups.pop() ?? this.group;
    this.toSkip = 0;
    if (!inNote || this.group.inNote) return;
    const mark = `[^${this.notes.length + 1}]`;
    this.notes.push({ kind: 'note', text: `${mark}: ${this.line.replace(/\s+/g, ' ').trim()}` });
    this.line = this.interrupted + mark;
  }

  private openNote(): void {
    if (this.group.inNote || this.groups.length === 0) return;
    this.interrupted = this.line;
    this.line = '';
    this.group = { ...this.group, destination: 'text', inNote: true, level: null };
  }

  private takeText(bytes: string): void {
    const kept = bytes.slice(this.toSkip);
    this.toSkip = Math.max(0, this.toSkip - bytes.length);
    const { destination } = this.group;
    if (destination === 'text' || isStated(destination)) this.pending += kept;
    else if (destination === 'styles') {
      this.style.name += kept;
      if (kept.includes(';')) this.nameStyle();
    }
  }

  private takeControl(word: string, number: number | null): void {
    if (word === 'u' && number !== null) {
      this.decodePending();
      this.add(String.fromCharCode(number & 0xffff));
      this.toSkip = this.group.fallback;
      return;
    }
    if (this.toSkip > 0) {
      this.toSkip -= 1;
      return;
    }
    this.decodePending();
    const optional = this.optional;
    this.optional = word === '*';
    if (word === 'footnote' && this.group.destination === 'text') {
      this.openNote();
      return;
    }
    if (skipped.has(word) || (optional && word !== 'shptxt' && this.group.destination === 'text')) this.become('skip');
    if (word === 'info') this.become('skip');
    else if (word === 'fonttbl') this.become('fonts');
    else if (word === 'stylesheet') this.become('styles');
    else if (isStated(word)) this.become(this.stated[word] === '' ? word : 'skip');
    else if (this.group.destination === 'fonts') this.describeFont(word, number);
    else if (this.group.destination === 'styles') this.describeStyle(word, number);
    else if (this.group.destination === 'text') this.takeTextControl(word, number);
  }

  private takeTextControl(word: string, number: number | null): void {
    const character = characters.get(word);
    if (character !== undefined) this.add(character);
    else if (word === 'par' || word === 'sect' || word === 'page') this.endParagraph();
    else if (word === 'pard') this.group = { ...this.group, level: null, inTable: false, listDepth: 0 };
    else if (word === 'intbl') this.group = { ...this.group, inTable: true };
    else if (word === 'cell' || word === 'nestcell') this.endCell();
    else if (word === 'row' || word === 'nestrow') this.endRow();
    else if (word === 's') this.setLevel(this.styleLevels.get(number ?? 0) ?? null);
    else if (word === 'outlinelevel' && number !== null) this.setLevel(number >= 0 && number < 9 ? number + 1 : null);
    else if (word === 'ilvl') this.group = { ...this.group, listDepth: Math.min(8, Math.max(0, number ?? 0)) };
    else if (word === 'uc') this.group = { ...this.group, fallback: Math.min(16, Math.max(0, number ?? 1)) };
    else if (word === 'ansicpg') this.setCodePage(codePages.get(String(number)) ?? `windows-${number}`);
    else if (word === 'f') this.setCodePage(this.fonts.get(number ?? 0) ?? this.group.codePage);
  }

  private setLevel(level: number | null): void {
    this.group = { ...this.group, level };
  }

  private become(destination: Group['destination']): void {
    this.group = { ...this.group, destination };
  }

  private setCodePage(codePage: string): void {
    this.group = { ...this.group, codePage };
  }

  private describeFont(word: string, number: number | null): void {
    if (word === 'f') this.font = number ?? 0;
    const codePage = word === 'fcharset' ? charsets.get(String(number)) : undefined;
    if (codePage !== undefined) this.fonts.set(this.font, codePage);
  }

  private describeStyle(word: string, number: number | null): void {
    if (word === 's' || word === 'cs' || word === 'ds')
      this.style = { id: word === 's' ? (number ?? 0) : -1, name: '' };
    else if (word === 'outlinelevel' && number !== null && number >= 0 && number < 9) {
      this.styleLevels.set(this.style.id, number + 1);
    }
  }

  private nameStyle(): void {
    const level = /heading ([1-9])\s*;/i.exec(this.style.name)?.[1];
    if (level !== undefined && this.style.id >= 0) this.styleLevels.set(this.style.id, Number(level));
    this.style = { id: -1, name: '' };
  }

  private decodePending(): void {
    if (this.pending === '') return;
    const bytes = Buffer.from(this.pending, 'latin1');
    this.pending = '';
    this.add(
      /^[\0-\x7f]*$/.test(bytes.toString('latin1')) ? bytes.toString('latin1') : decoded(bytes, this.group.codePage),
    );
  }

  private add(text: string): void {
    const { destination } = this.group;
    if (isStated(destination)) this.stated[destination] += text;
    else if (destination === 'text') this.line += text;
  }

  private endParagraph(): void {
    this.decodePending();
    if (this.group.inNote) {
      this.line += '\n';
      return;
    }
    const block = this.paragraph(this.line);
    this.line = '';
    if (block === null) return;
    if (this.group.inTable) this.cell.push(block);
    else {
      this.endTable();
      this.blocks.push(block);
    }
  }

  private paragraph(text: string): ReadBlock | null {
    if (!/\S/.test(text)) return null;
    const { level, listDepth, inTable } = this.group;
    if (level !== null) return { kind: 'heading', level, text };
    const mark = inTable ? null : listMark.exec(text);
    if (!mark) return { kind: 'paragraph', text };
    return { kind: 'item', text: text.slice(mark[0].length), depth: listDepth, marker: mark[2] ?? '-' };
  }

  private endCell(): void {
    this.group = { ...this.group, inTable: true };
    this.endParagraph();
    this.row.push(this.cell);
    this.cell = [];
  }

  private endRow(): void {
    if (this.row.length > 0) this.rows.push(this.row);
    this.row = [];
  }

  private endTable(): void {
    this.endRow();
    for (const block of tableOrContents(this.rows)) this.blocks.push(block);
    for (const block of this.cell) this.blocks.push(block);
    this.rows = [];
    this.cell = [];
  }
}

function decoded(bytes: Uint8Array, codePage: string): string {
  try {
    return new TextDecoder(codePage).decode(bytes);
  } catch (error) {
    // An unknown code page is read as the most usual one.
    if (error instanceof RangeError) return new TextDecoder('windows-1252').decode(bytes);
    throw error;
  }
}

/** One step through an RTF file (Rich Text Format 1.9.1, "Basic Entities"). */
type RtfToken =
  | { readonly kind: 'open' | 'close' }
  /** A control word (`par`) or symbol (`~`, `*`) with its number, null where it has none. */
  | { readonly kind: 'control'; readonly word: string; readonly number: number | null }
  /** Bytes of text in the code page of their font, one a character. */
  | { readonly kind: 'text'; readonly bytes: string };

/** @param source the file's bytes, one a character (Latin-1) */
function* rtfTokens(source: string): Generator<RtfToken> {
  const pattern = /\{|\}|\\'([0-9a-fA-F]{2})|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\([^a-zA-Z])|[\r\n]+|[^\\{}\r\n]+|\\/g;
  for (let match = pattern.exec(source); match; match = pattern.exec(source)) {
    const [whole, hex, word, digits, symbol] = match;
    if (whole === '{') yield { kind: 'open' };
    else if (whole === '}') yield { kind: 'close' };
    else if (hex !== undefined) yield { kind: 'text', bytes: String.fromCharCode(Number.parseInt(hex, 16)) };
    else if (word !== undefined) {
      const number = digits === undefined ? null : Number(digits);
      // As many raw bytes follow, in which braces mean nothing.
      if (word === 'bin') pattern.lastIndex += Math.max(0, number ?? 0);
      else yield { kind: 'control', word, number };
    } else if (symbol !== undefined) yield symbolToken(symbol);
    else if (/^[^\r\n\\]/.test(whole)) yield { kind: 'text', bytes: whole };
  }
}

function symbolToken(symbol: string): RtfToken {
  if (/[\\{}]/.test(symbol)) return { kind: 'text', bytes: symbol };
  return { kind: 'control', word: /[\r\n]/.test(symbol) ? 'par' : symbol, number: null };
}
