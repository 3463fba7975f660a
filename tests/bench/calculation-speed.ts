import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { openTableStore, type Plan, readQuestion, typedTable } from '../../electron/engine/calculation';

export interface SpeedFigures {
  readonly rows: number;
  /** Milliseconds to parse the csv, to type it, to load it into the file, and to read the first question of it. */
  readonly parseMs: number;
  readonly typeMs: number;
  readonly loadMs: number;
  readonly firstReadingMs: number;
  /** The longest of three runs of each question, its reading and its plan, once the table is loaded. */
  readonly questions: readonly { readonly question: string; readonly ms: number; readonly answer: string }[];
}

const cities = ['Leeds', 'Bristol', 'Norwich', 'Exeter', 'Dundee', 'Swansea', 'York'];

/** A csv of so many rows, made by counting: the same each time. */
function csvOfRows(rows: number): string {
  const lines = ['Order,City,Units,Amount,Date'];
  for (let at = 0; at < rows; at += 1) {
    const amount = (at * 7919) % 400_000;
    const day = new Date(Date.UTC(2015, 0, 1 + (at % 3000))).toISOString().slice(0, 10);
    lines.push(
      `PO-${at},${cities[(at * 31) % cities.length]},${(at * 17) % 90},${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')},${day}`,
    );
  }
  return lines.join('\n');
}

/** Questions of a table of so many rows, in a file as it is kept. */
export function calculationSpeed(rows = 1_000_000): SpeedFigures {
  const folder = mkdtempSync(join(tmpdir(), 'calculation-'));
  try {
    const csv = csvOfRows(rows);
    const [parsed, parseMs] = timed(() => Papa.parse<string[]>(csv).data);
    const [table, typeMs] = timed(() => typedTable(parsed));
    const store = openTableStore(join(folder, 'tables.db'));
    const [orders, loadMs] = timed(() => store.addTable(table));
    const asked = [
      'How many orders are from Leeds?',
      'What is the total amount in Bristol?',
      'What is the average amount in York?',
      'How many orders have more than 50 units?',
      'Which order has the highest amount?',
      'Which city has the most orders?',
      'How many different cities are there?',
      'How many orders are after January 5, 2020?',
    ];
    const [, firstReadingMs] = timed(() => readQuestion(asked[0] ?? '', [table], 'eng'));
    const ask = (question: string): { plan: Plan | null; answer: string } => {
      const reading = readQuestion(question, [table], 'eng');
      if (reading.kind === 'unsure') return { plan: null, answer: reading.reason };
      const { values } = store.run(reading.plan, [orders]);
      return {
        plan: reading.plan,
        answer: values
          .slice(0, 3)
          .map(({ text }) => text)
          .join(', '),
      };
    };
    const questions = asked.map((question) => {
      const runs = [0, 1, 2].map(() => timed(() => ask(question)));
      return { question, ms: Math.max(...runs.map(([, ms]) => ms)), answer: runs[0]?.[0].answer ?? '' };
    });
    store.close();
    return { rows, parseMs, typeMs, loadMs, firstReadingMs, questions };
  } finally {
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

function timed<T>(work: () => T): [T, number] {
  const start = performance.now();
  const result = work();
  return [result, Math.round(performance.now() - start)];
}
