import type { Notice } from '@shared/contract';
import type { SuperPrompt } from '@shared/super-prompt';
import { type JsonSchema, schemaBreach } from './answer-schema';

/** A code block around the whole answer, which models add whatever they are told. */
const fencedWhole = /^```[\w-]*\n([\s\S]*?)\n```$/u;

/** What a server is asked to keep an answer to. */
export interface WantedForm {
  readonly schema: JsonSchema;
  /** Whether FORMAT gave the schema; otherwise it says no more than that JSON is wanted. */
  readonly given: boolean;
}

/** Words by which a list may be wanted where JSON is. */
const listWords =
  /\b(?:arrays?|lists?|rows|records|objects|items|listen?|liste|einträge|objekte|listas?|arreglos?|filas|registros)\b/iu;

/**
 * The schema that the answer must keep, for servers that can enforce one; null where none is wanted: the schema in
 * FORMAT, else a JSON object, or a list where the words or the example speak of one. A bare number or text is what nobody
 * means who writes JSON, unless the example is one.
 */
export function wantedForm({ extras }: SuperPrompt): WantedForm | null {
  const enforced = extras.format_enforcer;
  if (enforced?.name !== 'json') return null;
  if (enforced.json_schema) return { schema: enforced.json_schema, given: true };
  const example = exampleOf(enforced.example_shape);
  if (Array.isArray(example)) return { schema: { type: 'array' }, given: false };
  if (typeof example !== 'object') return null;
  const list = listWords.test(enforced.normalized_format_spec);
  return { schema: list ? { anyOf: [{ type: 'object' }, { type: 'array' }] } : { type: 'object' }, given: false };
}

/** The example as a value; undefined where there is none that can be read. */
function exampleOf(shape: string): unknown {
  try {
    return JSON.parse(shape);
  } catch {
    // Examples of formats without a schema may be anything, and bind nobody.
    return undefined;
  }
}

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
