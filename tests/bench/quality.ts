/**
 * npm run bench:quality: retrieval quality on labelled sets in the BEIR layout. Sets are folders with corpus.jsonl,
 * queries.jsonl and qrels/test.tsv, given by `--set FOLDER`, or found in ../shared/data beside the checkout; more
 * embedding models come from VITRINE_MODELS. Writes its section of docs/benchmarks.md.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { openEngine } from '../../electron/engine/engine';
import { engineOptions, quietNativeLogs } from '../../electron/engine/host-options';
import { repository, tableOf, writeSection } from './benchmark-page';
import { pathsOf, rawKeyword } from './raw-keyword';

quietNativeLogs(process.env);

const beside = join(repository, '..', 'shared', 'data');
const known = [join(beside, 'cranfield', 'beir'), join(beside, 'xquad-dev')];

function folders(): string[] {
  const named = process.argv.flatMap((value, index) => (process.argv[index - 1] === '--set' ? [resolve(value)] : []));
  return (named.length > 0 ? named : known).filter((folder) => existsSync(join(folder, 'corpus.jsonl')));
}

const nameOf = (folder: string): string =>
  basename(folder) === 'beir' ? basename(resolve(folder, '..')) : basename(folder);

async function main(): Promise<void> {
  const sets = folders();
  if (sets.length === 0) {
    console.log('skipped: no labelled set. Name one with --set FOLDER (BEIR layout).');
    return;
  }
  const libraryFolder = await mkdtemp(join(tmpdir(), 'vitrine-quality-'));
  const engine = await openEngine({
    ...engineOptions(process.env, { appFolder: repository, libraryFolder }),
    logFile: null,
  });
  const rows: string[][] = [];
  try {
    const models = await engine.request('models.list', {});
    const installed = models.ok ? models.data.filter((model) => model.installed && model.job === 'embedding') : [];
    for (const folder of sets) {
      const raw = await rawKeyword(folder);
      rows.push([nameOf(folder), '–', 'LanceDB full text, directly', raw.toFixed(4), '', '', '']);
      for (const { id: model } of installed) {
        const result = await engine.request('evaluate.run', { ...pathsOf(folder), model });
        if (!result.ok) throw new Error(result.error.message);
        for (const [mode, figures] of Object.entries(result.data.modes)) {
          const shown = [figures['ndcg@10'], figures['mrr@10'], figures['recall@100'], figures['p@5']];
          rows.push([nameOf(folder), model, mode, ...shown.map((figure) => figure.toFixed(4))]);
          console.log(rows.at(-1)?.join('  '));
        }
      }
    }
  } finally {
    await engine.close();
    await rm(libraryFolder, { recursive: true, force: true });
  }
  const header = ['set', 'embedding model', 'mode', 'nDCG@10', 'MRR@10', 'recall@100', 'P@5'];
  writeSection('quality', 'Retrieval quality', [
    'Graded gains where the set has them. The same command gives the same figures to the fourth decimal.',
    '',
    ...tableOf(header, rows),
  ]);
}

void main();
