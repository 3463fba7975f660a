import { diffArrays } from 'diff';
import type { Group } from './alignment';
import type { ComparedWords, Vocabulary, WordSpan } from './compared-words';
import { type DocumentPassage, placesIn } from './passages';

export type RedlineKind = 'same' | 'changed' | 'moved' | 'new' | 'gone';

/** A passage as it is put together: words of each side, `[from, to)`. */
export interface Piece {
  kind: RedlineKind;
  readonly old: WordSpan | null;
  readonly new: WordSpan | null;
  readonly edits: readonly { readonly old: WordSpan; readonly new: WordSpan }[];
  readonly isFurniture: boolean;
}
/** A group of passages rewritten so far is not compared word by word. */
const mostEdits = 4000;
/** Words of passages that are joined: of more it says nothing where an end has gone. */
const mostJoined = 400;

export interface Sides {
  readonly old: ComparedWords;
  readonly new: ComparedWords;
  readonly vocabulary: Vocabulary;
}

export const alone = (kind: 'new' | 'gone', { parts, kind: block }: DocumentPassage): Piece[] =>
  parts.map((part) => ({
    kind,
    old: kind === 'gone' ? part : null,
    new: kind === 'new' ? part : null,
    edits: [],
    isFurniture: block === 'furniture',
  }));

/** Groups, joined to a neighbour where words have gone from one into the other and that leaves fewer edits. */
export function withShiftedEnds(
  groups: readonly Group[],
  olds: readonly DocumentPassage[],
  news: readonly DocumentPassage[],
  sides: Sides,
): Group[] {
  const of = (passages: readonly DocumentPassage[], places: readonly number[]) =>
    places.flatMap((at) => passages[at] ?? []);
  const wordsOf = (passages: readonly DocumentPassage[]): number[] => passages.flatMap(placesIn);
  const keyOf = (passages: readonly DocumentPassage[]): string => passages.map(({ key }) => key).join('');
  const isChanged = (group: Group): boolean => keyOf(of(olds, group.olds)) !== keyOf(of(news, group.news));
  const editedIn = (group: Group): number =>
    stepsOf(wordsOf(of(olds, group.olds)), wordsOf(of(news, group.news)), sides)
      .filter(({ same }) => !same)
      .reduce((sum, { old, new: next }) => sum + old.to - old.from + next.to - next.from, 0);
  const follows = (one: readonly number[], other: readonly number[]): boolean => (one.at(-1) ?? -2) + 1 === other[0];
  const joined: Group[] = [];
  for (const group of groups.toSorted((a, b) => (a.olds[0] ?? 0) - (b.olds[0] ?? 0))) {
    const last = joined.at(-1);
    const isNext =
      last && last.moved === group.moved && follows(last.olds, group.olds) && follows(last.news, group.news);
    if (isNext && isChanged(last) && isChanged(group)) {
      const both = { ...last, olds: [...last.olds, ...group.olds], news: [...last.news, ...group.news] };
      const isShort = wordsOf(of(olds, both.olds)).length <= mostJoined;
      if (isShort && editedIn(both) < editedIn(last) + editedIn(group)) {
        joined[joined.length - 1] = both;
        continue;
      }
    }
    joined.push(group);
  }
  return joined;
}

/** A stretch of the words of a group: the same on both sides, or one in the place of the other; places in the group. */
interface Step {
  readonly old: WordSpan;
  readonly new: WordSpan;
  readonly same: boolean;
}

export function piecesOfGroup(
  { moved }: Group,
  olds: readonly DocumentPassage[],
  news: readonly DocumentPassage[],
  sides: Sides,
): Piece[] {
  const here = olds.flatMap(placesIn);
  const there = news.flatMap(placesIn);
  const steps = stepsOf(here, there, sides);
  const isFurniture = olds[0]?.kind === 'furniture';
  return cutAt(steps, breaksIn(here), breaksIn(there)).map((own): Piece => {
    const [first, last] = [own[0], own.at(-1)];
    const whole = (places: readonly number[], from = 0, to = 0): WordSpan | null =>
      to > from ? { from: places[from] ?? 0, to: (places[to - 1] ?? 0) + 1 } : null;
    const within = (places: readonly number[], { from, to }: WordSpan): WordSpan => {
      const start = from < places.length ? (places[from] ?? 0) : (places[from - 1] ?? -1) + 1;
      return { from: start, to: start + to - from };
    };
    const old = whole(here, first?.old.from, last?.old.to);
    const next = whole(there, first?.new.from, last?.new.to);
    const edits = own
      .filter(({ same }) => !same)
      .map((step) => ({ old: within(here, step.old), new: within(there, step.new) }));
    if (!old || !next) return { kind: old ? 'gone' : 'new', old, new: next, edits: [], isFurniture };
    const inPlace = edits.length > 0 ? 'changed' : 'same';
    return { kind: moved ? 'moved' : inPlace, old, new: next, edits, isFurniture };
  });
}

const breaksIn = (places: readonly number[]): number[] =>
  places.flatMap((place, at) => (at > 0 && places[at - 1] !== place - 1 ? [at] : []));

function stepsOf(here: readonly number[], there: readonly number[], { old, new: next, vocabulary }: Sides): Step[] {
  const { bare, written } = vocabulary;
  const isSame = (one: number, other: number): boolean => {
    const [a, b] = [old.ids[one] ?? -1, next.ids[other] ?? -2];
    return a === b || ((old.broken.has(one) || next.broken.has(other)) && bare[a] === bare[b]);
  };
  const all = { old: { from: 0, to: here.length }, new: { from: 0, to: there.length } };
  if (here.length === there.length && here.every((place, at) => isSame(place, there[at] ?? -1)))
    return [{ ...all, same: true }];
  const changes = diffArrays([...here], [...there], { comparator: isSame, maxEditLength: mostEdits });
  if (!changes) return [{ ...all, same: false }];
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  for (const { added, removed, count } of changes) {
    const [to, until] = [added ? i : i + count, removed ? j : j + count];
    const last = steps.at(-1);
    const same = !added && !removed;
    // A removal and an insertion at one place are one edit.
    if (last && !last.same && !same)
      steps[steps.length - 1] = {
        old: { from: last.old.from, to },
        new: { from: last.new.from, to: until },
        same: false,
      };
    else steps.push({ old: { from: i, to }, new: { from: j, to: until }, same });
    [i, j] = [to, until];
  }
  const lettersOf = (words: ComparedWords, places: readonly number[]): string =>
    places
      .map((place) => written[bare[words.ids[place] ?? -1] ?? -1] ?? '')
      .filter((text) => text !== '-')
      .join('');
  // “Ein-⏎und Ausgang” against “Ein- und Ausgang”: one word at the end of a line may be two.
  return steps.map((step) => {
    const one = here.slice(step.old.from, step.old.to);
    const other = there.slice(step.new.from, step.new.to);
    const isBroken = one.some((place) => old.broken.has(place)) || other.some((place) => next.broken.has(place));
    return { ...step, same: step.same || (isBroken && lettersOf(old, one) === lettersOf(next, other)) };
  });
}

function cutAt(steps: readonly Step[], oldBreaks: readonly number[], newBreaks: readonly number[]): Step[][] {
  if (oldBreaks.length === 0 && newBreaks.length === 0) return [[...steps]];
  const stretches: Step[][] = [[]];
  const [olds, news] = [new Set(oldBreaks), new Set(newBreaks)];
  const put = (step: Step): void => {
    if (olds.has(step.old.from) || news.has(step.new.from)) {
      const last = stretches.at(-1)?.at(-1);
      // If one side has nothing at its break, the break was made at the step before.
      const isNew =
        (olds.has(step.old.from) && last?.old.from !== step.old.from) ||
        (news.has(step.new.from) && last?.new.from !== step.new.from);
      if (last && isNew) stretches.push([]);
    }
    stretches.at(-1)?.push(step);
  };
  for (const step of steps) {
    let rest = step;
    for (;;) {
      const cut = firstBreak(rest, oldBreaks, newBreaks);
      if (!cut) break;
      put({ ...rest, old: { from: rest.old.from, to: cut.old }, new: { from: rest.new.from, to: cut.new } });
      rest = { ...rest, old: { from: cut.old, to: rest.old.to }, new: { from: cut.new, to: rest.new.to } };
    }
    put(rest);
  }
  return stretches;
}

/** The first break inside a step, as a place on both sides. */
function firstBreak(
  { old, new: next, same }: Step,
  oldBreaks: readonly number[],
  newBreaks: readonly number[],
): { old: number; new: number } | null {
  const inside = (breaks: readonly number[], { from, to }: WordSpan) => breaks.find((at) => at > from && at < to);
  const [one, other] = [inside(oldBreaks, old), inside(newBreaks, next)];
  if (one === undefined && other === undefined) return null;
  // Also text that differs only in the cuts of words: its places do not correspond.
  if (!same || old.to - old.from !== next.to - next.from)
    return one !== undefined ? { old: one, new: next.from } : { old: old.from, new: other ?? next.to };
  const by = Math.min(
    one === undefined ? Infinity : one - old.from,
    other === undefined ? Infinity : other - next.from,
  );
  return { old: old.from + by, new: next.from + by };
}

export function piecesInOrder(pieces: readonly Piece[]): Piece[] {
  const there = pieces.filter((piece) => piece.new).sort((a, b) => (a.new?.from ?? 0) - (b.new?.from ?? 0));
  const gone = pieces.filter((piece) => !piece.new).sort((a, b) => (a.old?.from ?? 0) - (b.old?.from ?? 0));
  const isInPlace = ({ kind, isFurniture }: Piece): boolean => !isFurniture && (kind === 'same' || kind === 'changed');
  const anchors = there.filter(isInPlace);
  const ordered: Piece[] = [];
  let [nextGone, nextAnchor] = [0, 0];
  const goneUntil = (end: number): void => {
    for (; nextGone < gone.length && (gone[nextGone]?.old?.from ?? 0) < end; nextGone += 1) {
      const piece = gone[nextGone];
      if (piece) ordered.push(piece);
    }
  };
  const untilNextAnchor = (): void => goneUntil(anchors[nextAnchor]?.old?.from ?? Number.POSITIVE_INFINITY);
  untilNextAnchor();
  for (const piece of there) {
    ordered.push(piece);
    if (!isInPlace(piece)) continue;
    nextAnchor += 1;
    untilNextAnchor();
  }
  return ordered;
}

export function mergedRuns(pieces: readonly Piece[]): Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    const goesOn = (one: WordSpan | null | undefined, other: WordSpan | null): boolean =>
      one && other ? one.to === other.from : !one && !other;
    const fits =
      last?.kind === piece.kind &&
      piece.kind !== 'changed' &&
      (piece.kind === 'same' || last.isFurniture === piece.isFurniture) &&
      goesOn(last.old, piece.old) &&
      goesOn(last.new, piece.new);
    if (!last || !fits) {
      merged.push(piece);
      continue;
    }
    const both = (one: WordSpan | null, other: WordSpan | null): WordSpan | null =>
      one && other ? { from: one.from, to: other.to } : null;
    merged[merged.length - 1] = {
      ...last,
      old: both(last.old, piece.old),
      new: both(last.new, piece.new),
      edits: [...last.edits, ...piece.edits],
    };
  }
  return merged;
}
