import type { RequestOf } from '@shared/contract/index';

/** What is looked for in the log; empty texts look for nothing. */
export interface LogFilter {
  readonly words: string;
  /** Days (YYYY-MM-DD) on this computer's clock; both belong to what is looked for. */
  readonly from: string;
  readonly to: string;
}

export const noFilter: LogFilter = { words: '', from: '', to: '' };

export const isFiltered = ({ words, from, to }: LogFilter): boolean => words.trim() !== '' || from !== '' || to !== '';

/** As the engine is asked: from the first moment of one day to the first after the other, on this computer's clock. */
export function filterRequest({ words, from, to }: LogFilter): RequestOf<'chat.findLogs'> {
  const since = midnight(from, 0);
  const before = midnight(to, 1);
  return {
    ...(words.trim() === '' ? {} : { query: words.trim() }),
    ...(since === null ? {} : { since }),
    ...(before === null ? {} : { before }),
  };
}

/** Null for no day, and for what is none (a year that is still being typed). */
function midnight(day: string, later: number): string | null {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + later);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
