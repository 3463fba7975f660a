import type { Chunk } from '@shared/chunk';
import { TermReader } from '@shared/terms';

const firstSlots = 4096;
/** Numbers of terms that share a piece of memory: one piece a text is thousands of them for the garbage collector. */
const pieceLength = 1 << 16;

/** A chunk's terms as numbers of a `TermDictionary`, in their order. */
export interface ChunkTerms {
  /** Of title, headings and text. */
  readonly all: Uint32Array;
  /** Of title and headings alone. */
  readonly above: Uint32Array;
}

/** Title and headings: what a chunk stands under. */
export const aboveOf = ({ title, headings }: Chunk): string => `${title} ${headings.join(' ')}`;

/** Numbers for terms, so that texts are compared without touching a string. */
export class TermDictionary {
  private readonly numbers = new Map<string, number>();
  private readonly words: string[] = [];
  /** Kept between uses: to make a table of all terms takes longer than to read a query's candidates by it. */
  private slots = new Uint16Array(firstSlots);
  private slotted: readonly number[] = [];
  private piece = new Uint32Array();
  private pieceUsed = 0;
  private readonly reader = new TermReader((term) => this.add(term));

  get size(): number {
    return this.words.length;
  }

  /** The term's number, given to it where it has none. */
  add(term: string): number {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    const number = this.words.length;
    this.numbers.set(term, number);
    this.words.push(term);
    return number;
  }

  /** The number of a term that some text has, or null. */
  find(term: string): number | null {
    return this.numbers.get(term) ?? null;
  }

  term(number: number): string {
    return this.words[number] ?? '';
  }

  /**
   * A table by number: of some terms their place among them, from 1 on, and 0 of every other one. It holds until it is
   * asked for again, or until the dictionary grows.
   */
  slotsOf(numbers: Iterable<number>): Uint16Array {
    for (const number of this.slotted) this.slots[number] = 0;
    if (this.slots.length < this.size) this.slots = new Uint16Array(2 * this.size);
    const slotted: number[] = [];
    for (const number of numbers) this.slots[number] = slotted.push(number);
    this.slotted = slotted;
    return this.slots;
  }

  /** The terms that texts have, each once, in the order in which they are met, with the table of their places. */
  distinctOf(texts: readonly Uint32Array[]): { readonly numbers: readonly number[]; readonly slots: Uint16Array } {
    const slots = this.slotsOf([]);
    const numbers: number[] = [];
    for (const text of texts) {
      for (let at = 0; at < text.length; at += 1) {
        const number = text[at] ?? 0;
        if (slots[number] === 0) slots[number] = numbers.push(number);
      }
    }
    this.slotted = numbers;
    return { numbers, slots };
  }

  read(text: string): Uint32Array {
    const numbers = this.reader.read(text);
    if (this.pieceUsed + numbers.length > this.piece.length) {
      this.piece = new Uint32Array(Math.max(pieceLength, numbers.length));
      this.pieceUsed = 0;
    }
    const begin = this.pieceUsed;
    this.pieceUsed += numbers.length;
    this.piece.set(numbers, begin);
    return this.piece.subarray(begin, this.pieceUsed);
  }

  chunk(chunk: Chunk): ChunkTerms {
    const above = aboveOf(chunk);
    return { all: this.read(`${above} ${chunk.text}`), above: this.read(above) };
  }
}
