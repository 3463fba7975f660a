import { dateLocale, locale, t } from '@shared/words/index';

// Numbers in the manner of the current language, dates in that of the system's region too; units are the same in all.

/** Making such an object takes longer than using it a hundred times, and lists use it in every row. */
function madeOnce<K, T>(make: (of: K, locale: string) => T, localeNow = locale): (of: K) => T {
  const made = new Map<string, T>();
  return (of) => {
    const key = `${localeNow()} ${of}`;
    const known = made.get(key) ?? make(of, localeNow());
    made.set(key, known);
    return known;
  };
}

const number = madeOnce((digits: number, at) => new Intl.NumberFormat(at, { maximumFractionDigits: digits }));

export const formatCount = (n: number): string => number(0).format(n);

/** A difference with its sign, to need no colour: `+0.2500`, `−0.1000`, `0.0000`. */
export function formatSigned(difference: number, digits: number): string {
  const sign = ['−', '', '+'][Math.sign(difference) + 1] ?? '';
  return `${sign}${formatDecimals(Math.abs(difference), digits)}`;
}

export const formatDecimals = (value: number, digits: number): string =>
  new Intl.NumberFormat(locale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);

/** The system's decimal sign: its spreadsheets read files with it, whatever the language of this page. */
export const decimalSign = (): 'point' | 'comma' =>
  new Intl.NumberFormat(dateLocale()).format(0.5).includes(',') ? 'comma' : 'point';

/** A share, 0–1, in whole percent: `92 %`. */
export const formatPercent = (share: number): string => t('app.percent', { percent: Math.round(share * 100) });

/** Bytes as a person reads them: `840 B`, `12.4 kB`, `3.1 MB` (decimal units). */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  // 999.95 would be written as 1,000.0: move on to the next unit before rounding gets there.
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${number(value < 100 ? 1 : 0).format(value)} ${units[unit]}`;
}

/** Milliseconds as `< 1 ms`, `12 ms`, `1.4 s`, `2 min 5 s` or `1 h 4 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1) return '< 1 ms';
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${number(1).format(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return joined(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(seconds / 60);
  return joined(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

/** Milliseconds that something will still take, as exactly as an estimate is: `28 s`, `2 min 10 s`, `49 min`, `1 h 4 min`. */
export function formatTimeLeft(ms: number): string {
  if (ms < 1000) return '< 1 s';
  const longStep = ms < 595_000 ? 10_000 : 60_000;
  const step = ms < 59_500 ? 1000 : longStep;
  return formatDuration(Math.round(ms / step) * step);
}

const joined = (large: number, largeUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;

/** An ISO date as `14:05` when it is today, `3 May` in the same year, `3 May 2023` otherwise. */
export function formatWhen(iso: string, now: Date): string {
  const when = new Date(iso);
  if (Number.isNaN(when.getTime())) return '';
  if (when.toDateString() === now.toDateString()) return dates('time').format(when);
  return dates(when.getFullYear() === now.getFullYear() ? 'day' : 'dayOfYear').format(when);
}

/** An ISO date with its time, as in the log: `22 Nov 2026, 14:05`; empty for an invalid date. */
export const formatMoment = (iso: string): string => written('moment', iso);

/** The time of an ISO date to the second: `14:05:09`; empty for an invalid date. */
export const formatClock = (iso: string): string => written('clock', iso);

function written(parts: keyof typeof dateParts, iso: string): string {
  const when = new Date(iso);
  return Number.isNaN(when.getTime()) ? '' : dates(parts).format(when);
}

const dateParts = {
  time: { hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  dayOfYear: { day: 'numeric', month: 'short', year: 'numeric' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  clock: { timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const dates = madeOnce(
  (parts: keyof typeof dateParts, at) => new Intl.DateTimeFormat(at, dateParts[parts]),
  dateLocale,
);

const names = madeOnce((type: 'language', at) => new Intl.DisplayNames(at, { type }));

export const languageName = (code: string): string =>
  code === 'und' || code === '' ? '' : (names('language').of(code) ?? code);
