import { diffArrays } from 'diff';
import type { Vocabulary } from './compared-words';
import { Likeness } from './likeness';
import type { DocumentPassage, PassagesOfDocument } from './passages';

/** Passages of both documents that are the same or were made of each other; places among the documents' passages. */
export interface Group {
  /** Ascending, at least one each. */
  readonly olds: readonly number[];
  readonly news: readonly number[];
  readonly moved: boolean;
}

/** From this likeness on a passage in its place is a changed one, and not another. */
const changedLikeness = 0.45;
/** And elsewhere in the document, where much more could be like it. */
const movedLikeness = 0.65;
/** A passage of fewer words is found elsewhere by chance: it has moved only beside one that has. */
const leastMoved = 4;
/** The first cell identifies a row of a table: tables get a new order. */
const leastMovedRow = 2;
/** Share of a joined or cut passage that must be there. */
const joinedShare = 0.75;
const leastJoined = 1;
/** Pairs of passages in one place that are all compared; of more only those that share rare words. */
const mostPairs = 4000;
/** Edits after which the diff of two stretches is given up: the chain of like passages goes on from there. */
const mostEdits = 600;
const tellingWords = 10;
const mostHolding = 40;
const mostCandidates = 8;

/**
 * The pairs of passages of two documents. Passages that are unique in each hold the frame (patience diff, by the
 * heaviest increasing chain), and Myers' diff continues between them. Then come passages that are elsewhere word for
 * word, similar ones at their places, similar ones elsewhere, and parts of a cut or joined passage. Nothing is in two
 * groups.
 *
 * Errors: the signal's reason.
 */
export function aligned(
  old: PassagesOfDocument,
  next: PassagesOfDocument,
  vocabulary: Vocabulary,
  signal?: AbortSignal,
): Group[] {
  const alike = new Likeness(old, next, vocabulary);
  // Text that repeats on pages does not disturb the text that runs across them.
  const text = ({ kind }: DocumentPassage): boolean => kind !== 'furniture';
  const furniture = (passage: DocumentPassage): boolean => !text(passage);
  return [
    ...new Alignment(old, next, alike, text, signal).groups(true),
    ...new Alignment(old, next, alike, furniture, signal).groups(false),
  ];
}

/** Work on one kind of passages; places below are places in these lists. */
class Alignment {
  private readonly olds: readonly number[];
  private readonly news: readonly number[];
  /** By place: the place on the other side, −1 where there is none. */
  private readonly toNew: Int32Array;
  private readonly toOld: Int32Array;
  private readonly moved = new Set<number>();

  constructor(
    private readonly old: PassagesOfDocument,
    private readonly next: PassagesOfDocument,
    private readonly alike: Likeness,
    isOne: (passage: DocumentPassage) => boolean,
    private readonly signal?: AbortSignal,
  ) {
    const places = ({ passages }: PassagesOfDocument): number[] =>
      passages.flatMap((passage, at) => (isOne(passage) ? [at] : []));
    this.olds = places(old);
    this.news = places(next);
    this.toNew = new Int32Array(this.olds.length).fill(-1);
    this.toOld = new Int32Array(this.news.length).fill(-1);
  }

  groups(moves: boolean): Group[] {
    this.frame();
    if (moves) this.movedWordForWord();
    this.changed();
    if (moves) this.movedAndChanged();
    return this.joined();
  }

  private oldAt(place: number): DocumentPassage | undefined {
    return this.old.passages[this.olds[place] ?? -1];
  }

  private newAt(place: number): DocumentPassage | undefined {
    return this.next.passages[this.news[place] ?? -1];
  }

  private likeness(old: number, next: number) {
    return this.alike.of(this.olds[old] ?? -1, this.news[next] ?? -1);
  }

  private pair(old: number, next: number, moved: boolean): void {
    this.toNew[old] = next;
    this.toOld[next] = old;
    if (moved) this.moved.add(old);
  }

  private isFree(old: number, next: number): boolean {
    return this.toNew[old] === -1 && this.toOld[next] === -1;
  }

  private frame(): void {
    const oldKeys = this.olds.map((_, place) => this.oldAt(place)?.key ?? '');
    const newKeys = this.news.map((_, place) => this.newAt(place)?.key ?? '');
    const [inOld, inNew] = [onceIn(oldKeys), onceIn(newKeys)];
    const unique: Link[] = [];
    for (const [key, place] of inOld) {
      const there = inNew.get(key);
      if (place === null || there === undefined || there === null) continue;
      unique.push({ old: place, new: there, weight: 1 + (this.oldAt(place)?.size ?? 0) });
    }
    for (const link of heaviestChain(unique)) this.pair(link.old, link.new, false);
    for (const gap of this.gaps()) {
      const common = new Set(oldKeys.slice(gap.old[0], gap.old[1]));
      const of = (keys: readonly string[], [from, to]: readonly [number, number], known: ReadonlySet<string>) =>
        keys.slice(from, to).flatMap((key, at) => (known.has(key) ? [{ key, place: from + at }] : []));
      const there = of(newKeys, gap.new, common);
      const here = of(oldKeys, gap.old, new Set(there.map(({ key }) => key)));
      if (here.length === 0) continue;
      let [i, j] = [0, 0];
      const changes = diffArrays(
        here.map(({ key }) => key),
        there.map(({ key }) => key),
        { maxEditLength: mostEdits },
      );
      for (const { added, removed, count } of changes ?? []) {
        for (let step = 0; step < count && !added && !removed; step += 1) {
          const [one, other] = [here[i + step], there[j + step]];
          if (one && other) this.pair(one.place, other.place, false);
        }
        if (!added) i += count;
        if (!removed) j += count;
      }
    }
  }

  /** Stretches between passages that have kept their order, as `[from, to)` on each side. */
  private gaps(): { readonly old: readonly [number, number]; readonly new: readonly [number, number] }[] {
    const found: { old: readonly [number, number]; new: readonly [number, number] }[] = [];
    let [i, j] = [0, 0];
    for (let place = 0; place <= this.olds.length; place += 1) {
      const there = place === this.olds.length ? this.news.length : (this.toNew[place] ?? -1);
      if (there < 0 || this.moved.has(place)) continue;
      if (place > i && there > j) found.push({ old: [i, place], new: [j, there] });
      [i, j] = [place + 1, there + 1];
    }
    return found;
  }

  private movedWordForWord(): void {
    const free = new Map<string, number[]>();
    this.toOld.forEach((old, place) => {
      const passage = this.newAt(place);
      if (old !== -1 || !passage) return;
      const places = free.get(passage.key);
      if (places) places.push(place);
      else free.set(passage.key, [place]);
    });
    for (let place = 0; place < this.olds.length; place += 1) {
      const passage = this.oldAt(place);
      if (this.toNew[place] !== -1 || !canMove(passage)) continue;
      const there = free.get(passage.key)?.find((one) => this.toOld[one] === -1);
      if (there === undefined) continue;
      this.pair(place, there, true);
      this.alongside(place, there, (one, other) => this.oldAt(one)?.key === this.newAt(other)?.key);
    }
  }

  private alongside(old: number, next: number, fits: (old: number, next: number) => boolean): void {
    for (const step of [-1, 1]) {
      for (let [i, j] = [old + step, next + step]; ; i += step, j += step) {
        if (i < 0 || j < 0 || i >= this.olds.length || j >= this.news.length) break;
        if (!this.isFree(i, j) || !fits(i, j)) break;
        this.pair(i, j, true);
      }
    }
  }

  private changed(): void {
    for (const gap of this.gaps()) {
      this.signal?.throwIfAborted();
      const here = range(gap.old).filter((place) => this.toNew[place] === -1);
      const there = range(gap.new).filter((place) => this.toOld[place] === -1);
      const pairs =
        here.length * there.length <= mostPairs
          ? here.flatMap((old) => there.map((next) => [old, next] as const))
          : this.candidates(here, there);
      const links = pairs.flatMap(([old, next]): Link[] => {
        const { dice, contained } = this.likeness(old, next);
        const smaller = Math.min(this.oldAt(old)?.size ?? 0, this.newAt(next)?.size ?? 0);
        const fits = dice >= changedLikeness || (contained >= joinedShare && smaller >= 3);
        // Squared: two passages half alike are not worth the one that is the same but for a word.
        return fits ? [{ old, new: next, weight: dice * dice * smaller + dice }] : [];
      });
      for (const { old, new: next } of heaviestChain(links)) this.pair(old, next, false);
    }
    // A moved group may have changed inside: between two that moved side by side.
    for (const old of [...this.moved]) this.besideMoved(old);
  }

  private besideMoved(old: number): void {
    this.alongside(old, this.toNew[old] ?? -1, (one, other) => this.likeness(one, other).dice >= changedLikeness);
  }

  private movedAndChanged(): void {
    const here = range([0, this.olds.length]).filter((place) => this.couldMove(place, this.toNew, this.oldAt(place)));
    const there = range([0, this.news.length]).filter((place) => this.couldMove(place, this.toOld, this.newAt(place)));
    const links = this.candidates(here, there)
      .map(([old, next]) => ({ old, next, dice: this.likeness(old, next).dice }))
      .filter(({ dice }) => dice >= movedLikeness)
      .sort((a, b) => b.dice - a.dice || a.old - b.old || a.next - b.next);
    for (const { old, next } of links) {
      if (!this.isFree(old, next)) continue;
      this.pair(old, next, true);
      this.besideMoved(old);
    }
  }

  private couldMove(place: number, other: Int32Array, passage: DocumentPassage | undefined): boolean {
    return other[place] === -1 && canMove(passage);
  }

  /** Pairs that share rare words, of each old passage those that share most. */
  private candidates(here: readonly number[], there: readonly number[]): (readonly [number, number])[] {
    const holding = new Map<number, number[]>();
    for (const next of there) {
      for (const id of this.alike.telling(1, this.news[next] ?? -1, Number.POSITIVE_INFINITY)) {
        const places = holding.get(id);
        if (places) places.push(next);
        else holding.set(id, [next]);
      }
    }
    return here.flatMap((old) => {
      this.signal?.throwIfAborted();
      const shared = new Map<number, number>();
      const telling = this.alike
        .telling(0, this.olds[old] ?? -1, Number.POSITIVE_INFINITY)
        .filter((id) => (holding.get(id)?.length ?? mostHolding) < mostHolding);
      for (const id of telling.slice(0, tellingWords))
        for (const next of holding.get(id) ?? []) shared.set(next, (shared.get(next) ?? 0) + 1);
      return [...shared]
        .sort((a, b) => b[1] - a[1] || a[0] - b[0])
        .slice(0, mostCandidates)
        .map(([next]) => [old, next] as const);
    });
  }

  private joined(): Group[] {
    const groups: { olds: number[]; news: number[]; moved: boolean }[] = [];
    const oldIn = new Map<number, (typeof groups)[number]>();
    const newIn = new Map<number, (typeof groups)[number]>();
    this.toNew.forEach((next, old) => {
      if (next === -1) return;
      const group = { olds: [old], news: [next], moved: this.moved.has(old) };
      groups.push(group);
      oldIn.set(old, group);
      newIn.set(next, group);
    });
    const take = (side: 0 | 1, free: number): void => {
      const own = side === 0 ? oldIn : newIn;
      for (const group of [own.get(free - 1), own.get(free + 1)]) {
        if (!group) continue;
        const { olds, news } = group;
        const [others, across] = side === 0 ? [olds, news] : [news, olds];
        const passage = side === 0 ? this.oldAt(free) : this.newAt(free);
        if ((passage?.size ?? 0) < leastJoined) continue;
        const [placesOf, placesAcross] = side === 0 ? [this.olds, this.news] : [this.news, this.olds];
        const at = (places: readonly number[], all: readonly number[]): number[] => all.map((one) => places[one] ?? -1);
        const share = this.alike.left(side, placesOf[free] ?? -1, at(placesOf, others), at(placesAcross, across));
        if (share < joinedShare) continue;
        if (free < (others[0] ?? 0)) others.unshift(free);
        else others.push(free);
        own.set(free, group);
        return;
      }
    };
    const offer = (side: 0 | 1, to: Int32Array): void => {
      const own = side === 0 ? oldIn : newIn;
      for (let at = 0; at < to.length; at += 1) if (!own.has(at)) take(side, at);
      for (let at = to.length - 1; at >= 0; at -= 1) if (!own.has(at)) take(side, at);
    };
    offer(0, this.toNew);
    offer(1, this.toOld);
    const placed = (all: readonly number[], places: readonly number[]): number[] => all.map((one) => places[one] ?? -1);
    return groups.map(({ olds, news, moved }) => ({
      olds: placed(olds, this.olds),
      news: placed(news, this.news),
      moved,
    }));
  }
}

const range = ([from, to]: readonly [number, number]): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** The place of each unique key; null for others. */
function onceIn(keys: readonly string[]): Map<string, number | null> {
  const found = new Map<string, number | null>();
  for (const [place, key] of keys.entries()) found.set(key, found.has(key) ? null : place);
  return found;
}

const canMove = (passage: DocumentPassage | undefined): passage is DocumentPassage =>
  passage !== undefined && passage.size >= (passage.kind === 'table-row' ? leastMovedRow : leastMoved);

interface Link {
  readonly old: number;
  readonly new: number;
  readonly weight: number;
}

/** The heaviest increasing subsequence of links, by a Fenwick tree of maxima; O(n log n), always the same one. */
function heaviestChain(links: readonly Link[]): Link[] {
  // Of links of one old place the later new ones first: none of them can follow another.
  const ordered = [...links].sort((a, b) => a.old - b.old || b.new - a.new);
  const places = [...new Set(ordered.map((link) => link.new))].sort((a, b) => a - b);
  const rankOf = new Map(places.map((place, rank) => [place, rank + 1]));
  const sums = new Float64Array(ordered.length);
  const before = new Int32Array(ordered.length).fill(-1);
  /** By Fenwick's node: the link that ends the heaviest chain there. */
  const tree = new Int32Array(places.length + 1).fill(-1);
  const heavier = (one: number, other: number): number =>
    other < 0 || (one >= 0 && (sums[one] ?? 0) >= (sums[other] ?? 0)) ? one : other;
  let best = -1;
  ordered.forEach((link, at) => {
    const rank = rankOf.get(link.new) ?? 0;
    let last = -1;
    for (let node = rank - 1; node > 0; node -= node & -node) last = heavier(last, tree[node] ?? -1);
    sums[at] = link.weight + (last < 0 ? 0 : (sums[last] ?? 0));
    before[at] = last;
    for (let node = rank; node <= places.length; node += node & -node) tree[node] = heavier(tree[node] ?? -1, at);
    best = heavier(best, at);
  });
  const chain: Link[] = [];
  for (let at = best; at >= 0; at = before[at] ?? -1) {
    const link = ordered[at];
    if (link) chain.push(link);
  }
  return chain.reverse();
}
