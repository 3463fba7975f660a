/** Words of ASCII with one space between them: nothing of them is to be normalised. */
const plain = /^[!-~]+(?: [!-~]+)*$/u;

/** White space collapsed, Unicode composed, control characters gone: what is embedded and searched for. */
export function normaliseQuery(text: string): string {
  if (plain.test(text)) return text;
  return text
    .normalize('NFC')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
/** ASCII without a mark that ends a sentence: most questions are one, which need not be looked for. */
const oneSentence = /^[ -~]*$/u;
const endOfSentence = /[.?!](?=.)/u;
const minimumWords = 3;

const sentencesOf = (query: string): readonly string[] =>
  oneSentence.test(query) && !endOfSentence.test(query)
    ? [query]
    : Array.from(sentences.segment(query), ({ segment }) => segment.trim());

/** Clauses: sentences, split again at `;`, `:`, dashes, and at `,` or `and`/`und`/`y` between stretches of three words. */
function clauses(query: string): string[] {
  const found: string[] = [];
  for (const sentence of sentencesOf(query)) {
    found.push(sentence);
    const parts = sentence
      .split(/\s*[;:–—]\s+|,\s+|\s+(?:and|or|but|und|oder|y|o)\s+/u)
      .map((part) => part.trim())
      .filter((part) => part.split(/\s+/u).length >= minimumWords);
    if (parts.length > 1) found.push(...parts);
  }
  return found;
}

/**
 * At most `count` pieces: the whole query first, then its sentences and clauses, longest first; never blind
 * windows, which measured worse on every set (docs/adr/0004).
 */
export function queryPieces(query: string, count: number): string[] {
  const whole = normaliseQuery(query);
  if (whole === '' || count < 1) return [];
  const parts = clauses(whole)
    .filter((part) => part.split(/\s+/u).length >= minimumWords)
    .map((part, position) => ({ part, position }))
    .sort((a, b) => b.part.length - a.part.length || a.position - b.position)
    .map(({ part }) => part);
  return [...new Set([whole, ...parts])].slice(0, count);
}
