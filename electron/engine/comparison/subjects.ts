import type { TextRange } from '@shared/prompt/blocks';
import { rounded } from '@shared/ranking';
import { type ReadSentence, sentencesOf, termSpace } from '../overview';
import { calendarDates, sameDate } from '../text/calendar-dates';
import { folded } from '../text/segmentation';
import { termSet } from '../text/terms';
import { currencySigns } from '../text/values/units';
import type { ComparedDocument } from './passages';

export interface SubjectPair {
  readonly one: ReadSentence;
  readonly other: ReadSentence;
  /** In what they differ; `same`: they say the same. */
  readonly kind: 'number' | 'date' | 'text' | 'same';
  /** Numbers and dates that the other one does not have; within the texts. */
  readonly alone: { readonly one: readonly TextRange[]; readonly other: readonly TextRange[] };
}

export interface BySubject {
  /** Numbers and dates first, then by how near they are. */
  readonly pairs: readonly SubjectPair[];
  readonly onlyOne: readonly ReadSentence[];
  readonly onlyOther: readonly ReadSentence[];
}

const mostRead = 400;
/** Cosine from which on two sentences are about the same, by their words and those of their headings. */
const leastAlike = 0.25;
/** And what being under headings of the same words adds to it. */
const sameHeading = 0.15;
const saysTheSame = 0.95;

/** The statements of two documents on the same subjects, matched greedily by tf·idf; for no versions of one text. */
export function bySubject(one: ComparedDocument, other: ComparedDocument): BySubject {
  const ones = sentencesOf(one, mostRead);
  const others = sentencesOf(other, mostRead);
  const all = [...ones, ...others];
  const space = termSpace(all.map(({ text, heading }) => `${heading ?? ''} ${text}`));
  const headings = all.map(({ heading }) => [...termSet(heading ?? '')].sort().join(' '));
  const near = ones
    .flatMap((_, at) =>
      others.map((_other, place) => {
        const to = ones.length + place;
        const isUnderSame = headings[at] !== '' && headings[at] === headings[to];
        return { at, place, alike: rounded(space.between(at, to) + (isUnderSame ? sameHeading : 0)) };
      }),
    )
    .filter(({ alike }) => alike >= leastAlike)
    .sort((a, b) => b.alike - a.alike || a.at - b.at || a.place - b.place);
  const [taken, takenOther] = [new Set<number>(), new Set<number>()];
  const pairs: SubjectPair[] = [];
  for (const { at, place, alike } of near) {
    const [sentence, match] = [ones[at], others[place]];
    if (!sentence || !match || taken.has(at) || takenOther.has(place)) continue;
    taken.add(at);
    takenOther.add(place);
    pairs.push({ one: sentence, other: match, ...differenceOf(sentence.text, match.text, alike) });
  }
  const order = { date: 0, number: 0, text: 1, same: 2 } as const;
  return {
    pairs: pairs.toSorted((a, b) => order[a.kind] - order[b.kind]),
    onlyOne: ones.filter((_, at) => !taken.has(at)),
    onlyOther: others.filter((_, at) => !takenOther.has(at)),
  };
}

const figure = new RegExp(
  `(?<![\\p{L}\\p{N}])[${currencySigns}]?\\p{N}+(?:[.,:/]\\p{N}+)*(?:\\s?[%${currencySigns}])?`,
  'gu',
);

function differenceOf(one: string, other: string, alike: number): Pick<SubjectPair, 'kind' | 'alone'> {
  const [dates, otherDates] = [datesIn(one), datesIn(other)];
  const [days, otherDays] = [dates, otherDates].map((own, side) =>
    own.filter((date) => !(side === 0 ? otherDates : dates).some((is) => sameDate(is.readings, date.readings))),
  );
  const [figures, otherFigures] = [figuresIn(one, dates), figuresIn(other, otherDates)];
  const ownFigures = figures.filter(({ text }) => !otherFigures.some((is) => is.text === text));
  const theirFigures = otherFigures.filter(({ text }) => !figures.some((is) => is.text === text));
  const alone = { one: [...(days ?? []), ...ownFigures], other: [...(otherDays ?? []), ...theirFigures] };
  const both = (mine: readonly unknown[] = [], theirs: readonly unknown[] = []): boolean =>
    mine.length > 0 && theirs.length > 0;
  if (both(days, otherDays)) return { kind: 'date', alone };
  if (both(ownFigures, theirFigures)) return { kind: 'number', alone };
  return { kind: alike >= saysTheSame ? 'same' : 'text', alone: { one: [], other: [] } };
}

/** A letter with a longer fold moves the text after it: then no date is found. */
const datesIn = (text: string) => {
  const plain = folded(text);
  return plain.length === text.length ? calendarDates(plain) : [];
};

const figuresIn = (text: string, dates: readonly TextRange[]) =>
  [...text.matchAll(figure)]
    .map(({ 0: written, index }) => ({ start: index, end: index + written.length, text: written }))
    .filter(({ start, end }) => !dates.some((date) => start < date.end && end > date.start));
