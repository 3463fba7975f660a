/**
 * What a team place costs beside a folder, in one run: documents that three desks add at once, a search on a desk, and how
 * long a new member waits for the first answer. The three desks, the catalogue's server and the store share the processors.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestOf, Results, RouteName } from '@shared/contract';
import { percentile } from '../electron/engine/evaluation';
import { engineOptions } from '../electron/engine/host-options';
import { EngineProcess } from '../tests/integration/library/engine-process';
import { milliseconds, repository } from './benchmark-page';
import { randomNumbers, sentencesOf } from './synthetic-text';
import { openTeamBench } from './team-place';

const desksThatAdd = 3;
const searches = 200;
/** Among documents of drawn words, one that can be asked about. */
const known = {
  text: 'The keeper of the lighthouse on Norderney is Wiebke Janssen. She lives there since 1998.',
  question: 'Who is the keeper of the lighthouse on Norderney?',
};
/** Of every hundred documents, how many another desk has too. */
const shared = 20;

interface Asked {
  request<R extends RouteName>(route: R, input: RequestOf<R>): Promise<Results[R] | null>;
}

async function must<T>(answer: Promise<T | null>): Promise<T> {
  const data = await answer;
  if (data === null) throw new Error('A desk refuses what the bench asks for.');
  return data;
}

/**
 * The folders of the desks: one document a file. What all have is one text, with its title, in files of other bytes: each is
 * a content of its own, whose passage is to be embedded once.
 */
async function documentsOf(folder: string, documents: number): Promise<string[]> {
  const random = randomNumbers(31);
  const folders = Array.from({ length: desksThatAdd }, (_none, at) => join(folder, `source-${at}`));
  for (const one of folders) await mkdir(one, { recursive: true });
  const common = Array.from({ length: Math.ceil((documents * shared) / 100 / desksThatAdd) }, () =>
    sentencesOf(120, random),
  );
  for (let number = 0; number < documents; number += 1) {
    const place = number % desksThatAdd;
    const at = Math.floor(number / desksThatAdd);
    const same = number === 0 ? undefined : common[at];
    const own = number === 0 ? known.text : `Document ${number}.\n\n${sentencesOf(120, random)}`;
    const name = same === undefined ? `${number}.txt` : `same-${at}.txt`;
    await writeFile(join(folders[place] ?? '', name), same === undefined ? own : `${same}${'\n'.repeat(place)}`);
  }
  return folders;
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

async function searchTimes(desk: Asked): Promise<{ first: number; p50: number }> {
  const random = randomNumbers(37);
  const queries = Array.from({ length: searches }, () => sentencesOf(9, random));
  const first = await timed(() => must(desk.request('search.run', { query: 'a first search' })));
  const times: number[] = [];
  for (const query of queries) times.push(await timed(() => must(desk.request('search.run', { query }))));
  return { first, p50: percentile(times.slice(10), 0.5) };
}

const embeddingsOf = async (desk: Asked): Promise<number> =>
  (await must(desk.request('app.status', {}))).counters.embeddingCalls;

const sum = (numbers: readonly number[]): number => numbers.reduce((whole, one) => whole + one, 0);

/** Rows of the page: what, how long, beside it, ratio. */
export async function teamSpeed(folder: string, documents: number): Promise<string[][]> {
  const sources = await documentsOf(folder, documents);
  const options = engineOptions({}, { appFolder: repository, libraryFolder: join(folder, 'alone') });
  const alone = await EngineProcess.open({ ...options, resumesIngests: true, logFile: join(folder, 'alone.log') });
  const one: Asked = {
    request: async (route, input) => {
      const result = await alone.request(route, input);
      return result.ok ? result.data : null;
    },
  };
  await must(one.request('models.doctor', {}));
  const before = await embeddingsOf(one);
  const msAlone = await timed(() => must(one.request('ingest.run', { paths: sources })));
  const texts = (await embeddingsOf(one)) - before;
  const searchAlone = await searchTimes(one);
  await alone.close();

  const place = await openTeamBench(folder, desksThatAdd + 1, desksThatAdd);
  try {
    const members = place.desks.slice(0, desksThatAdd);
    for (const desk of place.desks) await must(desk.request('models.doctor', {}));
    const counted = await Promise.all(members.map(embeddingsOf));
    const msTogether = await timed(() =>
      Promise.all(
        members.map(async (desk, at) => {
          if (!(await desk.request('ingest.run', { paths: [sources[at] ?? ''] }))) throw new Error(desk.refused);
        }),
      ),
    );
    const embedded = sum(await Promise.all(members.map(embeddingsOf))) - sum(counted);
    const [first] = members;
    const newcomer = place.desks.at(-1);
    if (!first || !newcomer) throw new Error('A place needs desks.');
    const msToAgree = await timed(async () => {
      for (const desk of members) await must(desk.request('team.sync', {}));
    });
    const counts = await Promise.all(members.map((desk) => must(desk.request('app.status', {}))));
    if (counts.some((count) => count.documents !== documents)) {
      throw new Error(`The desks have ${counts.map((count) => count.documents)} documents.`);
    }
    const searchThere = await searchTimes(first);
    const msNew = await timed(async () => {
      await place.join(newcomer);
      await must(newcomer.request('team.sync', {}));
      const answer = await must(newcomer.request('chat.ask', { question: known.question }));
      if (answer.citations.length === 0) throw new Error('The first answer rests on nothing.');
    });
    return [
      [
        `${documents.toLocaleString('en')} documents by three members at once`,
        milliseconds(msTogether),
        `one alone into a folder: ${milliseconds(msAlone)}`,
        (msTogether / msAlone).toFixed(2),
      ],
      ['of it: texts that were embedded', String(embedded), `different ones: ${texts}`, (embedded / texts).toFixed(3)],
      ['then until all three have all of them in their index', milliseconds(msToAgree), '', ''],
      [
        'search on a desk, p50',
        milliseconds(searchThere.p50),
        `the same library in a folder: ${milliseconds(searchAlone.p50)}`,
        (searchThere.p50 / searchAlone.p50).toFixed(2),
      ],
      ['first search on it', milliseconds(searchThere.first), `in a folder: ${milliseconds(searchAlone.first)}`, ''],
      ['a new member, from the invitation to the first answer', milliseconds(msNew), '', ''],
    ];
  } finally {
    await place.close();
  }
}
