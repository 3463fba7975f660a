import type { TermDictionary } from './chunk-terms';
import { neighbouringPairs, TermPlaces } from './proximity';
import type { QueryTerms } from './query-coverage';

/** Where candidates have the terms of a query: read once, for how much of it they cover and how near to each other. */
export class QueryPlaces {
  private readonly places: TermPlaces;
  private readonly slots: Uint16Array;
  /** By slot of a term or of its other form, from 1 on: its weight, and the place of the term in the query, from 1 on. */
  private readonly weights: number[] = [0];
  private readonly placeInQuery: number[] = [0];
  private readonly slotOf = new Map<string, number>();
  /** By place in the query: 1 where the term is a rare one. */
  private readonly rare: Uint8Array;
  /** By place in the query: the last look that has met the term. */
  private readonly met: Uint32Array;
  private looks = 0;

  /**
   * Holds until the next one is made, and titles are read until the dictionary is asked for another table, or grows.
   *
   * @param texts terms of the candidates
   */
  constructor(
    private readonly query: QueryTerms,
    dictionary: TermDictionary,
    texts: readonly Uint32Array[],
  ) {
    const numbers: number[] = [];
    const lookFor = (term: string, place: number, weight: number): void => {
      const number = dictionary.find(term);
      if (number === null) return;
      this.slotOf.set(term, numbers.push(number));
      this.weights.push(weight);
      this.placeInQuery.push(place);
    };
    const placeOf = new Map([...query.idf.keys()].map((term, position) => [term, position + 1]));
    for (const [term, weight] of query.idf) lookFor(term, placeOf.get(term) ?? 0, weight);
    for (const [form, { of }] of query.forms) lookFor(form, placeOf.get(of) ?? 0, query.idf.get(of) ?? 0);
    this.slots = dictionary.slotsOf(numbers);
    this.places = new TermPlaces(texts, this.slots, numbers.length);
    this.met = new Uint32Array(query.idf.size + 1);
    this.rare = new Uint8Array(query.idf.size + 1);
    for (const term of query.rare.terms) this.rare[placeOf.get(term) ?? 0] = 1;
  }

  /** Share of the query's idf mass in a candidate's terms, 0–1; 0 for a query of stop words alone. */
  coverage(text: number): number {
    if (this.query.total === 0) return 0;
    const { found } = this.places;
    const end = this.places.endOf(text);
    let sum = 0;
    this.looks += 1;
    for (let at = this.places.beginOf(text); at < end; at += 2) sum += this.newWeight(found[at] ?? 0);
    return Math.min(1, sum / this.query.total);
  }

  /** Share of the query's rare words that a candidate has, 0–1; 0 where there are none. */
  rareShare(text: number): number {
    const { size } = this.query.rare.terms;
    if (size === 0) return 0;
    const { found } = this.places;
    const end = this.places.endOf(text);
    let held = 0;
    this.looks += 1;
    for (let at = this.places.beginOf(text); at < end; at += 2) {
      const slot = found[at] ?? 0;
      if (this.rare[this.placeInQuery[slot] ?? 0] === 1 && this.newWeight(slot) > 0) held += 1;
    }
    return held / size;
  }

  /** The same as `coverage` of other terms: a title and headings. */
  coverageOf(terms: Uint32Array): number {
    if (this.query.total === 0) return 0;
    let sum = 0;
    this.looks += 1;
    // By index: an iterator over a typed array takes several times as long, and this runs over every word.
    for (let at = 0; at < terms.length; at += 1) {
      const slot = this.slots[terms[at] ?? 0] ?? 0;
      if (slot !== 0) sum += this.newWeight(slot);
    }
    return Math.min(1, sum / this.query.total);
  }

  /** Of a term that this look has not met yet, itself or in another form; 0 of one that it has. */
  private newWeight(slot: number): number {
    const place = this.placeInQuery[slot] ?? 0;
    if (this.met[place] === this.looks) return 0;
    this.met[place] = this.looks;
    return this.weights[slot] ?? 0;
  }

  /**
   * How near to each other some candidates have neighbouring terms of the query.
   *
   * @param sequence the query's terms in their order
   * @param texts which of the candidates; a term that none of them has takes no part
   */
  proximities(sequence: readonly string[], texts: readonly number[]): Float64Array {
    const met = this.places.metIn(texts);
    const slotOf = (term: string): number => this.slotOf.get(term) ?? 0;
    const pairs = neighbouringPairs(sequence, this.query.idf, (term) => met[slotOf(term)] === 1).map(
      ({ first, second, weight }) => ({ first: slotOf(first), second: slotOf(second), weight }),
    );
    const found = new Float64Array(texts.length);
    if (pairs.length === 0) return found;
    for (let at = 0; at < texts.length; at += 1) found[at] = this.places.proximity(texts[at] ?? 0, pairs);
    return found;
  }
}
