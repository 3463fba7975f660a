import { Parser } from 'htmlparser2';
import { oneLine, type Pair, paragraphs } from './labelled-pairs';

/** A heading, or a term of a list, with the text below it up to the next one. */
export interface OutlineEntry {
  /** 1 to 6 for `h1` to `h6`, 7 for a term. */
  readonly level: number;
  readonly heading: string;
  readonly text: string;
}

const termLevel = 7;
const blockElements = new Set(
  'address blockquote dd div dl dt hr li ol p pre section table td th tr ul h1 h2 h3 h4 h5 h6 br'.split(' '),
);
const unseenElements = new Set(['script', 'style', 'head', 'nav']);
/** What documentation systems put around a text: contents, links of headings, navigation. */
const unseenClasses = new Set(
  'toc contents contents-heading section-toc headerlink pull-right permalink navheader navfooter sphinxsidebar related footer menu header'.split(
    ' ',
  ),
);

/** @param wantsTerms whether the terms of outermost definition lists are entries too, and not text */
export function htmlOutline(html: string, wantsTerms = false): OutlineEntry[] {
  const outline = new HtmlOutline(wantsTerms);
  const parser = new Parser(outline, { decodeEntities: true });
  parser.write(html);
  parser.end();
  return outline.finish();
}

class HtmlOutline {
  private readonly entries: { level: number; heading: string; blocks: string[] }[] = [];
  private readonly hidden: boolean[] = [];
  private lists = 0;
  private isHeading = false;

  constructor(private readonly wantsTerms: boolean) {}

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const classes = (attributes.class ?? '').split(/\s+/u);
    this.hidden.push(
      this.hidden.at(-1) === true ||
        unseenElements.has(name) ||
        classes.some((one) => unseenClasses.has(one)) ||
        attributes.id === 'footer',
    );
    if (this.hidden.at(-1)) return;
    if (name === 'dl') this.lists += 1;
    const level = this.levelOf(name);
    if (level !== null) {
      this.entries.push({ level, heading: '', blocks: [] });
      this.isHeading = true;
    } else if (blockElements.has(name)) this.newBlock();
  }

  onclosetag(name: string): void {
    if (this.hidden.pop()) return;
    if (this.levelOf(name) !== null) this.isHeading = false;
    else if (blockElements.has(name)) this.newBlock();
    if (name === 'dl') this.lists -= 1;
  }

  ontext(text: string): void {
    const entry = this.entries.at(-1);
    if (this.hidden.at(-1) || !entry) return;
    if (this.isHeading) entry.heading += text;
    else entry.blocks.push((entry.blocks.pop() ?? '') + text);
  }

  finish(): OutlineEntry[] {
    return this.entries.map(({ level, heading, blocks }) => ({
      level,
      heading: oneLine(heading),
      text: paragraphs(blocks),
    }));
  }

  private levelOf(name: string): number | null {
    if (/^h[1-6]$/u.test(name)) return Number(name[1]);
    return this.wantsTerms && name === 'dt' && this.lists === 1 ? termLevel : null;
  }

  private newBlock(): void {
    const blocks = this.entries.at(-1)?.blocks;
    if (blocks && blocks.at(-1) !== '') blocks.push('');
  }
}

const numbering = /^(?:(?:Chapter|Kapitel|Appendix|Anhang)\s+)?(?:\d+(?:\.\d+)*[.:]?|[A-Z]\d+\.)\s+/u;
const unnumbered = (heading: string): string => heading.replace(numbering, '');

/**
 * Headings that ask, below those of the first level, each with the text up to the next heading; titled by the nearest
 * heading above it that is of a higher level and does not ask, so that no title has the words of another question.
 */
export function outlineQuestions(entries: readonly OutlineEntry[]): Pair[] {
  const asks = ({ level, heading }: OutlineEntry): boolean => level > 1 && heading.includes('?');
  return entries.flatMap((entry, index) => {
    if (!asks(entry)) return [];
    const above = entries.slice(0, index).findLast((other) => other.level < entry.level && !asks(other));
    return [{ title: unnumbered(above?.heading ?? ''), query: unnumbered(entry.heading), text: entry.text }];
  });
}

/** Terms of a glossary, asked for by `What is …?`, each with its entry. */
export function glossaryTerms(entries: readonly OutlineEntry[]): Pair[] {
  return entries
    .filter(({ level }) => level === termLevel)
    .map(({ heading, text }) => ({ title: '', query: `What is ${heading}?`, text }));
}
