import { setImmediate as nextTurn } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import type { RawFacts } from '../own-facts';
import { overLimit, type ReadContext } from '../reader-errors';
import { openZip, type ZipContainer } from './zip-container';

/** An element as a walk through XML meets it. */
export type Attributes = Readonly<Record<string, string>>;

/** Visits the elements of a part; the text of an element is handed over with its end. */
export async function visitElements(
  xml: string,
  context: ReadContext,
  visit: (name: string, attributes: Attributes, path: readonly string[]) => void,
  ended: (name: string, text: string, path: readonly string[]) => void = () => {},
): Promise<void> {
  const path: string[] = [];
  let text = '';
  await parseMarkup(
    xml,
    'xml',
    {
      open(name, attributes) {
        visit(name, attributes, path);
        path.push(name);
        text = '';
      },
      close(name) {
        path.pop();
        ended(name, text, path);
        text = '';
      },
      text(part) {
        text += part;
      },
    },
    context,
  );
}

export interface Relationship {
  readonly id: string;
  /** Last component of the relationship's type: `slide`, `footnotes`, … */
  readonly kind: string;
  /** Name of the part in the package. */
  readonly target: string;
}

/** Targets of an Office package's part (ECMA-376 part 2, 9.3); empty without relationships. */
export async function relationshipsOf(
  zip: ZipContainer,
  part: string,
  context: ReadContext,
): Promise<readonly Relationship[]> {
  const slash = part.lastIndexOf('/') + 1;
  const name = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
  if (!zip.has(name)) return [];
  const found: Relationship[] = [];
  await visitElements(await zip.text(name), context, (element, attributes) => {
    const { Id, Type, Target, TargetMode } = attributes;
    if (element !== 'Relationship' || !Id || !Target || TargetMode === 'External') return;
    found.push({ id: Id, kind: Type?.split('/').at(-1) ?? '', target: resolvePart(part, Target) });
  });
  return found;
}

/**
 * An Office package with its main part, and the parts that this points to, by kind and by id.
 * Errors: those of `openZip` and of reading a part.
 */
export async function openOffice(bytes: Uint8Array, usual: string, context: ReadContext) {
  const zip = await openZip(bytes, context);
  const partAmong = (related: readonly Relationship[], kind: string) =>
    related.find((relationship) => relationship.kind === kind)?.target;
  const target = partAmong(await relationshipsOf(zip, '', context), 'officeDocument');
  const main = target !== undefined && zip.has(target) ? target : usual;
  const related = await relationshipsOf(zip, main, context);
  return {
    zip,
    main,
    partOf: (kind: string) => partAmong(related, kind),
    targets: new Map(related.map(({ id, target }) => [id, target])),
  };
}

/** Properties of a package (Dublin Core, OpenDocument) by the fact that they state, the best name first. */
const propertyNames = {
  title: ['title'],
  author: ['initial-creator', 'creator'],
  created: ['created', 'creation-date', 'date'],
} as const;
/** More authors than any line of facts has room for. */
const MAX_VALUES = 50;

/** Returns the facts that the properties of a package state. Several authors become one text. */
export async function packageFacts(
  zip: ZipContainer,
  part: string,
  context: ReadContext,
): Promise<RawFacts & { readonly title: string | null }> {
  if (!zip.has(part)) return { title: null };
  const values = new Map<string, string[]>();
  await visitElements(
    await zip.text(part),
    context,
    () => {},
    (name, text) => {
      const of = values.get(name) ?? [];
      const value = text.replace(/\s+/g, ' ').trim().slice(0, 300);
      if (value !== '' && of.length < MAX_VALUES) values.set(name, [...of, value]);
    },
  );
  const first = (names: readonly string[]) => names.flatMap((name) => (values.has(name) ? [values.get(name)] : []))[0];
  return {
    title: first(propertyNames.title)?.[0] ?? null,
    author: [...new Set(first(propertyNames.author))].join(', '),
    created: first(propertyNames.created)?.[0],
  };
}

/** A reference inside a package as the name of a part, relative to the part that holds it; a key, never a path. */
export function resolvePart(from: string, reference: string): string {
  const plain = reference.split(/[?#]/)[0] ?? '';
  const steps = plain.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of plain.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/** Null unless it is a whole number from 0 to a million. */
export function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** So much is parsed before others get a turn and a cancel is noticed. */
const SLICE_CHARACTERS = 256 * 1024;

export interface MarkupHandler {
  /** Whether an element is left out with all that is in it; none where not set. */
  hides?(name: string, attributes: Attributes): boolean;
  /** @param name in HTML in lower case, in XML without its prefix; attributes keep theirs */
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/**
 * Walks through HTML or XML as it comes; nothing is loaded, and a document type's entities are never expanded: only
 * the named and numbered characters of HTML and XML are known.
 * Errors: `too-large` (elements nested deeper than `maxDepth`); an aborted signal throws its reason.
 */
export async function parseMarkup(
  source: string,
  kind: 'html' | 'xhtml' | 'xml',
  handler: MarkupHandler,
  context: ReadContext,
): Promise<void> {
  const xml = kind === 'xml';
  const nameOf = (name: string) => (xml ? localName(name) : name);
  let depth = 0;
  /** Open elements within one that is left out, itself included. */
  let hidden = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > context.limits.maxDepth) {
          throw overLimit(context, 'maxDepth');
        }
        if (hidden > 0 || handler.hides?.(nameOf(name), attributes)) hidden += 1;
        else handler.open(nameOf(name), attributes);
      },
      onclosetag(name) {
        depth -= 1;
        if (hidden > 0) hidden -= 1;
        else handler.close(nameOf(name));
      },
      ontext(text) {
        if (hidden === 0) handler.text(text);
      },
    },
    {
      xmlMode: xml,
      decodeEntities: true,
      lowerCaseTags: !xml,
      lowerCaseAttributeNames: !xml,
      recognizeSelfClosing: kind !== 'html',
    },
  );
  for (let at = 0; at < source.length; at += SLICE_CHARACTERS) {
    if (at > 0) await nextTurn();
    context.signal?.throwIfAborted();
    context.goesOn?.();
    parser.write(source.slice(at, at + SLICE_CHARACTERS));
  }
  parser.end();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
