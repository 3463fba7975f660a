import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { ofAll } from '../languages';
import { aboveOf } from '../retrieval';
import { denies } from '../stages';
import { passageOf as unitsOf } from '../text/passage-units';
import { type Sentence, sentences } from '../text/sentences';
import { termSet, words } from '../text/terms';
import { isNumberWord } from '../text/values/numerals';
import type { CitableChunk } from './citations';
import { namesIn } from './quoting/score-sentences';
import { markersBeforeStops, numbersIn, shareOf } from './support';

/** Shares of a sentence's content terms, 0–1, and what it is compared with. */
export interface SourceSearch {
  /** The person's own words: a sentence that says no more than these has no source. */
  readonly question: string;
  /** Least share that a passage must hold of the terms of a sentence, and of those that the question did not have. */
  readonly leastShare: number;
  /** Least share that two sentences of the passage, one behind the other, must hold of them. */
  readonly nearShare: number;
  /** False where the end of the answer may be half a sentence. */
  readonly complete: boolean;
}

/** An answer with the markers of the found sources, and their positions in it, characters. */
export interface WithSources {
  readonly answer: string;
  readonly foundMarkers: readonly number[];
}

/** The parser of Markdown takes up to 30 ms a 1000 characters of unusual input: longer answers stay as they are. */
const longestAnswer = 20_000;
/** One word says too little to tell where it is from. */
const fewestTerms = 2;
/** So few terms occur together in many places: one sentence must have all of them, with one of the question near. */
const shortStatement = 3;
const listMark = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/u;

const anyMarker = /\[Citation \d+\]/u;
/** Invisible text after a sentence: its marker goes before it. */
const unseen = /[^\p{L}\p{N}\p{P}\p{S}]+$/u;
const ending = /[.!…]+["'”’»)\]*_]*$/u;
const asksOrAnnounces = /[?:]["'”’»)\]*_]*$/u;

/**
 * Names the source of each sentence that a model wrote without a marker, if one passage of its prompt supports it: the
 * measure is that of `checkSupport`, and the bar is higher. The passage holds at least `leastShare` of the content
 * terms, also of those alone that the question did not have. One of its sentences holds all numbers, and with a
 * neighbour most of the terms, the names, number words and the sentence's first word, and it denies nothing that is
 * affirmed here, nor the other way round. Of several passages the one with the largest shares is named, the first of
 * equals. Headings, tables, code and HTML get no marker, nor does a sentence that repeats the question, asks, or is
 * unfinished. An answer that begins with not knowing gets none.
 *
 * @param answer Markdown whose markers all name a member of `citable`
 */
export function withFoundSources(answer: string, citable: readonly CitableChunk[], search: SourceSearch): WithSources {
  if (answer.length > longestAnswer || citable.length === 0 || knowsNot(answer)) return { answer, foundMarkers: [] };
  const passages = citable.map(passageOf);
  const asked = termSet(search.question);
  const places: { at: number; marker: number }[] = [];
  let isProse: ((at: number) => boolean) | null = null;
  for (const sentence of sentences(markersBeforeStops(answer))) {
    if (anyMarker.test(sentence.text)) continue;
    const at = placeOf(sentence, search.complete);
    if (at === null) continue;
    const source = sourceOf(sentence.text, passages, asked, search);
    if (source === null) continue;
    isProse ??= endsOfProse(answer);
    if (isProse(at)) places.push({ at, marker: source });
  }
  return marked(answer, places);
}

const saysNot = new RegExp(
  ofAll(({ knowsNot: ways }) => ways)
    .map((way) => `(?<![\\p{L}\\p{N}])(?:${way})`)
    .join('|'),
  'u',
);

/** Whether an answer begins by saying that it does not know, or that the documents do not tell: it rests on none. */
const knowsNot = (answer: string): boolean => saysNot.test(sentences(answer)[0]?.text.toLowerCase() ?? '');

/** Before the full stop; behind the last word where there is none. Null for what states nothing. */
function placeOf({ text: whole, start }: Sentence, complete: boolean): number | null {
  const text = whole.replace(unseen, '');
  if (asksOrAnnounces.test(text)) return null;
  const stop = ending.exec(text);
  if (stop) return start + stop.index;
  return complete ? start + text.length : null;
}

interface Place {
  readonly terms: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly denied: boolean;
  /** With the sentence before it, and with the one behind it. */
  readonly around: readonly ReadonlySet<string>[];
}

interface Passage {
  readonly number: number;
  readonly terms: ReadonlySet<string>;
  /** Of its title and headings, which hold for each of its sentences. */
  readonly label: ReadonlySet<string>;
  readonly places: readonly Place[];
}

function passageOf({ number, chunk }: CitableChunk): Passage {
  const label = termSet(aboveOf(chunk));
  const own = unitsOf(chunk).units.map(({ text }) => ({ text, terms: termSet(text) }));
  const places = own.map(({ text, terms }, at): Place => {
    const beside = [own[at - 1], own[at + 1]].flatMap((other) => (other ? [new Set([...terms, ...other.terms])] : []));
    return { terms, numbers: numbersIn(text), denied: denies(text), around: beside.length > 0 ? beside : [terms] };
  });
  return { number, terms: new Set([...label, ...termSet(chunk.text)]), label, places };
}

/** The requirements of a sentence for its passage. */
interface Wanted {
  readonly terms: readonly string[];
  /** Those of its terms that the question did not have. */
  readonly fresh: readonly string[];
  /** Terms that have no near miss: of names, number words and the first word, whose capital does not tell what it is. */
  readonly exact: readonly string[];
  readonly numbers: readonly string[];
  readonly denied: boolean;
}

function wantedOf(sentence: string, asked: ReadonlySet<string>): Wanted {
  const text = sentence.replace(listMark, '');
  const terms = [...termSet(text)];
  const all = words(text);
  const exact = termSet([...all.slice(0, 1), ...namesIn(text), ...all.filter(isNumberWord)].join(' '));
  return {
    terms,
    fresh: terms.filter((term) => !asked.has(term)),
    exact: [...exact],
    numbers: [...numbersIn(text)],
    denied: denies(text),
  };
}

/** The number of the passage that bears a sentence out; null where none does. */
function sourceOf(
  sentence: string,
  passages: readonly Passage[],
  asked: ReadonlySet<string>,
  { leastShare, nearShare }: SourceSearch,
): number | null {
  const wanted = wantedOf(sentence, asked);
  if (wanted.terms.length < fewestTerms || wanted.fresh.length === 0) return null;
  let best: { readonly number: number; readonly share: number } | null = null;
  for (const passage of passages) {
    const share = shareOf(wanted.terms, passage.terms);
    if (share < leastShare || shareOf(wanted.fresh, passage.terms) < leastShare) continue;
    const near = passage.places.reduce((most, place) => Math.max(most, nearness(place, passage, wanted, asked)), 0);
    if (near < nearShare || near === 0) continue;
    if (share + near > (best?.share ?? 0)) best = { number: passage.number, share: share + near };
  }
  return best?.number ?? null;
}

/** Share of the terms that a sentence of a passage and its neighbour hold; 0 if a requirement is missing. */
function nearness(place: Place, { label }: Passage, wanted: Wanted, asked: ReadonlySet<string>): number {
  if (place.denied !== wanted.denied || !wanted.numbers.every((number) => place.numbers.has(number))) return 0;
  // Beside a number the names count in its own sentence: “Silk 50 lux. Wood 200 lux.” does not say “Silk 200 lux”.
  const held = (term: string, terms: ReadonlySet<string>) => terms.has(term) || label.has(term);
  const shares = place.around.map((around) => {
    const own = wanted.numbers.length > 0 ? place.terms : around;
    if (!wanted.exact.every((term) => held(term, own))) return 0;
    if (wanted.terms.length <= shortStatement) {
      const whole = wanted.terms.every((term) => held(term, place.terms));
      return whole && [...asked].some((term) => held(term, around)) ? 1 : 0;
    }
    return shareOf(wanted.terms, around);
  });
  return Math.max(...shares);
}

function marked(answer: string, places: readonly { at: number; marker: number }[]): WithSources {
  const foundMarkers: number[] = [];
  let text = '';
  let from = 0;
  for (const { at, marker } of places) {
    text += `${answer.slice(from, at)} `;
    foundMarkers.push(text.length);
    text += `[Citation ${marker}]`;
    from = at;
  }
  return { answer: text + answer.slice(from), foundMarkers };
}

type Tree = ReturnType<typeof fromMarkdown>;
type Nodes = Tree | Tree['children'][number];

/**
 * Tells for a place in Markdown, in characters, whether words can be put there and are read as words: inside or at the
 * end of a paragraph's text, never in a heading, a table, a link, code or HTML.
 */
function endsOfProse(markdown: string): (at: number) => boolean {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const texts: { start: number; end: number }[] = [];
  const ends = new Set<number>();
  const open: { node: Nodes; inParagraph: boolean }[] = [{ node: tree, inParagraph: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, inParagraph } = next;
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    if (start === undefined || end === undefined || notProse.has(node.type)) continue;
    if (node.type === 'text' && inParagraph) texts.push({ start, end });
    if (node.type === 'paragraph') ends.add(end);
    if (!('children' in node)) continue;
    const inside = inParagraph || node.type === 'paragraph';
    for (const child of node.children) open.push({ node: child, inParagraph: inside });
  }
  return (at) => ends.has(at) || texts.some(({ start, end }) => at > start && at <= end);
}

const notProse: ReadonlySet<string> = new Set([
  'heading',
  'table',
  'link',
  'linkReference',
  'code',
  'inlineCode',
  'html',
]);
