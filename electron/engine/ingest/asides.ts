/**
 * Finds what is beside the text proper in a read document, and gives its blocks a kind of their own. Structure decides:
 * a section counts only if its blocks look like its heading says. A doubtful block stays as it is.
 */
import { type AsideKind, type Block, isAside } from '@shared/prompt/blocks';
import { languages } from '../languages';
import { hasWords, type MarkdownLink, markdownLinks, shownText } from '../text/shown-text';
import type { ReadDocument } from './document';

type Asides = (typeof languages)['eng']['asides'];
type NamedKind = keyof Asides;
const namedKinds: readonly NamedKind[] = ['contents', 'references', 'navigation', 'imprint'];

/** Headings of all languages by the kind of what is below them. */
const headingKinds: ReadonlyMap<string, NamedKind> = new Map(
  Object.values(languages).flatMap(({ asides }) =>
    namedKinds.flatMap((kind) => (asides[kind] ?? []).map((words) => [words, kind] as const)),
  ),
);

type Reading = Pick<ReadDocument, 'text' | 'blocks'>;

/**
 * Returns the blocks of a document, those beside the text proper with their kind. Their places do not change.
 *
 * @param isMarkdown whether the text is Markdown as a person wrote it
 */
export function withAsides({ text, blocks }: Reading, isMarkdown: boolean): readonly Block[] {
  const kinds = new Map<Block, AsideKind>();
  blocks.forEach((block, at) => {
    const kind = isAside(block.kind) ? null : kindAlone(text, block, at, isMarkdown);
    if (kind !== null) kinds.set(block, kind);
  });
  if (isMarkdown) for (const block of linkedContents(text, blocks)) kinds.set(block, 'contents');
  for (const { kind, within } of namedSections(text, blocks)) {
    for (const block of within) if (!isAside(block.kind)) kinds.set(block, kind);
  }
  return kinds.size === 0 ? blocks : blocks.map((block) => beside(block, kinds.get(block)));
}

function beside(block: Block, kind: AsideKind | undefined): Block {
  if (kind === undefined) return block;
  const { start, end, words } = block;
  return { kind, start, end, ...(words !== undefined && { words }) };
}

/** Longer blocks are text, whatever they begin with; characters. */
const longestLine = 300;
/** “(c)” alone is the third clause of a contract. */
const rights = /^\W{0,3}(?:©|\(c\)\s*(?:copyright\s*)?\d{4}|copyright\s+(?:©|\(c\)|\d{4})|IS[BS]N(?:-1[03])?:?\s*\d)/iu;
/** “[12]: https://…”, a line that says nothing but where a link leads. */
const definition = /^ {0,3}\[[^\]^\n][^\]\n]*\]:\s*<?[^\s>]+>?(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*$/u;
/** Marks before or behind the words of a link to the next page. */
const arrow = /^(?:[<«‹←]|<<)|(?:[>»›→]|>>)$/u;
/** “Home > Handbook > Travel”, at the top of a page. */
const crumbs = /^[^.!?:\n]{1,60}(?:\s[>›»/]\s[^.!?:\n]{1,60}){2,}$/u;
const topOfPage = 3;

/** The kind that a block has by itself; null for text. */
function kindAlone(text: string, block: Block, at: number, isMarkdown: boolean): AsideKind | null {
  const { kind, start, end } = block;
  if (kind === 'code' || kind === 'heading' || kind === 'table-head' || kind === 'table-row') return null;
  const source = text.slice(start, Math.min(end, start + 4 * longestLine));
  const isLong = end - start > longestLine;
  if (!isLong && rights.test(source)) return 'imprint';
  if (kind === 'paragraph' && at < topOfPage && crumbs.test(source)) return 'navigation';
  if (!isMarkdown || end - start > source.length) return null;
  if (source.split('\n').every((line) => definition.test(line))) return 'markup';
  if (!hasWords(shownText(source))) return /!\[/u.test(source) ? null : 'markup';
  return isLong ? null : navigationIn(text.slice(block.words ?? start, end));
}

/** Links alone: two or more in a line, or one with an arrow or with words that lead through pages. */
function navigationIn(words: string): 'navigation' | null {
  const links = markdownLinks(words);
  if (links === null || links.length === 0) return null;
  const leads = ({ shown }: MarkdownLink): boolean =>
    arrow.test(shown) || headingKinds.get(plainName(shown)) === 'navigation';
  return links.length > 1 || links.some(leads) ? 'navigation' : null;
}

/** So many items in a row that only lead to places of the same page are its table of contents. */
const fewestEntries = 3;

function linkedContents(text: string, blocks: readonly Block[]): Block[] {
  const entries: Block[] = [];
  let run: Block[] = [];
  const end = (): void => {
    if (run.length >= fewestEntries) entries.push(...run);
    run = [];
  };
  for (const block of blocks) {
    const { kind, start, end: to, words } = block;
    const links =
      kind === 'list-item' && to - start <= longestLine ? markdownLinks(text.slice(words ?? start, to)) : null;
    if (links?.length === 1 && links[0]?.target.startsWith('#')) run.push(block);
    else end();
  }
  end();
  return entries;
}

interface NamedSection {
  readonly kind: NamedKind;
  readonly within: readonly Block[];
}

/** The sections that have the heading of an aside, and blocks that look like it. */
function namedSections(text: string, blocks: readonly Block[]): NamedSection[] {
  return blocks.flatMap((block, at) => {
    const kind = kindOfHeading(text, block);
    if (kind === null) return [];
    const level = block.kind === 'heading' ? (block.level ?? 1) : Number.POSITIVE_INFINITY;
    let to = at + 1;
    for (let next = blocks[to]; next && !(next.kind === 'heading' && (next.level ?? 1) <= level); next = blocks[to])
      to += 1;
    const within = blocks.slice(at + 1, to).filter((one) => one.kind !== 'heading');
    const parts = within
      .filter((one) => one.kind !== 'furniture')
      .map(({ kind: own, start, end, words = start }) => ({
        words: text.slice(words, end).trim(),
        isItem: own === 'list-item' || own === 'note',
      }));
    const length = (within.at(-1)?.end ?? block.end) - block.end;
    const isNamed = looksLike[kind](parts, { from: block.start / text.length, length });
    // A line without the form of a heading is part of what it names.
    return isNamed ? [{ kind, within: block.kind === 'heading' ? within : [block, ...within] }] : [];
  });
}

const longestHeading = 60;

function kindOfHeading(text: string, { kind, start, end, words = start }: Block): NamedKind | null {
  if ((kind !== 'heading' && kind !== 'paragraph') || end - words > longestHeading) return null;
  const named = headingKinds.get(plainName(shownText(text.slice(words, end)))) ?? null;
  // PDFs and plain texts hardly mark the headings of these two.
  return kind === 'heading' || named === 'contents' || named === 'references' ? named : null;
}

/** Words of a heading or link without its number and marks, in lower case. */
const plainName = (words: string): string =>
  words
    .replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
    .replace(/\s+/gu, ' ')
    .toLowerCase();

/** Where a section begins, as a share of the document, and its length in characters. */
interface Extent {
  readonly from: number;
  readonly length: number;
}

/** A block of a section. */
interface Part {
  readonly words: string;
  readonly isItem: boolean;
}

/** An entry of a list: short, and no sentence. */
const isEntry = ({ words }: Part): boolean => words.length <= longestLine && !/\p{L}{2}[.!?:;]["”»)]?$/u.test(words);

/** A link, a number of a book, pages, the number of a note, or a name with a year; of an item a year is enough. */
const source =
  /https?:|\bdoi\b|\bISBN\b|^\[\d{1,3}\]|^\^|\bpp?\.\s?\d|\bS\.\s?\d|^\W*\p{Lu}[\p{L}’-]+,\s[\s\S]*\b(?:1[5-9]|20)\d\d\b/u;
const isSource = ({ words, isItem }: Part): boolean =>
  source.test(words) || (isItem && /\b(?:1[5-9]|20)\d\d\b/u.test(words));

const shareOf = (parts: readonly Part[], is: (part: Part) => boolean): number =>
  parts.length === 0 ? 0 : parts.filter(is).length / parts.length;

const mostOfContents = 0.25;
const edges = { begin: 0.15, end: 0.75 } as const;
const longestImprint = 3000;

const looksLike: Readonly<Record<NamedKind, (parts: readonly Part[], extent: Extent) => boolean>> = {
  contents: (parts, { from }) => parts.length > 1 && from <= mostOfContents && shareOf(parts, isEntry) >= 0.7,
  references: (parts) => shareOf(parts, isSource) >= 0.5,
  navigation: (parts) => shareOf(parts, isEntry) >= 0.7,
  imprint: (parts, { from, length }) =>
    parts.length > 0 && length <= longestImprint && (from <= edges.begin || from >= edges.end),
};
