import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '../shared/contract';
import { must, tableOf } from './benchmark-page';
import { redlineFigures, topicFigures } from './comparison-speed';
import { BenchLibrary } from './library-of-bench';
import { calculationFigures } from './quality-calculation';
import { extractionQuality, extractionTable } from './quality-extraction';
import { routerFigures } from './router-quality';
import type { AnswerFigures } from './wikitable-quality';

const noModel = { answerTokens: 96, promptTokens: null } as const;

/** A question about all agreements with the files that the labels say are meant. */
interface CensusQuestion {
  readonly kind: 'law' | 'date' | 'term' | 'party';
  readonly question: string;
  readonly files: ReadonlySet<string>;
}

interface Labels {
  readonly file: string;
  readonly jurisdiction: string | null;
  readonly date: string | null;
  readonly term: readonly [count: number, unit: string] | null;
  readonly parties: readonly string[];
}

function labelsOf(folder: string): Labels[] {
  return readFileSync(join(folder, 'expected.tsv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [file = '', said = ''] = line.split('\t');
      const pairs = said.split(' ').map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at), pair.slice(at + 1).replaceAll('_', ' ')] as const;
      });
      const of = (key: string) => pairs.filter(([name]) => name === key).map(([, value]) => value);
      const [count, unit] = of('term')[0]?.split(' ') ?? [];
      return {
        file,
        jurisdiction: of('jurisdiction')[0] ?? null,
        date: of('effective_date')[0] ?? null,
        term: count && unit ? [Number(count), unit] : null,
        parties: of('party'),
      };
    });
}

const daysOf: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30.4, year: 365.2 };
const lengthOf = ([count, unit]: readonly [number, string]): number => count * (daysOf[unit.replace(/s$/u, '')] ?? 0);

/** Questions made of the labels alone, each in several wordings; none that no document answers. */
function questionsOf(labels: readonly Labels[]): CensusQuestion[] {
  const made: CensusQuestion[] = [];
  const add = (kind: CensusQuestion['kind'], question: string, meant: readonly Labels[]) => {
    if (meant.length > 0) made.push({ kind, question, files: new Set(meant.map(({ file }) => file)) });
  };
  for (const state of new Set(labels.flatMap(({ jurisdiction }) => jurisdiction ?? []))) {
    const meant = labels.filter(({ jurisdiction }) => jurisdiction === state);
    add('law', `Which agreements are governed by ${state} law?`, meant);
    add('law', `How many of these contracts are governed by the laws of the State of ${state}?`, meant);
  }
  for (const year of [2003, 2005, 2007, 2009, 2012]) {
    add(
      'date',
      `Which agreements were signed after ${year}?`,
      labels.filter(({ date }) => date !== null && date > `${year}-12-31`),
    );
    add(
      'date',
      `List all contracts that were signed before ${year}.`,
      labels.filter(({ date }) => date !== null && date < `${year}-01-01`),
    );
    add(
      'date',
      `How many agreements were signed in ${year}?`,
      labels.filter(({ date }) => date?.startsWith(String(year))),
    );
  }
  for (const years of [1, 2, 3, 5]) {
    const days = years * 365.2;
    add(
      'term',
      `Which agreements have a term of ${years} years?`,
      labels.filter(({ term }) => term && Math.abs(lengthOf(term) - days) < 2),
    );
    add(
      'term',
      `Which agreements have a term longer than ${years} years?`,
      labels.filter(({ term }) => term && lengthOf(term) > days + 2),
    );
  }
  for (const party of new Set(labels.flatMap(({ parties }) => parties))) {
    add(
      'party',
      `Which agreements name ${party} as a party?`,
      labels.filter(({ parties }) => parties.includes(party)),
    );
  }
  return made;
}

interface Measured {
  readonly kind: string;
  /** Documents that the labels say are meant. */
  readonly meant: number;
  /** Of those, how many the count or list has, an answer from passages cites, and have passages in its prompt. */
  readonly found: number;
  readonly cited: number;
  readonly inPrompt: number;
  readonly precision: number;
  readonly f1: number;
  readonly counted: boolean;
}

type Files = ReadonlySet<string>;

function measured(
  { kind, files }: CensusQuestion,
  found: Files,
  cited: Files,
  passages: Files,
  counted: boolean,
): Measured {
  const meantIn = (of: Files): number => [...of].filter((file) => files.has(file)).length;
  const right = meantIn(found);
  return {
    kind,
    meant: files.size,
    found: right,
    cited: meantIn(cited),
    inPrompt: meantIn(passages),
    precision: found.size === 0 ? 0 : right / found.size,
    f1: (2 * right) / (found.size + files.size),
    counted,
  };
}

const mean = (values: readonly number[]): string =>
  values.length === 0 ? '–' : (sum(values) / values.length).toFixed(3);

const foundBy = ['found', 'cited', 'inPrompt'] as const;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Documents found of those meant, of all questions together. */
function pooled(of: readonly Measured[], by: (typeof foundBy)[number]): string {
  const [found, meant] = [sum(of.map((one) => one[by])), sum(of.map((one) => one.meant))];
  return meant === 0 ? '–' : `${found} of ${meant} (${(found / meant).toFixed(3)})`;
}

/** Counts and lists over labelled agreements, beside what the best passages name; a table's cells; words over many files. */
export async function wholeCollection(data: string): Promise<string[] | null> {
  const folder = join(data, 'kleister-nda');
  if (!existsSync(join(folder, 'expected.tsv'))) return null;
  const extraction = await extractionQuality(folder);
  const census = await censusFigures(folder);
  const speed = await tableSpeed(folder);
  const words = await literalFigures();
  return [
    '### Review tables: values of 40 agreements',
    '',
    ...(extraction ? extractionTable(extraction) : []),
    '',
    `Quotes that hold their value word for word: ${((extraction?.verbatim ?? 0) * 100).toFixed(1)} %.`,
    '',
    ...speed,
    '',
    '### Counts and lists over all agreements',
    '',
    ...census,
    '',
    ...words,
    '',
    '### Kinds of questions',
    '',
    ...(await routerFigures(data)),
    '### Tables that calculate',
    '',
    ...(await calculated()),
    '',
    '### Comparison and overview',
    '',
    redlineFigures(),
    '',
    await topicFigures(),
  ];
}

/** Questions over tables; ‘unseen’ are the tables that no rule and no weight was made with. */
async function calculated(): Promise<string[]> {
  const { fit, report, generated, cut, speed } = await calculationFigures();
  const row = (set: string, figures: AnswerFigures | null): string[][] =>
    figures
      ? [
          [
            set,
            String(figures.questions),
            String(figures.answered),
            figures.precision.toFixed(3),
            figures.coverage.toFixed(3),
          ],
        ]
      : [];
  const rows = [
    ...row('WikiTableQuestions, tables of the rules', fit),
    ...row('WikiTableQuestions, unseen tables', report),
    ...row('generated sheets', generated),
    ...row('the same, each cut into two tables', cut),
  ];
  const slowest = Math.max(0, ...(speed?.questions ?? []).map(({ ms }) => ms));
  return [
    ...tableOf(['questions over tables', 'questions', 'answered', 'precision', 'coverage'], rows),
    '',
    ...(speed
      ? [
          `A csv of ${speed.rows} rows, once it is taken in, asked of the app: the slowest of ${speed.questions.length} questions, the first after a start among them, in ${(slowest / 1000).toFixed(2)} s.`,
        ]
      : []),
  ];
}

/** What a handful of passages cannot name. */
const many = 5;
const manyMeant = `meant: ${many} documents or more`;

async function censusFigures(folder: string): Promise<string[]> {
  const questions = questionsOf(labelsOf(folder));
  const library = await BenchLibrary.open(noModel);
  const { engine } = library;
  try {
    await must(engine.request('ingest.run', { paths: [join(folder, 'documents')] }));
    const documents = await must(engine.request('library.list', {}));
    const fileOf = new Map(documents.map(({ documentId, path }) => [documentId, path.split(/[/\\]/u).at(-1) ?? '']));
    const filesOf = (ids: readonly string[]) => new Set(ids.flatMap((id) => fileOf.get(id) ?? []));
    const figures: Measured[] = [];
    for (const one of questions) {
      const asked = { question: one.question, noLlm: true, alone: true } as const;
      const counted: Answer = await must(engine.request('chat.ask', asked));
      const passages: Answer = await must(engine.request('chat.ask', { ...asked, asPassages: true }));
      const run = await must(engine.request('run.get', { runId: passages.runId ?? '' }));
      const best = run.snapshots.Prompt_Builder;
      const chosen = new Set(best?.final_selection_ids ?? []);
      const inPrompt = (best?.base_context_chunks ?? [])
        .filter(({ id }) => chosen.has(id))
        .map(({ documentId }) => documentId);
      const cited = passages.citations.map(({ documentId }) => documentId);
      const found =
        counted.census?.found.map(({ documentId }) => documentId) ??
        counted.citations.map(({ documentId }) => documentId);
      figures.push(measured(one, filesOf(found), filesOf(cited), filesOf(inPrompt), counted.census !== undefined));
    }
    const timesCited = (of: readonly Measured[], by: 'found' | 'meant' = 'found'): string =>
      (sum(of.map((one) => one[by])) / Math.max(1, sum(of.map(({ cited }) => cited)))).toFixed(2);
    const kinds = ['law', 'date', 'term', 'party', 'all', manyMeant];
    const rows = kinds.map((kind) => {
      const isOf = (one: Measured): boolean =>
        kind === manyMeant ? one.meant >= many : kind === 'all' || one.kind === kind;
      const of = figures.filter(isOf);
      return [
        kind,
        String(of.length),
        String(of.filter(({ counted }) => counted).length),
        mean(of.map(({ precision }) => precision)),
        mean(of.map(({ f1 }) => f1)),
        ...foundBy.map((by) => mean(of.map((one) => one[by] / one.meant))),
        ...foundBy.map((by) => pooled(of, by)),
        timesCited(of),
      ];
    });
    return [
      ...tableOf(
        [
          'asked for',
          'questions',
          'read as one',
          'precision',
          'set F1',
          'recall',
          'recall of the answer from passages',
          'recall of the passages in its prompt',
          'found',
          'found by the answer from passages',
          'found by the passages in its prompt',
          'found, times the answer from passages',
        ],
        rows,
      ),
      '',
      'Questions are made of the labels of the set, each of which is a set of documents; figures are means over questions, but for the last four columns: documents found of documents meant, of all questions together.',
      '',
      `Of all questions together, ${timesCited(figures)} times as many documents are found as the answer from passages names; all that are meant would be ${timesCited(figures, 'meant')} times as many. A question by party means one document, which the best passage names as well: of the questions by law and by date it is ${timesCited(figures.filter(({ kind }) => kind === 'law' || kind === 'date'))} times as many.`,
    ];
  } finally {
    await library.close();
  }
}

const tableDocuments = 200;

/** As many different agreements as asked for, of the text of the labelled ones. */
async function tableSpeed(folder: string): Promise<string[]> {
  const library = await BenchLibrary.open(noModel);
  const { engine } = library;
  const files = await mkdtemp(join(tmpdir(), 'vitrine-agreements-'));
  try {
    await must(engine.request('ingest.run', { paths: [join(folder, 'documents')] }));
    const documents = await must(engine.request('library.list', {}));
    for (let at = 0; at < tableDocuments; at += 1) {
      const document = documents[at % documents.length];
      const { text } = await must(engine.request('library.source', { documentId: document?.documentId ?? '' }));
      await writeFile(join(files, `agreement-${at}.txt`), `${text}\n\nCopy ${at}.\n`);
    }
    await must(engine.request('ingest.run', { paths: [files], collection: 'Agreements' }));
    const scope = { collections: ['Agreements'] };
    const { tableId } = await must(engine.request('table.create', { name: 'Bench', scope, template: 'contract' }));
    for (const question of [
      'Who signed the agreement?',
      'What is the penalty?',
      'How long must records be kept?',
      'May the agreement be assigned?',
    ]) {
      await must(engine.request('table.addColumn', { tableId, question }));
    }
    const started = performance.now();
    const filled = await must(engine.request('table.fill', { tableId, wait: true }));
    const seconds = (performance.now() - started) / 1000;
    const again = await must(engine.request('table.estimate', { tableId }));
    const { cells } = await must(engine.request('table.get', { tableId }));
    const bare = cells.filter(({ items }) => items.some(({ quoteStart, quoteEnd }) => quoteEnd <= quoteStart)).length;
    return [
      `${tableDocuments} documents × ${filled.total / tableDocuments} columns: ${seconds.toFixed(1)} s without a model, ${cells.filter(({ items }) => items.length > 0).length} of ${filled.done} cells with a value, ${bare} values without a quote; a second run has ${again.cells} cells to compute.`,
    ];
  } finally {
    await library.close();
    await rm(files, { recursive: true, force: true });
  }
}

const literalDocuments = 1000;
const planted = ['force majeure', 'Straße', 'CO2', 'ŻÓŁĆ', 'honey "wild"'];

/** Words over many files, held against a scan of the same texts. */
async function literalFigures(): Promise<string[]> {
  const library = await BenchLibrary.open(noModel);
  const { engine } = library;
  const files = await mkdtemp(join(tmpdir(), 'vitrine-words-'));
  try {
    await mkdir(files, { recursive: true });
    const padding = 'The parties keep each other informed of what they do and of what they leave undone. '.repeat(30);
    for (let at = 0; at < literalDocuments; at += 1) {
      const words = planted.filter((_, place) => at % (place + 2) === 0).join('. ');
      await writeFile(join(files, `${at}.txt`), `${padding}\n\n${words}\n\n${padding} ${at}`);
    }
    await must(engine.request('ingest.run', { paths: [files] }));
    let wrong = 0;
    let slowest = 0;
    for (const words of [...planted, 'left undone', 'nowhere at all']) {
      const scan = readdirSync(files).filter((file) =>
        readFileSync(join(files, file), 'utf8').toLowerCase().includes(words.toLowerCase()),
      ).length;
      const started = performance.now();
      const question = `How many documents mention ${words.includes('"') ? words : `"${words}"`}?`;
      const { census } = await must(engine.request('chat.ask', { question, noLlm: true, alone: true }));
      slowest = Math.max(slowest, performance.now() - started);
      if (census?.found.length !== scan || census.looked !== literalDocuments) wrong += 1;
    }
    return [
      `Words over ${literalDocuments} documents, held against a scan of their texts: ${planted.length + 2 - wrong} of ${planted.length + 2} counts equal, the slowest in ${(slowest / 1000).toFixed(2)} s.`,
    ];
  } finally {
    await library.close();
    await rm(files, { recursive: true, force: true });
  }
}
