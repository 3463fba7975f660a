import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { leadOf, passageOf, type Unit } from '../../text/passage-units';
import { termSet } from '../../text/terms';
import { type CitableChunk, citationOf, snippetOf } from '../citations';
import type { ExtractiveAnswer } from './extractive-answer';
import { onOneLine, valuesOf } from './places';

/** A sentence, item or row that may stand for its section; its place in the document's text. */
interface Carrier {
  readonly cited: CitableChunk;
  readonly startChar: number;
  readonly endChar: number;
  /** As it stands there, and as it is shown. */
  readonly text: string;
  readonly shown: string;
  /** Heading that it stands under; empty for none. */
  readonly heading: string;
  readonly score: number;
}

/** An outline has the room of this many answers: a whole is told, and not one question. */
const answersLong = 2;
/** Characters: shorter units say too little to stand for a section, longer ones are cut as snippets are. */
const shortest = 25;
const longest = 280;
/** Prose is written to be read by itself; the first of a section says what it is about. */
const kindWeights: Partial<Record<Unit['kind'], number>> = { paragraph: 1, quote: 1, 'list-item': 0.7 };
/** Code, rows and headings seldom sum up; the first sentence of a section often does. */
const otherKinds = 0.3;
const firstWeight = 1.5;
/** Terms that a sentence is taken to have besides its own: one of three words that all others have says little. */
const moreTerms = 6;

/**
 * The outline of the documents that an instruction is about, without a language model: each by its title, and under its
 * headings the sentences that share most with the rest of it, word for word and cited. First one of every section, then
 * more of them while there is room. Null for other questions, and where nothing can be quoted.
 */
export function outlineAnswer(
  { extras }: SuperPrompt,
  citable: readonly CitableChunk[],
  { answer: limits }: PipelineLimits,
): ExtractiveAnswer | null {
  const { documentIds = [] } = extras.query?.instruction ?? {};
  const room = (answersLong * limits.maxCharacters) / documentIds.length;
  const outlines = documentIds.map((documentId) =>
    withinRoom(carriersOf(citable.filter(({ chunk }) => chunk.documentId === documentId)), room),
  );
  const chosen = outlines.flat();
  if (chosen.length === 0) return null;
  const firsts = new Map(chosen.toReversed().map((carrier) => [carrier.cited.number, carrier]));
  return {
    answer: outlines.flatMap(markdownOf).join('\n\n'),
    citations: [...firsts.values()]
      .map((first) => citationOf(first.cited, limits.snippetCharacters, first))
      .sort((a, b) => a.marker - b.marker),
    cited: chosen.map(({ cited: { number: marker }, shown, startChar, endChar }) => {
      const spans = [{ marker, startChar, endChar }];
      return { text: shown, markers: [marker], support: 'supported', share: 1, missingNumbers: [], spans };
    }),
  };
}

/** Without links and marks, of which a cut may leave one open. */
const plain = (line: string): string =>
  onOneLine(line)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/\*{2,}|_{2,}/gu, '');

/** What can be quoted of one document, each once, in its order. */
function carriersOf(citable: readonly CitableChunk[]): Carrier[] {
  const units = citable.flatMap((cited) => {
    const { chunk } = cited;
    const passage = passageOf(chunk);
    const { blocks } = passage;
    return passage.units.map((unit) => {
      const { text, kind, start, end } = unit;
      const lead = leadOf(passage, unit.block);
      const above = blocks.slice(0, unit.block).findLast((block) => block.kind === 'heading');
      const title = above ? chunk.text.slice(above.words ?? above.start, above.end) : (chunk.headings.at(-1) ?? '');
      // Rows without a heading stand under the names of their columns.
      const heading = title === '' && kind === 'table-row' && lead !== null ? valuesOf(lead) : title;
      const words = chunk.text.slice(Math.min(Math.max(start, blocks[unit.block]?.words ?? start), end), end);
      const shown = snippetOf(plain(kind === 'table-row' ? valuesOf(words) : words), longest);
      const range = { startChar: chunk.startChar + start, endChar: chunk.startChar + end };
      return {
        cited,
        kind,
        text,
        shown,
        heading: plain(heading).replace(/[*`]|(?<!\p{L})_|_(?!\p{L})/gu, ''),
        ...range,
        terms: termSet(text),
      };
    });
  });
  const counts = new Map<string, number>();
  for (const { terms } of units) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const begun = new Set<string>();
  return units
    .filter(({ text, shown, terms, startChar, endChar }, at) => {
      // Passages overlap: a part of a sentence stands whole in the one beside it. Running heads stand on every page.
      const holds = (one: (typeof units)[number], other: number): boolean =>
        (one.startChar <= startChar && one.endChar >= endChar && one.endChar - one.startChar > endChar - startChar) ||
        (other < at && one.shown === shown);
      return text.length >= shortest && terms.size > 0 && !units.some(holds);
    })
    .sort((a, b) => a.startChar - b.startChar)
    .map(({ terms, kind, ...unit }) => {
      const shared = [...terms].reduce((sum, term) => sum + (counts.get(term) ?? 0) - 1, 0);
      const score = (shared / (terms.size + moreTerms)) * (kindWeights[kind] ?? otherKinds);
      const isFirst = !begun.has(unit.heading);
      begun.add(unit.heading);
      return { ...unit, score: isFirst ? score * firstWeight : score };
    });
}

/** The best of every section first, then the best of all, as far as there is room; in the document's order. */
function withinRoom(carriers: readonly Carrier[], room: number): Carrier[] {
  const ranked = [...carriers].sort((a, b) => b.score - a.score || a.startChar - b.startChar);
  const sections = new Set<string>();
  const firsts = ranked.filter(({ heading }) => !sections.has(heading) && sections.add(heading));
  let left = room;
  const taken = [...new Set([...firsts, ...ranked])].filter(({ shown }, at) => {
    const fits = at === 0 || shown.length <= left;
    if (fits) left -= shown.length;
    return fits;
  });
  return taken.sort((a, b) => a.startChar - b.startChar);
}

/** One document under its title, its sections under their headings. */
function markdownOf(carriers: readonly Carrier[]): string[] {
  const [first] = carriers;
  if (!first) return [];
  const title = plain(first.cited.chunk.title);
  const sections: { heading: string; items: string[] }[] = [];
  for (const { heading, shown, cited } of carriers) {
    if (sections.at(-1)?.heading !== heading) sections.push({ heading, items: [] });
    sections.at(-1)?.items.push(`- ${shown} [Citation ${cited.number}]`);
  }
  return [
    `### ${title}`,
    ...sections.flatMap(({ heading, items }) => [
      ...(heading === '' || heading === title ? [] : [`**${heading}**`]),
      items.join('\n'),
    ]),
  ];
}
