/** Rows of the table, one word after the other in the same ones: a query is compared with hundreds of words. */
let rows: [Uint32Array, Uint32Array, Uint32Array] = [new Uint32Array(64), new Uint32Array(64), new Uint32Array(64)];

/**
 * Optimal string alignment distance (Damerau 1964): least number of letters put in, left out, replaced or swapped with
 * their neighbour.
 */
export function editDistance(a: string, b: string): number {
  const width = b.length + 1;
  if (rows[0].length < width) rows = [new Uint32Array(width), new Uint32Array(width), new Uint32Array(width)];
  let [beforeLast, last, current] = rows;
  for (let column = 0; column < width; column += 1) last[column] = column;
  for (let row = 1; row <= a.length; row += 1) {
    current[0] = row;
    for (let column = 1; column < width; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let best = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + cost);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      }
      current[column] = best;
    }
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[b.length] ?? 0;
}
