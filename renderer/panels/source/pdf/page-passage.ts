import type { DocumentSource, TextSpan } from '@shared/contract/index';
import { t } from '@shared/words/index';
import type { SourceMark } from '../source-marks';
import type { Light } from '../text/cut-segments';

/** A stretch of one text item of a page: `from` inclusive, `to` exclusive, in UTF-16 units of the item's text. */
type PassagePiece = Readonly<{ item: number; from: number; to: number }>;

/** A text without what reading a page changes; `origins` has the item of each UTF-16 unit and its unit there. */
type Essence = Readonly<{ text: string; origins: readonly Readonly<{ item: number; at: number; length: number }>[] }>;

/** Shorter passages must be found whole. */
const anchorFrom = 24;
const anchorLength = 16;
/** How much shorter or longer than asked the stretch between two anchors may be. */
const anchorTolerance = 0.3;

/**
 * Returns the pieces of a passage among the text items of its page, or null. Ignores white space, hyphens at line ends,
 * invisible marks and table strokes; then repeated headers of a long table; then case and forms of letters. At last it
 * looks for the passage's beginning and end. Of several places the nearest to the end of `before` is taken.
 */
export function findPassage(items: readonly string[], passage: string, before: string): readonly PassagePiece[] | null {
  for (const reading of [asWritten, lettersOnly]) {
    const page = essenceOf(items, reading);
    const wanted = essenceOf([passage], reading).text;
    if (wanted === '') continue;
    const expected = essenceOf([before], reading).text.length;
    const from = nearest(page.text, wanted, expected);
    if (from >= 0) return withHyphens(items, piecesOf(page, from, from + wanted.length));
    const once = withoutRepeatedHeaders(passage, before);
    if (once.passage !== passage && /[\p{L}\p{N}]/u.test(once.passage)) {
      const found = findPassage(items, once.passage, once.before);
      if (found) return found;
    }
    const stretch = reading === lettersOnly ? betweenAnchors(page.text, wanted, expected) : null;
    if (stretch) return withHyphens(items, piecesOf(page, stretch.from, stretch.to));
  }
  return null;
}

const tableHeader = /^(\|.*\|)\n\|(?: --- \|)+(?:\n|$)/gmu;

function withoutRepeatedHeaders(passage: string, before: string) {
  const seen = new Set<string>();
  const once = (text: string) =>
    text.replace(tableHeader, (whole, header: string) => {
      if (seen.has(header)) return '';
      seen.add(header);
      return whole;
    });
  return { before: once(before), passage: once(passage) };
}

const asWritten = (character: string): string =>
  /[\s\p{Cc}\p{Cf}\p{Cs}\p{Pd}\uFFFD|\\]/u.test(character) ? '' : character;

const lettersOnly = (character: string): string =>
  character
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

function essenceOf(items: readonly string[], reading: (character: string) => string): Essence {
  let text = '';
  const origins: Essence['origins'][number][] = [];
  items.forEach((content, item) => {
    let at = 0;
    for (const character of content) {
      const kept = reading(character);
      for (let unit = 0; unit < kept.length; unit += 1) origins.push({ item, at, length: character.length });
      text += kept;
      at += character.length;
    }
  });
  return { text, origins };
}

function nearest(text: string, wanted: string, expected: number): number {
  let best = -1;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (best < 0 || Math.abs(at - expected) < Math.abs(best - expected)) best = at;
  }
  return best;
}

function betweenAnchors(text: string, wanted: string, expected: number): { from: number; to: number } | null {
  if (wanted.length < anchorFrom) return null;
  const length = Math.min(anchorLength, Math.floor(wanted.length / 2));
  const from = nearest(text, wanted.slice(0, length), expected);
  if (from < 0) return null;
  const end = nearest(text, wanted.slice(-length), from + wanted.length - length);
  const found = end + length - from;
  const near = Math.abs(found - wanted.length) <= wanted.length * anchorTolerance;
  return end > from && near ? { from, to: end + length } : null;
}

function piecesOf(page: Essence, from: number, to: number): readonly PassagePiece[] {
  const pieces: { item: number; from: number; to: number }[] = [];
  for (const origin of page.origins.slice(from, to)) {
    const last = pieces.at(-1);
    const end = origin.at + origin.length;
    if (last?.item === origin.item) last.to = Math.max(last.to, end);
    else pieces.push({ item: origin.item, from: origin.at, to: end });
  }
  return pieces;
}

/** A hyphen at a line's end belongs to the word that goes on in the next piece. */
const withHyphens = (items: readonly string[], pieces: readonly PassagePiece[]): readonly PassagePiece[] =>
  pieces.map((piece, index) => {
    const rest = items[piece.item]?.slice(piece.to) ?? '';
    const hyphen = index < pieces.length - 1 && /^[\p{Pd}\u00AD]\s*$/u.test(rest);
    return hyphen ? { ...piece, to: piece.to + 1 } : piece;
  });

export function pageOfPassage(source: Pick<DocumentSource, 'pages'>, span: TextSpan | null, said: readonly number[]) {
  const found = span
    ? source.pages.find((page) => page.startChar <= span.startChar && span.startChar < page.endChar)
    : undefined;
  return found?.page ?? said[0] ?? 1;
}

/** Returns the part of a passage on a page, with the page's text before it; null if it does not touch the page. */
function passageOnPage(source: Pick<DocumentSource, 'text' | 'pages'>, span: TextSpan | null, page: number) {
  const place = source.pages.find((known) => known.page === page);
  if (!span || !place) return null;
  const from = Math.max(span.startChar, place.startChar);
  const to = Math.min(span.endChar, place.endChar);
  const text = source.text.slice(from, to);
  return to > from && /\S/.test(text) ? { text, before: source.text.slice(place.startChar, from) } : null;
}

type PagePassage = Readonly<{ text: string; before: string; light: Light; wanted: boolean }>;

/** Finding each of more on the page would take longer than anybody looks at it. */
const mostPassages = 200;

export function marksOnPage(
  source: Pick<DocumentSource, 'text' | 'pages'>,
  marks: readonly SourceMark[],
  target: TextSpan | null,
  page: number,
): readonly PagePassage[] {
  const same = (mark: TextSpan) => mark.startChar === target?.startChar && mark.endChar === target.endChar;
  const wanted = marks.findLast(same);
  const shown: PagePassage[] = [];
  for (const mark of marks) {
    const part = passageOnPage(source, mark, page);
    if (part && (shown.length < mostPassages || mark === wanted)) {
      shown.push({ ...part, light: mark.light, wanted: mark === wanted });
    }
  }
  return shown;
}

/** A rectangle as shares of the page's width and height. */
export type PageBox = Readonly<{ left: number; top: number; width: number; height: number }>;

interface LitPage {
  readonly layer: HTMLElement;
  /** Around all boxes of the wanted passage; null where it was not found, undefined where none is wanted. */
  readonly wanted: PageBox | null | undefined;
  /** Pixels that the letters of the wanted passage are high now; 0 without one. */
  readonly letters: number;
}

export function lightPage(textLayer: HTMLElement, passages: readonly PagePassage[]): LitPage {
  const elements = [...textLayer.querySelectorAll<HTMLElement>('span[role="presentation"]')];
  const texts = elements.map(({ textContent }) => textContent);
  const layer = document.createElement('div');
  layer.className = 'pdf-lights';
  let [wanted, letters]: [PageBox | null | undefined, number] = [undefined, 0];
  for (const passage of passages) {
    const pieces = findPassage(texts, passage.text, passage.before);
    const boxes = pieces ? passageBoxes(textLayer, elements, pieces) : [];
    layer.append(...boxes.map((box) => drawnBox(box, passage)));
    if (!passage.wanted) continue;
    wanted = around(boxes);
    const heights = boxes.map(({ height }) => height).sort((a, b) => a - b);
    letters = (heights[heights.length >> 1] ?? 0) * textLayer.getBoundingClientRect().height;
  }
  return { layer, wanted, letters };
}

function drawnBox(box: PageBox, { light, wanted }: PagePassage): HTMLElement {
  const element = document.createElement('span');
  Object.assign(element.dataset, {
    highlight: light,
    wanted: String(wanted),
    testid: light === 'cited' || light === 'current' ? 'pdf-highlight' : `pdf-${light}`,
  });
  element.className = 'pdf-highlight';
  element.title = t(`pdf.${light === 'found' || light === 'chunk' ? light : 'cited'}`);
  for (const side of ['left', 'top', 'width', 'height'] as const) element.style[side] = `${box[side] * 100}%`;
  return element;
}

function passageBoxes(textLayer: HTMLElement, elements: readonly HTMLElement[], pieces: readonly PassagePiece[]) {
  const page = textLayer.getBoundingClientRect();
  if (page.width === 0 || page.height === 0) return [];
  const boxes = pieces.flatMap((piece) => {
    const text = elements[piece.item]?.firstChild;
    if (!text) return [];
    const range = document.createRange();
    range.setStart(text, piece.from);
    range.setEnd(text, piece.to);
    return [...range.getClientRects()].map((rect) => ({
      left: (rect.left - page.left) / page.width,
      top: (rect.top - page.top) / page.height,
      width: rect.width / page.width,
      height: rect.height / page.height,
    }));
  });
  return joinedLines(boxes.filter((box) => box.width > 0 && box.height > 0));
}

/** Boxes of one line that touch, or nearly, become one: words set one by one are still one passage. */
function joinedLines(boxes: readonly PageBox[]): readonly PageBox[] {
  const joined: PageBox[] = [];
  for (const box of boxes) {
    const last = joined.at(-1);
    const sameLine =
      last !== undefined &&
      Math.abs(last.top + last.height / 2 - (box.top + box.height / 2)) < Math.min(last.height, box.height) / 2;
    const gap = last ? box.left - (last.left + last.width) : 1;
    if (last && sameLine && gap < 0.02 && gap > -0.02) joined[joined.length - 1] = around([last, box]) ?? box;
    else joined.push(box);
  }
  return joined;
}

function around(boxes: readonly PageBox[]): PageBox | null {
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.max(...boxes.map((box) => box.left + box.width)) - left;
  const height = Math.max(...boxes.map((box) => box.top + box.height)) - top;
  return { left, top, width, height };
}
