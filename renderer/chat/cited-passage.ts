import type { Citation, CitedSentence, TextSpan } from '@shared/contract/index';

/** So many characters of a passage are previewed; where it goes on is said by an ellipsis. */
const previewLength = 420;
const gap = ' … ';

/**
 * The stretches of the source that a sentence rests on, where the citation's own words are not those already: one
 * passage may carry several sentences, each by other words of it. Null where the citation's words are to be shown.
 */
export function ownSpans(citation: Citation, sentence: CitedSentence | null): readonly TextSpan[] | null {
  const spans = (sentence?.spans ?? []).filter(({ marker }) => marker === citation.marker);
  const [first] = spans;
  if (!first || (spans.length === 1 && first.startChar === citation.startChar)) return null;
  return spans;
}

/**
 * The words of these stretches, in the order of the text. Null where none of them lies in the chunk, as after its
 * document was cut anew.
 *
 * @param chunk its text and where that begins in the source, in UTF-16 code units
 */
export function passageWords(
  chunk: { readonly text: string; readonly startChar: number },
  spans: readonly TextSpan[],
): string | null {
  const words = [...spans]
    .sort((a, b) => a.startChar - b.startChar)
    .filter(({ startChar, endChar }) => endChar > chunk.startChar && startChar < chunk.startChar + chunk.text.length)
    .map(({ startChar, endChar }) =>
      chunk.text
        .slice(Math.max(0, startChar - chunk.startChar), endChar - chunk.startChar)
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((part) => part !== '')
    .join(gap);
  if (words === '') return null;
  if (words.length <= previewLength) return words;
  const cut = words.lastIndexOf(' ', previewLength);
  return `${words.slice(0, cut > 0 ? cut : previewLength)} …`;
}
