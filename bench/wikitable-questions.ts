import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type PlanResult, type TypedTable, typedTable } from '../electron/engine/calculation';

/** A question of WikiTableQuestions (Pasupat and Liang 2015). */
export interface TableQuestion {
  readonly id: string;
  readonly question: string;
  readonly table: string;
  readonly answers: readonly string[];
}

const wikiTableFolder = resolve(import.meta.dirname, '..', '..', 'shared', 'data', 'wikitablequestions');

/** The sample beside the checkout or in the place that is known; null where there is none. */
export function wikiTableQuestions(
  folders: readonly string[] = [wikiTableFolder],
): { readonly questions: readonly TableQuestion[]; readonly tableOf: (name: string) => TypedTable } | null {
  const folder = folders.find((one) => existsSync(join(one, 'questions.tsv')));
  if (folder === undefined) return null;
  const [, ...lines] = readFileSync(join(folder, 'questions.tsv'), 'utf8').trimEnd().split('\n');
  const questions = lines.map((line): TableQuestion => {
    const [id = '', question = '', table = '', answer = ''] = line.split('\t');
    return { id, question: decoded(question), table, answers: answer.split('|') };
  });
  const tables = new Map<string, TypedTable>();
  const tableOf = (name: string): TypedTable => {
    const known = tables.get(name);
    if (known) return known;
    const table = typedTable(escapedCsv(readFileSync(join(folder, 'tables', name), 'utf8')));
    tables.set(name, table);
    return table;
  };
  return { questions, tableOf };
}

/** Rules are fitted on the tables of one half and reported on the other; a table is in one by the hash of its name. */
export const halfOf = ({ table }: TableQuestion): 'fit' | 'report' =>
  (createHash('sha256').update(table).digest()[0] ?? 0) % 2 === 0 ? 'fit' : 'report';

/** CSV whose quotes are escaped by a backslash. */
export function escapedCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '\\' && isQuoted) {
      at += 1;
      cell += text[at] === 'n' ? '\n' : (text[at] ?? '');
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted || (sign !== ',' && sign !== '\n' && sign !== '\r')) cell += sign;
    else if (sign === ',') {
      row.push(cell);
      cell = '';
    } else if (sign === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
    }
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows;
}

/** What a result answers, as texts. */
export function answersOf(result: PlanResult): string[] {
  if (result.verdict === 'yes' || result.verdict === 'no') return [result.verdict];
  return [...new Set(result.values.map(({ text }) => text))];
}

/** The official evaluator's normal form: no accents, footnotes, details in parentheses, quotes around, full stop, capitals. */
function normal(text: string): string {
  let now = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’´`]/gu, "'")
    .replace(/[“”]/gu, '"')
    .replace(/[‐‑‒–—−]/gu, '-');
  for (;;) {
    const before = now;
    now = now.trim().replace(/(?:(?<!^)\[[^\]]*\]|\[\d+\]|[•♦†‡*#+])*$/u, '');
    now = now.trim().replace(/(?<!^)(?: \([^)]*\))*$/u, '');
    now = now.trim().replace(/^"([^"]*)"$/u, '$1');
    if (now === before) break;
  }
  return now.replace(/\.$/u, '').replace(/\s+/gu, ' ').toLowerCase().trim();
}

const numberOf = (text: string): number | null =>
  /^[-+]?\d{1,3}(?:,\d{3})*(?:\.\d+)?$|^[-+]?\d*\.?\d+$/u.test(text) ? Number(text.replaceAll(',', '')) : null;
const dateOf = (text: string): number | null =>
  /[a-z]|\d-\d/u.test(text) && /\d{4}/u.test(text) && /^[\w ,-]+$/u.test(text) ? Date.parse(text) || null : null;

function same(one: string, other: string): boolean {
  const [a, b] = [normal(one), normal(other)];
  if (a === b) return true;
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x !== null && y !== null) return Math.abs(x - y) < 1e-6;
  const [d, e] = [dateOf(a), dateOf(b)];
  return d !== null && e !== null && d === e;
}

/** Whether two sets of answers are the same: as many, and each in the other. */
export function isRight(found: readonly string[], gold: readonly string[]): boolean {
  const once = (texts: readonly string[]) => [...new Set(texts.map(normal))];
  if (once(found).length !== once(gold).length) return false;
  return gold.every((one) => found.some((other) => same(one, other)));
}

/** Questions have letters as numbered entities of HTML. */
const decoded = (text: string): string =>
  text.replace(/&#(\d+);/gu, (_, code: string) => String.fromCodePoint(Number(code)));
