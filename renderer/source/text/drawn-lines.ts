/** Where the letters of a text stand in what is drawn of it: rows carry `data-index`, pieces `data-from` and `data-to`. */

/** As `.source-table[data-pinned]` in source.css has it, pixels. */
const pinnedLeft = 12;

/** The line of the letter `at` in its row, in pixels of the window; null while the row is not drawn. */
export function lineOf(flow: HTMLElement, row: number, at: number): DOMRect | null {
  const element = flow.querySelector<HTMLElement>(`[data-index="${row}"]`);
  if (!element) return null;
  const pieces = piecesOf(element);
  const piece = pieces.find(({ dataset }) => Number(dataset.to) > at) ?? pieces.at(-1);
  const rect = piece && letterRect(piece, at - Number(piece.dataset.from));
  return rect ?? element.getBoundingClientRect();
}

/** The first letter whose line is not above `top`, and that line; null where nothing is drawn. */
export function firstLetterBelow(
  flow: HTMLElement,
  top: number,
): { readonly at: number; readonly line: DOMRect } | null {
  const below = (element: Element) => element.getBoundingClientRect().bottom > top + 1;
  for (const row of flow.querySelectorAll<HTMLElement>('[data-index]')) {
    if (!below(row)) continue;
    const piece = piecesOf(row).find(below);
    if (!piece) continue;
    const reaches = (offset: number) => (letterRect(piece, offset)?.bottom ?? 0) > top + 1;
    const length = piece.textContent.length;
    let [low, high] = [0, Math.max(0, length - 1)];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (reaches(middle)) high = middle;
      else low = middle + 1;
    }
    const line = letterRect(piece, low);
    if (line) return { at: Number(piece.dataset.from) + low, line };
  }
  return null;
}

/**
 * How far, in pixels from the left of the pane, the column of a row reaches that stays in view beside the letter `at`:
 * 0 where none does, null where the letter stands in that column itself.
 */
export function pinnedBefore(flow: HTMLElement, row: number, at: number): number | null {
  const cell = flow.querySelector<HTMLElement>(
    `table[data-pinned] [data-index="${row}"] > :first-child:not([colspan])`,
  );
  if (!cell) return 0;
  const inIt = piecesOf(cell).some(({ dataset }) => Number(dataset.to) > at);
  return inIt ? null : cell.offsetWidth + pinnedLeft;
}

function piecesOf(row: HTMLElement): readonly HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('[data-from]')];
}

/**
 * The rectangle of one letter of a piece, or of its first line where the letter has none, as a line break; null for what
 * is folded away.
 */
function letterRect(piece: HTMLElement, offset: number): DOMRect | null {
  const text = piece.firstChild;
  if (text instanceof Text && text.length > 0) {
    const from = Math.min(text.length - 1, Math.max(0, offset));
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, from + 1);
    const rect = range.getClientRects()[0];
    if (rect) return rect;
  }
  return piece.getClientRects()[0] ?? null;
}
