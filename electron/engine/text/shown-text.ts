import { formats } from '@shared/formats';

/** The words of Markdown as a reader sees them. Reads Markdown as people write it; what is doubtful stays as it is. */

/** Tags of documentation generators: Liquid, Jinja and Hugo, with their outputs. */
const templateTag = /\{%[\s\S]{0,500}?%\}|\{\{[\s\S]{0,500}?\}\}/gu;
/** A tag that sets a name: `{% channel "help" %}` shows it. */
const namingTag = /\{%-?\s*(?!include|extends|import|block|if|set\b)[\w-]+\s+"([^"\n/.%]{1,60})"\s*-?%\}/gu;
const comment = /<!--[\s\S]*?(?:-->|$)/gu;
/** Elements whose content no browser shows. */
const unseenElement = /<(style|script|template)\b[\s\S]*?(?:<\/\1\s*>|$)/giu;
const tag = /<\/?[a-zA-Z][^<>\n]{0,500}>/gu;
const picture = /!\[([^\]\n]*)\](?:\([^()\s]*(?:\s+"[^"\n]*")?\)|\[[^\]\n]*\])/gu;
/** A link, its words without brackets in brackets at most once. */
const link =
  /(?<![!\\])\[((?:\\.|[^[\]\\]|\[(?:\\.|[^[\]\\])*\])+)\](?:\(\s*((?:[^()\s]|\([^()\s]*\))*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)|\[([^\]\n]*)\])/gu;
const autolink = /<((?:https?:|mailto:)[^\s<>]+)>/gu;
/** `{#sec}`, `{: .note}`, `{.callout title="…"}`, the marks of a fenced part, and `[TOC]` on a line of its own. */
const attributes = /\{(?:[:#.])[^{}\n]{0,200}\}/gu;
const lineOfMarks = /^[ \t]*(?::{3,}.*|\[\[?_?TOC_?\]?\])[ \t]*$/gimu;
/** Keys of sources and of footnotes: `[@Miller2020, S. 3]`, `[^4]`. */
const sourceKey = /[ \t]?\[(?:-?@[^\]\n]{1,200}|\^[^\]\s]{1,40})\]/gu;

/** Markdown without what no reader sees; links and emphasis are still there. */
const withoutMarkup = (source: string): string =>
  source
    .replace(comment, '')
    .replace(unseenElement, '')
    .replace(namingTag, '$1')
    .replace(templateTag, '')
    .replace(lineOfMarks, '')
    .replace(sourceKey, '')
    .replace(autolink, '$1')
    .replace(tag, '')
    .replace(attributes, '');

/** Mathematics and code keep their characters. */
const verbatim =
  /(\$\$[\s\S]+?\$\$|(?<![\\$\w])\$(?![\s\d])[^$\n]+?(?<![\s\\])\$(?![\d$])|(`+)(?!`)[\s\S]*?[^`]\2(?!`))/gu;

const withoutEmphasis = (words: string): string =>
  words
    .replace(/(?<!\\)(\*\*|~~)(?=\S)([\s\S]*?\S)\1/gu, '$2')
    .replace(/(?<![\p{L}\p{N}\\])(__)(?=\S)([\s\S]*?\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/(?<![\p{L}\p{N}*\\])\*(?=[^\s*])([^*]*[^\s*\\])\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/(?<![\p{L}\p{N}_\\])_(?=[^\s_])([^_]*[^\s_\\])_(?![\p{L}\p{N}_])/gu, '$1')
    // A sentence that was cut from its paragraph has one half of a pair.
    .replace(/(?<!\\)(?:\*\*|__|~~)(?=\s|$)|(?<=^|\s)(?:\*\*|__|~~)(?=\S)/gu, '')
    .replace(/\\([!-/:-@[-`{-~])/gu, '$1');

/** Returns the words of a stretch of Markdown without its marks, link targets, comments and template tags. */
export function shownText(source: string): string {
  const words = withoutMarkup(source).replace(picture, '$1').replace(link, '$1').replace(link, '$1');
  let shown = '';
  let from = 0;
  for (const found of words.matchAll(verbatim)) {
    shown += withoutEmphasis(words.slice(from, found.index));
    shown += found[2] ? found[0].slice(found[2].length, -found[2].length).trim() : found[0];
    from = found.index + found[0].length;
  }
  return shown + withoutEmphasis(words.slice(from));
}

/** “[12]” and “[3, 4–6]” behind a word or a full stop, and the half that a cut sentence begins with. */
const referenceMark = /(?<=[\p{L}\p{N}.,;:!?"”’»)])\s?\[(?:\d{1,3}(?:\s?[,–-]\s?\d{1,3})*)\]/gu;
const halfMark = /^\s*(?:\[?\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\]\s*)+(?=\p{L}|["“„«])|\s*\[$/gu;

/** Returns running text without the marks that name its sources. */
export const withoutReferences = (text: string): string => text.replace(referenceMark, '').replace(halfMark, '');

const barInCell = '\uFDD2';

/**
 * Returns a part of a passage as it is quoted: without the marks of its sources, and without Markdown's own marks if its
 * file is Markdown. The bars between the cells of a row stay.
 *
 * @param mime the type of the file
 */
export function quotedText(text: string, mime: string): string {
  if (mime !== formats.md.mime) return withoutReferences(text);
  return withoutReferences(shownText(text.replaceAll('\\|', barInCell))).replaceAll(barInCell, '\\|');
}

/** What ends no sentence though it has the signs of one: link targets, and the marks of sources behind a full stop. */
const inSentence =
  /(?<=\])\((?:\{%[\s\S]{0,500}?%\}|\([^()\n]*\)|[^()\n])*\)|(?<=[^\s[])\[\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\]/gu;

/** Returns a text of the same length of which sentences are told: with closing marks for what belongs to the one before. */
export const forSentences = (text: string): string => text.replace(inSentence, (part) => ')'.repeat(part.length));

export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

export interface MarkdownLink {
  readonly shown: string;
  readonly target: string;
}

/** Returns the links of a stretch that is nothing but links and marks between them; null for one with other words. */
export function markdownLinks(source: string): readonly MarkdownLink[] | null {
  const words = withoutMarkup(source);
  const links = [...words.matchAll(link)].map(([, shown = '', target]) => ({
    shown: shownText(shown).trim(),
    target: target ?? '',
  }));
  return hasWords(words.replace(link, '')) ? null : links;
}
