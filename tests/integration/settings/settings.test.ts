import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SettingsReport } from '@shared/contract';
import { settingDefaults } from '@shared/setting-defaults';
import { settingPaths } from '@shared/settings';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engineOptions } from '../../../electron/engine/host-options';
import type { EngineOptions } from '../../../electron/engine/options';
import { type FakeServer, fakeServer } from '../chat/fake-server';
import { project, TestEngine } from '../open-test-engine';

const vitrine = TestEngine.each();

const fileOf = (): string => join(vitrine.library, 'settings.json');
const stored = async (): Promise<unknown> => JSON.parse(await readFile(fileOf(), 'utf8'));

async function reopenWith(settings: string, changes: Partial<EngineOptions> = {}): Promise<SettingsReport> {
  await writeFile(fileOf(), settings);
  await vitrine.reopen(changes);
  return vitrine.ask('settings.get', {});
}

describe('settings', () => {
  it('are all at their defaults before anybody chooses, without a file', async () => {
    await vitrine.reopen(
      engineOptions({}, { appFolder: project, libraryFolder: vitrine.library, dataFolder: vitrine.folder }),
    );
    const { fields, problems } = await vitrine.ask('settings.get', {});
    const seen = Object.fromEntries(settingPaths.map((path) => [path, fields[path].value]));
    expect(seen).toEqual(settingDefaults);
    expect(new Set(Object.values(fields).map(({ source }) => source))).toEqual(new Set(['default']));
    expect(problems).toEqual([]);
    expect(existsSync(fileOf())).toBe(false);
  });

  it('are kept in the library and say who decided them', async () => {
    const values = { 'appearance.theme': 'dark', 'appearance.textSize': 120, chatModel: 'ollama:tiny' } as const;
    await vitrine.ask('settings.set', { values });
    expect(await stored()).toEqual(values);
    await vitrine.reopen();
    const { fields } = await vitrine.ask('settings.get', {});
    expect(fields['appearance.theme']).toEqual({
      value: 'dark',
      default: 'system',
      source: 'settings',
      variable: null,
    });
    expect(fields['appearance.contrast'].source).toBe('default');
  });

  it('go back to their defaults by path', async () => {
    await vitrine.ask('settings.set', { values: { 'desktop.tray': true, chatModel: 'ollama:tiny' } });
    const { fields } = await vitrine.ask('settings.set', { reset: ['desktop.tray'] });
    expect(fields['desktop.tray']).toMatchObject({ value: false, source: 'default' });
    expect(await stored()).toEqual({ chatModel: 'ollama:tiny' });
  });

  it('tell every window of a change', async () => {
    await vitrine.ask('settings.set', { values: { 'appearance.language': 'de' } }, 'change-1');
    const told = vitrine.events.filter((event) => event.type === 'settings.changed');
    expect(told).toMatchObject([
      { requestId: 'change-1', settings: { fields: { 'appearance.language': { value: 'de' } } } },
    ]);
  });

  it.each([
    [{ ollamaHost: 'ftp://box' }, 'values.ollamaHost'],
    [{ ollamaHost: 'http://me:secret@box' }, 'values.ollamaHost'],
    [{ chatModel: 'tiny' }, 'values.chatModel'],
    [{ 'appearance.textSize': 500 }, 'values.appearance.textSize'],
    [{ offline: 'yes' }, 'values.offline'],
  ])('refuse %j by its path and stay as they are', async (values, path) => {
    // The shapes are checked by the engine: a page is not trusted to keep to the types.
    const error = await vitrine.refusal('settings.set', { values: { 'desktop.tray': true, ...values } as object });
    expect(error).toMatchObject({ code: 'bad-request', details: { path } });
    expect(existsSync(fileOf())).toBe(false);
  });

  it('refuse an unknown setting, a key among them', async () => {
    const error = await vitrine.refusal('settings.set', { values: { apiKey: 'sk-1' } as object });
    expect(error.code).toBe('bad-request');
    expect(error.message).toContain('apiKey');
  });
});

describe('a settings file that is not as it should be', () => {
  it('never stops the start: valid ones count, invalid ones have their default, and health says so', async () => {
    const broken = { 'appearance.theme': 'pink', offline: true, 'of.the.future': 7 };
    const { fields, problems } = await reopenWith(JSON.stringify(broken));
    expect(fields['appearance.theme']).toMatchObject({ value: 'system', source: 'default' });
    expect(fields.offline.value).toBe(true);
    expect(problems.map(({ values }) => values?.path)).toEqual(['appearance.theme', 'of.the.future']);
    expect(await vitrine.unwell()).toEqual([
      expect.stringContaining('appearance.theme'),
      expect.stringContaining('of.the.future'),
    ]);
  });

  it.each([
    ['{"offline": tr', 'settings-not-json'],
    ['[]', 'settings-not-json'],
    ['{"offline": "no"}', 'setting-unfit'],
  ])('keeps offline mode on where it reads %s, until a person switches it off', async (text, code) => {
    const report = await reopenWith(text);
    expect(report.fields.offline.value).toBe(true);
    expect(report.problems.map((problem) => problem.code)).toEqual([code]);
    // Another change does not take it back unsaid.
    await vitrine.ask('settings.set', { values: { 'desktop.tray': true } });
    await vitrine.reopen();
    expect((await vitrine.ask('settings.get', {})).fields.offline.value).toBe(true);
    const { fields, problems } = await vitrine.ask('settings.set', { values: { offline: false } });
    expect([fields.offline.value, problems]).toEqual([false, []]);
  });
});

describe('the environment', () => {
  it('wins over the file and says which variable it is; the choice is kept for a day without it', async () => {
    const env = { OLLAMA_HOST: 'http://127.0.0.1:9', VITRINE_OFFLINE: '0' };
    await vitrine.reopen(
      engineOptions(env, { appFolder: project, libraryFolder: vitrine.library, dataFolder: vitrine.folder }),
    );
    const { fields } = await vitrine.ask('settings.set', { values: { ollamaHost: 'http://box:1', offline: true } });
    expect(fields.ollamaHost).toEqual({
      value: 'http://127.0.0.1:9',
      default: 'http://127.0.0.1:11434',
      source: 'environment',
      variable: 'OLLAMA_HOST',
    });
    expect(fields.offline).toMatchObject({ value: false, source: 'environment', variable: 'VITRINE_OFFLINE' });
    await vitrine.reopen(
      engineOptions({}, { appFolder: project, libraryFolder: vitrine.library, dataFolder: vitrine.folder }),
    );
    expect((await vitrine.ask('settings.get', {})).fields.ollamaHost).toMatchObject({ value: 'http://box:1' });
  });
});

describe('a change', () => {
  let server: FakeServer;
  beforeEach(async () => {
    server = await fakeServer({
      '/v1/models': (request, response) =>
        response.end(JSON.stringify({ data: [{ id: `for ${request.headers.authorization ?? 'nobody'}` }] })),
      '/api/tags': (_request, response) => response.end('{"models":[{"name":"tiny:latest","size":5}]}'),
    });
  });
  afterEach(() => server.close());

  const chatModels = async (): Promise<string[]> =>
    (await vitrine.ask('models.list', {})).filter(({ job }) => job === 'chat').map(({ id }) => id);

  it('of a server counts at once', async () => {
    expect(await chatModels()).toEqual([]);
    await vitrine.ask('settings.set', { values: { ollamaHost: `${server.address}/` } });
    expect(await chatModels()).toEqual(['ollama:tiny']);
  });

  it('of the chat model counts at once', async () => {
    await vitrine.ask('settings.set', { values: { ollamaHost: server.address, chatModel: 'ollama:tiny' } });
    expect((await vitrine.ask('models.list', {})).filter(({ active }) => active).map(({ id }) => id)).toContain(
      'ollama:tiny',
    );
  });

  it('of the model folders counts at once, and a folder that is none is refused', async () => {
    const folder = join(vitrine.folder, 'more-models');
    const model = join(folder, 'my-ranker');
    const config = { architectures: ['BertForSequenceClassification'], max_position_embeddings: 512 };
    await mkdir(join(model, 'onnx'), { recursive: true });
    await writeFile(join(model, 'config.json'), JSON.stringify(config));
    await writeFile(join(model, 'onnx', 'model_quantized.onnx'), 'no model');
    const { fields } = await vitrine.ask('settings.addModelFolder', { path: folder });
    expect(fields.modelFolders.value).toEqual([folder]);
    expect((await vitrine.ask('models.list', {})).map(({ id }) => id)).toContain('my-ranker');
    expect(await vitrine.refusal('settings.addModelFolder', { path: join(model, 'config.json') })).toMatchObject({
      code: 'settings-invalid',
    });
    expect(await vitrine.refusal('settings.addModelFolder', { path: 'relative' })).toMatchObject({
      code: 'settings-invalid',
    });
    await vitrine.ask('settings.removeModelFolder', { path: folder });
    expect((await vitrine.ask('models.list', {})).map(({ id }) => id)).not.toContain('my-ranker');
  });

  it('of a key counts at once, for its own server only, and the key is shown nowhere', async () => {
    const log = join(vitrine.library, 'logs', 'vitrine.log');
    await vitrine.reopen({ takesKeys: true, logFile: log });
    const baseUrl = `${server.address}/v1`;
    await vitrine.ask('settings.set', { values: { 'openai.baseUrl': baseUrl } });
    const report = await vitrine.ask('settings.setKey', { provider: 'openai', key: 'sk-very-secret' });
    expect(report.keys.openai).toMatchObject({ hasKey: true, kept: 'session', origin: server.address });
    expect(await chatModels()).toEqual(['openai:for Bearer sk-very-secret']);

    const elsewhere = await fakeServer({
      '/v1/models': (request, response) =>
        response.end(JSON.stringify({ data: [{ id: `for ${request.headers.authorization ?? 'nobody'}` }] })),
    });
    const moved = await vitrine.ask('settings.set', { values: { 'openai.baseUrl': `${elsewhere.address}/v1` } });
    expect(moved.keys.openai).toMatchObject({ hasKey: false, kept: null });
    expect(await chatModels()).toEqual(['openai:for nobody']);
    await elsewhere.close();

    await vitrine.ask('settings.set', { values: { 'openai.baseUrl': baseUrl } });
    await vitrine.ask('settings.setKey', { provider: 'openai', key: null });
    expect(await chatModels()).toEqual(['openai:for nobody']);

    const told = [JSON.stringify(vitrine.events), await readFile(fileOf(), 'utf8'), await readFile(log, 'utf8')];
    for (const text of told) expect(text).not.toContain('very-secret');
    expect(JSON.stringify(await vitrine.ask('settings.get', {}))).not.toContain('very-secret');
  });

  it('of a key is refused where the host cannot keep it, and where the environment has one', async () => {
    expect(await vitrine.refusal('settings.setKey', { provider: 'openai', key: 'sk-1' })).toMatchObject({
      code: 'settings-invalid',
      hint: expect.stringContaining('OPENAI_API_KEY'),
    });
    const openai = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'sk-env' };
    await vitrine.reopen({ takesKeys: true, providers: { openai } });
    expect(await vitrine.refusal('settings.setKey', { provider: 'openai', key: 'sk-1' })).toMatchObject({
      code: 'settings-invalid',
    });
    const report = await vitrine.ask('settings.get', {});
    expect(report.keys.openai).toMatchObject({ hasKey: true, kept: 'environment' });
    expect(JSON.stringify(report)).not.toContain('sk-env');
  });

  it('is refused while another Vitrine has the library', async () => {
    const { openEngine } = await import('../../../electron/engine/engine');
    const second = await openEngine(vitrine.options);
    const result = await second.request('settings.set', { values: { offline: true } });
    await second.close();
    expect(result).toMatchObject({ ok: false, error: { code: 'library-locked' } });
  });
});
