import type { Notice } from '@shared/contract';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { notice } from '@shared/words/sayings';
import { z } from 'zod';

export type JsonSchema = { readonly [keyword: string]: unknown };

/** The code block of FORMAT, and the text beside it. */
export interface GivenShape {
  /** A JSON schema; null where none is given, or it cannot be used. */
  readonly schema: JsonSchema | null;
  /** A JSON value that is no schema: an example of the answer. */
  readonly example: string | null;
  /** FORMAT without the block. */
  readonly words: string;
  /** Keywords of the schema that the answer is asked to keep and is not held against. */
  readonly unchecked: readonly string[];
  /** Why what looks like a schema is none; null where nothing is wrong. */
  readonly problem: string | null;
}

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const block = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)[^\n]*\n([\s\S]*?)\n[ \t]*\1[ \t]*$/mu;
const bare = /\{[\s\S]*\}/u;
const jsonTypes = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const composing = ['$schema', '$ref', 'properties', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', 'items'] as const;

/**
 * The JSON schema in FORMAT: a fenced block (`json`, `jsonschema` or without a language), or the object itself. A JSON
 * value that is no schema is an example of the answer. A function of its argument alone.
 */
export function readGivenShape(format: string): GivenShape {
  const fence = block.exec(format);
  const isJson = fence !== null && /^(?:|json\w*|schema)$/iu.test(fence[2] ?? '');
  const unfenced = fence === null ? bare.exec(format)?.[0] : undefined;
  const text = isJson ? fence[3] : unfenced;
  const none = { schema: null, example: null, unchecked: [], problem: null };
  if (text === undefined) return { ...none, words: format.trim() };
  const words = format
    .replace((isJson ? fence?.[0] : text) ?? '', '')
    .replace(/\n{2,}/gu, '\n')
    .trim();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Braces without a fence may be anything: “{name}, {year}”.
    if (!isJson || !/^\s*[{[]/u.test(text)) return { ...none, words: format.trim() };
    return { ...none, words, problem: `it is not valid JSON (${said(error)})` };
  }
  if (!isSchema(value)) return { ...none, words, example: JSON.stringify(value) };
  try {
    const { schema, left } = withoutPatterns(value);
    z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    return { ...none, words, schema: value, unchecked: left };
  } catch (error) {
    return { ...none, words, problem: said(error) };
  }
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSchema(value: unknown): value is JsonSchema {
  if (!isObject(value)) return false;
  const { type } = value;
  const types = Array.isArray(type) ? type : [type];
  if (type !== undefined) return types.every((one) => typeof one === 'string' && jsonTypes.has(one));
  return composing.some((keyword) => {
    const found = value[keyword];
    if (keyword === '$schema' || keyword === '$ref') return typeof found === 'string';
    return keyword === 'const' ? found !== undefined : typeof found === 'object' && found !== null;
  });
}

const mapsOfSchemas = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
const values = new Set(['enum', 'const', 'default', 'examples', 'required']);
/** Foreign regular expressions, which could keep the program busy for ever. */
const patterns = new Set(['pattern', 'patternProperties']);

/** The part of a schema that answers are held against, and the keywords that are left out of it. */
function withoutPatterns(schema: JsonSchema): { schema: JsonSchema; left: readonly string[] } {
  const left = new Set<string>();
  const reduced = (node: unknown, isMap: boolean): unknown => {
    if (Array.isArray(node)) return node.map((one) => reduced(one, false));
    if (!isObject(node)) return node;
    return Object.fromEntries(
      Object.entries(node).flatMap(([keyword, value]): [string, unknown][] => {
        if (isMap) return [[keyword, reduced(value, false)]];
        if (patterns.has(keyword)) left.add(keyword);
        if (patterns.has(keyword)) return [];
        return [[keyword, values.has(keyword) ? value : reduced(value, mapsOfSchemas.has(keyword))]];
      }),
    );
  };
  return { schema: reduced(schema, false) as JsonSchema, left: [...left].sort() };
}

/** The places at which a value breaks its schema (`items.0.name: …`, at most three), or null if it fits. */
export function schemaBreach(value: unknown, schema: JsonSchema): string | null {
  const checker = z.fromJSONSchema(withoutPatterns(schema).schema as Parameters<typeof z.fromJSONSchema>[0]);
  const parsed = checker.safeParse(value);
  if (parsed.success) return null;
  const places = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the whole'}: ${message}`);
  return places.slice(0, 3).join('; ');
}

/**
 * A value of the schema's form with `…` for its content, or '' if none fits. The first free text shows the place of a
 * citation.
 */
export function exampleOf(schema: JsonSchema): string {
  let cited = false;
  const sample = (node: unknown, depth: number): unknown => {
    if (!isObject(node) || depth > 6) return null;
    if ('const' in node) return node.const;
    if (Array.isArray(node.enum)) return node.enum[0];
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
      const choices = node[keyword];
      if (Array.isArray(choices)) return sample(choices[0], depth + 1);
    }
    const type: unknown = Array.isArray(node.type) ? node.type[0] : node.type;
    if (type === 'object' || isObject(node.properties)) {
      const members = isObject(node.properties) ? Object.entries(node.properties) : [];
      return Object.fromEntries(members.map(([name, member]) => [name, sample(member, depth + 1)]));
    }
    if (type === 'array') return isObject(node.items) ? [sample(node.items, depth + 1)] : [];
    if (type === 'integer' || type === 'number') return typeof node.minimum === 'number' ? node.minimum : 1;
    if (type === 'boolean') return true;
    if (type !== 'string') return null;
    if (cited || node.format !== undefined || node.maxLength !== undefined) return '…';
    cited = true;
    return '… [Citation 1]';
  };
  const value = sample(schema, 0);
  return schemaBreach(value, schema) === null ? JSON.stringify(value) : '';
}

/** Names that the top level of an answer must have. */
export function requiredNames({ required }: JsonSchema): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** A code block around the whole answer, which models add against all instructions. */
const fencedWhole = /^```[\w-]*\n([\s\S]*?)\n```$/u;

/** The form that a server is asked to enforce. */
interface WantedForm {
  readonly schema: JsonSchema;
  /** Whether FORMAT gave the schema; otherwise it says no more than that JSON is wanted. */
  readonly given: boolean;
}

/** Words by which a list may be wanted where JSON is. */
const listWords =
  /\b(?:arrays?|lists?|rows|records|objects|items|listen?|liste|einträge|objekte|listas?|arreglos?|filas|registros)\b/iu;

/**
 * The schema of the answer, for servers that can enforce one; null for none: the schema in FORMAT, otherwise a JSON
 * object, or a list if the words or the example speak of one. A bare number or text is never meant by JSON, unless the
 * example is one.
 */
export function wantedForm({ extras }: SuperPrompt): WantedForm | null {
  const enforced = extras.format_enforcer;
  if (enforced?.name !== 'json') return null;
  if (enforced.json_schema) return { schema: enforced.json_schema, given: true };
  const example = exampleValue(enforced.example_shape);
  if (Array.isArray(example)) return { schema: { type: 'array' }, given: false };
  if (typeof example !== 'object') return null;
  const list = listWords.test(enforced.normalized_format_spec);
  return { schema: list ? { anyOf: [{ type: 'object' }, { type: 'array' }] } : { type: 'object' }, given: false };
}

/** The example as a value; undefined where there is none that can be read. */
function exampleValue(shape: string): unknown {
  try {
    return JSON.parse(shape);
  } catch {
    // Examples of formats without a schema may be anything, and bind no one.
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
  if (quoted) return notice('format-not-quoted');
  const text = answer.trim();
  let value: unknown;
  try {
    value = JSON.parse(fencedWhole.exec(text)?.[1] ?? text);
  } catch {
    return notice('format-broken');
  }
  const breach = enforced.json_schema ? schemaBreach(value, enforced.json_schema) : null;
  return breach === null ? null : notice('format-breaks-schema', { breach });
}
