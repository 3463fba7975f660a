/**
 * npm run bench: time and memory, each beside the raw library call underneath it in the same run. Each piece writes its
 * section of docs/benchmarks.md; all of them together take a few minutes, and `--only PIECE` runs one: `speed`, `search`,
 * `window` (in a real Electron), `ingest` (the queue beside embedding alone, PDFs, an unchanged folder), `first-token`
 * (asks an Ollama with smollm2:135m at OLLAMA_HOST), and alone only `scale` (searches of 10,000 and 100,000 simulated
 * chunks, with `--million` of 1,000,000 too), `models` (each embedding model that is in VITRINE_MODELS), `team` (three desks
 * of a team place beside a folder) and `team-faults` (which are killed and cut off); these two want Linux, root, iproute2 and Go.
 *
 * `--full` takes the sizes that the requirements name: 10,000 chunks. Beside it `--chunks N` and `--searches N` set one.
 * `--keep FOLDER` keeps the large library, and those of `scale`, for the next run.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, MatchQuery } from '@lancedb/lancedb';
import modelCatalogue from '../config/models.json';
import type { Engine } from '../electron/engine/engine';
import { percentile } from '../electron/engine/evaluation';
import { collectSooner, engineOptions, quietNativeLogs } from '../electron/engine/host-options';
import { openModels } from '../electron/engine/models';
import { modelCatalogueSchema } from '../shared/model-catalogue';
import { automaticRuns } from './automatic-run';
import { benchOptions } from './bench-options';
import { machine, milliseconds, must, repository, tableOf, writeSection } from './benchmark-page';
import { openBuiltEngine } from './built-engine';
import { firstTokenBench } from './first-token';
import { ingestSpeed } from './ingest-speed';
import { modelSpeed } from './model-speed';
import { rerankSpeed } from './rerank-speed';
import { searchLoad } from './search-load';
import { searchScale } from './search-scale';
import { drawWord, markdownOf, randomNumbers, sentencesOf } from './synthetic-text';
import { teamFaults } from './team-faults';
import { hasNetworks } from './team-network';
import { teamSpeed } from './team-speed';
import { windowBench, windowNotes } from './window';

quietNativeLogs(process.env);
collectSooner();

const asked = benchOptions(process.argv.slice(2));
const wordsOfMarkdown = 10_000;
const searches = 200;
const wordsPerDocument = 1150;

async function open(libraryFolder: string, environment: NodeJS.ProcessEnv = {}): Promise<Engine> {
  return openBuiltEngine({ ...engineOptions(environment, { appFolder: repository, libraryFolder }), logFile: null });
}

async function ingestMarkdown(folder: string): Promise<string[][]> {
  const file = join(folder, 'ten-thousand-words.md');
  await writeFile(file, markdownOf(wordsOfMarkdown, randomNumbers(7)));
  const library = join(folder, 'markdown-library');
  const engine = await open(library);
  await must(engine.request('models.doctor', {}));
  const report = await must(engine.request('ingest.run', { paths: [file] }));
  const documentId = report.files[0]?.documentId ?? '';
  const source = await must(engine.request('library.source', { documentId }));
  await engine.close();

  const models = openModels({
    catalogue: modelCatalogueSchema.parse(modelCatalogue),
    bundledModelFolder: join(repository, 'resources', 'models'),
    modelFolders: [],
  });
  const embedder = await models.openEmbedder('use-lite');
  const texts = source.chunks.map((chunk) => source.text.slice(chunk.startChar, chunk.endChar));
  await embedder.embed(texts.slice(0, 5), 'passage');
  const started = performance.now();
  await embedder.embed(texts, 'passage');
  const raw = performance.now() - started;
  await embedder.dispose();
  return [
    [
      `ingest of ${wordsOfMarkdown.toLocaleString('en')} words of Markdown (${texts.length} chunks)`,
      milliseconds(report.totals.ms),
      `embedding the same chunks alone: ${milliseconds(raw)}`,
      (report.totals.ms / raw).toFixed(2),
    ],
  ];
}

/** The files of a library of 10,000 chunks of Zipf text. */
async function largeSource(folder: string): Promise<{ source: string; documents: number }> {
  const source = join(folder, 'large-source');
  await mkdir(source, { recursive: true });
  const random = randomNumbers(11);
  const documents = Math.ceil(asked.chunks / 10);
  for (let number = 0; number < documents; number += 1) {
    const paragraphs = Array.from({ length: 10 }, () => sentencesOf(wordsPerDocument / 10, random));
    await writeFile(join(source, `${number}.txt`), paragraphs.join('\n\n'));
  }
  return { source, documents };
}

/** A library of these; made once where it is kept. */
async function largeLibrary(folder: string): Promise<{ library: string; rows: string[][] }> {
  const library = join(folder, 'large-library');
  if (existsSync(join(library, 'catalogue.db'))) return { library, rows: [] };
  const { source, documents } = await largeSource(folder);
  const engine = await open(library);
  const report = await must(engine.request('ingest.run', { paths: [source] }));
  await engine.close();
  const rate = (report.totals.chunks / report.totals.ms) * 1000;
  return {
    library,
    rows: [
      [
        `ingest of ${report.totals.chunks} chunks in ${documents} files`,
        milliseconds(report.totals.ms),
        `${rate.toFixed(0)} chunks/s`,
        '',
      ],
    ],
  };
}

async function searchLarge(library: string): Promise<string[][]> {
  const engine = await open(library);
  const status = await must(engine.request('app.status', {}));
  const random = randomNumbers(23);
  const queries = Array.from({ length: searches }, () => Array.from({ length: 9 }, () => drawWord(random)).join(' '));
  const lanes = { total: [] as number[], embedding: [] as number[], fusion: [] as number[] };
  for (const query of queries.slice(0, 10)) await must(engine.request('search.run', { query }));
  for (const query of queries) {
    const started = performance.now();
    const found = await must(engine.request('search.run', { query }));
    lanes.total.push(performance.now() - started);
    lanes.embedding.push(found.timings.embedding);
    lanes.fusion.push(found.timings.fusion);
  }
  await engine.close();

  const connection = await connect(join(library, 'index'));
  const [name = ''] = await connection.tableNames();
  const table = await connection.openTable(name);
  const vectors = (await table.query().select(['vector']).limit(searches).toArray()).map(
    (row: { vector: { toArray(): Float32Array } }) => Float32Array.from(row.vector.toArray()),
  );
  const raw: number[] = [];
  for (const [position, query] of queries.entries()) {
    const started = performance.now();
    await Promise.all([
      table
        .query()
        .nearestTo(vectors[position] ?? new Float32Array())
        .distanceType('cosine')
        .select(['chunk_id', '_distance'])
        .limit(200)
        .toArrow(),
      table
        .query()
        .fullTextSearch(new MatchQuery(query, 'searchable'))
        .select(['chunk_id', '_score'])
        .limit(200)
        .toArrow(),
    ]);
    raw.push(performance.now() - started);
  }
  const median = (values: readonly number[]): number => percentile(values, 0.5);
  return [
    ...[0.5, 0.95, 0.99].map((share) => {
      const [searched, alone] = [percentile(lanes.total, share), percentile(raw, share)];
      return [
        `hybrid search over ${status.chunks} chunks, p${share * 100}`,
        milliseconds(searched),
        `both LanceDB queries alone: ${milliseconds(alone)}`,
        (searched / alone).toFixed(2),
      ];
    }),
    ['of it: embedding the query, p50', milliseconds(median(lanes.embedding)), '', ''],
    ['of it: fusion, boosts and relevance, p50', milliseconds(median(lanes.fusion)), '', ''],
    ['index on disk', `${(status.index.bytes / 1e6).toFixed(1)} MB`, `${status.index.files} files`, ''],
  ];
}

async function ingestBench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-ingest-'));
  try {
    const rows = await ingestSpeed(folder, asked.chunks);
    const lines = [machine(), '', ...tableOf(['what', 'ms', 'beside it', 'ratio'], rows)];
    writeSection('ingest', 'Ingest', lines);
    console.log(lines.join('\n'));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const modelNotes =
  'A passage of these documents embedded by itself, as a computer of a user measures it. Searches of nine words and questions in nine words of a passage, each asked once of the whole engine, embedding included, answered without a language model. Targets with the recommended model: 90 ms for a search, 600 ms for an answer, 95th percentiles on two cores.';

const standIn =
  'Of a stand-in for a cross-encoder, a graph of a few operations, only the difference in ms tells: it is what tokenising and checking cost beside a real one.';

/** The section of what a search costs as a library grows. */
async function scaleRows(): Promise<void> {
  const million = asked.million ? [1_000_000] : [];
  const { curve, vectors } = await searchScale([10_000, 100_000, ...million], asked.keep);
  const lines = [
    machine(),
    '',
    ...tableOf(['chunks', 'p50, ms', 'p95, ms', 'processor, p50, ms', 'memory', 'index', 'made in, processor'], curve),
    '',
    'Searches of nine words, each asked once, by the whole engine, embedding included; memory of the process after them.',
    '',
    ...tableOf(['chunks', 'exact, ms', 'by partitions, ms', 'partitions', 'recall@10'], vectors),
    '',
    'One search of the vectors alone; an index is used from 50,000 chunks on, where it finds enough and is faster.',
  ];
  writeSection('scale', 'As a library grows', lines);
  console.log(lines.join('\n'));
}

/** The section of what embedding models cost. */
async function modelRows(folder: string): Promise<void> {
  const { source } = await largeSource(folder);
  const rows = await modelSpeed(folder, source, (library) => open(library, process.env));
  const columns = [
    'a passage, ms',
    'opened in, ms',
    'chunks',
    'search, p50',
    'p95',
    'quoted answer, p50',
    'p95',
    'answered',
  ];
  const lines = [machine(), '', ...tableOf(['embedding model', ...columns], rows), '', modelNotes];
  writeSection('models', 'Embedding models', lines);
  console.log(lines.join('\n'));
}

/** The section of searches and of reranking beside the raw calls. */
async function searchRows(library: string): Promise<void> {
  const rows = [...(await searchLoad(library, asked.searches)), ...(await rerankSpeed())];
  const lines = [machine(), '', ...tableOf(['what', 'ms', 'beside it', 'ratio'], rows), '', standIn];
  writeSection('search', 'Searches beside the raw calls', lines);
  console.log(lines.join('\n'));
}

/** The section of the window, which stays as it was where nothing could be measured. */
async function windowRows(folder: string, library: string): Promise<void> {
  const rows = await windowBench(folder, library);
  if (rows.length === 0) return;
  const lines = [machine(), '', ...tableOf(['what', 'ms', 'beside it', 'ratio'], rows), '', ...windowNotes];
  writeSection('window', 'The window', lines);
  console.log(lines.join('\n'));
}

async function main(): Promise<void> {
  if (asked.only === 'ingest') return ingestBench();
  if (asked.only === 'scale') return scaleRows();
  if (asked.only === 'first-token') return firstTokenBench();
  if (asked.only === 'team' || asked.only === 'team-faults') return teamRows(asked.only);
  const folder = asked.keep ?? (await mkdtemp(join(tmpdir(), 'vitrine-bench-')));
  await mkdir(folder, { recursive: true });
  try {
    if (asked.only === 'models') return await modelRows(folder);
    if (asked.only === null || asked.only === 'speed') await speedRows(folder);
    const { library } = await largeLibrary(folder);
    if (asked.only === null || asked.only === 'search') await searchRows(library);
    if (asked.only === null || asked.only === 'window') await windowRows(folder, library);
  } finally {
    if (asked.keep === null) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  if (asked.only !== null) return;
  await ingestBench();
  await firstTokenBench();
}

/** The sections of a team place. */
async function teamRows(piece: 'team' | 'team-faults'): Promise<void> {
  if (!hasNetworks()) throw new Error('Hosts of their own want Linux, root and iproute2.');
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-team-'));
  try {
    if (piece === 'team') {
      const rows = await teamSpeed(folder, asked.documents);
      const lines = [machine(), '', ...tableOf(['what', 'ms', 'beside it', 'ratio'], rows), '', teamNotes];
      writeSection('team', 'A team place', lines);
      console.log(lines.join('\n'));
      return;
    }
    const { faults, added, deleted, asked: questions, refused, broken } = await teamFaults(folder, asked.minutes);
    const counts = [faults, added, deleted, questions, refused, broken.length].map(String);
    const table = tableOf(['faults', 'added', 'deleted', 'asked', 'refused meanwhile', 'broken promises'], [counts]);
    const lines = [machine(), '', ...table, '', faultNotes, ...broken.map((line) => `* ${line}`)];
    writeSection('team-faults', 'A team place under faults', lines);
    console.log(lines.join('\n'));
    if (broken.length > 0) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const teamNotes =
  'Desks, server and store are processes in network namespaces of their own on this one machine: what three desks do at once they do on the processors that one has alone. A fifth of the documents of each desk have a text that the others have too. The store keeps its connections open.';

const faultNotes =
  'Three desks add, delete and search while one of them, the server or the store is killed or cut off from the network, about every nine seconds. At the end each acknowledged change must be there, nothing twice, a whole check must find nothing, and all three must answer alike.';

/** The section of times and memory beside the raw library calls. */
async function speedRows(folder: string): Promise<void> {
  await rm(join(folder, 'markdown-library'), { recursive: true, force: true, maxRetries: 5 });
  const markdown = await ingestMarkdown(folder);
  const large = await largeLibrary(folder);
  const rows = [
    ...markdown,
    ...large.rows,
    ...(await searchLarge(large.library)),
    ...(await automaticRuns(large.library, open)),
  ];
  const memory = `Peak memory of the process that did all of this: ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB.`;
  const lines = [machine(), '', ...tableOf(['what', 'ms', 'beside it', 'ratio'], rows), '', memory];
  writeSection('speed', 'Time and memory', lines);
  console.log(lines.join('\n'));
}

void main();
