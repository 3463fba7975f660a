import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VitrineError } from '@shared/errors';
import type { ModelCatalogue } from '@shared/model-catalogue';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Models, openModels } from '../../../electron/engine/models';
import { pullModel } from '../../../electron/engine/models/files/pull-model';
import { temporaryFolder } from '../../temporary-folder';
import { bundledModel, embeddingEntry } from './model-sources';
import { refusal } from './refusal';
import { StandInHub } from './stand-in-hub';

const repository = 'someone/lite';
const graph = 'onnx/model_quantized.onnx';
const bundled = embeddingEntry('use-lite');
const files = new Map<string, Uint8Array>();
const sha256 = (bytes: Uint8Array = new Uint8Array()) => createHash('sha256').update(bytes).digest('hex');

let folder = '';
let hub: StandInHub;

beforeAll(async () => {
  for (const file of ['tokenizer.json', 'tokenizer_config.json', graph]) {
    files.set(file, await readFile(join(bundledModel, file)));
  }
  files.set('config.json', Buffer.from('{"model_type":"use-lite"}\n'));
});
beforeEach(async () => {
  folder = temporaryFolder();
  hub = await StandInHub.open(repository, files);
});
afterEach(() => hub.close());

const at = (file: string) => join(folder, 'lite', file);

function opened(changes: { pins?: Record<string, string>; offline?: boolean; endpoint?: string } = {}): Models {
  const catalogue: ModelCatalogue = {
    defaultEmbedding: 'lite',
    models: [
      {
        ...bundled,
        id: 'lite',
        title: 'Lite',
        source: { kind: 'hub', repository, folder: 'lite' },
        files: changes.pins ?? {},
      },
    ],
  };
  return openModels({
    catalogue,
    bundledModelFolder: '',
    modelFolders: [],
    downloadFolder: folder,
    hubEndpoint: changes.endpoint ?? hub.endpoint,
    servers: { providers: { ollama: { baseUrl: 'http://127.0.0.1:9' } }, offline: changes.offline ?? false },
  });
}

const pull = (models: Models, signal = new AbortController().signal) => models.pull('lite', () => {}, signal);

describe('pulling a model', () => {
  it('brings a graph that the hub has under another name to the place of a folder of transformers.js', async () => {
    const elsewhere = 'onnx/model_quint8_avx2.onnx';
    const named = [...files].map(([file, bytes]) => [file === graph ? elsewhere : file, bytes] as const);
    const other = await StandInHub.open(repository, new Map(named));
    const source = { kind: 'hub', repository, folder: 'lite', graph: elsewhere } as const;
    const catalogue: ModelCatalogue = {
      defaultEmbedding: 'lite',
      models: [{ ...bundled, id: 'lite', source, published: { [graph]: sha256(files.get(graph)) }, files: {} }],
    };
    await openModels({
      catalogue,
      bundledModelFolder: '',
      modelFolders: [],
      downloadFolder: folder,
      hubEndpoint: other.endpoint,
    }).pull('lite', () => {}, new AbortController().signal);
    await other.close();
    expect(sha256(await readFile(at(graph)))).toBe(sha256(files.get(graph)));
  });

  it('brings every file, which can then be opened and used', async () => {
    const models = opened();
    const pulled = await pull(models);

    for (const [file, bytes] of files) expect(sha256(await readFile(at(file))), file).toBe(sha256(bytes));
    expect(pulled.map(({ file }) => file).sort()).toEqual([...files.keys()].sort());
    expect((await models.list())[0]).toMatchObject({ installed: true, location: join(folder, 'lite') });
    const embedder = await models.openEmbedder('lite');
    expect((await embedder.embed(['heat pumps'], 'query'))[0]).toHaveLength(bundled.dimension);
    await embedder.dispose();
  });

  it('fetches no present file, and changed ones again', async () => {
    await pull(opened());
    const before = hub.requests.length;
    expect((await pull(opened())).every(({ downloaded }) => !downloaded)).toBe(true);
    expect(hub.requests.length).toBe(before);

    await writeFile(at('tokenizer.json'), '{}');
    const again = await pull(opened());
    expect(again.filter(({ downloaded }) => downloaded).map(({ file }) => file)).toEqual(['tokenizer.json']);
  });

  it('a pulled file that was changed later is refused when the model opens', async () => {
    await pull(opened());
    await writeFile(at('tokenizer.json'), '{}');
    expect((await refusal(opened().openEmbedder('lite'))).code).toBe('model-damaged');
  });

  it('continues automatically after a broken connection', async () => {
    hub.fail(graph, { kind: 'hang', afterBytes: 100_000 });
    const onProgress = (file: string, done: number) => {
      if (file === graph && done === 100_000) hub.breakOff();
    };
    await opened().pull('lite', onProgress, new AbortController().signal);
    expect(hub.rangesOf(graph)).toEqual([null, 'bytes=100000-']);
    expect(sha256(await readFile(at(graph)))).toBe(sha256(files.get(graph)));
  });

  it('that was stopped goes on later from the same byte', async () => {
    hub.fail(graph, { kind: 'hang', afterBytes: 200_000 });
    const stopper = new AbortController();
    const stopped = opened().pull(
      'lite',
      (file, done) => {
        if (file === graph && done === 200_000) stopper.abort(new VitrineError('cancelled'));
      },
      stopper.signal,
    );
    expect((await refusal(stopped)).code).toBe('cancelled');
    expect((await opened().list())[0]?.installed).toBe(false);

    await pull(opened());
    expect(hub.rangesOf(graph).at(-1)).toBe('bytes=200000-');
    expect(sha256(await readFile(at(graph)))).toBe(sha256(files.get(graph)));
  });

  it('starts again where what an earlier try left is of another file', async () => {
    await mkdir(at('onnx'), { recursive: true });
    await writeFile(`${at(graph)}.part`, Buffer.alloc(1000, 7));
    await pull(opened());
    expect(hub.rangesOf(graph)).toEqual(['bytes=1000-', null]);
    expect(sha256(await readFile(at(graph)))).toBe(sha256(files.get(graph)));
  });
});

describe('what a pull refuses', () => {
  it.each([
    ['the hub publishes', {}],
    ['the catalogue pins', { [graph]: sha256(Buffer.from('another file')) }],
  ])('a file without the checksum that %s, and leaves nothing of it', async (_who, pins) => {
    hub.fail(graph, { kind: 'wrong-bytes' });
    const error = await refusal(pull(opened({ pins })));
    expect(error).toMatchObject({ code: 'model-damaged', details: { why: 'hub-wrong-checksum', repository } });
    expect(existsSync(at(graph))).toBe(false);
    expect(existsSync(`${at(graph)}.part`)).toBe(false);
  });

  it('any host but this machine when offline mode is on, without a connection', async () => {
    const error = await refusal(pull(opened({ offline: true, endpoint: 'https://hub.example' })));
    expect(error).toMatchObject({ code: 'offline', details: { why: 'hub', repository } });
  });

  it.each([
    [404, 'model-missing'],
    [401, 'model-missing'],
    [429, 'rate-limited'],
  ])('an answer with status %i as %s', async (status, code) => {
    hub.fail('config.json', { kind: 'status', status });
    expect((await refusal(pull(opened()))).code).toBe(code);
  });

  it('a disk that is full, and gives back what it had taken', async () => {
    if (!existsSync('/dev/full')) return console.warn('skipped: this system has no /dev/full');
    await mkdir(at('onnx'), { recursive: true });
    await symlink('/dev/full', `${at(graph)}.part`);
    expect((await refusal(pull(opened()))).code).toBe('disk-full');
    expect(existsSync(`${at(graph)}.part`)).toBe(false);
  });

  it('a hub that goes silent, keeping what came', async () => {
    hub.fail(graph, { kind: 'hang', afterBytes: 5000 });
    const entry = { ...bundled, source: { kind: 'hub', repository, folder: 'lite' } as const, files: {} };
    const { signal } = new AbortController();
    const options = { endpoint: hub.endpoint, downloadFolder: folder, offline: false, signal, silenceMs: 1500 };
    const error = await refusal(pullModel(entry, { ...options, onProgress: () => {} }));
    expect(error).toMatchObject({ code: 'model-timeout', details: { why: 'hub-silent', repository } });
    expect(await readFile(`${at(graph)}.part`)).toHaveLength(5000);
  });
});
