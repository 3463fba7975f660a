import { type BodyKey, bodyKeys } from '@shared/prompt/super-prompt';

export const fieldOrder: readonly BodyKey[] = [
  'task',
  'context',
  'purpose',
  'audience',
  'format',
  'tone',
  'depth',
  'constraints',
  'example',
  'text',
  'confidence',
  'system',
  'deterministic_rules',
  'deterministic_codes',
];

/**
 * A stretch of a question: `head` names its field as it was written (`TASK: `), `gap` is the empty line behind it.
 * `head + value + gap` of all parts in order is the text again, character for character.
 */
interface QuestionPart {
  /** Null for text in front of the first header. */
  readonly key: BodyKey | null;
  readonly head: string;
  readonly value: string;
  readonly gap: string;
}

/** One line of the form. */
export interface QuestionField {
  readonly key: BodyKey;
  readonly value: string;
  /** Its place among the parts; null where the text has no such field. */
  readonly part: number | null;
}

const colonHead = /^[ \t]*([\p{L}][\p{L} _-]{2,30}?)[ \t]*:(?:[ \t]|\n|$)/u;
const markdownHead = /^ {0,3}#{1,6}[ \t]+([\p{L}][\p{L} _-]{2,30}?)[ \t]*#*[ \t]*(?:\n|$)/u;
/** As in CommonMark §4.5, and in A0: no line of fenced code is a header. */
const fenceLine = /^\s{0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/u;

function keyOf(name: string): BodyKey | undefined {
  const wanted = name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');
  return bodyKeys.find((key) => key === wanted);
}

function headAt(line: string): { readonly key: BodyKey; readonly head: string } | null {
  const found = colonHead.exec(line) ?? markdownHead.exec(line);
  const key = found?.[1] ? keyOf(found[1]) : undefined;
  return key && found ? { key, head: found[0] } : null;
}

/**
 * A question in its fields, as A0_PreProcessing reads it: `TASK: …` and `## Task` begin a field, in any case. Headers
 * that only A0's ladder knows (other words, other languages) stay in the text of their field.
 */
export function partsOf(text: string): readonly QuestionPart[] {
  const heads: { readonly at: number; readonly key: BodyKey; readonly head: string }[] = [];
  let fence: string | null = null;
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const mark = fenceLine.exec(line.trimEnd());
    const ticks = mark?.[1] ?? mark?.[2];
    if (fence !== null) {
      if (ticks?.startsWith(fence) && line.trim() === ticks) fence = null;
    } else if (ticks) fence = ticks;
    else {
      const found = headAt(line);
      if (found) heads.push({ at, ...found });
    }
    at += line.length;
  }
  const parts: QuestionPart[] = [];
  const add = (key: BodyKey | null, head: string, from: number, to: number) => {
    const rest = text.slice(from + head.length, to);
    const gap = to < text.length ? (/\n{0,2}$/.exec(rest)?.[0] ?? '') : '';
    parts.push({ key, head, value: rest.slice(0, rest.length - gap.length), gap });
  };
  const first = heads[0]?.at ?? text.length;
  if (first > 0) add(null, '', 0, first);
  heads.forEach(({ at: from, key, head }, index) => {
    add(key, head, from, heads[index + 1]?.at ?? text.length);
  });
  return parts;
}

export function questionText(parts: readonly QuestionPart[]): string {
  return parts.map(({ head, value, gap }) => head + value + gap).join('');
}

/**
 * The lines of the form: each field of the text, then the possible others. Text before the first header is the task if
 * no header gives one, otherwise part of the context, as in A0.
 */
export function fieldsOf(text: string): readonly QuestionField[] {
  const parts = partsOf(text);
  const hasTask = parts.some(({ key }) => key === 'task');
  return fieldOrder.flatMap((wanted): QuestionField[] => {
    const own = parts.flatMap(({ key, value }, part) =>
      (key ?? (hasTask ? 'context' : 'task')) === wanted ? [{ key: wanted, value, part }] : [],
    );
    return own.length > 0 ? own : [{ key: wanted, value: '', part: null }];
  });
}

/** The text with another value in one of its fields; a field that is emptied goes, with its header. */
export function withField(text: string, field: Pick<QuestionField, 'key' | 'part'>, value: string): string {
  const parts = partsOf(text);
  const old = field.part === null ? undefined : parts[field.part];
  if (old && field.part !== null) {
    const changed = value === '' ? [] : [{ ...old, value }];
    return spaced([...parts.slice(0, field.part), ...changed, ...parts.slice(field.part + 1)]);
  }
  if (value === '') return text;
  // A question without any other field is plain text.
  if (field.key === 'task' && parts.length === 0) return value;
  const place = fieldOrder.indexOf(field.key);
  const before = parts.filter(({ key }) => key === null || fieldOrder.indexOf(key) < place).length;
  const added = { key: field.key, head: `${field.key.toUpperCase()}: `, value, gap: '' };
  return spaced([...parts.slice(0, before), added, ...parts.slice(before)]);
}

/** An empty line between the parts keeps a line break typed at the end of one. */
function spaced(parts: readonly QuestionPart[]): string {
  return questionText(parts.map((part, index) => ({ ...part, gap: index < parts.length - 1 ? '\n\n' : '' })));
}
