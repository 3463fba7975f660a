import type { OriginSegment } from '@shared/prompt-origins';
import type { PromptBlock } from './prompt-measure';

/** A stretch of one segment; a segment that was cut has several, in their order. */
export interface PromptPiece {
  /** The segment's place in the list of all. */
  readonly index: number;
  readonly segment: OriginSegment;
  /** UTF-16 code units in `prompt_ready`. */
  readonly startChar: number;
  readonly endChar: number;
}

/** A stretch of a block that is laid out by itself; each but the last of a block ends with a line. */
export interface PromptPart {
  readonly pieces: readonly PromptPiece[];
  /** Lines that it takes about, where `columns` characters fit a line. */
  readonly lines: number;
}

/** Characters from which on a part ends at the next place where it may: a little more than a screen of them. */
const enough = 1600;
/** Characters in a line of the case as wide as it opens. */
const columns = 44;

/**
 * A block in parts, of which the page lays out only those that are looked at. Parts end after a line's end that is a
 * segment's own end, or that stands at the beginning of words of the frame (headings, fences): so a passage, which may
 * be marked as a whole, is never cut. No character is lost, and a line's end at a part's end draws no line of its own.
 */
export function promptParts({ segments }: PromptBlock, prompt: string): readonly PromptPart[] {
  const parts: PromptPiece[][] = [];
  let open: PromptPiece[] = [];
  let length = 0;
  const add = (piece: PromptPiece): void => {
    if (piece.startChar === piece.endChar) return;
    open.push(piece);
    length += piece.endChar - piece.startChar;
    if (length < enough || prompt[piece.endChar - 1] !== '\n') return;
    parts.push(open);
    open = [];
    length = 0;
  };
  for (const { segment, index } of segments) {
    const { startChar, endChar, field } = segment;
    const cut = field === null ? afterLineEnds(prompt, startChar, endChar) : startChar;
    add({ index, segment, startChar, endChar: cut });
    add({ index, segment, startChar: cut, endChar });
  }
  if (open.length > 0) parts.push(open);
  return parts.map((pieces) => ({ pieces, lines: linesOf(pieces, prompt) }));
}

function afterLineEnds(prompt: string, from: number, to: number): number {
  let at = from;
  while (at < to && prompt[at] === '\n') at += 1;
  return at;
}

function linesOf(pieces: readonly PromptPiece[], prompt: string): number {
  const text = prompt.slice(pieces[0]?.startChar, pieces.at(-1)?.endChar);
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
}
