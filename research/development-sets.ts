/**
 * Makes the sets that the reranker's weights are fitted on, and those that are held back, as BEIR folders, from
 * documentation that Debian carries:
 *
 *   npx tsx research/development-sets.ts --to FOLDER [--only NAME]
 *
 * Fetches packages with `apt-get download` into a temporary folder, where `dpkg-deb -x` unpacks them; nothing is
 * installed. The same versions of packages make the same bytes: `packages.txt` beside each set says which it is made of.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DebianPackages } from './development-sets/debian-packages';
import { beirFiles } from './development-sets/labelled-pairs';
import { developmentSets, makeSet } from './development-sets/sets';

const given = (flag: string): string | undefined =>
  process.argv.find((_value, index) => process.argv[index - 1] === flag);

async function main(): Promise<void> {
  const to = given('--to');
  const only = given('--only');
  const wanted = developmentSets.filter(({ name }) => only === undefined || name === only);
  if (to === undefined || wanted.length === 0) {
    const names = developmentSets.map(({ name }) => name).join(', ');
    throw new Error(`development-sets.ts --to FOLDER [--only NAME], where NAME is one of ${names}`);
  }
  const packages = new DebianPackages();
  try {
    for (const set of wanted) {
      const { pairs, versions } = await makeSet(set, packages);
      const files = { ...beirFiles(pairs), 'packages.txt': versions.map((line) => `${line}\n`).join('') };
      for (const [path, content] of Object.entries(files)) {
        const file = join(to, set.name, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
      console.log(`${set.name}: ${pairs.length} documents, each with one query${set.isFitted ? '' : ' (held back)'}`);
    }
  } finally {
    packages.remove();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
