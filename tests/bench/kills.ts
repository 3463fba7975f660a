import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../integration/cli/vitrine-command';
import { contentsOf, ingestWhole, killRounds, writeFiles } from '../integration/library/kill-rounds';
import { machine, tableOf, writeSection } from './benchmark-page';
import { randomNumbers } from './synthetic-text';

const files = 300;

/** So many kill -9 at random moments of a 300-file ingest; every library ends as that of an undisturbed one. */
export async function killBench(kills: number): Promise<void> {
  ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-kills-'));
  try {
    const source = join(folder, 'source');
    await writeFiles(source, files);
    const started = performance.now();
    await ingestWhole(source, join(folder, 'whole'));
    const wholeMs = performance.now() - started;
    // Each start goes on where the last one was killed. Of a shorter stretch a busy machine spends all on starting.
    const longestMs = wholeMs / 2;
    const whole = await contentsOf(join(folder, 'whole'));
    if (whole.unembedded > 0) throw new Error('The bundled embedding model is not there: start Vitrine once.');
    const seed = Math.floor(Math.random() * 1e9) + 1;
    console.log(`seed ${seed}; an undisturbed ingest takes ${Math.round(wholeMs)} ms`);
    const report = await killRounds(source, folder, whole, { kills, longestMs, random: randomNumbers(seed) });
    const lines = [
      machine(),
      '',
      ...tableOf(
        ['what', 'figure'],
        [
          [`kill -9 at random moments of an ingest of ${files} files`, String(report.kills)],
          ['of them with some documents visible and others not yet', String(report.inTheMiddle)],
          ['libraries that were completed and equal the undisturbed one, row by row', String(report.rounds)],
          ['half documents seen', '0'],
        ],
      ),
    ];
    writeSection('kills', 'Ends without warning', lines);
    console.log(lines.join('\n'));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
