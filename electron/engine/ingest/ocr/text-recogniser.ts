import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { OcrLanguage } from '@shared/settings';
import type { TessBaseApi } from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import type { RecognisedPage, RecognisedWord } from './recognised-page';

/** Percent. Below this Tesseract has read speckle, not text: a true line is read at 80 and more. */
const LEAST_OF_A_WORD = 20;
const LEAST_OF_A_LINE = 45;
/** Page segmentation: fully automatic, without detection of orientation, which the network has no part for. */
const AUTOMATIC = '3';
const NETWORK_ONLY = 1;

type Found = Pick<RecognisedPage, 'paragraphs'>;

export interface TextRecogniser {
  /**
   * The text of a picture in any form that `pictureOf` knows, or as a portable greymap. The same picture gives the
   * same text, whatever was read before. Takes seconds, in one go. Null where the picture cannot be read; what it throws leaves it unfit for more.
   */
  recognise(image: Uint8Array, orientation: number): Found | null;
  close(): void;
}

/** The used part of GetJSONText. */
interface Word {
  readonly text: string;
  readonly confidence: number;
  readonly bbox: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
}
interface Line {
  readonly words: readonly Word[];
}
interface Blocks {
  readonly blocks: readonly { readonly paragraphs?: readonly { readonly lines: readonly Line[] }[] | null }[] | null;
}

/**
 * Tesseract with the data of these languages, about 100 MB. The build with SIMD is named, and not chosen by the
 * runtime, so app and command line read the same text. Nothing is fetched: engine and languages are packages.
 */
export async function openTextRecogniser(languages: readonly OcrLanguage[]): Promise<TextRecogniser> {
  const { default: open } = await import('tesseract.js-core/tesseract-core-simd-lstm.js');
  // Its messages about resolutions and broken pictures do not belong on a terminal.
  const tesseract = await open({ print: () => {}, printErr: () => {} });
  for (const language of languages) {
    tesseract.FS.writeFile(`./${language}.traineddata`, gunzipSync(await readFile(languageFile(language))));
  }
  const api: TessBaseApi = new tesseract.TessBaseAPI();
  if (api.Init(null, inOrder(languages).join('+'), NETWORK_ONLY) !== 0) {
    throw new TypeError(`Tesseract does not take its data of ${languages.join(', ')}.`);
  }
  api.SetVariable('tessedit_pageseg_mode', AUTOMATIC);
  return {
    recognise(image, orientation) {
      tesseract.FS.writeFile('/input', image);
      const isRead = api.SetImageFile(orientation, 0) === 0 && api.Recognize(null) === 0;
      const found = isRead ? { paragraphs: paragraphsIn(JSON.parse(api.GetJSONText()) as Blocks) } : null;
      api.Clear();
      tesseract.FS.unlink('/input');
      return found;
    },
    close: () => api.End(),
  };
}

/** The first one decides in doubt, and German knows the letters of English but not the other way round (measured). */
function inOrder(languages: readonly OcrLanguage[]): OcrLanguage[] {
  return [...languages].sort();
}

function languageFile(language: OcrLanguage): string {
  const root = dirname(createRequire(import.meta.url).resolve(`@tesseract.js-data/${language}/package.json`));
  return join(root, '4.0.0_best_int', `${language}.traineddata.gz`);
}

function paragraphsIn({ blocks }: Blocks): RecognisedPage['paragraphs'] {
  const paragraphs = (blocks ?? []).flatMap((block) => block.paragraphs ?? []);
  return paragraphs
    .map(({ lines }) => lines.filter(isText).map(({ words }) => words.filter(isWord).map(wordOf)))
    .map((lines) => lines.filter((words) => words.length > 0))
    .filter((lines) => lines.length > 0);
}

function isText({ words }: Line): boolean {
  if (!words.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) return false;
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const sure = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
  return letters > 0 && sure / letters >= LEAST_OF_A_LINE;
}

function isWord({ text, confidence }: Word): boolean {
  return confidence >= LEAST_OF_A_WORD && text.trim() !== '';
}

function wordOf({ text, bbox: { x0, y0, x1, y1 } }: Word): RecognisedWord {
  return [text.trim(), x0, y0, x1, y1];
}
