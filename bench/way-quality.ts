import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Answer, AnswerWay } from '@shared/contract';
import { saidAnswer } from '@shared/words/said';
import { must, repository, tableOf } from './benchmark-page';
import { BenchLibrary } from './library-of-bench';

/** A question with the way that has to take it, and the words that its answer has to have. */
interface WayQuestion {
  readonly set: 'own' | 'contracts';
  readonly way: AnswerWay;
  readonly question: string;
  /** Alternatives have bars between them; `{year}` is the present one. */
  readonly expect: readonly string[];
  /** Names of the files that the question is asked of; all of the set where it is absent. */
  readonly scope?: readonly string[];
}

const agreements = [
  '4f0e455a90c53f8e40e09d324aab4ea3',
  '55f15a568c73cf6dc329af7786012d7e',
  '6ecf1846ef305f44deb8f5c64da3b999',
  '73cec195391b740e1185dd352ccae753',
  '7c829782f18b4e438aad3f8303c8b6f7',
  '86e9c90fa3986691fcb140266f514c7d',
  '9d70181e77cf74279fb6712c569da104',
  'a1c8a16acba29200a9bf1caeccfaac90',
  'a3ba9b969b390ce8ec0f62dde48f5a1f',
  'ca73abb1bc8bdd8cdf09d90bb0146cf3',
  'd789f0680308f0638a05078c5d896b7a',
  'de16dbc40a06dd67d07169a63d6d4fbd',
  'e0d6825deb5a5292ec233e2f27445b7a',
  'e22152ac3ddc7cd28500eb43f77c022a',
  'e472889a99ad47b452af0b812684d2a5',
  'fbf608b62ef498171b70fb7b36be61a0',
];

/** Returns the files of a set; none where its folder is missing. */
function filesOf(set: WayQuestion['set'], data: string): string[] {
  if (set === 'own') return [join(repository, 'tests', 'fixtures', 'ways')];
  const folder = join(data, 'kleister-nda', 'documents');
  return existsSync(folder) ? agreements.map((name) => join(folder, `${name}.pdf`)) : [];
}

const questions = (): WayQuestion[] =>
  readFileSync(join(repository, 'bench', 'way-questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The rules are made with one half of the questions in sight; the other half is held out, by hash. */
const isHeldOut = ({ question, scope = [] }: WayQuestion): boolean =>
  Number.parseInt(
    createHash('sha256')
      .update(`ways 1 ${question} ${scope.join(' ')}`)
      .digest('hex')
      .slice(-4),
    16,
  ) %
    2 ===
  1;

interface Outcome extends WayQuestion {
  readonly got: Answer;
  readonly isWay: boolean;
  readonly isRight: boolean;
}

const plain = (text: string): string => text.replace(/\\/gu, '').replace(/\s+/gu, ' ').toLowerCase();

function outcomeOf(asked: WayQuestion, got: Answer): Outcome {
  const isWay = got.way === asked.way;
  const shown = plain(saidAnswer(got));
  const holds = (wanted: string): boolean =>
    wanted
      .replace('{year}', String(new Date().getFullYear()))
      .split('|')
      .some((one) => shown.includes(plain(one)));
  return { ...asked, got, isWay, isRight: isWay && asked.expect.every(holds) };
}

async function outcomesOf(set: WayQuestion['set'], data: string): Promise<Outcome[]> {
  const paths = filesOf(set, data);
  if (paths.length === 0) {
    console.log(`skipped: no documents of ${set} beside the checkout, in ../shared/data.`);
    return [];
  }
  const library = await BenchLibrary.open({ answerTokens: 96, promptTokens: null });
  try {
    await must(library.engine.request('ingest.run', { paths }));
    const documents = await must(library.engine.request('library.list', {}));
    const idOf = new Map(documents.map(({ path, documentId }) => [basename(path), documentId]));
    const outcomes: Outcome[] = [];
    for (const asked of questions().filter((one) => one.set === set)) {
      const documentIds = asked.scope?.flatMap((name) => idOf.get(name) ?? []);
      const scope = documentIds ? { scope: { documentIds } } : {};
      const { answer } = await library.ask({ question: asked.question, noLlm: true, ...scope });
      outcomes.push(outcomeOf(asked, answer));
    }
    return outcomes;
  } finally {
    await library.close();
  }
}

/** Returns how many questions for help, facts, fields and comparisons take their way, and are answered rightly. */
export async function wayFigures(data: string): Promise<string[]> {
  const outcomes = [...(await outcomesOf('own', data)), ...(await outcomesOf('contracts', data))];
  const isNamed = process.env.VITRINE_BENCH_ALL === '1';
  const rowsOf = (half: string, of: readonly Outcome[]): string[][] =>
    [...new Set(of.map(({ way }) => way)), null].map((way) => {
      const all = of.filter((one) => way === null || one.way === way);
      const share = (count: number): string => `${count} (${Math.round((100 * count) / Math.max(1, all.length))} %)`;
      return [
        half,
        way ?? 'all',
        String(all.length),
        share(all.filter(({ isWay }) => isWay).length),
        share(all.filter(({ isRight }) => isRight).length),
      ];
    });
  const built = outcomes.filter((one) => !isHeldOut(one));
  const wrong = (isNamed ? outcomes : built).filter(({ isRight }) => !isRight);
  return [
    ...tableOf(
      ['half', 'way', 'questions', 'right way', 'right answer'],
      [...rowsOf('in sight', built), ...rowsOf('held out', outcomes.filter(isHeldOut))],
    ),
    '',
    ...wrong.flatMap(({ question, way, got }) => [`“${question}”: ${got.way} and should be ${way}.`, '']),
  ];
}
