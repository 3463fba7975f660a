// The search model that `npm run dist -- --model FOLDER` carries inside the package: which files go where, each with its
// sha256, which the packaged program holds it against before it is used.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { inProject, SetupError } from './project.mjs';

/** The files of a transformers.js model folder, as electron/engine/models/files/model-files.ts reads it. */
const modelFiles = ['config.json', 'tokenizer_config.json', 'tokenizer.json', 'onnx/model_quantized.onnx'];

/**
 * Returns the files of a model folder that electron-builder copies beside app.asar, `[{from, to}]`, and a message. The
 * folder's name decides its model in config/models.json. A file that the catalogue pins must have that sha256; the
 * sha256 of the others goes into `checksumsFile`, which is copied too. Throws SetupError for any other folder.
 *
 * @param {string} folder
 * @param {string} checksumsFile path for the list of checksums
 */
export async function modelToPackage(folder, checksumsFile) {
  const path = resolve(folder);
  const name = basename(path);
  const entry = knownModels().find((model) => model.source.folder === name);
  if (!entry) {
    const names = knownModels().map((model) => model.source.folder);
    throw new SetupError(`${path} is called after no search model that can be carried: ${names.join(', ')}.`);
  }
  const missing = modelFiles.filter((file) => !existsSync(join(path, file)));
  if (missing.length > 0) throw new SetupError(`${path} is no whole model: ${missing.join(', ')} is not there.`);
  const checksums = {};
  for (const file of modelFiles) {
    const sha256 = await sha256Of(join(path, file));
    const pinned = entry.files[file];
    if (pinned !== undefined && pinned !== sha256) {
      throw new SetupError(`${join(path, file)} is not the file that config/models.json names (sha256 ${pinned}).`);
    }
    const isKnown = (pinned ?? entry.published?.[file]) === sha256;
    checksums[file] = {
      bytes: statSync(join(path, file)).size,
      sha256,
      checkedAgainst: isKnown ? 'catalogue' : 'first-use',
    };
  }
  writeFileSync(checksumsFile, `${JSON.stringify(checksums, null, 2)}\n`);
  const place = `resources/models/${name}`;
  return {
    title: entry.title,
    bytes: Object.values(checksums).reduce((sum, { bytes }) => sum + bytes, 0),
    resources: [
      ...modelFiles.map((file) => ({ from: join(path, file), to: `${place}/${file}` })),
      { from: checksumsFile, to: `${place}/checksums.json` },
    ],
  };
}

/** Search models that lie in a folder of their own. */
function knownModels() {
  const { models } = JSON.parse(readFileSync(inProject('config/models.json'), 'utf8'));
  return models.filter(({ job, source }) => job === 'embedding' && source.kind === 'hub');
}

async function sha256Of(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
