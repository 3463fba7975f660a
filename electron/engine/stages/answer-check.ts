import type { Notice } from '@shared/contract';
import type { SuperPrompt } from '@shared/super-prompt';
import { schemaBreach } from './answer-schema';

/** A code block around the whole answer, which models add whatever they are told. */
const fencedWhole = /^```[\w-]*\n([\s\S]*?)\n```$/u;

/**
 * Holds an answer against the form that A5 asked for, where that can be checked: JSON, and the schema given for it.
 * Null where the answer keeps to it, or no such form was asked for.
 *
 * @param quoted the answer is quoted from documents, which have no form but their own
 */
export function formBreach(answer: string, { extras }: SuperPrompt, quoted: boolean): Notice | null {
  const enforced = extras.format_enforcer;
  if (enforced?.name !== 'json') return null;
  if (quoted) {
    const message =
      'JSON was asked for, and quoted sentences are not JSON: choose a language model to have the answer written so.';
    return { code: 'format-not-quoted', message };
  }
  const again = 'Write the answer again, or ask a larger model.';
  const text = answer.trim();
  let value: unknown;
  try {
    value = JSON.parse(fencedWhole.exec(text)?.[1] ?? text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      code: 'format-broken',
      message: `JSON was asked for, and the answer is not valid JSON (${reason}). ${again}`,
    };
  }
  const breach = enforced.json_schema ? schemaBreach(value, enforced.json_schema) : null;
  if (breach === null) return null;
  const message = `The answer does not fit the schema in FORMAT (${breach}). ${again}`;
  return { code: 'format-breaks-schema', message, values: { breach } };
}
