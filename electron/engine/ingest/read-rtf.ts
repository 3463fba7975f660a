import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadBlocks } from './document-blocks';
import { overLimit, type ReadContext } from './format-errors';
import { RtfBlocks } from './rtf-blocks';
import { rtfTokens } from './rtf-tokens';

/** So many steps are taken before others get a turn and a cancel is noticed. */
const STEPS_A_TURN = 200_000;

/**
 * The text of an RTF document: headings by outline level, tables, footnotes where they stand. Left out: headers and
 * footers, pictures, embedded objects, hidden instructions of fields.
 * Errors: `too-large` (groups nested too deep); an aborted signal throws its reason.
 */
export async function readRtf(bytes: Uint8Array, context: ReadContext): Promise<ReadBlocks> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const handler = new RtfBlocks();
  let steps = 0;
  for (const token of rtfTokens(source)) {
    steps += 1;
    if (steps % STEPS_A_TURN === 0) {
      await nextTurn();
      context.signal?.throwIfAborted();
    }
    handler.take(token);
    if (handler.depth > context.limits.maxDepth) {
      throw overLimit(context, 'maxDepth', `nests its groups more than ${context.limits.maxDepth} deep`);
    }
  }
  const blocks = handler.finish();
  const warnings = handler.depth > 0 ? ['The document breaks off before its end; what is there was read.'] : [];
  return { title: handler.title, blocks, warnings };
}
