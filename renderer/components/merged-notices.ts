import type { Notice } from '@shared/contract/index';
import { t } from '../strings/index';

/** What the notice of each stage with an agent speaks of. */
const speaksOf: readonly (readonly [string, RegExp])[] = [
  ['A0', /\bheaders?\b/],
  ['A2', /\bshaped\b/],
  ['A3', /\bjudged\b/],
  ['A4', /\bcondensed\b/],
  ['A5', /\bformat\b/],
];

/**
 * The notices with those of one cause put together: every stage that used its default says the same first half and
 * its own second half. Their names say it where each can be told; else the second halves stand side by side.
 */
export function mergedNotices(notices: readonly Notice[]): readonly Notice[] {
  const merged: Notice[] = [];
  const done = new Set<string>();
  for (const notice of notices) {
    const cause = causeOf(notice);
    if (cause === null) {
      merged.push(notice);
      continue;
    }
    if (done.has(cause)) continue;
    done.add(cause);
    const alike = notices.filter((other) => causeOf(other) === cause);
    merged.push(alike.length === 1 ? notice : { code: notice.code, message: together(cause, alike) });
  }
  return merged;
}

/** What stands before the colon of a `default-used` notice. */
function causeOf(notice: Notice): string | null {
  const at = notice.message.indexOf(': ');
  return notice.code === 'default-used' && at > 0 ? notice.message.slice(0, at) : null;
}

function together(cause: string, alike: readonly Notice[]): string {
  const ends = alike.map(({ message }) => message.slice(cause.length + 2).replace(/\.$/, ''));
  const stages = ends.map((end) => speaksOf.find(([, words]) => words.test(end))?.[0] ?? null);
  const known = [...new Set(stages.filter((stage) => stage !== null))].sort();
  if (known.length === ends.length) return t('app.defaults', { cause, stages: known });
  return `${cause}: ${[...new Set(ends)].join('; ')}.`;
}
