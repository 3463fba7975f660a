/**
 * `npx tsx bench/quality-extraction.ts [FOLDER]`: values of a review table's cells against the labels of Kleister NDA
 * (Graliński et al. 2020), in ../shared/data/kleister-nda beside the checkout or in FOLDER.
 *
 * Micro F1 over (file, key, value), on upper-cased values in the set's normal form. The thresholds of each key are
 * fitted on four fifths of the documents and counted on the fifth one; the rules were made with the documents of the
 * first half by hash in sight, so that the other half is reported apart: its figures were watched, its texts not read. The baseline knows no question: first date, first
 * names in a legal form, the place that most of the other documents have, first duration.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type ExtractionColumn,
  type ExtractionDocument,
  type FoundValue,
  leastConfidence,
  type PreparedDocument,
  ranked,
  readForExtraction,
} from '../electron/engine/extraction';
import { readDocument } from '../electron/engine/ingest';
import { canonicalName } from '../electron/engine/text/values/name';
import type { TypedValue } from '../shared/value-types';
import { tableOf } from './benchmark-page';

const keys = ['party', 'effective_date', 'jurisdiction', 'term'] as const;
type Key = (typeof keys)[number];

const columns: Readonly<Record<Key, ExtractionColumn>> = {
  party: { question: 'Who are the parties to the agreement?', type: 'name', many: true },
  effective_date: { question: 'When does the agreement take effect?', type: 'date' },
  jurisdiction: { question: 'Which state’s law governs the agreement?', type: 'name' },
  term: { question: 'What is the term of the agreement?', type: 'duration' },
};

const readLimits = {
  maxFileBytes: 104_857_600,
  maxPages: 5000,
  maxExpandedBytes: 268_435_456,
  maxEntries: 20_000,
  maxExpansionRatio: 400,
  maxDepth: 1000,
};

interface LabelledDocument {
  readonly file: string;
  readonly document: PreparedDocument;
  readonly wanted: Readonly<Record<Key, ReadonlySet<string>>>;
  readonly ranked: Readonly<Record<Key, readonly FoundValue[]>>;
  readonly fold: number;
  /** Whether the rules were made with it in sight. */
  readonly seen: boolean;
}

export interface Figures {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly filled: number;
}

export interface ExtractionFigures {
  readonly documents: number;
  /** By key and `all`. */
  readonly crossValidated: Readonly<Record<string, Figures>>;
  readonly crossValidatedUnseen: Readonly<Record<string, Figures>>;
  readonly asShipped: Readonly<Record<string, Figures>>;
  readonly asShippedUnseen: Readonly<Record<string, Figures>>;
  readonly baseline: Readonly<Record<string, Figures>>;
  /** Of all documents: what a run would fit. */
  readonly fitted: Readonly<Record<string, number>>;
  /** Share of filled cells whose quote holds the value as it stands in the text. */
  readonly verbatim: number;
  /** Of processor time, what is found once a document included. */
  readonly millisecondsPerCell: number;
}

const hashOf = (file: string): string => createHash('sha256').update(file).digest('hex');

const normal = (written: string): string => canonicalName(written).replaceAll(' ', '_');

function normalOf(value: TypedValue): string {
  if (value.type === 'name') return normal(value.name);
  if (value.type === 'date') return value.date;
  if (value.type !== 'duration') throw new Error(`The set has no ${value.type}.`);
  return normal(`${value.count} ${value.count === 1 ? value.unit.slice(0, -1) : value.unit}`);
}

async function open(folder: string): Promise<{ documents: LabelledDocument[]; millisecondsPerCell: number }> {
  const labels = new Map(
    readFileSync(join(folder, 'expected.tsv'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('\t') as [string, string]),
  );
  const files = readdirSync(join(folder, 'documents')).filter((file) => labels.has(file));
  const byHash = [...files].sort((one, other) => (hashOf(one) < hashOf(other) ? -1 : 1));
  let milliseconds = 0;
  const documents: LabelledDocument[] = [];
  for (const file of files.sort()) {
    const bytes = new Uint8Array(readFileSync(join(folder, 'documents', file)));
    const read: ExtractionDocument = await readDocument(bytes, file, readLimits);
    const begun = process.cpuUsage();
    const document = readForExtraction(read);
    const values = byKey((key) => ranked(document, columns[key]).values);
    const { user, system } = process.cpuUsage(begun);
    milliseconds += (user + system) / 1000;
    const wanted = byKey((key) => {
      const pairs = (labels.get(file) ?? '').split(' ').filter((pair) => pair.startsWith(`${key}=`));
      return new Set(pairs.map((pair) => normal(pair.slice(key.length + 1).replaceAll('_', ' '))));
    });
    const fold = Number.parseInt(hashOf(file).slice(-8), 16) % 5;
    documents.push({ file, document, wanted, ranked: values, fold, seen: byHash.indexOf(file) < files.length / 2 });
  }
  return { documents, millisecondsPerCell: milliseconds / (documents.length * keys.length) };
}

const byKey = <Value>(of: (key: Key) => Value): Record<Key, Value> =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>;

type Answers = (document: LabelledDocument, key: Key) => ReadonlySet<string>;

/** What the cells hold at a threshold. */
const atThreshold =
  (threshold: (key: Key, fold: number) => number): Answers =>
  ({ ranked: values, fold }, key) => {
    const sure = values[key].filter(({ confidence }) => confidence >= threshold(key, fold));
    return new Set((columns[key].many ? sure : sure.slice(0, 1)).map(({ value }) => normalOf(value)));
  };

function measured(documents: readonly LabelledDocument[], answers: Answers): Record<string, Figures> {
  const counts = [...keys, 'all'].map((key) => [key, { right: 0, given: 0, wanted: 0 }] as const);
  const of = new Map<string, { right: number; given: number; wanted: number }>(counts);
  for (const document of documents) {
    for (const key of keys) {
      const given = answers(document, key);
      const wanted = document.wanted[key];
      for (const name of [key, 'all']) {
        const count = of.get(name);
        if (!count) continue;
        count.right += [...given].filter((value) => wanted.has(value)).length;
        count.given += given.size;
        count.wanted += wanted.size;
      }
    }
  }
  return Object.fromEntries(
    [...of].map(([key, { right, given, wanted }]) => [
      key,
      {
        precision: given === 0 ? 1 : right / given,
        recall: wanted === 0 ? 1 : right / wanted,
        f1: given + wanted === 0 ? 1 : (2 * right) / (given + wanted),
        filled: given,
      },
    ]),
  );
}

const grid = Array.from({ length: 19 }, (_, at) => (at + 1) / 20);

/** The least precision that a filled cell is to have on the documents of a fit, of whose labels some are wrong. */
const bar = 0.95;

/** The threshold of a key with the best F1 on some documents among those that keep the bar; the most precise where none does. */
function fitted(documents: readonly LabelledDocument[], key: Key): number {
  const worth = (threshold: number): number => {
    let [right, given, wanted] = [0, 0, 0];
    for (const document of documents) {
      const values = atThreshold(() => threshold)(document, key);
      right += [...values].filter((value) => document.wanted[key].has(value)).length;
      given += values.size;
      wanted += document.wanted[key].size;
    }
    // One more counts as wrong: a few right ones alone do not show a threshold to be good.
    const precision = right / (given + 1);
    return precision >= bar ? 1 + (2 * right) / (given + wanted || 1) : precision;
  };
  const best = Math.max(...grid.map(worth));
  // The middle of the best ones: the least and the greatest of them lie at an edge of these documents.
  const equal = grid.filter((threshold) => worth(threshold) > best - 1e-9);
  return equal[Math.floor(equal.length / 2)] ?? 0.5;
}

/** What needs no question. */
function naive(documents: readonly LabelledDocument[]): Answers {
  const places = new Map<string, number>();
  for (const { wanted } of documents)
    for (const place of wanted.jurisdiction) places.set(place, (places.get(place) ?? 0) + 1);
  return ({ document, wanted }, key) => {
    if (key === 'jurisdiction') {
      const others = [...places].map(
        ([place, count]) => [place, count - (wanted.jurisdiction.has(place) ? 1 : 0)] as const,
      );
      const [most] = others.sort(([, one], [, other]) => other - one);
      return new Set(most ? [most[0]] : []);
    }
    const column = { ...columns[key], question: '' };
    const all = [...ranked(document, column).values].sort((one, other) => one.start - other.start);
    if (key === 'party') {
      const named = all.filter(
        ({ value }) => value.type === 'name' && /\b(?:inc|corp|llc|company|co|ltd)\b/iu.test(value.name),
      );
      return new Set(named.slice(0, 2).map(({ value }) => normalOf(value)));
    }
    const [first] = all.filter(({ value }) => value.type !== 'date' || value.date.length === 10);
    return new Set(first ? [normalOf(first.value)] : []);
  };
}

/** Figures of the set in a folder; null where there is none. */
export async function extractionQuality(folder: string): Promise<ExtractionFigures | null> {
  if (!existsSync(join(folder, 'expected.tsv'))) return null;
  const { documents, millisecondsPerCell } = await open(folder);
  const unseen = documents.filter(({ seen }) => !seen);
  const ofFold = new Map(
    [0, 1, 2, 3, 4].flatMap((fold) => {
      const others = documents.filter((document) => document.fold !== fold);
      return keys.map((key) => [`${fold} ${key}`, fitted(others, key)] as const);
    }),
  );
  const crossed = atThreshold((key, fold) => ofFold.get(`${fold} ${key}`) ?? 1);
  const shipped = atThreshold((key) => leastConfidence(columns[key]));
  const filled = documents.flatMap(({ document, ranked: values }) =>
    keys.flatMap((key) =>
      values[key]
        .filter(({ confidence }) => confidence >= leastConfidence(columns[key]))
        .map((value) => isVerbatim(document.document.text, value)),
    ),
  );
  return {
    documents: documents.length,
    crossValidated: measured(documents, crossed),
    crossValidatedUnseen: measured(unseen, crossed),
    asShipped: measured(documents, shipped),
    asShippedUnseen: measured(unseen, shipped),
    baseline: measured(documents, naive(documents)),
    fitted: byKey((key) => fitted(documents, key)),
    verbatim: filled.filter(Boolean).length / Math.max(1, filled.length),
    millisecondsPerCell,
  };
}

/** Whether a quote lies in the text, holds its value, and the value reads there as the cell has it. */
function isVerbatim(text: string, { value, start, end, quoteStart, quoteEnd }: FoundValue): boolean {
  const within = quoteStart >= 0 && quoteStart <= start && start < end && end <= quoteEnd && quoteEnd <= text.length;
  const written = text.slice(start, end).replace(/\s+/gu, ' ');
  return within && (value.type !== 'name' || written === value.name);
}

const shown = (figure: number): string => figure.toFixed(3);

/** The figures as a table. */
export function extractionTable(figures: ExtractionFigures): string[] {
  const ways = [
    ['first date, first names, most frequent place', figures.baseline],
    ['thresholds fitted on the other folds', figures.crossValidated],
    ['the same, half that no rule has seen', figures.crossValidatedUnseen],
    ['as shipped', figures.asShipped],
    ['as shipped, half that no rule has seen', figures.asShippedUnseen],
  ] as const;
  const rows = ways.flatMap(([way, by]) =>
    Object.entries(by).map(([key, { precision, recall, f1, filled }]) => [
      way,
      key,
      shown(precision),
      shown(recall),
      shown(f1),
      String(filled),
    ]),
  );
  return tableOf(['values', 'key', 'precision', 'recall', 'F1', 'filled'], rows);
}

async function main(): Promise<void> {
  const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../../shared/data/kleister-nda'));
  const figures = await extractionQuality(folder);
  if (!figures) {
    console.log('skipped: no labelled agreements in ../shared/data/kleister-nda; name their folder.');
    return;
  }
  for (const line of extractionTable(figures)) console.log(line);
  console.log(`${figures.documents} documents, thresholds ${JSON.stringify(figures.fitted)}`);
  console.log(
    `verbatim ${shown(figures.verbatim)}, ${figures.millisecondsPerCell.toFixed(1)} ms of processor time a cell`,
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) void main();
