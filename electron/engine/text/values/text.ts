import { isAside } from '@shared/prompt/blocks';
import { oneLine } from '@shared/prompt/prompt-layout';
import type { ValueOf } from '@shared/value-types';
import type { PreparedDocument, Span } from '../prepared-document';
import type { ValueCandidate, ValueType } from './value-type';

/** A shorter stretch says nothing; a longer one is no quote. */
const sentenceLength = { least: 12, most: 900 } as const;

/** Returns the sentences of a document that may answer a question: those of running text, of lists and of tables. */
export function sentencesOf(document: PreparedDocument): readonly Span[] {
  return document.blocks
    .filter(({ kind }) => !isAside(kind) && kind !== 'heading' && kind !== 'table-head' && kind !== 'mail-head')
    .flatMap((block) => (block.end - block.start > longestBlock ? [] : document.sentencesOf(block, block.start)))
    .filter(({ start, end }) => end - start >= sentenceLength.least && end - start <= sentenceLength.most);
}
const longestBlock = 16_000;

const code =
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}/_.-]*\d)[\p{L}\p{N}](?:[\p{L}\p{N}/_.-]{0,30}[\p{L}\p{N}])?(?![\p{L}\p{N}])/gu;

/** Returns numbers and codes that name something: “2024-0017”, “RE-123”. */
function codesOf({ text, pieces }: PreparedDocument): readonly ValueCandidate[] {
  return pieces.flatMap(({ start: from, end }) =>
    [...text.slice(from, end).matchAll(code)].map(({ 0: written, index }) => ({
      value: { type: 'text', text: written } as const,
      start: from + index,
      end: from + index + written.length,
      key: written,
    })),
  );
}

const sentences = (document: PreparedDocument): readonly ValueCandidate[] =>
  document.once(sentencesOf).map(({ start, end }) => {
    const written = document.text.slice(start, end).replace(/\s+/gu, ' ');
    return { value: { type: 'text', text: written }, start, end, key: written };
  });

/** How much a whole sentence speaks for itself, which has no words before it; as a logit. */
export const sentenceFit = (field: string | null): number => (field === null ? 1 : 1.8);

export const text: ValueType<ValueOf<'text'>> = {
  asks: [],
  severalAsked: false,
  leastConfidence: 0.7,
  find: (document, { field }) => document.once(field === 'invoice-number' ? codesOf : sentences),
  fit: (_value, field) => (field === 'invoice-number' ? 0 : sentenceFit(field)),
  agree: true,
  wanted: () => 'a short phrase',
  read: (words) => ({ type: 'text', text: oneLine(words) }),
  words: ({ text: value }) => value,
};
