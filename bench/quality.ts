/**
 * npm run bench:quality: retrieval quality on labelled sets in the BEIR layout. Sets are folders with corpus.jsonl,
 * queries.jsonl and qrels/test.tsv, given by `--set FOLDER`, or found in ../shared/data beside the checkout; more
 * embedding models come from VITRINE_MODELS. Then questions about this project's own documents, the citations of
 * answers on XQuAD, answers on two mixed libraries of real files; a language model takes part where an Ollama with smollm2:135m
 * answers at OLLAMA_HOST. Writes its sections of docs/benchmarks.md; `--only retrieval`, `--only documents`,
 * `--only answers`, `--only desk`, `--only collection`, `--only ways`, `--only spelling` or `--only citations` makes one
 * of them.
 *
 * For a slow language model: `--sample N` asks it so many of the questions about citations, `--prompt-tokens N` and
 * `--answer-tokens N` make its prompts and answers shorter (the page says so), and `--resume FILE` keeps what it has
 * written, so that a run that was ended goes on where it was.
 */
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { openEngine } from '../electron/engine/engine';
import { engineOptions, quietNativeLogs } from '../electron/engine/host-options';
import type { EvaluationReport } from '../shared/contract';
import { answerQuality } from './answer-quality';
import { must, repository, tableOf, writeSection } from './benchmark-page';
import { citationAccuracy } from './citation-accuracy';
import { deskQuality } from './desk-quality';
import { misspeltWords } from './misspelt-words';
import { ownDocuments } from './own-documents';
import { type QualitySection, qualityOptions } from './quality-options';
import { pathsOf, rawKeyword } from './raw-keyword';
import { wayFigures } from './way-quality';
import { wholeCollection } from './whole-collection';

quietNativeLogs(process.env);

const beside = join(repository, '..', 'shared', 'data');
const known = [join(beside, 'cranfield', 'beir'), join(beside, 'xquad-dev')];

const asked = qualityOptions(process.argv.slice(2));

function folders(): string[] {
  return (asked.sets.length > 0 ? asked.sets : known).filter((folder) => existsSync(join(folder, 'corpus.jsonl')));
}

/** Questions in another language than the documents. */
const inLanguage = /^queries\.([a-z]{2})\.jsonl$/u;

const nameOf = (folder: string): string =>
  basename(folder) === 'beir' ? basename(resolve(folder, '..')) : basename(folder);

const wanted = (section: QualitySection): boolean => asked.only.length === 0 || asked.only.includes(section);

async function main(): Promise<void> {
  if (wanted('retrieval')) await retrievalQuality();
  if (wanted('documents')) {
    writeSection('documents', 'Questions about its own documents', await ownDocuments(await installedEmbedders()));
  }
  const questions = folders().find((folder) => nameOf(folder).startsWith('xquad'));
  if (wanted('answers') && questions) {
    const lines = await answerQuality(questions, nameOf(questions), await installedEmbedders());
    if (lines) writeSection('answers', 'Answer quality', lines);
  }
  if (wanted('desk')) {
    const lines = await deskQuality(beside, await installedEmbedders());
    if (lines) writeSection('desk', 'Answers on a stranger’s desk', lines);
    else console.log('skipped: no desk beside the checkout, in ../shared/data/desk.');
  }
  if (wanted('spelling')) {
    const lines = await misspeltWords(beside);
    if (lines) writeSection('spelling', 'Misspelt words', lines);
    else console.log('skipped: no desk beside the checkout, in ../shared/data/desk.');
  }
  if (wanted('collection')) {
    const lines = await wholeCollection(beside);
    if (lines) writeSection('collection', 'Answers over every document', lines);
    else console.log('skipped: no labelled agreements beside the checkout, in ../shared/data/kleister-nda.');
  }
  if (wanted('ways')) writeSection('ways', 'Ways to answer', await wayFigures(beside));
  if (wanted('citations') && questions) {
    writeSection('citations', 'Citation accuracy', await citationAccuracy(questions, nameOf(questions), asked));
  }
}

async function installedEmbedders(): Promise<string[]> {
  const libraryFolder = await mkdtemp(join(tmpdir(), 'vitrine-models-'));
  const engine = await openEngine({
    ...engineOptions(process.env, { appFolder: repository, libraryFolder }),
    logFile: null,
  });
  try {
    const models = await must(engine.request('models.list', {}));
    return models.filter(({ installed, job }) => installed && job === 'embedding').map(({ id }) => id);
  } finally {
    await engine.close();
    await rm(libraryFolder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Reports where hybrid is no better than a lane alone, or the keyword lane is not as good as its full-text index. */
function checkLanes(modes: EvaluationReport['modes'], raw: number): void {
  const of = (mode: 'hybrid' | 'vector' | 'keyword') => modes[mode]?.['ndcg@10'] ?? 0;
  const isBest = of('hybrid') > of('vector') && of('hybrid') > of('keyword');
  if (isBest && Math.abs(of('keyword') - raw) <= 0.01) return;
  console.error(`failed: hybrid ${of('hybrid')}, vector ${of('vector')}, keyword ${of('keyword')}, full text ${raw}`);
  process.exitCode = 1;
}

async function retrievalQuality(): Promise<void> {
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
      for (const { id: model, languages = [] } of installed) {
        // A model of many languages is asked in each that the set has its questions in.
        const translated = languages.length > 0 ? [] : readdirSync(folder).filter((name) => inLanguage.test(name));
        for (const name of ['queries.jsonl', ...translated.sort()]) {
          const input = { ...pathsOf(folder), queries: join(folder, name), model };
          const { modes } = await must(engine.request('evaluate.run', input));
          // What the eight features of ReRanker are worth: the same search in the order that the fusion gives.
          await must(engine.request('limits.set', { values: { 'retrieval.rankByFeatures': false } }));
          const asFused = await must(engine.request('evaluate.run', { ...input, modes: ['hybrid'] }));
          await must(engine.request('limits.reset', {}));
          const asked = inLanguage.exec(name)?.[1];
          const set = asked === undefined ? nameOf(folder) : `${nameOf(folder)}, asked in ${asked}`;
          if (set === 'cranfield' && model === 'use-lite') checkLanes(modes, raw);
          for (const [mode, figures] of [
            ...Object.entries(modes),
            ...Object.values(asFused.modes).map((figures) => ['hybrid, not reranked', figures] as const),
          ]) {
            const shown = [figures['ndcg@10'], figures['mrr@10'], figures['recall@100'], figures['p@5']];
            rows.push([set, model, mode, ...shown.map((figure) => figure.toFixed(4))]);
            console.log(rows.at(-1)?.join('  '));
          }
        }
      }
    }
  } finally {
    await engine.close();
    await rm(libraryFolder, { recursive: true, force: true, maxRetries: 5 });
  }
  const header = ['set', 'embedding model', 'mode', 'nDCG@10', 'MRR@10', 'recall@100', 'P@5'];
  writeSection('quality', 'Retrieval quality', [
    'Graded gains where the set has them. The same command gives the same figures to the fourth decimal.',
    '',
    ...tableOf(header, rows),
  ]);
}

void main();
