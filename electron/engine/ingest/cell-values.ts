import { wholeNumber } from './docx-styles';
import type { ReadContext } from './format-errors';
import { visitElements } from './xml-package';

export type NumberKind = 'number' | 'date' | 'percent';

/** Built-in formats that show dates, times and shares (ECMA-376 part 1, 18.8.30). */
const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);
const builtInPercents = new Set([9, 10]);

/** Spreadsheets allow 255. */
const MAX_FORMAT_CHARACTERS = 300;

const MS_A_DAY = 86_400_000;
/** 31 December 9999, the last day that spreadsheets know. */
const LAST_DAY = 2_958_465;
/** Day 0 of the two calendars. The 1900 one counts a 29 February that never was, so days before March 1900 are off by one. */
const DAY_ZERO_1900 = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1);

/** What the numbers of each cell style are, by the style's index. */
export async function numberKinds(styles: string, context: ReadContext): Promise<readonly NumberKind[]> {
  const custom = new Map<number, NumberKind>();
  const kinds: NumberKind[] = [];
  await visitElements(styles, context, (name, attributes, path) => {
    const id = wholeNumber(attributes.numFmtId) ?? 0;
    if (name === 'numFmt') custom.set(id, kindOfFormat(attributes.formatCode ?? ''));
    else if (name === 'xf' && path.at(-1) === 'cellXfs') {
      const builtIn = builtInDates.has(id) ? 'date' : builtInPercents.has(id) ? 'percent' : 'number';
      kinds.push(custom.get(id) ?? builtIn);
    }
  });
  return kinds;
}

function kindOfFormat(code: string): NumberKind {
  const bare = code
    .slice(0, MAX_FORMAT_CHARACTERS)
    .replace(/"[^"]*"|\[[^\]]*\]|\\.|_./g, '')
    .toLowerCase();
  if (/[ymdhs]/.test(bare) && !/general/.test(bare)) return 'date';
  return bare.includes('%') ? 'percent' : 'number';
}

/** A stored number as a person reads it: dates by ISO 8601, shares in per cent, others without rounding errors. */
export function shownNumber(stored: string, kind: NumberKind, since1904: boolean): string {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return stored;
  if (kind === 'date' && value >= 0 && value <= LAST_DAY) return shownDate(value, since1904);
  if (kind === 'percent') return `${Number((value * 100).toPrecision(12))}%`;
  // 15 digits are what spreadsheets keep; more are the rounding of the file format.
  return String(Number(value.toPrecision(15)));
}

function shownDate(value: number, since1904: boolean): string {
  const seconds = Math.round((value % 1) * 86_400) * 1000;
  const day = Math.floor(value) * MS_A_DAY + (since1904 ? DAY_ZERO_1904 : DAY_ZERO_1900);
  const [date = '', time = ''] = new Date(day + seconds).toISOString().split('T');
  const clock = time.slice(0, 'HH:MM:SS'.length).replace(/:00$/, '');
  if (value < 1) return clock;
  return seconds === 0 ? date : `${date} ${clock}`;
}
