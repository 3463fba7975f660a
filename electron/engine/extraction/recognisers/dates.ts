import { type CalendarDate, calendarDates, firstBetweenSlashes } from '../../text/calendar-dates';
import type { PreparedDocument } from '../prepared-document';
import type { Candidate } from '../values';

/** `03.04.21` and `3/4/21`; years from 70 on are of the last century. */
const shortYear = /(?<![\p{L}\p{N}./-])(\d{1,2})([./])(\d{1,2})\2(\d{2})(?![\p{L}\p{N}]|[./-]\p{N})/gu;
const bareYear = /(?<![\p{L}\p{N}.,/:#$€£-])(?:19|20)\d{2}(?![\p{L}\p{N}]|[.,/:-]\p{N}|\s?[%€$£])/gu;

/** The dates of a document: days, months of a year and years, in its order. */
export function datesOf(document: PreparedDocument): readonly Candidate[] {
  const { plain, pieces } = document;
  const order = firstBetweenSlashes([plain]) ?? (document.document.language === 'eng' ? 'month' : 'day');
  const found: Candidate[] = [];
  for (const piece of pieces) {
    const text = plain.slice(piece.start, piece.end);
    const stated = calendarDates(text);
    for (const { readings, start, end } of stated) {
      const [first, second] = readings;
      const reading = second && order === 'month' ? second : first;
      if (reading) push(found, reading, piece.start + start, piece.start + end);
    }
    const free = (start: number, end: number) => !stated.some((one) => start < one.end && end > one.start);
    for (const match of text.matchAll(shortYear)) {
      const [whole, a, mark, b, short] = match.map(String);
      const [day, month] = order === 'month' && mark === '/' ? [Number(b), Number(a)] : [Number(a), Number(b)];
      const year = Number(short) + (Number(short) < 70 ? 2000 : 1900);
      const [start, end] = [match.index, match.index + (whole ?? '').length];
      if (free(start, end)) push(found, { year, month, day }, piece.start + start, piece.start + end);
    }
    for (const match of text.matchAll(bareYear)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (free(start, end))
        push(found, { year: Number(match[0]), month: null, day: null }, piece.start + start, piece.start + end);
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

function push(found: Candidate[], { year, month, day }: CalendarDate, start: number, end: number): void {
  if (year === null || (month !== null && (month < 1 || month > 12)) || (day !== null && (day < 1 || day > 31))) return;
  const parts = [String(year), ...(month === null ? [] : [twoDigits(month), ...(day === null ? [] : [twoDigits(day)])])];
  const date = parts.join('-');
  found.push({ value: { type: 'date', date }, start, end, key: date });
}
