import { isUtf8 } from 'node:buffer';
import { VitrineError } from '@shared/errors';
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

  /** Text of the `title` element, or null. Valid when the document has ended. */
  get title(): string | null {
    return this.documentTitle.replace(/\s+/g, ' ').trim() || null;
  }

  hides(name: string, attributes: Attributes): boolean {
    return unseen.has(name) || isHidden(attributes);
  }

  open(name: string, attributes: Attributes): void {
    if (blockElements.has(name)) this.flush();
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
    if (name === 'title') this.inTitle = false;
    else if (/^h[1-6]$/.test(name)) this.level = null;
    else if (name === 'pre') this.preformatted -= 1;
    else if (isCaption(name)) this.captions -= 1;
    else if (name === 'blockquote') this.quotes -= 1;
    else if (lists.has(name)) this.lists.pop();
    else if (name === 'li') this.item = null;
    else if (name === 'table') for (const block of this.tables.end()) this.push(block);
    else if (name === 'td' || name === 'th') this.tables.endCell(this.targets);
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
      if (this.level !== null) this.push({ kind: 'heading', level: this.level, text });
      else if (this.item) this.push({ kind: 'item', text, ...this.item });
      else if (this.captions > 0) this.push({ kind: 'caption', text });
      else this.push({ kind: this.quotes > 0 ? 'quote' : 'paragraph', text });
    }
    this.item = null;
  }

  private push(block: ReadBlock): void {
    this.targets.at(-1)?.push(block);
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
