import { setImmediate as nextTurn } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { overLimit, type ReadContext } from './format-errors';

/** So much is parsed before others get a turn and a cancel is noticed. */
const SLICE_CHARACTERS = 256 * 1024;

export interface MarkupHandler {
  /** @param name in HTML in lower case, in XML without its prefix; attributes keep theirs */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
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
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > context.limits.maxDepth) {
          throw overLimit(context, 'maxDepth', `nests its elements more than ${depth - 1} deep`);
        }
        handler.open(xml ? localName(name) : name, attributes);
      },
      onclosetag(name) {
        depth -= 1;
        handler.close(xml ? localName(name) : name);
      },
      ontext: (text) => handler.text(text),
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
    parser.write(source.slice(at, at + SLICE_CHARACTERS));
  }
  parser.end();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
