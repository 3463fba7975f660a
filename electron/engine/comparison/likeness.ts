import type { ComparedWords, Vocabulary } from './compared-words';
import { type DocumentPassage, type PassagesOfDocument, placesIn } from './passages';

interface Bag {
  readonly ids: Int32Array;
  readonly weight: number;
  readonly numbers: number;
}

/** How much two passages share, 0 to 1, by weight. */
export interface Shared {
  /** Of both together (Dice 1945). */
  readonly dice: number;
  /** Of the smaller one: 1 if all of it is in the other. */
  readonly contained: number;
}

const markWeight = 0.1;
const numberWeight = 0.7;
/** Weight of a number if the other passage has another number: rows of a table differ by theirs alone. */
const otherNumber = 0.5;
const leastWordWeight = 0.15;

/** Tells how alike passages of two documents are, by words that weigh the more the fewer passages have them. */
export class Likeness {
  private readonly weights: Float64Array;
  private readonly bags: [(Bag | undefined)[], (Bag | undefined)[]] = [[], []];

  constructor(
    private readonly old: PassagesOfDocument,
    private readonly next: PassagesOfDocument,
    private readonly vocabulary: Vocabulary,
  ) {
    const { kinds, bare } = vocabulary;
    const holding = new Int32Array(kinds.length);
    const lastIn = new Int32Array(kinds.length).fill(-1);
    let number = 0;
    for (const { words, passages } of [old, next]) {
      for (const passage of passages) {
        for (const at of placesIn(passage)) {
          const id = bare[words.ids[at] ?? 0] ?? 0;
          if (lastIn[id] === number) continue;
          lastIn[id] = number;
          holding[id] = (holding[id] ?? 0) + 1;
        }
        number += 1;
      }
    }
    const most = Math.log(number + 1);
    this.weights = Float64Array.from(kinds, (kind, id) => {
      if (kind === 'mark') return markWeight;
      if (kind === 'number') return numberWeight;
      // Inverse document frequency, of passages: 1 for a word of one alone (Spärck Jones 1972).
      return leastWordWeight + (1 - leastWordWeight) * (1 - Math.log(Math.max(holding[id] ?? 1, 1)) / most);
    });
  }

  of(old: number, next: number): Shared {
    const a = this.bag(0, old);
    const b = this.bag(1, next);
    const common = this.common(a, b);
    const smaller = Math.min(a.weight, b.weight);
    return {
      dice: a.weight + b.weight > 0 ? (2 * common) / (a.weight + b.weight) : 0,
      contained: smaller > 0 ? common / smaller : 0,
    };
  }

  /** The share of the words of a passage that are in some words of the other document beyond those that others of its own have. */
  left(side: 0 | 1, place: number, others: readonly number[], across: readonly number[]): number {
    const counts = new Map<number, number>();
    const count = (of: 0 | 1, at: number, by: number): void => {
      for (const id of this.bag(of, at).ids) counts.set(id, (counts.get(id) ?? 0) + by);
    };
    for (const at of across) count(side === 0 ? 1 : 0, at, 1);
    for (const at of others) count(side, at, -1);
    const own = this.bag(side, place);
    let found = 0;
    for (const id of own.ids) {
      const more = counts.get(id) ?? 0;
      if (more <= 0) continue;
      counts.set(id, more - 1);
      found += this.weights[id] ?? 0;
    }
    return own.weight > 0 ? found / own.weight : 0;
  }

  telling(side: 0 | 1, place: number, most: number): number[] {
    return [...new Set(this.bag(side, place).ids)]
      .filter((id) => this.vocabulary.kinds[id] !== 'mark')
      .sort((a, b) => (this.weights[b] ?? 0) - (this.weights[a] ?? 0) || a - b)
      .slice(0, most);
  }

  private common(a: Bag, b: Bag): number {
    let sum = 0;
    let sameNumbers = 0;
    for (let i = 0, j = 0; i < a.ids.length && j < b.ids.length; ) {
      const one = a.ids[i] ?? 0;
      const other = b.ids[j] ?? 0;
      if (one === other) {
        sum += this.weights[one] ?? 0;
        if (this.vocabulary.kinds[one] === 'number') sameNumbers += 1;
      }
      if (one <= other) i += 1;
      if (other <= one) j += 1;
    }
    return sum + (Math.min(a.numbers, b.numbers) - sameNumbers) * numberWeight * otherNumber;
  }

  private bag(side: 0 | 1, place: number): Bag {
    const known = this.bags[side][place];
    if (known) return known;
    const { passages, words } = side === 0 ? this.old : this.next;
    const bag = this.made(passages[place], words);
    this.bags[side][place] = bag;
    return bag;
  }

  private made(passage: DocumentPassage | undefined, words: ComparedWords): Bag {
    const { bare, kinds } = this.vocabulary;
    const places = passage ? placesIn(passage) : [];
    const ids = Int32Array.from(places, (at) => bare[words.ids[at] ?? 0] ?? 0).sort();
    let weight = 0;
    let numbers = 0;
    for (const id of ids) {
      weight += this.weights[id] ?? 0;
      if (kinds[id] === 'number') numbers += 1;
    }
    return { ids, weight, numbers };
  }
}
