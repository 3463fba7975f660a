import type { Answer, Citation, CitedSentence, GivenPassage, TextSpan } from '@shared/contract/index';
import type { ExtraProps } from 'react-markdown';
import type { SourceStop } from '../../state/shell';

/** An element of the tree that Markdown becomes, as react-markdown hands it out. */
type Element = NonNullable<ExtraProps['node']>;
type Content = Element['children'][number];

const marker = /\[Citation (\d+)\]/g;

/**
 * Splits a text at its `[Citation N]` markers. Markers whose N has no citation are left in the text, where they
 * can be seen, rather than dropped.
 */
export function splitAtMarkers(text: string, known: ReadonlySet<number>): readonly (string | number)[] {
  const parts: (string | number)[] = [];
  let from = 0;
  for (const match of text.matchAll(marker)) {
    const n = Number(match[1]);
    if (!known.has(n)) continue;
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push(n);
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/** A row of a table is one sentence to the engine. */
const blocks = /^(?:p|li|tr|h[1-6]|blockquote|div|section)$/;

/**
 * A rehype plugin: markers in text become `<cite data-marker data-sentence>`; code does not change. Runs after
 * sanitising. `data-sentence` is the index in `cited` of the marker's sentence, if known.
 */
export function rehypeCitations(
  known: ReadonlySet<number>,
  cited: readonly CitedSentence[] = [],
): () => (tree: { children: Content[] }) => void {
  return () => (tree) => {
    const drawn: { readonly element: Element; readonly marker: number; readonly before: string }[] = [];
    let before = '';

    function replaced(node: Content): Content[] {
      if (node.type === 'text') {
        return splitAtMarkers(node.value, known).map((part) => {
          if (typeof part === 'string') {
            before += part;
            return { ...node, value: part };
          }
          const element = cite(part);
          drawn.push({ element, marker: part, before });
          return element;
        });
      }
      if (node.type !== 'element') return [node];
      if (node.tagName === 'code' || node.tagName === 'pre') return [node];
      if (blocks.test(node.tagName)) before = '';
      return [{ ...node, children: node.children.flatMap(replaced) }];
    }

    tree.children = tree.children.flatMap(replaced);
    if (cited.length === 0) return;
    sentencesOfMarkers(drawn, cited).forEach((sentence, index) => {
      const element = drawn[index]?.element;
      if (element && sentence !== null) element.properties.dataSentence = sentence;
    });
  };
}

function cite(n: number): Element {
  return {
    type: 'element',
    tagName: 'cite',
    properties: { dataMarker: n },
    children: [{ type: 'text', value: String(n) }],
  };
}

interface DrawnMarker {
  readonly marker: number;
  /** The text of its block in front of it, without markers. */
  readonly before: string;
}

/** So many letters in front of a marker tell its sentence, where all of them tell none. */
const tellingLetters = 24;

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * For each marker of an answer, in order, its sentence: an index into `cited`, or null if unknown. The engine reads the
 * answer's Markdown and the window its drawing, so only letters are compared. If they do not decide, the next sentence
 * that cites this number is taken.
 */
export function sentencesOfMarkers(
  markers: readonly DrawnMarker[],
  cited: readonly CitedSentence[],
): readonly (number | null)[] {
  const letters = cited.map(({ text }) => lettersOf(text));
  let at = 0;
  let taken = new Set<number>();
  return markers.map(({ marker, before }) => {
    const cites = (index: number) => cited[index]?.markers.includes(marker) ?? false;
    const later = cited.map((_, index) => index).filter((index) => index >= at && cites(index));
    const found = toldBy(lettersOf(before), letters, later) ?? later.find((index) => index > at || !taken.has(marker));
    if (found === undefined) return null;
    if (found > at) {
      at = found;
      taken = new Set();
    }
    taken.add(marker);
    return found;
  });
}

/**
 * The sentence that these letters end with, the longest of several; otherwise the one that they begin; otherwise the
 * first that holds the last of them.
 */
function toldBy(before: string, letters: readonly string[], places: readonly number[]): number | undefined {
  if (before === '') return undefined;
  const own = (index: number): string => letters[index] ?? '';
  const whole = places.filter((index) => own(index) !== '' && before.endsWith(own(index)));
  const longest = Math.max(...whole.map((index) => own(index).length));
  const tail = before.slice(-tellingLetters);
  return (
    whole.find((index) => own(index).length === longest) ??
    places.find((index) => own(index).startsWith(before)) ??
    places.find((index) => own(index).includes(tail))
  );
}

/** A marker in a sentence of the answer, or in an unknown one: then it means all of its citation. */
export interface MarkerPlace {
  readonly marker: number;
  readonly sentence: CitedSentence | null;
}

/** A passage to be opened, with what of it an answer rests on where it cites it. */
type Place = GivenPassage & Pick<Citation, 'spans'>;

/**
 * The highlighted place of a citation: the basis of the sentence, otherwise of all of the answer there, otherwise the
 * citation's own stretch (for sentences that share no word with the passage).
 */
export function litSpans(citation: Place, sentence: CitedSentence | null): readonly [TextSpan, ...TextSpan[]] {
  const own = (sentence?.spans ?? [])
    .filter(({ marker }) => marker === citation.marker)
    .map(({ startChar, endChar }) => ({ startChar, endChar }));
  const [first, ...rest] = own.length > 0 ? own : (citation.spans ?? []);
  return first ? [first, ...rest] : [{ startChar: citation.startChar, endChar: citation.endChar }];
}

/**
 * The citations of an answer as places the side panel can step through, in the order of their numbers.
 *
 * @param opened the marker that was followed: its stop shows what its sentence rests on
 * @param exchange key of the exchange whose citations they are
 */
export function citationStops(
  citations: readonly Place[],
  opened: MarkerPlace | null,
  exchange: string,
): readonly SourceStop[] {
  return [...citations]
    .sort((a, b) => a.marker - b.marker)
    .map((citation) => {
      const sentence = opened?.marker === citation.marker ? opened.sentence : null;
      const spans = litSpans(citation, sentence);
      return {
        documentId: citation.documentId,
        title: citation.title,
        span: spans[0],
        spans,
        pages: citation.pages,
        marker: citation.marker,
        exchange,
      };
    });
}

/**
 * Stops for the followed citation, and the first of them: among the citations of an answer, or otherwise among its
 * model's passages.
 */
export function stopsFor(
  { citations, given = [] }: Partial<Pick<Answer, 'citations' | 'given'>>,
  place: MarkerPlace,
  exchange: string,
): { readonly stops: readonly SourceStop[]; readonly at: number; readonly isCited: boolean } | null {
  const isCited = citations?.some(({ marker }) => marker === place.marker) ?? false;
  const stops = citationStops(isCited ? (citations ?? []) : given, place, exchange);
  const at = stops.findIndex(({ marker }) => marker === place.marker);
  return at < 0 ? null : { stops, at, isCited };
}
