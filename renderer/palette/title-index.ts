import { Index } from 'flexsearch';

/** Something that can be found by its words. */
export interface Titled {
  readonly id: string;
  readonly title: string;
  /** Found by these too, such as a path. */
  readonly note?: string;
}

/** Titles put in between two looks at what else the window has to do. */
const slice = 400;

/** Titles by the beginnings of their words, in any order, without regard to case and accents. */
export class TitleIndex {
  readonly #index = new Index({ tokenize: 'forward' });
  readonly #ids: string[] = [];

  /** Puts titles in a slice at a time, so that a large library does not hold the window up; `isOver` ends it early. */
  async fill(entries: readonly Titled[], isOver: () => boolean = () => false): Promise<void> {
    for (let from = 0; from < entries.length && !isOver(); from += slice) {
      for (const entry of entries.slice(from, from + slice)) this.add(entry);
      if (from + slice < entries.length) await new Promise((next) => setTimeout(next));
    }
  }

  add({ id, title, note = '' }: Titled): void {
    this.#index.add(this.#ids.length, `${title} ${note}`);
    this.#ids.push(id);
  }

  /** Ids whose words begin with every word of the query, the nearest first, at most `limit`. */
  search(query: string, limit: number): readonly string[] {
    return this.#index.search(query, limit).flatMap((at) => this.#ids[Number(at)] ?? []);
  }
}
