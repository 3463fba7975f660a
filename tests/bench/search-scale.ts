/**
 * What a search costs as a library grows: a library of 10,000 chunks, one of 100,000, and with `--million` one of
 * 1,000,000. Texts have the word frequencies of a language; vectors are random unit vectors about random topics, with
 * cosines as between passages. Written straight into catalogue and index, without files and without a model; queries
 * are embedded by the bundled model.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@lancedb/lancedb';
import { openEngine } from '../../electron/engine/engine';
import { percentile } from '../../electron/engine/evaluation';
import { engineOptions } from '../../electron/engine/host-options';
import { Library } from '../../electron/engine/store';
import { measuredVectorSearch } from '../../electron/engine/store/vector-index';
import { milliseconds, must, repository } from './benchmark-page';
import { drawWord, randomNumbers, sentencesOf } from './synthetic-text';

const dimension = 512;
const topics = 500;
/** Length of what a vector has of its own beside its topic's: cosine about 0.6 within a topic. */
const own = 0.8;
const chunksOfDocument = 100;
const documentsOfBatch = 20;
const wordsOfChunk = 120;
/** Texts are put together from a store of paragraphs, since a million of them would take longer than all the rest. */
const paragraphsKept = 5_000;
const queriesTimed = 60;
const mebibyte = 2 ** 20;

/** Two normally distributed numbers (Box & Muller 1958). */
function normalPair(random: () => number): [number, number] {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  const angle = 2 * Math.PI * random();
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

function direction(random: () => number, about: Float32Array | null): Float32Array {
  const vector = new Float32Array(dimension);
  const scale = about ? own / Math.sqrt(dimension) : 1;
  for (let at = 0; at < dimension; at += 2) {
    const [one, other] = normalPair(random);
    vector[at] = (about?.[at] ?? 0) + scale * one;
    vector[at + 1] = (about?.[at + 1] ?? 0) + scale * other;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** A library folder with this many chunks; returns ms to make it. */
async function simulated(folder: string, chunks: number): Promise<number> {
  const started = performance.now();
  const library = await Library.open(folder, 'bench');
  const random = randomNumbers(17);
  const centres = Array.from({ length: topics }, () => direction(random, null));
  const paragraphs = Array.from({ length: paragraphsKept }, () => sentencesOf(wordsOfChunk / 2, random));
  const paragraph = () => paragraphs[Math.floor(random() * paragraphsKept)] ?? '';
  const profile = 'balanced';
  await library.index.create({ modelId: 'use-lite', dimension, profile });
  const documents = chunks / chunksOfDocument;
  for (let first = 0; first < documents; first += documentsOfBatch) {
    const numbers = Array.from({ length: Math.min(documentsOfBatch, documents - first) }, (_none, at) => first + at);
    const made = numbers.map((number) => documentOf(number, paragraph, profile));
    await library.change(async () => {
      await library.index.add(
        made.flatMap(({ content }) =>
          content.chunks.map(({ id, text }) => ({
            chunkId: id,
            contentId: content.contentId,
            searchable: `${content.indexTitle}\n${text}`,
            vector: direction(random, centres[Math.floor(random() * topics)] ?? null),
          })),
        ),
      );
      library.commit(made, '2026-01-01T00:00:00.000Z');
    });
  }
  await library.change(() => library.index.compact());
  library.close();
  return performance.now() - started;
}

function documentOf(number: number, paragraph: () => string, profile: string) {
  const contentId = `content-${number}`;
  const title = `Document ${number}`;
  const texts = Array.from({ length: chunksOfDocument }, () => `${paragraph()} ${paragraph()}`);
  let at = 0;
  const chunks = texts.map((text, position) => {
    const startChar = at;
    at += text.length + 1;
    const id = createHash('sha256').update(`${number} ${position}`).digest('hex').slice(0, 16);
    const facts = { pages: [], headings: [], wordCount: wordsOfChunk, hasCode: false, hasEquations: false };
    const span = { startChar, endChar: startChar + text.length, tokenCount: wordsOfChunk * 2 };
    return { id, position, text, ...span, ...facts, language: 'und' };
  });
  const text = texts.join('\n');
  const content = {
    contentId,
    checksum: contentId,
    format: 'text',
    mime: 'text/plain',
    bytes: text.length,
    storedPath: '',
    title,
    indexTitle: title,
    language: 'und',
    pages: [],
    headings: [],
    blocks: [],
    warnings: [],
    profile,
    text,
    chunks,
  };
  const document = {
    documentId: `document-${number}`,
    path: `/simulated/${number}.txt`,
    title,
    collection: 'default',
    contentId,
    bytes: text.length,
    state: 'ready' as const,
    error: null,
    warnings: [],
  };
  return { document, content };
}

async function searched(folder: string) {
  const engine = await openEngine({
    ...engineOptions({}, { appFolder: repository, libraryFolder: folder }),
    logFile: null,
  });
  try {
    const random = randomNumbers(29);
    const times: number[] = [];
    const processor: number[] = [];
    for (let turn = -5; turn < queriesTimed; turn += 1) {
      const query = Array.from({ length: 9 }, () => drawWord(random)).join(' ');
      const started = performance.now();
      const used = process.cpuUsage();
      await must(engine.request('search.run', { query }));
      const { user, system } = process.cpuUsage(used);
      if (turn < 0) continue;
      times.push(performance.now() - started);
      processor.push((user + system) / 1000);
    }
    const { index } = await must(engine.request('app.status', {}));
    return { times, processor, bytes: index.bytes, memory: process.memoryUsage().rss / mebibyte };
  } finally {
    await engine.close();
  }
}

/** Rows of the cost curve, and rows of what an index of the vectors would be worth. */
export async function searchScale(sizes: readonly number[]): Promise<{ curve: string[][]; vectors: string[][] }> {
  const curve: string[][] = [];
  const vectors: string[][] = [];
  for (const chunks of sizes) {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-scale-'));
    try {
      const made = await simulated(folder, chunks);
      const { times, processor, bytes, memory } = await searched(folder);
      const size = chunks.toLocaleString('en');
      curve.push([
        size,
        milliseconds(percentile(times, 0.5)),
        milliseconds(percentile(times, 0.95)),
        milliseconds(percentile(processor, 0.5)),
        `${memory.toFixed(0)} MiB`,
        `${(bytes / 1e6).toFixed(0)} MB`,
        `${(made / 1000).toFixed(0)} s`,
      ]);
      const connection = await connect(join(folder, 'index'));
      const [name = ''] = await connection.tableNames();
      const table = await connection.openTable(name);
      const began = performance.now();
      const { partitions, exactMs, chosenMs, recall, search } = await measuredVectorSearch(table);
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      vectors.push([
        size,
        milliseconds(exactMs),
        search ? milliseconds(chosenMs) : 'none is as good and faster',
        `${search?.nprobes ?? '–'} of ${partitions}`,
        recall.toFixed(3),
        `${seconds} s`,
      ]);
      table.close();
      connection.close();
      console.log(curve.at(-1)?.join('  '), '|', vectors.at(-1)?.join('  '));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return { curve, vectors };
}
