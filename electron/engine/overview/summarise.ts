import { asideKinds, type Block, type BlockKind, type TextRange } from '@shared/prompt/blocks';
import { spread } from '@shared/ranking';
import { rangesOf } from '../text/passage-units';
import { mostRelevant, type SentenceSpace, termSpace } from './typical-sentences';

export interface SummarisedDocument {
  readonly text: string;
  /** Ascending, without overlap; none where nothing is known of them. */
  readonly blocks: readonly Block[];
}

/** A sentence that carries a document; UTF-16 code units of its text. */
export interface CarryingSentence extends TextRange {
  /** Words of the heading above it; null before the first. */
  readonly heading: string | null;
}

const usual = 8;
const mostRead = 4000;

const prose: ReadonlySet<BlockKind> = new Set(['paragraph', 'list-item', 'quote', 'note']);
const others: ReadonlySet<BlockKind> = new Set([
  'form-field',
  'table-row',
  'table-head',
  'caption',
  'mail-head',
  'code',
]);
/** Fewer words say little, and more are no summary (the length feature of MEAD, Radev et al. 2004). */
const fewestWords = 6;
const mostWords = 60;
const wrongLength = 0.5;
/** Shares of a sentence's worth: of its section, of the document, and of its early place in its section. */
const worths = { section: 0.6, document: 0.25, place: 0.15 } as const;

interface Section {
  readonly heading: string | null;
  readonly level: number;
  readonly sentences: number[];
}

interface Sentence extends TextRange {
  readonly text: string;
  readonly section: number;
}

/**
 * The sentences that carry a document, in its order, section by section: those nearest to what their section and the
 * whole are about, and early ones first (centroid and position as in MEAD, Radev et al. 2004), none that says what
 * another says. Every section has one, as far as `count` allows; then the longer ones have more. Never empty for a
 * document with words.
 */
export function summarise({ text, blocks }: SummarisedDocument, count = usual): CarryingSentence[] {
  const { sections, sentences } = readSections(text, blocks);
  if (sentences.length === 0 || count < 1) return [];
  const space = termSpace(sentences.map((sentence) => sentence.text));
  const ofDocument = space.toMiddle(sentences.map((_, at) => at));
  const joined = joinedSections(sections, count);
  const shares = sharesOf(joined, count);
  const chosen = joined.flatMap((section, at) =>
    mostRelevant(section.sentences, worthIn(section, sentences, space, ofDocument), space, shares[at] ?? 0),
  );
  return chosen
    .sort((a, b) => a - b)
    .flatMap((at) => {
      const sentence = sentences[at];
      if (!sentence) return [];
      const { start, end, section } = sentence;
      return [{ heading: sections[section]?.heading ?? null, start, end }];
    });
}

export type ReadSentence = CarryingSentence & { readonly text: string };

/** The sentences of a document, in its order; evenly sampled from a longer one, so many. */
export function sentencesOf({ text, blocks }: SummarisedDocument, most: number): ReadSentence[] {
  const { sections, sentences } = readSections(text, blocks);
  const said = sentences.filter(({ text: own }) => (own.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= fewestWords);
  return spread(said, most).map(({ section, ...sentence }) => ({
    ...sentence,
    heading: sections[section]?.heading ?? null,
  }));
}

function readSections(text: string, known: readonly Block[]): { sections: Section[]; sentences: Sentence[] } {
  const blocks: readonly Block[] = known.length > 0 ? known : [{ kind: 'paragraph', start: 0, end: text.length }];
  for (const kinds of [prose, others, new Set<BlockKind>(['heading', ...asideKinds])]) {
    const sections: Section[] = [{ heading: null, level: 1, sentences: [] }];
    const sentences: Sentence[] = [];
    for (const { kind, start, end, words, level = 1 } of blocks) {
      if (kind === 'heading') {
        const heading = text
          .slice(words ?? start, end)
          .replace(/^#{1,6}\s|\s+/gu, ' ')
          .trim();
        sections.push({ heading, level, sentences: [] });
      }
      if (!kinds.has(kind)) continue;
      for (const range of rangesOf(kind, text.slice(start, end))) {
        const own = text.slice(start + range.start, start + range.end);
        if (!/[\p{L}\p{N}]/u.test(own)) continue;
        sections.at(-1)?.sentences.push(sentences.length);
        sentences.push({ start: start + range.start, end: start + range.end, text: own, section: sections.length - 1 });
      }
    }
    if (sentences.length > 0) return evenly({ sections, sentences });
  }
  return { sections: [], sentences: [] };
}

/** Not more sentences than can be held against each other, evenly of all. */
function evenly(all: { sections: Section[]; sentences: Sentence[] }): typeof all {
  const { sections, sentences } = all;
  if (sentences.length <= mostRead) return all;
  const step = sentences.length / mostRead;
  const kept = sentences.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  const emptied = sections.map((section): Section => ({ ...section, sentences: [] }));
  kept.forEach(({ section }, at) => {
    emptied[section]?.sentences.push(at);
  });
  return { sections: emptied, sentences: kept };
}

/** Sections that have sentences; where they are more than wanted, those of deeper headings as a part of the one above. */
function joinedSections(sections: readonly Section[], count: number): Section[] {
  const filled = sections.filter(({ sentences }) => sentences.length > 0);
  const levels = [...new Set(filled.map(({ level }) => level))].sort((a, b) => b - a);
  let joined = filled;
  for (const level of levels.slice(0, -1)) {
    if (joined.length <= count) break;
    const next: Section[] = [];
    for (const section of joined) {
      const above = next.at(-1);
      if (section.level === level && above && above.level < level)
        next[next.length - 1] = { ...above, sentences: [...above.sentences, ...section.sentences] };
      else next.push(section);
    }
    joined = next;
  }
  if (joined.length <= count) return joined;
  // Still more: neighbours together, evenly.
  return Array.from({ length: count }, (_, at) => {
    const own = joined.slice(Math.floor((at * joined.length) / count), Math.floor(((at + 1) * joined.length) / count));
    return { heading: null, level: 1, sentences: own.flatMap(({ sentences }) => sentences) };
  });
}

function sharesOf(sections: readonly Section[], count: number): number[] {
  const lengths = sections.map(({ sentences }) => sentences.length);
  const shares = lengths.map((length) => Math.min(1, length));
  for (let left = count - sections.length; left > 0; left -= 1) {
    let neediest = -1;
    lengths.forEach((length, at) => {
      const need = (one: number): number => (lengths[one] ?? 0) / ((shares[one] ?? 0) + 1);
      if ((shares[at] ?? 0) < length && (neediest < 0 || need(at) > need(neediest))) neediest = at;
    });
    if (neediest < 0) break;
    shares[neediest] = (shares[neediest] ?? 0) + 1;
  }
  return shares;
}

function worthIn(
  section: Section,
  sentences: readonly Sentence[],
  space: SentenceSpace,
  ofDocument: (sentence: number) => number,
): (sentence: number) => number {
  const ofSection = space.toMiddle(section.sentences);
  const [first = 0] = section.sentences;
  return (at) => {
    const length = sentences[at]?.text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    const worth =
      worths.section * ofSection(at) + worths.document * ofDocument(at) + worths.place / Math.sqrt(1 + at - first);
    return length < fewestWords || length > mostWords ? worth * wrongLength : worth;
  };
}
