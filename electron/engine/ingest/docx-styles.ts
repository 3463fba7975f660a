import type { ReadContext } from './format-errors';
import { visitElements } from './xml-package';
import type { ZipContainer } from './zip-container';

/** What the paragraphs of a Word document mean by their styles and lists. */
export interface WordStyles {
  /** Heading level of a style (1 to 9), `code`, or null for prose. */
  roleOf(styleId: string): number | 'code' | null;
  isTitle(styleId: string): boolean;
  /** The list that a style puts its paragraphs in, or null. */
  listOf(styleId: string): ListPlace | null;
  /** `bullet`, `decimal`, `lowerLetter` and the like. */
  numberFormat(list: ListPlace): string;
  firstNumber(list: ListPlace): number;
}

export interface ListPlace {
  readonly id: string;
  /** 0-based. */
  readonly level: number;
}

interface Style {
  name: string;
  basedOn: string;
  outline: number | null;
  listId: string;
  listLevel: number;
}

interface ListLevel {
  format: string;
  start: number;
}

/** A style may be based on another, which is based on another; a circle ends here. */
const MAX_ANCESTORS = 20;
const codeNames = /^(?:source code|code|html preformatted|preformatted text|macro text|plain text)$/i;

/** Reads word/styles.xml and word/numbering.xml; a document without them has prose alone. */
export async function wordStyles(
  zip: ZipContainer,
  parts: { readonly styles: string | undefined; readonly numbering: string | undefined },
  context: ReadContext,
): Promise<WordStyles> {
  const styles = await readStyles(zip, parts.styles, context);
  const levels = await readNumbering(zip, parts.numbering, context);
  const find = <T>(styleId: string, pick: (style: Style) => T | null): T | null => {
    let style = styles.get(styleId);
    for (let step = 0; style && step < MAX_ANCESTORS; step += 1) {
      const found = pick(style);
      if (found !== null) return found;
      style = styles.get(style.basedOn);
    }
    return null;
  };
  const level = ({ id, level: depth }: ListPlace) => levels.get(id)?.get(depth);
  return {
    roleOf: (styleId) => find(styleId, roleOfStyle),
    isTitle: (styleId) => find(styleId, (style) => (/^title$/i.test(style.name) ? true : null)) ?? false,
    listOf: (styleId) => find(styleId, ({ listId: id, listLevel }) => (id === '' ? null : { id, level: listLevel })),
    numberFormat: (list) => level(list)?.format ?? 'bullet',
    firstNumber: (list) => level(list)?.start ?? 1,
  };
}

function roleOfStyle({ name, outline }: Style): number | 'code' | null {
  if (codeNames.test(name)) return 'code';
  if (outline !== null && outline < 9) return outline + 1;
  if (/^title$/i.test(name)) return 1;
  const level = /^heading ([1-9])$/i.exec(name)?.[1];
  return level === undefined ? null : Number(level);
}

async function readStyles(
  zip: ZipContainer,
  part: string | undefined,
  context: ReadContext,
): Promise<Map<string, Style>> {
  const styles = new Map<string, Style>();
  if (part === undefined || !zip.has(part)) return styles;
  let style: Style | null = null;
  await visitElements(
    await zip.text(part),
    context,
    (name, attributes, path) => {
      const value = attributes['w:val'] ?? '';
      if (name === 'style') {
        style = { name: '', basedOn: '', outline: null, listId: '', listLevel: 0 };
        styles.set(attributes['w:styleId'] ?? '', style);
      } else if (!style) return;
      else if (name === 'name' && path.at(-1) === 'style') style.name = value;
      else if (name === 'basedOn') style.basedOn = value;
      else if (name === 'outlineLvl') style.outline = wholeNumber(value);
      else if (name === 'numId') style.listId = value;
      else if (name === 'ilvl') style.listLevel = wholeNumber(value) ?? 0;
    },
    (name) => {
      if (name === 'style') style = null;
    },
  );
  return styles;
}

async function readNumbering(
  zip: ZipContainer,
  part: string | undefined,
  context: ReadContext,
): Promise<Map<string, Map<number, ListLevel>>> {
  const lists = new Map<string, Map<number, ListLevel>>();
  if (part === undefined || !zip.has(part)) return lists;
  const abstract = new Map<string, Map<number, ListLevel>>();
  let levels = new Map<number, ListLevel>();
  let level: ListLevel = { format: 'bullet', start: 1 };
  let listId = '';
  await visitElements(await zip.text(part), context, (name, attributes) => {
    const value = attributes['w:val'] ?? '';
    if (name === 'abstractNum') {
      levels = new Map();
      abstract.set(attributes['w:abstractNumId'] ?? '', levels);
    } else if (name === 'lvl') {
      level = { format: 'bullet', start: 1 };
      levels.set(wholeNumber(attributes['w:ilvl']) ?? 0, level);
    } else if (name === 'numFmt') level.format = value;
    else if (name === 'start') level.start = wholeNumber(value) ?? 1;
    else if (name === 'num') {
      listId = attributes['w:numId'] ?? '';
      levels = new Map();
    } else if (name === 'abstractNumId') lists.set(listId, abstract.get(value) ?? new Map());
  });
  return lists;
}

/** Null for what is no whole number from 0 to a million. */
export function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
