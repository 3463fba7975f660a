import { isUtf8 } from 'node:buffer';
import { VitrineError } from '@shared/errors';
import type { AsideKind } from '@shared/prompt/blocks';
import { type DecodedText, decodeText } from '../decode-text';
import { OpenTables, type ReadBlock, type ReadBlocks } from '../layout-blocks';
import type { RawFacts } from '../own-facts';
import type { ReadContext } from '../reader-errors';
import { type Attributes, type MarkupHandler, parseMarkup } from './markup';

/** A page names its encoding in its first 1024 bytes (WHATWG HTML, 4.2.5.4). */
const CHARSET_WINDOW = 1024;

/**
 * A web page's text as its browser would show it, with headings, lists, code and tables; scripts are not run, and
 * nothing is loaded. Errors: `damaged` (no text at all), `too-large`; an aborted signal throws its reason.
 */
export async function readHtml(bytes: Uint8Array, context: ReadContext): Promise<ReadBlocks> {
  const decoded = decodeHtml(bytes);
  if (decoded === null) throw new VitrineError('damaged', { why: 'not-text' });
  return { ...(await htmlBlocks(decoded.text, context)), warnings: decoded.warnings };
}

/** @param xhtml as e-books have it: `<a/>` is closed */
export async function htmlBlocks(
  html: string,
  context: ReadContext,
  xhtml = /^\s*<\?xml/.test(html),
): Promise<Omit<ReadBlocks, 'warnings'>> {
  const handler = new HtmlBlocks();
  await parseMarkup(html, xhtml ? 'xhtml' : 'html', handler, context);
  const blocks = handler.finish();
  const first = blocks.find((block) => block.kind === 'heading' && block.level === 1);
  return { ...handler.facts, title: handler.title ?? (first?.kind === 'heading' ? first.text : null), blocks };
}

/** A mark at the start and valid UTF-8 are believed first, then what the page says of itself. */
function decodeHtml(bytes: Uint8Array): DecodedText | null {
  const head = Buffer.from(bytes.subarray(0, CHARSET_WINDOW)).toString('latin1');
  const label = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1] ?? '';
  if (label === '' || /^utf-?(?:8|16)/i.test(label) || (isUtf8(bytes) && !/^iso-2022/i.test(label))) {
    return decodeText(bytes);
  }
  try {
    const text = new TextDecoder(label).decode(bytes);
    return { text, warnings: [] };
  } catch (error) {
    // An unknown label says nothing.
    if (error instanceof RangeError) return decodeText(bytes);
    throw error;
  }
}

/** Elements that begin a new line; what they hold is no part of the paragraph before them. */
const blockElements = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre ' +
    'search section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);
/** Elements that no browser shows as text. */
const unseen = new Set('script style template noscript iframe object embed audio video canvas'.split(' '));
const lists = new Set(['ul', 'ol', 'menu', 'dir']);

/** Roles, `epub:type`, identifiers and classes of elements beside the text proper, as generators of pages write them. */
const asideMarks: readonly (readonly [RegExp, AsideKind])[] = [
  [/^(?:doc-toc|toc|table-?of-?contents|loi|lot|landmarks|page-list)$/i, 'contents'],
  [
    /^(?:doc-bibliography|doc-endnotes|bibliography|reflist|references|csl-bib-body|mw-references-wrap)$/i,
    'references',
  ],
  [/^(?:doc-colophon|colophon|imprint|copyright-page|titlepage|halftitlepage|contentinfo|printfooter)$/i, 'imprint'],
  [/^(?:navigation|breadcrumbs?|pagination|pager|navbox|catlinks|hatnote|skip-link|mw-jump-link)$/i, 'navigation'],
];
/** An element of one of these names holds the text of a page; a foot inside it is the text's own. */
const textElements = new Set(['main', 'article']);

/** Tells what an element is beside the text proper; null for the text. */
function asideOf(name: string, attributes: Attributes, isInText: boolean): AsideKind | null {
  if (name === 'body' || name === 'html' || name === 'main') return null;
  const { role = '', id = '', class: classes = '', 'epub:type': type = '' } = attributes;
  const marks = `${role} ${type} ${id} ${classes}`.split(/\s+/u);
  const named = asideMarks.find(([form]) => marks.some((mark) => form.test(mark)));
  if (named) return named[1];
  if (name === 'nav') return 'navigation';
  return name === 'footer' && !isInText ? 'imprint' : null;
}

/** Links of a page that lead to its notes, and the marks of MediaWiki to edit a section. */
const isNoteLink = (name: string, { role, 'epub:type': type }: Attributes): boolean =>
  name === 'a' && /(?:^|\s)(?:doc-)?noteref(?:\s|$)/u.test(`${role ?? ''} ${type ?? ''}`);
const isEditMark = ({ class: classes }: Attributes): boolean => /(?:^|\s)mw-editsection(?:\s|$)/u.test(classes ?? '');
/** A raised mark with a link is no text: `[12]` or `[citation needed]`, or a number that leads to a note. */
const bracketed = /^\[[^\]]{1,60}\]$/u;
const noteNumber = /^(?:\d{1,3}|[*†‡])$/u;

interface List {
  readonly ordered: boolean;
  count: number;
}

/** Makes blocks of the text that a browser would show, in its order. Nothing that an element names is loaded. */
class HtmlBlocks implements MarkupHandler {
  readonly blocks: ReadBlock[] = [];
  /** Values of `meta` elements, the first of each. */
  facts: RawFacts = {};
  private documentTitle = '';
  private inTitle = false;
  /** Target of the blocks: the document, or the open cell. */
  private readonly targets: ReadBlock[][] = [this.blocks];
  private readonly tables = new OpenTables();
  private readonly lists: List[] = [];
  private line = '';
  private item: { readonly marker: string; readonly depth: number } | null = null;
  private level: number | null = null;
  private preformatted = 0;
  private captions = 0;
  private quotes = 0;
  private texts = 0;
  /** For each open element: what it is beside the text proper. */
  private readonly asides: (AsideKind | null)[] = [];
  /** The open raised text: where it begins in the line, and the links in it. */
  private raised: { readonly start: number; links: number; toPlaces: number } | null = null;

  /** Text of the `title` element, or null. Valid when the document has ended. */
  get title(): string | null {
    return this.documentTitle.replace(/\s+/g, ' ').trim() || null;
  }

  hides(name: string, attributes: Attributes): boolean {
    return unseen.has(name) || isHidden(attributes) || isNoteLink(name, attributes) || isEditMark(attributes);
  }

  open(name: string, attributes: Attributes): void {
    if (blockElements.has(name)) this.flush();
    if (textElements.has(name)) this.texts += 1;
    const aside = blockElements.has(name) ? asideOf(name, attributes, this.texts > 0) : null;
    this.asides.push(this.asides.at(-1) ?? aside);
    if (name === 'sup') this.raised = { start: this.line.length, links: 0, toPlaces: 0 };
    else if (name === 'a' && this.raised) {
      this.raised.links += 1;
      if (attributes.href?.startsWith('#')) this.raised.toPlaces += 1;
    }
    if (name === 'meta') this.facts = { ...factIn(attributes), ...this.facts };
    else if (name === 'title' && this.documentTitle === '') this.inTitle = true;
    else if (/^h[1-6]$/.test(name)) this.level = Number(name[1]);
    else if (name === 'br') this.line += '\n';
    else if (name === 'img' && attributes.alt) this.text(` ${attributes.alt} `);
    else if (name === 'pre') this.preformatted += 1;
    else if (isCaption(name)) this.captions += 1;
    else if (name === 'blockquote') this.quotes += 1;
    else if (lists.has(name)) this.lists.push({ ordered: name === 'ol', count: firstNumber(attributes) - 1 });
    else if (name === 'li') this.openItem(attributes);
    else if (name === 'table') this.tables.begin();
    else if (name === 'tr') this.tables.beginRow();
    else if ((name === 'td' || name === 'th') && this.tables.isOpen) {
      this.tables.beginCell(this.targets, columnsOf(attributes));
    }
  }

  close(name: string): void {
    if (blockElements.has(name)) this.flush();
    if (textElements.has(name)) this.texts -= 1;
    if (name === 'sup') this.endRaised();
    if (name === 'title') this.inTitle = false;
    else if (/^h[1-6]$/.test(name)) this.level = null;
    else if (name === 'pre') this.preformatted -= 1;
    else if (isCaption(name)) this.captions -= 1;
    else if (name === 'blockquote') this.quotes -= 1;
    else if (lists.has(name)) this.lists.pop();
    else if (name === 'li') this.item = null;
    else if (name === 'table') for (const block of this.tables.end()) this.push(block);
    else if (name === 'td' || name === 'th') this.tables.endCell(this.targets);
    this.asides.pop();
  }

  text(text: string): void {
    if (this.inTitle) this.documentTitle += text;
    else if (this.preformatted > 0) this.line += text;
    else this.line += text.replace(/[ \t\n\f\r]+/g, ' ');
  }

  /** To be called when the document has ended. */
  finish(): readonly ReadBlock[] {
    this.flush();
    return this.blocks;
  }

  private flush(): void {
    const { line } = this;
    this.line = '';
    if (!/\S/.test(line)) return;
    if (this.preformatted > 0) this.push({ kind: 'code', text: line });
    else {
      const text = line
        .replace(/ {2,}/g, ' ')
        .replace(/ ?\n ?/g, '\n')
        .trim();
      if (this.level !== null) this.pushHeading(this.level, text);
      else if (this.item) this.push({ kind: 'item', text, ...this.item });
      else if (this.captions > 0) this.push({ kind: 'caption', text });
      else this.push({ kind: this.quotes > 0 ? 'quote' : 'paragraph', text });
    }
    this.item = null;
  }

  private push(block: ReadBlock): void {
    const aside = this.asides.at(-1);
    this.targets.at(-1)?.push(aside ? { ...block, aside } : block);
  }

  /** The headings of menus name no part of the text. */
  private pushHeading(level: number, text: string): void {
    const aside = this.asides.at(-1);
    const words = text.replace(/\s*[¶#]$/u, '');
    if (aside === 'navigation' || aside === 'contents') this.push({ kind: 'paragraph', text: words });
    else this.push({ kind: 'heading', level, text: words });
  }

  /** Takes the mark of a source or note out of the line. */
  private endRaised(): void {
    if (!this.raised) return;
    const { start, links, toPlaces } = this.raised;
    const words = this.line.slice(start).trim();
    if ((links > 0 && bracketed.test(words)) || (toPlaces > 0 && noteNumber.test(words)))
      this.line = this.line.slice(0, start);
    this.raised = null;
  }

  private openItem(attributes: Attributes): void {
    const list = this.lists.at(-1);
    if (list) list.count = 'value' in attributes ? firstNumber(attributes, 'value') : list.count + 1;
    this.item = { marker: list?.ordered ? `${list.count}.` : '-', depth: Math.max(0, this.lists.length - 1) };
  }
}

/** Names of `meta` elements by the fact that they state. */
const metaNames: ReadonlyMap<string, 'author' | 'created'> = new Map([
  ['author', 'author'],
  ['article:author', 'author'],
  ['dc.creator', 'author'],
  ['dcterms.creator', 'author'],
  ['citation_author', 'author'],
  ['date', 'created'],
  ['dcterms.date', 'created'],
  ['dcterms.created', 'created'],
  ['article:published_time', 'created'],
]);

function factIn({ name, property, content }: Attributes): RawFacts {
  const fact = metaNames.get((name ?? property ?? '').toLowerCase());
  return fact && content ? { [fact]: content } : {};
}

const isCaption = (name: string): boolean => name === 'caption' || name === 'figcaption';

function isHidden(attributes: Attributes): boolean {
  return 'hidden' in attributes || /(?:^|;)\s*display\s*:\s*none\b/i.test(attributes.style ?? '');
}

function firstNumber(attributes: Attributes, name = 'start'): number {
  const number = Number.parseInt(attributes[name] ?? '', 10);
  return Number.isSafeInteger(number) ? number : 1;
}

function columnsOf({ colspan }: Attributes): number {
  return Number.parseInt(colspan ?? '', 10) || 1;
}
