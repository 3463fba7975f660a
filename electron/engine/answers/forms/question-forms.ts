import { languages, type TextLanguage, type WayWords } from '../../languages';
import { folded } from '../../text/segmentation';

/** The words in the slots of a sentence, by slot; a slot that occurs twice has two. */
export type Slots = Readonly<Record<string, readonly string[]>>;

/** A sentence that a question can be: its pattern, and the slots in the order of its groups. */
export interface QuestionForm {
  readonly pattern: RegExp;
  readonly slots: readonly string[];
}

export type KindId = keyof WayWords['kinds'];
export type FieldId = keyof WayWords['fields']['names'];

/** Returns a question as its forms compare it: lower case, no accents, no marks around it. */
export const plainQuestion = (question: string): string =>
  folded(question)
    .replace(/^[\s¿¡]+|[\s.?!]+$/gu, '')
    .replace(/\s+/gu, ' ');

const alternatives = (words: Readonly<Record<string, string>>): string => Object.values(words).join('|');

/** Returns the form of a sentence. `{slot}` is replaced by its pattern, and `(?<slot>…)` in that is captured. */
export function questionForm(sentence: string, patterns: Readonly<Record<string, string>>): QuestionForm {
  const slots: string[] = [];
  const filled = (text: string): string =>
    text.replace(/\{([a-z]+)\}/gu, (_all, slot: string) => `(?:${filled(patterns[slot] ?? '')})`);
  const source = filled(sentence).replace(/\(\?<([a-z]+)>/gu, (_all, slot: string) => {
    slots.push(slot);
    return '(';
  });
  return { pattern: new RegExp(`^${source}$`, 'u'), slots };
}

/** Returns the slots of a question that is of this form; null for any other. */
export function slotsIn({ pattern, slots }: QuestionForm, plain: string): Slots | null {
  const groups = pattern.exec(plain)?.slice(1);
  if (!groups) return null;
  const read: Record<string, string[]> = {};
  for (const [at, words] of groups.entries()) {
    const slot = slots[at];
    if (slot === undefined || words === undefined) continue;
    read[slot] = [...(read[slot] ?? []), words.trim()];
  }
  return read;
}

/** The languages that know questions about documents. */
export const waysOfLanguages: readonly WayWords[] = Object.values<TextLanguage>(languages).flatMap(
  ({ ways }) => ways ?? [],
);

/** Returns the patterns of the slots that sentences of a language share. */
export function sharedSlots(words: WayWords): Readonly<Record<string, string>> {
  const { own, documents, kinds, formats, filters } = words;
  const kindsSaid = Object.values(kinds).map(({ said }) => said);
  const nouns = [...Object.values(formats), ...kindsSaid, documents].join('|');
  return {
    own: `(?:(?:${own}) )*`,
    language: `(?<language>${alternatives(words.languages)})`,
    day: `(?<day>${alternatives(words.days)})`,
    name: '(?<name>.+?)',
    doc: '(?<doc>.+?)',
    known: `(?=.*(?:${nouns}))`,
    noun: `{own}(?:{language} )?(?<noun>${nouns})(?![\\p{L}\\p{N}-])`,
    filter: filters.join('|'),
    rest: '(?:,? {filter})*',
    field: `{own}(?<field>${alternatives(words.fields.names)})`,
    more: `(?<more>${words.compare.more}|${words.compare.less})`,
  };
}

/** Returns the key whose pattern is all of these words; null for none. */
export const keyOf = <Key extends string>(patterns: Readonly<Record<Key, string>>, said: string): Key | null =>
  (Object.keys(patterns) as Key[]).find((key) => new RegExp(`^(?:${patterns[key]})$`, 'u').test(said)) ?? null;
