import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomNumbers } from '../../bench/synthetic-text';
import { ensureBuilt } from '../cli/vitrine-command';
import { contentsOf, ingestWhole, killRounds, writeFiles } from './kill-rounds';

beforeAll(ensureBuilt);

describe('kill -9 at random moments of an ingest', () => {
  // `npm run bench -- --only kill` does the same a hundred times.
  it('I10 shows no half document, and the library becomes that of an undisturbed ingest', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-killed-'));
    const source = join(folder, 'source');
    await writeFiles(source, 40);
    await ingestWhole(source, join(folder, 'whole'));
    const whole = await contentsOf(join(folder, 'whole'));
    expect(whole.documents).toHaveLength(40);
    expect(whole.index.length).toBe(whole.chunks.length);

    const report = await killRounds(source, folder, whole, { kills: 3, longestMs: 3000, random: randomNumbers(97) });

    expect(report.kills).toBe(3);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
});
