import type { Notice } from '@shared/contract/index';
import { strings } from '../strings/en';

/** Stages that ask a language model where one is set up: A0, A2, A3, A4 and A5. */
const agentStages = 5;

/**
 * The notices with those of one cause put together: every stage that used its default says the same first half and
 * its own second half. Where all stages with an agent did, their names say it.
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
  if (alike.length === agentStages) return strings.app.allDefaults(cause);
  const ends = alike.map(({ message }) => message.slice(cause.length + 2).replace(/\.$/, ''));
  return `${cause}: ${[...new Set(ends)].join('; ')}.`;
}
