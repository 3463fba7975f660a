import type { IncomingMessage } from 'node:http';
import { VitrineError } from '@shared/errors';

/** Bounds of a JSON body. The longest question with the longest selected text fits. */
const most = { bytes: 16 * 1024 * 1024, depth: 32, values: 100_000 } as const;

const [quote, backslash, comma, bracket, closingBracket, brace, closingBrace] = Buffer.from('"\\,[]{}');

/**
 * Reads the JSON of a body, with or without a stated length. Size, nesting and the number of values are bounded while
 * the bytes arrive: neither parsing nor validating can hold the thread. Errors: `too-large`, `bad-request` for too deep
 * nesting, too many values or invalid JSON.
 */
export async function jsonBody(incoming: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  const hold = boundedShape();
  let bytes = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > most.bytes) throw new VitrineError('too-large', { why: 'body', most: most.bytes / 1024 / 1024 });
    hold(part);
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch (error) {
    throw new VitrineError('bad-request', { why: 'not-json' }, { cause: error });
  }
}

/** Counts levels and values in the bytes of JSON, part by part. Errors: `bad-request` beyond the bounds. */
function boundedShape(): (part: Buffer) => void {
  let inText = false;
  let escaped = false;
  let depth = 0;
  let values = 1;
  return (part) => {
    for (let at = 0; at < part.length; at += 1) {
      const sign = part[at];
      if (escaped) escaped = false;
      else if (inText) {
        escaped = sign === backslash;
        inText = sign !== quote;
      } else if (sign === quote) inText = true;
      else if (sign === closingBracket || sign === closingBrace) depth -= 1;
      else if (sign === comma) values += 1;
      else if (sign === bracket || sign === brace) {
        depth += 1;
        values += 1;
      }
      if (depth > most.depth || values > most.values) {
        throw new VitrineError('bad-request', { why: 'body-shape', levels: most.depth, values: most.values });
      }
    }
  };
}
