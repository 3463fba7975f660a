/**
 * npx tsx bench/table-answers.ts: how well questions over tables are answered through the whole engine, without a language
 * model. Questions of table-questions.tsv; the tables are fixtures and files beside the checkout. `--half held` for the half
 * that nothing was fitted on, `--wrong` for the questions that went wrong.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Answer } from '../shared/contract';
import { must, repository } from './benchmark-page';
import { BenchLibrary } from './library-of-bench';
import { escapedCsv } from './wikitable-questions';

const data = join(repository, '..', 'shared', 'data');

/** Tables of WikiTableQuestions under the names that a person would give them. */
const wikiTables = {
  'piedmont-towns': '203-413',
  'airport-passengers': '203-396',
  'bestselling-songs-1995': '203-249',
  destroyers: '203-404',
  'norwegian-churches': '202-217',
  'closed-schools': '203-40',
  'paulista-league': '203-254',
  'sunk-ships': '203-148',
};

/** Files of each library; those of `en` and `de` lie beside the checkout. */
const desks: Readonly<Record<string, readonly string[]>> = {
  en: [
    ...['data/worldcup-award-winners.csv', 'data/worldcup-stadiums.csv'],
    ...['leave', 'overtime', 'paid-parental-leave', 'transit-benefit', 'work-schedules'].map(
      (name) => `tts-handbook/${name}.md`,
    ),
  ],
  de: [
    ...['bundestagswahl-2013-koeln-stadtbezirke', 'defibrillatoren-koeln', 'flaechennutzung-koeln'].map(
      (name) => `koeln/${name}.csv`,
    ),
    ...['verein/Satzung.md', 'rezepte/Apfelkuchen.md', 'opendata-berlin/handreichung_opendata.md'],
  ],
};

interface TableQuestion {
  readonly id: string;
  readonly desk: string;
  readonly way: string;
  readonly question: string;
  /** Words that the answer has; behind `!` those that it has not; `-` for any. */
  readonly answer: readonly string[];
}

const questions = readFileSync(join(repository, 'bench', 'table-questions.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line): TableQuestion => {
    const [id = '', desk = '', way = '', question = '', answer = ''] = line.split('\t');
    return { id, desk, way, question, answer: answer.split('|') };
  });

const halfOf = ({ id }: TableQuestion): 'fit' | 'held' =>
  (createHash('sha256').update(`tables ${id}`).digest()[0] ?? 0) % 2 === 0 ? 'fit' : 'held';

/** Writes the files of a library into a folder. */
async function prepare(desk: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const own = join(repository, 'tests', 'fixtures', 'tables');
  const from =
    desk === 'own'
      ? (await readdir(own)).map((name) => join(own, name))
      : (desks[desk] ?? []).map((name) => join(data, 'desk', desk, 'files', name));
  for (const path of from) await copyFile(path, join(folder, basename(path)));
  if (desk !== 'en') return;
  for (const [name, table] of Object.entries(wikiTables)) {
    const rows = escapedCsv(readFileSync(join(data, 'wikitablequestions', 'tables', `${table}.csv`), 'utf8'));
    const lines = rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
    await writeFile(join(folder, `${name}.csv`), `${lines.join('\n')}\n`);
  }
}

/** Texts without the marks that group digits, so that one number has one form. */
const plain = (text: string): string =>
  text
    .replace(/(?<=\d)[.,'’\u00a0\u202f](?=\d{3}(?!\d))/gu, '')
    .replace(/\*\*|\\/gu, '')
    .toLowerCase();

const shownOf = ({ answer, passages = [] }: Answer): string =>
  plain([answer, ...passages.map(({ text }) => text)].join('\n'));

function isRight({ answer }: TableQuestion, shown: string): boolean {
  return answer.every(
    (one) => one === '-' || (one.startsWith('!') ? !shown.includes(plain(one.slice(1))) : shown.includes(plain(one))),
  );
}

/** Shares of the questions that went the right way and were answered rightly, by the kind of question. */
export async function tableAnswers(half: 'fit' | 'held' | 'all', isTelling = false) {
  const counts: Record<string, { questions: number; rightWay: number; rightAnswer: number }> = {};
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-tables-'));
  for (const desk of ['own', 'en', 'de']) {
    if (desk !== 'own' && !existsSync(join(data, 'desk', desk))) {
      console.log(`skipped: no files of ${desk} beside the checkout.`);
      continue;
    }
    await prepare(desk, join(folder, desk));
    const library = await BenchLibrary.open({ answerTokens: 96, promptTokens: null });
    await must(library.engine.request('ingest.run', { paths: [join(folder, desk)] }));
    for (const question of questions.filter((one) => one.desk === desk && (half === 'all' || halfOf(one) === half))) {
      const { answer } = await library.ask({ question: question.question, noLlm: true });
      const isWay = answer.way === question.way && (question.way === 'passages' || answer.outcome === 'answered');
      const isAnswer = isWay && isRight(question, shownOf(answer));
      const kind = `${desk} ${question.way}`;
      const count = counts[kind] ?? { questions: 0, rightWay: 0, rightAnswer: 0 };
      counts[kind] = count;
      count.questions += 1;
      count.rightWay += Number(isWay);
      count.rightAnswer += Number(isAnswer);
      if (isTelling && !isAnswer)
        console.log(
          `${question.id} ${question.question}\n   ${answer.way} ${answer.outcome}: ${answer.answer.slice(0, 300)}`,
        );
    }
    await library.close();
  }
  await rm(folder, { recursive: true, force: true });
  return counts;
}

if (process.argv[1]?.endsWith('table-answers.ts')) {
  const at = process.argv.indexOf('--half');
  const half = at < 0 ? 'all' : (process.argv[at + 1] as 'fit' | 'held');
  void tableAnswers(half, process.argv.includes('--wrong')).then((counts) => console.table(counts));
}
