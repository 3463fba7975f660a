import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';

const mostFiles = 50;
const soon = { timeout: 60_000 };
const vitrine = TestEngine.shared();

const files = async (): Promise<number> => (await vitrine.ask('app.status', {})).index.files;

/** Files of the index when nothing has become of them for longer than small changes wait to be folded in. */
async function atRest(): Promise<number> {
  let before = -1;
  for (let now = await files(); now !== before; now = await files()) {
    before = now;
    await after(2000);
  }
  return before;
}

describe('I14 the folder of the index', () => {
  it('holds few files soon after an ingest, without a search, and after a rebuild', async () => {
    for (let n = 0; n < 6; n += 1) await vitrine.ingest(await vitrine.file(`one/${n}.txt`, `Single zxone${n}.`));
    const early = await files();
    await expect.poll(atRest, soon).toBeLessThan(Math.min(early, mostFiles / 2 + 1));

    for (let n = 0; n < 140; n += 1) await vitrine.file(`many/${n}.txt`, `Note zxmany${n} of many.`);
    await vitrine.ingest(vitrine.path('many'));
    await expect.poll(atRest, soon).toBeLessThanOrEqual(mostFiles / 2);

    await vitrine.ask('library.reindex', { profile: 'fine' });
    await expect.poll(atRest, soon).toBeLessThanOrEqual(mostFiles / 2);
    expect(await vitrine.found('zxmany139')).toHaveLength(1);
    expect(await vitrine.unwell()).toEqual([]);
  });
});
