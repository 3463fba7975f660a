import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile } from '../../electron/engine/evaluation';
import { Library, type NewContent, searchableText } from '../../electron/engine/store';
import { machine, milliseconds, tableOf, writeSection } from './benchmark-page';
import { drawWord, randomNumbers } from './synthetic-text';

const addsPerLook = 50;
const deletesPerRequest = 100;
const dimension = 512;

/**
 * 10,000 documents added one by one to catalogue and index, then half of them deleted: how many files the index folder
 * has on the way, what it takes on disk, and whether a search right after a delete still finds anything of it (I12,
 * I14), and the process's memory. The store alone: nothing is read from files or embedded.
 */
export async function indexChurnBench(documents: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-churn-'));
  try {
    const library = await Library.open(join(folder, 'library'), 'local');
    await library.index.create({ modelId: 'model', dimension, profile: 'balanced' });
    const before = resident();
    const { times, mostFiles, memory } = await addOneByOne(library, documents);
    await library.settled();
    const full = await library.index.size();
    const { shown, worst } = await deleteHalf(library, documents);
    const half = await library.index.size();
    const { strayRows, missingRows } = await library.compare();
    library.close();
    const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
    const lines = [
      machine(),
      '',
      ...tableOf(
        ['what', 'figure'],
        [
          ['documents added one by one', String(documents)],
          [
            'adding one, compactions between them included, median / 95th percentile (ms)',
            `${milliseconds(percentile(times, 0.5))} / ${milliseconds(percentile(times, 0.95))}`,
          ],
          [`most files in the index folder on the way, looked at after every ${addsPerLook}`, String(mostFiles)],
          [
            'memory of the process before them / after half of them / after the last',
            [before, ...memory].map(megabytes).join(' / '),
          ],
          ['files and bytes after the last', `${full.files}, ${megabytes(full.bytes)}`],
          [
            `files and bytes after deleting half, ${deletesPerRequest} at a time`,
            `${half.files}, ${megabytes(half.bytes)}`,
          ],
          ['the slowest of these deletes (ms)', milliseconds(worst)],
          ['deleted documents that a search right after their delete still showed', String(shown)],
          ['rows missing or left over at the end', String(strayRows.length + missingRows.length)],
        ],
      ),
    ];
    writeSection('churn', 'The index under many small changes', lines);
    console.log(lines.join('\n'));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const resident = (): number => process.memoryUsage().rss;

const idOf = (n: number): string => `document-${n}`;

async function addOneByOne(
  library: Library,
  documents: number,
): Promise<{ times: number[]; mostFiles: number; memory: [halfway: number, end: number] }> {
  const random = randomNumbers(11);
  const times: number[] = [];
  let mostFiles = 0;
  let halfway = 0;
  for (let n = 0; n < documents; n += 1) {
    const words = Array.from({ length: 20 }, () => drawWord(random)).join(' ');
    const content = contentOf(n, `Document zxdoc${n} says: ${words}.`);
    const started = performance.now();
    await add(library, n, content);
    times.push(performance.now() - started);
    if ((n + 1) % addsPerLook === 0) mostFiles = Math.max(mostFiles, (await library.index.size()).files);
    if ((n + 1) % 500 === 0) console.log(`${n + 1} added, at most ${mostFiles} files`);
    if (n + 1 === Math.floor(documents / 2)) halfway = resident();
  }
  return { times, mostFiles, memory: [halfway, resident()] };
}

/** As an ingest does: rows, one commit, cached vector, and a compaction when it is due. */
async function add(library: Library, n: number, content: NewContent): Promise<void> {
  const [chunk] = content.chunks;
  const searchable = searchableText(content.indexTitle, [], content.text);
  const vector = vectorOf(searchable);
  await library.change(async () => {
    library.embeddings.put('model', [{ text: searchable, vector }]);
    await library.index.add([{ chunkId: chunk?.id ?? '', contentId: content.contentId, searchable, vector }]);
    const document = {
      documentId: idOf(n),
      path: `${n}.txt`,
      title: content.indexTitle,
      collection: 'Library',
      contentId: content.contentId,
      bytes: content.bytes,
      state: 'ready',
      error: null,
      warnings: [],
    } as const;
    await library.release(library.commit([{ document, content }]));
  });
  library.compactSoon(true);
}

function contentOf(n: number, text: string): NewContent {
  const id = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const span = { position: 0, text, startChar: 0, endChar: text.length, pages: [], headings: [] };
  const facts = { tokenCount: 30, wordCount: 23, hasCode: false, hasEquations: false, language: 'eng' };
  return {
    contentId: `content-${id}`,
    checksum: id,
    format: 'txt',
    mime: 'text/plain',
    bytes: text.length,
    storedPath: '',
    title: null,
    indexTitle: `Note ${n}`,
    language: 'eng',
    pages: [],
    headings: [],
    blocks: [],
    warnings: [],
    profile: 'balanced',
    text,
    chunks: [{ id, ...span, ...facts }],
  };
}

/** A vector that is the text's own and needs no model. */
function vectorOf(text: string): Float32Array {
  const random = randomNumbers(createHash('sha256').update(text).digest().readUInt32LE(0));
  const raw = Float32Array.from({ length: dimension }, () => random() - 0.5);
  const length = Math.hypot(...raw);
  return raw.map((value) => value / length);
}

/** Every other document; a search right after each delete asks for those that it took. */
async function deleteHalf(library: Library, documents: number): Promise<{ shown: number; worst: number }> {
  let shown = 0;
  let worst = 0;
  for (let start = 0; start < documents; start += 2 * deletesPerRequest) {
    const some = Array.from({ length: deletesPerRequest }, (_value, n) => start + 2 * n);
    const started = performance.now();
    const gone = new Set(await library.delete(some.map(idOf)));
    worst = Math.max(worst, performance.now() - started);
    const query = some.slice(0, 20).map((n) => `zxdoc${n}`);
    const hits = await library.index.keyword(query.join(' '), 100, null);
    const chunks = library.documents.chunks(hits.map(({ chunkId }) => chunkId));
    shown += [...chunks.values()].filter(({ documentId }) => gone.has(documentId)).length;
  }
  return { shown, worst };
}
