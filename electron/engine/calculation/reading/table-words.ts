import { rememberedKeys } from '../plans/scope';
import type { TypedColumn } from '../tables/typed-column';
import type { TypedTable } from '../tables/typed-table';
import { type Lexicon, type Token, tokens } from './words';

export interface KnownCell {
  readonly column: number;
  readonly key: string;
  readonly stems: readonly string[];
  readonly rows: readonly number[];
}

export interface KnownColumn {
  readonly index: number;
  readonly column: TypedColumn;
  /** Words of its header, without brackets. */
  readonly stems: readonly string[];
  readonly aside: readonly string[];
  readonly kind: TypedColumn['type'];
  /** Whole numbers that are years. */
  readonly isYear: boolean;
  /** Numbers that order or name rows. */
  readonly isRank: boolean;
  /** Of those, numbers with the lowest as the best. */
  readonly isStanding: boolean;
  /** How many different cells it has, against those that are not empty. */
  readonly different: number;
  readonly filled: number;
}

/** The words of a table as questions may name them. */
export interface TableWords {
  readonly table: TypedTable;
  readonly columns: readonly KnownColumn[];
  readonly places: ReadonlyMap<string, readonly CellPlace[]>;
  readonly rowCount: number;
}

interface CellPlace {
  readonly cell: KnownCell;
  readonly at: number;
}

/** For longer columns, the words of only so many different cells are known. */
const mostCells = 50_000;
const mostTokens = 60;
/** For a cell in many rows, so many rows are known. */
const mostRowsOfCell = 20_000;

const kept = new WeakMap<TypedTable, Map<string, TableWords>>();

export function tableWords(table: TypedTable, lexicon: Lexicon): TableWords {
  const byLanguage = kept.get(table) ?? new Map<string, TableWords>();
  kept.set(table, byLanguage);
  const known = byLanguage.get(lexicon.language);
  if (known) return known;
  const words = read(table, lexicon);
  byLanguage.set(lexicon.language, words);
  return words;
}

function read(table: TypedTable, lexicon: Lexicon): TableWords {
  const places = new Map<string, CellPlace[]>();
  const totals = new Set(table.totals);
  const columns = table.columns.map((column, index): KnownColumn => {
    const cells = new Map<string, number[]>();
    const keyOf = rememberedKeys(mostCells);
    let filled = 0;
    for (const [row, texts] of table.rows.entries()) {
      if (totals.has(row)) continue;
      const key = keyOf(texts[index] ?? '');
      if (key === '') continue;
      filled += 1;
      const rows = cells.get(key);
      if (rows) {
        if (rows.length < mostRowsOfCell) rows.push(row);
      } else if (cells.size < mostCells) cells.set(key, [row]);
    }
    for (const [key, rows] of cells) {
      const stems = tokens(key, lexicon)
        .slice(0, mostTokens)
        .map(({ stem }) => stem);
      const cell: KnownCell = { column: index, key, stems, rows };
      for (const [at, stem] of stems.entries()) {
        const of = places.get(stem);
        if (of) of.push({ cell, at });
        else places.set(stem, [{ cell, at }]);
      }
    }
    return { index, column, ...headOf(column, lexicon), ...natureOf(column, lexicon), different: cells.size, filled };
  });
  return { table, columns, places, rowCount: table.rows.length - totals.size };
}

function headOf({ name }: TypedColumn, lexicon: Lexicon): Pick<KnownColumn, 'stems' | 'aside'> {
  const outside = name.replace(/[([][^()[\]]*[)\]]/gu, ' ');
  const stems = (text: string) => tokens(text, lexicon).map(({ stem }) => stem);
  const aside = [...name.matchAll(/[([]([^()[\]]*)[)\]]/gu)].flatMap(([, text = '']) => stems(text));
  return stems(outside).length > 0 ? { stems: stems(outside), aside } : { stems: aside, aside: [] };
}

function natureOf(
  column: TypedColumn,
  lexicon: Lexicon,
): Pick<KnownColumn, 'kind' | 'isYear' | 'isRank' | 'isStanding'> {
  const kind = column.partly ?? column.type;
  const numbers = column.values.filter((value) => value !== null);
  const isYear =
    kind === 'number' &&
    column.scale === 0 &&
    numbers.length > 0 &&
    numbers.every((value) => value >= 1000 && value <= 2100) &&
    column.unit === null &&
    numbers.some((value) => value > 1700);
  const head = tokens(column.name, lexicon).map(({ stem }) => stem);
  const ranks = new Set(lexicon.words.heads.rank.flatMap((word) => tokens(word, lexicon).map(({ stem }) => stem)));
  const counts =
    numbers.length > 2 && column.scale === 0 && numbers.every((value, at) => value === (numbers[0] ?? 0) + at);
  const standing = new Set(lexicon.words.heads.standing.map((word) => lexicon.stem(word)));
  const isStanding = kind === 'number' && head.length <= 4 && head.some((stem) => standing.has(stem));
  return {
    kind,
    isYear,
    isStanding,
    isRank: kind === 'number' && (isYear || counts || (head.length <= 2 && head.some((stem) => ranks.has(stem)))),
  };
}

/** A run of a question's words that is in cells: the longest from its first word, by column. */
interface ValueRun {
  readonly start: number;
  readonly length: number;
  readonly column: number;
  readonly cells: readonly KnownCell[];
  readonly isWhole: boolean;
}

/** The longest runs that begin at each word, one for each column that has them. */
export function valueRuns(question: readonly Token[], words: TableWords): ValueRun[] {
  const found: ValueRun[] = [];
  for (const [start, token] of question.entries()) {
    const best = new Map<number, { length: number; cells: KnownCell[]; isWhole: boolean }>();
    for (const { cell, at } of words.places.get(token.stem) ?? []) {
      let length = 1;
      while (
        start + length < question.length &&
        at + length < cell.stems.length &&
        question[start + length]?.stem === cell.stems[at + length]
      )
        length += 1;
      const isWhole = at === 0 && length === cell.stems.length;
      const before = best.get(cell.column);
      if (!before || length > before.length || (length === before.length && isWhole && !before.isWhole))
        best.set(cell.column, { length, cells: [cell], isWhole });
      else if (length === before.length && isWhole === before.isWhole && before.cells.at(-1) !== cell)
        before.cells.push(cell);
    }
    for (const [column, run] of best) found.push({ start, column, ...run });
  }
  return found;
}
