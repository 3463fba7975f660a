import type { ValueOf } from '@shared/value-types';
import type { PreparedDocument } from '../prepared-document';
import { digits, spelled, statedNumber } from './numerals';
import { percentSign } from './units';
import type { ValueCandidate, ValueType } from './value-type';

const numeral = `[-−]?(?:${digits})|${spelled}`;
/** “4.5 %”, “4,5 Prozent”, “five (5) per cent”. */
const stated = new RegExp(
  `(?<![\\p{L}\\p{N}.,/])(${numeral})(?:\\s?[([]\\s?(${numeral})\\s?[)\\]])?(?:${percentSign})(?!\\p{N})`,
  'gu',
);

function percentagesOf({ plain, pieces, document }: PreparedDocument): readonly ValueCandidate[] {
  return pieces.flatMap(({ start: from, end: to }) =>
    [...plain.slice(from, to).matchAll(stated)].flatMap(({ 0: all, 1: first = '', 2: second, index }) => {
      const percent = statedNumber(second ?? first, document.language);
      if (percent === null) return [];
      const start = from + index;
      return [{ value: { type: 'percentage', percent }, start, end: start + all.length, key: `${percent} %` } as const];
    }),
  );
}

export const percentage: ValueType<ValueOf<'percentage'>> = {
  asks: ['percentage'],
  severalAsked: true,
  leastConfidence: 0.55,
  find: (document) => document.once(percentagesOf),
  wanted: () => 'a percentage',
  range: ({ percent }) => [percent, percent],
  superlatives: 'amount',
  tellsItself: true,
};
