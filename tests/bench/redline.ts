/**
 * Two versions of a document of about 100 pages with planted edits: whether a redline finds each, invents none, and how
 * long it takes. `npx tsx tests/bench/redline.ts [seed…]`
 */
import { redline } from '../../electron/engine/comparison';
import { foundIn, plantedEdits } from '../unit/comparison/planted-edits';

const seeds = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 2, 3, 4, 5];
for (const seed of seeds) {
  const { old, new: next, expected } = plantedEdits({ seed, words: 50_000, edits: 12 });
  const [started, used] = [performance.now(), process.cpuUsage()];
  const result = redline(old, next);
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(used);
  const found = JSON.stringify(foundIn(result, old, next));
  const right = expected.some((one) => JSON.stringify(one) === found);
  console.log(
    `seed ${seed}: ${old.pages.length} pages, ${ms.toFixed(0)} ms (processor: ${((user + system) / 1000).toFixed(0)} ms), ${right ? 'every edit found, none invented' : 'WRONG'}`,
  );
  if (!right) process.exitCode = 1;
}
