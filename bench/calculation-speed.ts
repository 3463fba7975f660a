import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineOptions } from '../electron/engine/host-options';
import { ensureBuilt } from '../tests/integration/cli/vitrine-command';
import { EngineProcess } from '../tests/integration/library/engine-process';
import { repository } from './benchmark-page';

export interface SpeedFigures {
  readonly rows: number;
  /** To take in the file: read, cut, typed, written. Without an embedding model, which a sheet of numbers tells nothing. */
  readonly ingestMs: number;
  /** Bytes of the file that the typed table is kept in. */
  readonly keptBytes: number;
  /** Of each question through all stages, the first after a start of the engine. */
  readonly questions: readonly {
    readonly question: string;
    readonly ms: number;
    /** The values that were calculated; null where passages answered. */
    readonly answer: string | null;
  }[];
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

/** Questions of a csv of so many rows, as they are asked of the engine once it has taken it in. */
export async function calculationSpeed(rows = 1_000_000): Promise<SpeedFigures> {
  ensureBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'calculation-'));
  const libraryFolder = join(folder, 'library');
  const options = {
    ...engineOptions(process.env, { appFolder: repository, libraryFolder }),
    bundledModelFolder: join(folder, 'none'),
    logFile: null,
  };
  // The engine that the program has: loaded file by file, its first question waits for the loader.
  let engine = await EngineProcess.open(options);
  try {
    const path = join(folder, 'orders.csv');
    writeFileSync(path, csvOfRows(rows));
    const [report, ingestMs] = await timed(() => engine.ask('ingest.run', { paths: [path] }));
    if (report.totals.indexed !== 1) throw new Error(JSON.stringify(report.files));
    const keptIn = join(libraryFolder, 'tables');
    const kept = existsSync(keptIn) ? readdirSync(keptIn) : [];
    const keptBytes = kept.reduce((sum, name) => sum + statSync(join(keptIn, name)).size, 0);
    await engine.close();
    engine = await EngineProcess.open(options);
    const questions: SpeedFigures['questions'][number][] = [];
    for (const question of asked) {
      const [answer, ms] = await timed(() => engine.ask('chat.ask', { question }));
      const values = answer.calculation ? answer.answer.match(/\*\*[^*]+\*\*/gu) : null;
      questions.push({ question, ms, answer: values?.slice(0, 3).join(' ').replaceAll('**', '') ?? null });
    }
    return { rows, ingestMs, keptBytes, questions };
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  const result = await work();
  return [result, Math.round(performance.now() - start)];
}
