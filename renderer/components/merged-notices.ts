import type { Notice } from '@shared/contract/index';
import { saidNotice } from '../strings/engine-words';
import { t } from '../strings/index';

/** What the notice of each stage with an agent speaks of. */
const speaksOf: readonly (readonly [string, RegExp])[] = [
  ['A0', /\bheaders?\b/],
  ['A2', /\bshaped\b/],
  ['A3', /\bjudged\b/],
  ['A4', /\bcondensed\b/],
  ['A5', /\bformat\b/],
];

export interface NoticeLine {
  readonly text: string;
  /** The engine's own words, where the text is a translation of them. */
  readonly original: string | null;
  /** The word that another one was searched for instead of. */
  readonly corrected?: string;
  /** That word in quotation marks, where it stands in no question but earlier in the conversation. */
  readonly quoted?: string;
}

/**
 * The notices as lines in the current language, those of one cause put together: every stage that used its default
 * says the same first half and its own second half. Their names say it where each can be told; else the second
 * halves stand side by side.
 */
export function mergedNotices(notices: readonly Notice[]): readonly NoticeLine[] {
  const lines: NoticeLine[] = [];
  const done = new Set<string>();
  for (const notice of notices) {
    const cause = causeOf(notice);
    if (cause === null) {
      const { message, original } = saidNotice(notice);
      const corrected = correctedIn(notice);
      const quoted = corrected !== null && typeof notice.values?.quoted === 'string' ? notice.values.quoted : null;
      const insisted = { ...(corrected === null ? {} : { corrected }), ...(quoted === null ? {} : { quoted }) };
      lines.push({ text: message, original, ...insisted });
      continue;
    }
    if (done.has(cause)) continue;
    done.add(cause);
    const alike = notices.filter((other) => causeOf(other) === cause);
    lines.push(together(cause, notice, alike));
  }
  return lines;
}

const correctedIn = ({ code, values }: Notice): string | null =>
  code === 'spelling-corrected' && typeof values?.word === 'string' ? values.word : null;

/** What stands before the colon of a `default-used` notice. */
function causeOf(notice: Notice): string | null {
  const at = notice.message.indexOf(': ');
  return notice.code === 'default-used' && at > 0 ? notice.message.slice(0, at) : null;
}

function together(cause: string, first: Notice, alike: readonly Notice[]): NoticeLine {
  const ends = alike.map(({ message }) => message.slice(cause.length + 2).replace(/\.$/, ''));
  const found = ends.map((end) => speaksOf.find(([, words]) => words.test(end))?.[0] ?? null);
  const stages = [...new Set(found.filter((stage) => stage !== null))].sort();
  const named = stages.length === ends.length;
  const said = saidNotice(first);
  if (said.original !== null) {
    const original = alike.map(({ message }) => message).join(' ');
    return { text: named ? followedRules(first, said.message, stages) : `${said.message}.`, original };
  }
  if (alike.length === 1) return { text: first.message, original: null };
  const text = named ? followedRules(first, cause, stages) : `${cause}: ${[...new Set(ends)].join('; ')}.`;
  return { text, original: null };
}

/** Where no model is set up for the stages, only they are spoken of: one may have written the answer all the same. */
function followedRules({ values }: Notice, cause: string, stages: readonly string[]): string {
  const count = stages.length;
  return values?.model === undefined
    ? t('app.rulesAlone', { count, stages })
    : t('app.defaults', { count, cause, stages });
}
