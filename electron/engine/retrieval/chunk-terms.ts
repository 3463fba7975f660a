import type { Chunk } from '@shared/chunk';
import { terms } from '@shared/terms';

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

  read(text: string): Uint32Array {
    return Uint32Array.from(terms(text), (term) => this.add(term));
  }

  chunk(chunk: Chunk): ChunkTerms {
    const above = aboveOf(chunk);
    return { all: this.read(`${above} ${chunk.text}`), above: this.read(above) };
  }
}
