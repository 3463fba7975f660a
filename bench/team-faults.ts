/**
 * Three desks of one team place, each on a host of its own, that add, delete and ask while desks, catalogue server and
 * store are killed and cut off at random. At the end everything that was acknowledged must be there, nothing twice, each
 * index must agree with the catalogue, and all three must answer alike.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomNumbers, sentencesOf } from './synthetic-text';
import { openTeamBench, type TeamBenchDesk } from './team-place';

const betweenFaultsMs = 9000;
const healMs = 180_000;
const questions = 20;

/** What a desk was told about one of its files. */
type Known = 'added' | 'deleted' | 'unknown';

export interface FaultReport {
  readonly faults: number;
  readonly added: number;
  readonly deleted: number;
  readonly asked: number;
  readonly refused: number;
  /** Sentences about what does not hold; empty where all does. */
  readonly broken: readonly string[];
}

/** @param minutes how long; a fault about every nine seconds */
export async function teamFaults(folder: string, minutes: number, seed = 5): Promise<FaultReport> {
  const random = randomNumbers(seed);
  const place = await openTeamBench(folder, 3);
  const until = Date.now() + minutes * 60_000;
  const tally = { faults: 0, added: 0, deleted: 0, asked: 0, refused: 0 };
  const known = new Map<string, Known>();
  let isOver = false;

  async function work(desk: TeamBenchDesk): Promise<void> {
    const source = join(folder, `files-${desk.name}`);
    await mkdir(source, { recursive: true });
    const mine = new Map<string, string>();
    for (let number = 0; !isOver; number += 1) {
      await desk.ready();
      const draw = random();
      if (draw < 0.6 || mine.size < 5) {
        const path = join(source, `${number}.txt`);
        // One paragraph of a few that all desks draw from: the same text comes from several.
        const shared = sentencesOf(60, randomNumbers(Math.floor(random() * 200) + 100));
        await writeFile(path, `${desk.name} ${number} ${sentencesOf(80, random)}\n\n${shared}`);
        known.set(path, 'unknown');
        const report = await desk.request('ingest.run', { paths: [path] });
        const [file] = report?.files ?? [];
        if (file && ['indexed', 'duplicate', 'unchanged', 'replaced'].includes(file.status)) {
          known.set(path, 'added');
          mine.set(path, file.documentId ?? '');
          tally.added += 1;
        } else tally.refused += 1;
      } else if (draw < 0.75) {
        const [path, documentId] = [...mine][Math.floor(random() * mine.size)] ?? ['', ''];
        mine.delete(path);
        known.set(path, 'unknown');
        const gone = await desk.request('library.delete', { documentIds: [documentId] });
        if (gone) {
          known.set(path, 'deleted');
          tally.deleted += 1;
        } else tally.refused += 1;
      } else {
        const found = await desk.request('search.run', { query: sentencesOf(6, random) });
        if (found) tally.asked += 1;
        else tally.refused += 1;
      }
    }
  }

  async function fault(): Promise<void> {
    const draw = Math.floor(random() * (place.desks.length + 2));
    const target = place.desks[draw] ?? (draw === place.desks.length ? place.catalogue : place.store);
    const kills = random() < 0.5;
    const ms = 200 + random() * 4000;
    tally.faults += 1;
    if (kills) {
      await target.kill();
      await pause(ms);
      await target.start();
    } else {
      target.cut(true);
      await pause(ms);
      target.cut(false);
    }
  }

  try {
    const working = Promise.all(place.desks.map(work));
    while (Date.now() < until) {
      const next = Date.now() + betweenFaultsMs;
      await fault();
      await pause(Math.max(0, next - Date.now()));
    }
    isOver = true;
    await working;
    const broken = await differences(place.desks, known, random);
    return { ...tally, broken };
  } finally {
    isOver = true;
    await place.close();
  }
}

/** Waits until nobody has anything left to do, then holds the desks against what they were told, and against each other. */
async function differences(
  desks: readonly TeamBenchDesk[],
  known: ReadonlyMap<string, Known>,
  random: () => number,
): Promise<string[]> {
  const broken: string[] = [];
  const ask = async <T>(what: Promise<T | null>): Promise<T> => {
    const answer = await what;
    if (answer === null) throw new Error('A desk does not answer after everything has healed.');
    return answer;
  };
  const until = Date.now() + healMs;
  for (const desk of desks) {
    for (;;) {
      await desk.ready();
      const { jobs } = await ask(desk.request('ingest.jobs', {}));
      const team = await ask(desk.request('team.sync', {}));
      const waiting = jobs.filter(({ state }) => !['done', 'cancelled'].includes(state));
      if (waiting.length === 0 && team?.behind === 0 && team.trouble === null) break;
      if (Date.now() > until) {
        broken.push(
          `${desk.name} has not healed: ${JSON.stringify([team?.behind, team?.trouble?.code])} ${waiting[0]?.state} ${waiting[0]?.error?.code}`,
        );
        break;
      }
      await pause(500);
    }
  }
  // What one of them did last, the others may not have heard of.
  for (const desk of desks) await ask(desk.request('team.sync', {}));
  const lists = await Promise.all(desks.map((desk) => ask(desk.request('library.list', {}))));
  const ids = lists.map((list) => list.map(({ documentId }) => documentId).sort());
  for (const [at, list] of ids.entries()) {
    if (JSON.stringify(list) !== JSON.stringify(ids[0]))
      broken.push(`${desks[at]?.name} has other documents than the first desk`);
    if (new Set(list).size < list.length) broken.push(`${desks[at]?.name} has a document twice`);
  }
  for (const [at, desk] of desks.entries()) {
    const own = (lists[at] ?? []).map(({ path }) => path);
    const paths = new Set(own);
    if (paths.size < own.length) broken.push(`${desk.name} has a path twice`);
    for (const [path, state] of known) {
      if (!path.includes(`files-${desk.name}/`)) continue;
      if (state === 'added' && !paths.has(path)) broken.push(`${path} was acknowledged and is not there`);
      if (state === 'deleted' && paths.has(path)) broken.push(`${path} was deleted and is there`);
    }
    const check = await ask(desk.request('library.check', { depth: 'whole' }));
    for (const { kind, count } of check.findings) broken.push(`${desk.name}: ${kind} ${count}`);
  }
  for (let number = 0; number < questions; number += 1) {
    const query = sentencesOf(8, random);
    const found = await Promise.all(desks.map((desk) => ask(desk.request('search.run', { query }))));
    const hits = found.map(({ results }) => JSON.stringify(results.map(({ chunkId }) => chunkId)));
    if (new Set(hits).size > 1) broken.push(`“${query}” finds other passages on another desk`);
  }
  return broken;
}
