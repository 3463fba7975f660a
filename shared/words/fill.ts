import { visibleText } from '../visible-text';

/**
 * Fills the values into a sentence: `{{name}}` is the plain value, `{{name, number}}` a number, `{{name, list}}` "a, b
 * and c" and `{{name, or}}` "a, b or c" in the manner of a locale.
 */
export type Values = Readonly<Record<string, unknown>>;

const place = /\{\{(\w+)(?:, (\w+))?\}\}/gu;

export function fill(sentence: string, values: Values, locale: string): string {
  return sentence.replace(place, (_, name: string, format: string | undefined) =>
    formatted(values[name], format, locale),
  );
}

function formatted(value: unknown, format: string | undefined, locale: string): string {
  if (format === 'number' && typeof value === 'number') return numberFormat(locale).format(value);
  if (Array.isArray(value)) {
    const type = format === 'or' ? 'disjunction' : 'conjunction';
    return new Intl.ListFormat(locale, { type }).format(value.map((one) => visibleText(String(one))));
  }
  return visibleText(String(value));
}

/** Making one takes a hundred times as long as using it. */
const numberFormats = new Map<string, Intl.NumberFormat>();
function numberFormat(locale: string): Intl.NumberFormat {
  const made = numberFormats.get(locale) ?? new Intl.NumberFormat(locale);
  numberFormats.set(locale, made);
  return made;
}

const isSayable = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || Array.isArray(value);

/** Whether the values hold everything that a sentence names. */
export const isComplete = (sentence: string, values: Values): boolean =>
  [...sentence.matchAll(place)].every(([, name = '']) => isSayable(values[name]));
