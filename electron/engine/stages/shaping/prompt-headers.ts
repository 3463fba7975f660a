import type { PromptSchema } from '@shared/prompt/prompt-schema';
import { type BodyKey, bodyKeys } from '@shared/prompt/super-prompt';
import { editDistance } from '../../text/terms';

/** The rungs of the mapping ladder, in the order they are tried (S2). */
export const rungs = ['exact', 'alias', 'typo', 'bilingual', 'template', 'keyword', 'unknown'] as const;
export type Rung = (typeof rungs)[number];

export interface HeaderMapping {
  readonly key: BodyKey | null;
  readonly rung: Rung;
}

/** Rung 0: lower case, no marks of emphasis, no punctuation at the ends, single spaces; `_` and `-` are spaces. */
export function normaliseHeader(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[*_`#[\]<>"“”„]+/gu, ' ')
    .replace(/-+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s:.;,¿¡–—=]+|[\s:.;,?!–—=]+$/gu, '');
}

/**
 * Everyday words are one letter from the names (`Next`, `Rule`, `Season`). So a wrong letter in a short header, or as
 * the first letter of any, is another word; lost, doubled and swapped letters are slips everywhere.
 */
function isSlip(header: string, name: string, shortLength: number): boolean {
  const swapped = () => [...header].sort().join('') === [...name].sort().join('');
  if (header[0] !== name[0] && !swapped()) return false;
  return header.length > shortLength || header.length !== name.length || swapped();
}

function typoOf(header: string, { names }: HeaderTables, { typo }: PromptSchema): BodyKey | null {
  if (header.length < typo.minimumLength || typo.everyday.includes(header)) return null;
  let best: { key: BodyKey; distance: number } | null = null;
  for (const { key, name, shortLength, longDistance } of names) {
    const allowed = header.length >= typo.longLength ? longDistance : typo.maximumDistance;
    if (Math.abs(name.length - header.length) > allowed || !isSlip(header, name, shortLength)) continue;
    const distance = editDistance(header, name);
    if (distance <= allowed && (best === null || distance < best.distance)) best = { key, distance };
  }
  return best?.key ?? null;
}

/**
 * Climbs the ladder normalise → exact → alias → tiny-typo → bilingual → templates → keyword → unknown and says on
 * which rung the header was understood. A function of header and schema alone.
 */
export function mapHeader(header: string, schema: PromptSchema): HeaderMapping {
  const name = normaliseHeader(header);
  const tables = headerTables(schema);
  const exact = tables.exact.get(name);
  if (exact) return { key: exact, rung: 'exact' };
  const alias = tables.alias.get(name);
  if (alias) return { key: alias, rung: 'alias' };
  const plain = unaccented(name);
  // A name of another language is no slip of an English one.
  const bilingual = tables.bilingual.get(name) ?? tables.bilingual.get(plain);
  const typo = bilingual ? null : typoOf(name, tables, schema);
  if (typo) return { key: typo, rung: 'typo' };
  if (bilingual) return { key: bilingual, rung: 'bilingual' };
  const template = tables.templates.find(({ pattern }) => pattern.test(plain));
  if (template) return { key: template.key, rung: 'template' };
  const headerWords = new Set(name.split(' ').flatMap((word) => [word, unaccented(word)]));
  const keyword = bodyKeys.find((key) => [...headerWords].some((word) => tables.keywords.get(word) === key));
  if (keyword) return { key: keyword, rung: 'keyword' };
  return { key: null, rung: 'unknown' };
}

export interface PromptSection {
  /** The header as written, or null for text before the first header. */
  readonly header: string | null;
  readonly mapping: HeaderMapping;
  readonly content: string;
}

const markdownHeader = /^\s{0,3}#{1,6}\s+(.{1,80}?)\s*#*\s*$/u;
const bracketHeader = /^\s*(?:\[([^[\]]{1,60})\]|\*\*([^*]{1,60}?):?\*\*|<([\p{L} _-]{1,40})>)\s*:?\s*(.*)$/u;
const colonHeader = /^\s*([\p{L}][\p{L}\p{N} _/'’-]{0,59}?)\s*:(?:\s+(.*))?$/u;
/** `## Task: find …`: a Markdown header that carries its content. */
const inlineContent = /^([^:]{1,60}?)\s*:\s+(.+)$/u;
/** CommonMark §4.5: a fence of backticks holds none behind it; it is closed by its own mark, at least as long, alone. */
const fenceLine = /^\s{0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/u;

/** A line that may be a header, with what follows it on the same line. `sure`: its form alone makes it one. */
function headerOf(line: string, schema: PromptSchema): { header: string; rest: string; sure: boolean } | null {
  const markdown = markdownHeader.exec(line);
  if (markdown?.[1]) {
    const inline = inlineContent.exec(markdown[1]);
    if (inline?.[1] && mapHeader(markdown[1], schema).key === null && mapHeader(inline[1], schema).key !== null) {
      return { header: inline[1], rest: inline[2] ?? '', sure: true };
    }
    return { header: markdown[1], rest: '', sure: true };
  }
  const bracket = bracketHeader.exec(line);
  const bracketed = bracket?.[1] ?? bracket?.[2] ?? bracket?.[3];
  if (bracketed) return { header: bracketed, rest: bracket?.[4] ?? '', sure: false };
  const colon = colonHeader.exec(line);
  if (colon?.[1]) return { header: colon[1], rest: colon[2] ?? '', sure: false };
  return null;
}

/**
 * Splits a prompt at its headers: `## Task`, `TASK:`, `**Task**`, `[Task]`, `<task>`. A header whose form alone is no
 * proof (`Note: …` is everyday prose) counts only when the ladder knows it without guessing, or when it is in capitals
 * in a prompt that has another header. Lines in fenced code are never headers.
 */
export function splitSections(text: string, schema: PromptSchema): PromptSection[] {
  const lines = text.replace(/\r\n?/gu, '\n').split('\n');
  const known: { line: number; header: string; rest: string; mapping: HeaderMapping }[] = [];
  const doubtful: typeof known = [];
  let fence: string | null = null;
  lines.forEach((line, position) => {
    const opening = fenceLine.exec(line);
    const mark = opening?.[1] ?? opening?.[2];
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
      return;
    }
    if (mark) {
      fence = mark;
      return;
    }
    const candidate = headerOf(line, schema);
    if (!candidate) return;
    const mapping = mapHeader(candidate.header, schema);
    const entry = { line: position, header: candidate.header, rest: candidate.rest, mapping };
    const understood = mapping.rung !== 'unknown' && (candidate.sure || mapping.rung !== 'keyword');
    if (understood) known.push(entry);
    else if (candidate.sure || isCapitals(candidate.header)) doubtful.push(entry);
  });
  const headers = known.length === 0 ? [] : [...known, ...doubtful].sort((a, b) => a.line - b.line);
  const sections: PromptSection[] = [];
  const first = headers[0]?.line ?? lines.length;
  const preamble = lines.slice(0, first).join('\n').trim();
  if (preamble !== '') sections.push({ header: null, mapping: { key: null, rung: 'unknown' }, content: preamble });
  headers.forEach((entry, position) => {
    const end = headers[position + 1]?.line ?? lines.length;
    const header = entry.header.trim();
    const content = [entry.rest, ...lines.slice(entry.line + 1, end)].join('\n').trim();
    sections.push({ header, mapping: entry.mapping, content: withoutClosingTag(content, header) });
  });
  return sections;
}

/** `<task>…</task>`: the closing tag is no part of the task. */
function withoutClosingTag(content: string, header: string): string {
  const tag = `</${header.toLowerCase()}>`;
  return content.toLowerCase().endsWith(tag) ? content.slice(0, -tag.length).trimEnd() : content;
}

function isCapitals(header: string): boolean {
  return header.length >= 3 && header === header.toUpperCase() && header !== header.toLowerCase();
}

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
interface HeaderTables {
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

/** `propósito` as `proposito`: typed on a keyboard without accents. */
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
function headerTables(schema: PromptSchema): HeaderTables {
  const tables = prepared.get(schema) ?? prepare(schema);
  prepared.set(schema, tables);
  return tables;
}
