import type { PromptSchema } from '@shared/prompt-schema';
import { type BodyKey, bodyKeys } from '@shared/super-prompt';

/** A name that a header may be a slip of. */
interface Name {
  readonly key: BodyKey;
  readonly name: string;
  /** Only longer headers may hold a wrong letter. */
  readonly shortLength: number;
  /** Edits that a header of `longLength` or more may be away; `maximumDistance` in shorter ones. */
  readonly longDistance: number;
}

/** config/prompt_schema.json, prepared for looking headers up. */
export interface HeaderTables {
  readonly exact: ReadonlyMap<string, BodyKey>;
  readonly alias: ReadonlyMap<string, BodyKey>;
  /** By phrase, and by the phrase without its accents and umlauts. */
  readonly bilingual: ReadonlyMap<string, BodyKey>;
  /** To be held against `unaccented` headers. */
  readonly templates: readonly { readonly key: BodyKey; readonly pattern: RegExp }[];
  readonly keywords: ReadonlyMap<string, BodyKey>;
  readonly names: readonly Name[];
}

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** `propósito` as `proposito`: what is typed where a keyboard has no accents. */
export const unaccented = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/gu, 'ss')
    .normalize('NFC');
/** `einschränkung` as `einschraenkung`. */
const transcribed = (text: string): string => text.replace(/[äöüß]/gu, (letter) => umlauts[letter] ?? letter);

const spellings = (phrase: string): string[] => [...new Set([phrase, unaccented(phrase), transcribed(phrase)])];

function byPhrase(
  phrases: PromptSchema['aliases'],
  spelled: (phrase: string) => readonly string[],
): Map<string, BodyKey> {
  const table = new Map<string, BodyKey>();
  for (const key of bodyKeys) {
    for (const phrase of (phrases[key] ?? []).flatMap(spelled)) if (!table.has(phrase)) table.set(phrase, key);
  }
  return table;
}

/**
 * Names in other languages have to be longer, and no letter of a header may be wrong: one letter off, a German or
 * Spanish word is too often another one (`Ansicht` and `Absicht`).
 */
function namesOf({ aliases, bilingual, typo }: PromptSchema): Name[] {
  const { minimumLength, bilingualLength, shortLength, longDistance, maximumDistance } = typo;
  return bodyKeys.flatMap((key) => [
    ...[key.replaceAll('_', ' '), ...(aliases[key] ?? [])]
      .filter((name) => name.length >= minimumLength)
      .map((name) => ({ key, name, shortLength, longDistance })),
    ...(bilingual[key] ?? [])
      .filter((name) => name.length >= bilingualLength)
      .map((name) => ({ key, name, shortLength: Number.POSITIVE_INFINITY, longDistance: maximumDistance })),
  ]);
}

function prepare(schema: PromptSchema): HeaderTables {
  const asIs = (phrase: string) => [phrase];
  return {
    exact: new Map(schema.keys.map((key) => [key.replaceAll('_', ' '), key])),
    alias: byPhrase(schema.aliases, asIs),
    bilingual: byPhrase(schema.bilingual, spellings),
    templates: bodyKeys.flatMap((key) => {
      const patterns = (schema.templates[key] ?? []).flatMap((one) => [unaccented(one), transcribed(one)]);
      const pattern = new RegExp(`^(?:${[...new Set(patterns)].join('|')})$`, 'iu');
      return patterns.length > 0 ? [{ key, pattern }] : [];
    }),
    keywords: byPhrase(schema.keywords, spellings),
    names: namesOf(schema),
  };
}

const prepared = new WeakMap<PromptSchema, HeaderTables>();

/** The tables of a schema, made once: every line of a prompt may be a header, and asks them. */
export function headerTables(schema: PromptSchema): HeaderTables {
  const tables = prepared.get(schema) ?? prepare(schema);
  prepared.set(schema, tables);
  return tables;
}
