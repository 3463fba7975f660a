import type { Chunk } from '@shared/chunk';
import { aboveOf } from './chunk-terms';
import type { ParsedQuery } from './query-syntax';

/** White space, case, composition and typographic quotation marks do not tell two spellings apart. */
const plain = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/[’‘]/gu, "'").replace(/\s+/gu, ' ');

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&');

/** Finds a stretch as it is, not as a part of a longer word or number. */
const standing = (stretch: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(plain(stretch))}(?![\\p{L}\\p{N}_])`, 'u');

/** How much of a query's phrases and identifiers chunks hold as they are. */
export class ExactMatcher {
  private readonly phrases: readonly RegExp[];
  private readonly identifiers: readonly RegExp[];
  /** Whether chunks without the phrases are left out where any chunk holds them all. */
  readonly phrasesOnly: boolean;

  constructor({ phrases, identifiers, phrasesOnly }: Pick<ParsedQuery, 'phrases' | 'identifiers' | 'phrasesOnly'>) {
    this.phrasesOnly = phrasesOnly;
    this.phrases = phrases.map(standing);
    this.identifiers = identifiers.map(standing);
  }

  get asked(): boolean {
    return this.phrases.length + this.identifiers.length > 0;
  }

  /** Of everything asked for exactly, the share that the chunk holds; and whether it holds every phrase. */
  in(chunk: Chunk): { readonly share: number; readonly everyPhrase: boolean } {
    const text = plain(`${aboveOf(chunk)} ${chunk.text}`);
    const phrases = this.phrases.filter((pattern) => pattern.test(text)).length;
    const identifiers = this.identifiers.filter((pattern) => pattern.test(text)).length;
    const all = this.phrases.length + this.identifiers.length;
    return {
      share: all === 0 ? 0 : (phrases + identifiers) / all,
      everyPhrase: phrases === this.phrases.length,
    };
  }
}
