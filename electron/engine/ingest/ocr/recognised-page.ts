import { asReason, type Remark, remark, type WhyUnused } from '@shared/words/sayings';
import type { PdfLine } from '../pdf/pdf-lines';

/** A word and its box in pixels of the page's picture, from its upper left corner. */
export type RecognisedWord = readonly [text: string, left: number, top: number, right: number, bottom: number];

/** The recognised text of a page. Plain data: it goes between threads and into the catalogue. */
export interface RecognisedPage {
  /** 1-based. */
  readonly page: number;
  /** Pixels of the picture that was looked at. */
  readonly width: number;
  readonly height: number;
  /** Paragraphs of lines of words, in reading order. */
  readonly paragraphs: readonly (readonly (readonly RecognisedWord[])[])[];
  /** Why there is nothing: it could not be drawn, was too large, or took too long. Absent where it was read. */
  readonly trouble?: WhyUnused;
}

/** Lines of text are set to this size: small differences between their boxes make no headings. */
const BODY_SIZE = 10;
/** A paragraph of lines so many times as high as the page's usual ones is set larger on purpose. */
const LARGE_FROM = 1.5;

/** The lines of a recognised page as the layout of PDFs takes them; its paragraphs are kept. */
export function linesOfRecognised({ height, paragraphs }: RecognisedPage): PdfLine[] {
  const heights = paragraphs.flat().map(heightOf);
  const usual = median(heights);
  const scale = usual > 0 ? BODY_SIZE / usual : 1;
  return paragraphs.flatMap((lines, paragraph) => {
    const ratio = usual > 0 ? median(lines.map(heightOf)) / usual : 1;
    const size = ratio >= LARGE_FROM ? Math.round(BODY_SIZE * ratio) : BODY_SIZE;
    return lines.flatMap((words) => {
      const text = words.map(([word]) => word).join(' ');
      if (text === '') return [];
      const x = Math.min(...words.map((word) => word[1])) * scale;
      const right = Math.max(...words.map((word) => word[3])) * scale;
      const y = (height - Math.max(...words.map((word) => word[4]))) * scale;
      return [{ text, x, y, right, size, paragraph }];
    });
  });
}

/** That letters may be wrong, and what could not be read. */
export function recognitionWarnings(recognised: readonly RecognisedPage[]): Remark[] {
  const read = recognised.filter(({ trouble }) => trouble === undefined).length;
  const troubles = new Map(
    recognised.flatMap(({ trouble }) => (trouble ? [[JSON.stringify(trouble), trouble] as const] : [])),
  );
  return [
    ...(read > 0 ? [remark('recognised', { pages: read })] : []),
    ...[...troubles].map(([key, trouble]) => {
      const alike = recognised.filter((page) => JSON.stringify(page.trouble) === key);
      const pages = alike.slice(0, 20).map(({ page }) => page);
      return remark('not-recognised', { ...asReason(trouble), pages: pages.join(', ') });
    }),
  ];
}

function heightOf(words: readonly RecognisedWord[]): number {
  return median(words.map((word) => word[4] - word[2]));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
