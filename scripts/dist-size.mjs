// node scripts/dist-size.mjs: the parts of the packaged program in dist/, in MB on the disk and in the download. Each
// part is compressed alone; the archive's own size is below. docs/guide/release.md shows its output.
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { distFolder, findPackaged, packagedParts, packagedStamp } from './packaged-app.mjs';
import { inProject, SetupError, script } from './project.mjs';

/** The first pattern that fits a file's path names its part. Paths inside app.asar follow on its name. */
const parts = [
  ['Search index and full text (LanceDB, native)', /^resources\/app\.asar\.unpacked\/node_modules\/@lancedb\//],
  ['Model runtime (onnxruntime, native)', /^resources\/app\.asar\.unpacked\/node_modules\/onnxruntime-node\//],
  ['Catalogue (libSQL, native)', /^resources\/app\.asar\.unpacked\/node_modules\/@libsql\//],
  ['Text recognition: drawing pages (canvas, native)', /^resources\/app\.asar\.unpacked\/node_modules\/@napi-rs\//],
  [
    'Text recognition: Tesseract and two languages',
    /^resources\/app\.asar\/node_modules\/(@napi-rs|tesseract\.js-core|@tesseract\.js-data)\//,
  ],
  ['PDF reader of the engine (pdf.js)', /^resources\/app\.asar\/node_modules\/pdfjs-dist\//],
  ['Other packages of the engine', /^resources\/app\.asar\/node_modules\//],
  ['The page, with fonts and its PDF viewer', /^resources\/app\.asar\/out\/renderer\//],
  ['Engine, window and commands', /^resources\/app\.asar\//],
  ['Bundled embedding model', /^resources\/resources\/models\//],
  ['Sample library', /^resources\/resources\/sample-library\//],
  ['Settings, icon, licences', /^(resources\/(?!app\.asar)|LICENSES?\b)/],
  ['Electron: texts of Chromium', /^locales\//],
  ['Electron: the rest', /./],
];

/** `{rows: [{part, bytes, gzipped}], archives: [{name, bytes}], electron}`, sizes in bytes. */
export async function measure() {
  const { folder, reason } = findPackaged();
  if (!folder) throw new SetupError(`Nothing to measure: ${reason}.`);
  const rows = parts.map(([part]) => ({ part, bytes: 0, gzipped: 0 }));
  const asar = join(packagedParts(folder).resources, 'app.asar');
  const files = listed(folder).map((file) => ({ path: relative(folder, file).split(sep).join('/'), file }));
  for (const { path, file } of files) {
    if (file === asar) continue;
    add(rows, path, statSync(file).size, await gzippedBytes(createReadStream(file)));
  }
  const { listPackage, statFile, extractFile } = (await import('@electron/asar')).default;
  for (const name of listPackage(asar)) {
    const inside = name.slice(1);
    const entry = statFile(asar, inside, false);
    if (entry.size === undefined || entry.unpacked) continue;
    const content = extractFile(asar, inside);
    const path = `resources/app.asar/${inside.split(sep).join('/')}`;
    add(rows, path, content.length, await gzippedBytes([content]));
  }
  const archives = readdirSync(distFolder)
    .filter((name) => name.startsWith('Vitrine-') && !name.endsWith('.blockmap'))
    .map((name) => ({ name, bytes: statSync(join(distFolder, name)).size }));
  return { rows, archives, electron: packagedStamp() };
}

function listed(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function add(rows, path, bytes, gzipped) {
  // On macOS everything lies inside the bundle.
  const plain = path.replace(/^Vitrine\.app\/Contents\/Resources\//, 'resources/');
  const row = rows[parts.findIndex(([, pattern]) => pattern.test(plain))];
  row.bytes += bytes;
  row.gzipped += gzipped;
}

async function gzippedBytes(source) {
  let length = 0;
  const count = new Writable({
    write(chunk, _encoding, done) {
      length += chunk.length;
      done();
    },
  });
  await pipeline(source, createGzip(), count);
  return length;
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

/** The measurement as a Markdown table. */
export function table({ rows, archives, electron }) {
  const sum = (of) => rows.reduce((total, row) => total + row[of], 0);
  const lines = rows
    .filter((row) => row.bytes > 0)
    .sort((a, b) => b.bytes - a.bytes)
    .map((row) => `| ${row.part} | ${megabytes(row.bytes)} | ${megabytes(row.gzipped)} |`);
  return [
    `| part (${process.platform} ${process.arch}, Electron ${electron.electron}) | MB on disk | MB compressed |`,
    '|---|--:|--:|',
    ...lines,
    `| **all** | **${megabytes(sum('bytes'))}** | **${megabytes(sum('gzipped'))}** |`,
    ...archives.map(({ name, bytes }) => `| \`${name}\` | | ${megabytes(bytes)} |`),
  ].join('\n');
}

if (process.argv[1] === inProject('scripts', 'dist-size.mjs')) {
  await script(async () => console.log(table(await measure())));
}
