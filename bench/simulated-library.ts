/**
 * Libraries of as many chunks as wanted. Texts have the word frequencies of a language; vectors are random unit vectors
 * about random topics, with cosines as between passages. Written straight into catalogue and index, without files and
 * without a model.
 */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { statedFacts } from '@shared/document-facts';
import { Library } from '../electron/engine/store';
import { randomNumbers, sentencesOf } from './synthetic-text';

const dimension = 512;
const topics = 500;
/** Length of what a vector has of its own beside its topic's: cosine about 0.6 within a topic. */
const own = 0.8;
const chunksOfDocument = 100;
const documentsOfBatch = 20;
const wordsOfChunk = 120;
/** Texts are put together from a store of paragraphs, since a million of them would take longer than all the rest. */
const paragraphsKept = 5_000;
const profile = 'balanced';

interface SimulatedLibrary {
  readonly folder: string;
  /** Seconds of processor time that making it took: of all threads, the index and its measurement included. */
  readonly madeIn: number;
}

/**
 * A library of this many chunks, made where the folder has none yet. One whose making was stopped is made anew.
 *
 * @param progress told of each tenth
 */
export async function simulatedLibrary(
  parent: string,
  chunks: number,
  progress: (line: string) => void = () => undefined,
): Promise<SimulatedLibrary> {
  const folder = join(parent, `scale-${chunks}`);
  const note = join(folder, 'made-in.txt');
  if (existsSync(note)) {
    await measured(folder);
    return { folder, madeIn: Number(await readFile(note, 'utf8')) };
  }
  const unfinished = `${folder}.unfinished`;
  for (const left of [folder, unfinished]) await rm(left, { recursive: true, force: true, maxRetries: 5 });
  const madeIn = await simulated(unfinished, chunks, progress);
  await writeFile(join(unfinished, 'made-in.txt'), `${madeIn}`);
  await rename(unfinished, folder);
  return { folder, madeIn };
}

/** A library that was made when its vectors were searched otherwise is searched as one that is made today. */
async function measured(folder: string): Promise<void> {
  const library = await Library.open(folder, 'bench');
  await library.measureVectors();
  library.close();
}

async function simulated(folder: string, chunks: number, progress: (line: string) => void): Promise<number> {
  const before = process.cpuUsage();
  const spent = (): number => {
    const { user, system } = process.cpuUsage(before);
    return Math.round((user + system) / 1e6);
  };
  const library = await Library.open(folder, 'bench');
  try {
    const random = randomNumbers(17);
    const centres = Array.from({ length: topics }, () => direction(random, null));
    const paragraphs = Array.from({ length: paragraphsKept }, () => sentencesOf(wordsOfChunk / 2, random));
    const paragraph = () => paragraphs[Math.floor(random() * paragraphsKept)] ?? '';
    await library.index.create({ modelId: 'use-lite', dimension, profile });
    const documents = chunks / chunksOfDocument;
    let tenth = 0;
    for (let first = 0; first < documents; first += documentsOfBatch) {
      const numbers = Array.from({ length: Math.min(documentsOfBatch, documents - first) }, (_none, at) => first + at);
      const made = numbers.map((number) => documentOf(number, paragraph));
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
        await library.commit(made, { createdAt: '2026-01-01T00:00:00.000Z' });
      });
      if (Math.floor((10 * first) / documents) === tenth) continue;
      tenth = Math.floor((10 * first) / documents);
      progress(`${tenth * 10} % of ${chunks} chunks written, ${spent()} s of processor time`);
    }
    progress(`written, ${spent()} s of processor time; now the index`);
    await library.change(() => library.index.compact());
    progress(`compacted, ${spent()} s of processor time`);
    await library.measureVectors();
    progress(`all made, ${spent()} s of processor time`);
  } finally {
    library.close();
  }
  return spent();
}

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

function documentOf(number: number, paragraph: () => string) {
  const contentId = `content-${number}`;
  const title = `Document ${number}`;
  const texts = Array.from({ length: chunksOfDocument }, () => `${paragraph()} ${paragraph()}`);
  let at = 0;
  const chunks = texts.map((text, position) => {
    const startChar = at;
    at += text.length + 1;
    const id = createHash('sha256').update(`${number} ${position}`).digest('hex').slice(0, 16);
    const facts = {
      pages: [],
      headings: [],
      lead: '',
      wordCount: wordsOfChunk,
      hasCode: false,
      hasEquations: false,
      blocks: '[]',
    };
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
    ...statedFacts({}),
    title,
    indexTitle: title,
    language: 'und',
    pages: [],
    headings: [],
    blocks: '[]',
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
