import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  defaultLibraryFolder,
  dropEmptyStoreVariables,
  engineOptions,
  heapGrowth,
  ollamaAddress,
  youngFirst,
} from '../../electron/engine/host-options';
import { version } from '../../package.json';

const folders = { appFolder: resolve('/app'), libraryFolder: resolve('/library'), dataFolder: resolve('/data') };

describe('the environment of native code', () => {
  it.each([
    { library: 'linux/x64/libonnxruntime.so.1', sends: true, heeds: true },
    { library: 'darwin/arm64/libonnxruntime.1.dylib', sends: true, heeds: true },
    { library: 'win32/x64/onnxruntime.dll', sends: false, heeds: false },
  ])('turns the telemetry of onnxruntime off as docs/adr/0064 tells: $library', ({ library, sends, heeds }) => {
    const bytes = readFileSync(resolve('node_modules/onnxruntime-node/bin/napi-v6', library));
    expect(bytes.includes('mobile.events.data.microsoft.com')).toBe(sends);
    expect(bytes.includes('ORT_DISABLE_TELEMETRY')).toBe(heeds);
    // The switch of the C interface is not among what the package lets JavaScript call.
    const binding = readFileSync(resolve('node_modules/onnxruntime-node/dist/binding.js'), 'utf8');
    expect(binding).not.toMatch(/telemetry/i);
  });

  it('keeps no variable of an object store that is set to nothing, and all others', () => {
    const env = {
      AWS_ACCESS_KEY_ID: '',
      AWS_ENDPOINT_URL_S3: ' ',
      AWS_REGION: 'eu-west-1',
      VITRINE_INDEX: '',
      PATH: '',
    };
    dropEmptyStoreVariables(env);
    expect(env).toEqual({ AWS_REGION: 'eu-west-1', VITRINE_INDEX: '', PATH: '' });
  });
});

describe('the options of the engine', () => {
  it('come out of an empty environment as the documented defaults', () => {
    expect(engineOptions({}, folders)).toEqual({
      libraryFolder: resolve('/library'),
      configFolder: resolve('/app/config'),
      bundledModelFolder: resolve('/app/resources/models'),
      sampleFolder: resolve('/app/resources/sample-library'),
      modelFolders: [],
      downloadFolder: resolve('/library/models'),
      permissionFolder: resolve('/data/permissions'),
      hubEndpoint: 'https://huggingface.co',
      providers: { ollama: { baseUrl: 'http://127.0.0.1:11434', apiKey: '' } },
      offline: false,
      userId: 'local',
      chatModel: null,
      logFile: resolve('/library/logs/vitrine.log'),
      pinned: {},
      index: { uri: null, storage: {} },
      version,
      mcp: { command: resolve('/app/bin/vitrine'), args: ['mcp', '--library', resolve('/library')] },
    });
  });

  it.skipIf(process.platform === 'win32')('name the file of an AppImage to assistants, not its mount', () => {
    expect(engineOptions({ APPIMAGE: '/programs/Vitrine.AppImage' }, folders).mcp).toEqual({
      command: '/programs/Vitrine.AppImage',
      args: ['mcp', '--library', resolve('/library')],
    });
  });

  it('take what the environment says', () => {
    const env = {
      VITRINE_MODELS: [resolve('/a'), '', resolve('/b')].join(delimiter),
      HF_ENDPOINT: 'https://mirror.example/',
      OLLAMA_HOST: '10.0.0.5',
      OPENAI_BASE_URL: 'http://localhost:8080/v1',
      VITRINE_OFFLINE: '1',
      VITRINE_CHAT_MODEL: 'ollama:smollm2:135m',
    };
    expect(engineOptions(env, folders)).toMatchObject({
      modelFolders: [resolve('/a'), resolve('/b')],
      hubEndpoint: 'https://mirror.example',
      providers: {
        ollama: { baseUrl: 'http://10.0.0.5:11434' },
        openai: { baseUrl: 'http://localhost:8080/v1', apiKey: '' },
      },
      offline: true,
      chatModel: 'ollama:smollm2:135m',
      pinned: {
        modelFolders: 'VITRINE_MODELS',
        hubEndpoint: 'HF_ENDPOINT',
        ollamaHost: 'OLLAMA_HOST',
        'openai.baseUrl': 'OPENAI_BASE_URL',
        offline: 'VITRINE_OFFLINE',
        chatModel: 'VITRINE_CHAT_MODEL',
      },
    });
  });

  it.each([
    ['OPENAI_API_KEY', 'openai', 'https://api.openai.com/v1'],
    ['ANTHROPIC_API_KEY', 'anthropic', 'https://api.anthropic.com'],
  ] as const)('know by %s alone where the server of %s is', (variable, provider, baseUrl) => {
    expect(engineOptions({ [variable]: 'k' }, folders).providers[provider]).toEqual({ baseUrl, apiKey: 'k' });
  });

  it.each(['', '0', 'false', 'No', 'off'])('are not offline for VITRINE_OFFLINE=%j', (value) => {
    expect(engineOptions({ VITRINE_OFFLINE: value }, folders).offline).toBe(false);
  });
});

describe('the address of Ollama', () => {
  it.each([
    ['', 'http://127.0.0.1:11434'],
    ['127.0.0.1:9', 'http://127.0.0.1:9'],
    ['0.0.0.0:80', 'http://127.0.0.1:80'],
    ['https://box', 'https://box'],
    ['[::1]', 'http://[::1]:11434'],
  ])('%j is %s', (value, address) => {
    expect(ollamaAddress(value)).toBe(address);
  });
});

describe('the default library folder', () => {
  it.each([
    ['linux', {}, join('/home/me', '.config', 'Vitrine', 'library')],
    ['linux', { XDG_CONFIG_HOME: '/cfg' }, join('/cfg', 'Vitrine', 'library')],
    ['darwin', {}, join('/home/me', 'Library', 'Application Support', 'Vitrine', 'library')],
    ['win32', { APPDATA: '/roaming' }, join('/roaming', 'Vitrine', 'library')],
    ['linux', { VITRINE_LIBRARY: '/mine' }, resolve('/mine')],
  ])('on %s with %j', (platform, env, folder) => {
    expect(defaultLibraryFolder(env, platform, '/home/me')).toBe(folder);
  });
});

/** Keeps objects, frees old ones, and prints the most memory that its heap took, in MiB. */
const program = `
  const v8 = require('node:v8');
  for (const flag of process.argv.slice(1)) v8.setFlagsFromString(flag);
  const made = (count) => Array.from({ length: count }, (_, at) => ({ at, own: [at] }));
  const kept = made(150_000);
  const recent = [];
  let most = 0;
  for (let round = 0; round < 400; round += 1) {
    recent.push(made(20_000));
    if (recent.length > 4) recent.shift();
    if (round >= 200) most = Math.max(most, v8.getHeapStatistics().total_heap_size);
  }
  console.log(most / 2 ** 20, kept.length);
`;

/** Makes objects that stay, then others at the same place that do not; prints how often all memory was collected then. */
const programOfYoung = `
  const v8 = require('node:v8');
  const { PerformanceObserver, constants } = require('node:perf_hooks');
  for (const flag of process.argv.slice(1)) v8.setFlagsFromString(flag);
  let whole = 0;
  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) whole += 1;
  }).observe({ entryTypes: ['gc'] });
  const made = (count) => Array.from({ length: count }, (_, at) => ({ at, own: [at, at + 0.5], half: at / 3 }));
  const kept = [];
  const rounds = async (count, use) => {
    for (let round = 0; round < count; round += 1) {
      use(made(5000));
      await new Promise(setImmediate);
    }
  };
  rounds(60, (all) => kept.push(all))
    .then(() => (whole = 0))
    .then(() => rounds(600, () => undefined))
    .then(() => setTimeout(() => console.log(whole, kept.length), 50));
`;

describe('the memory of a host', () => {
  // Node 24 gives young objects up to 200 MiB, which are not what is measured here.
  const options = (code: string) => ['--max-semi-space-size=16', '-e', code, '--'];

  it('is not collected as a whole for objects that are soon let go of, where others like them were kept', () => {
    const collections = (...flags: string[]) =>
      Number.parseInt(execFileSync(process.execPath, [...options(programOfYoung), ...flags], { encoding: 'utf8' }), 10);
    // The V8 of Node 24 does so by itself.
    const least = Math.max(1, 0.5 * collections(heapGrowth));
    expect(collections(heapGrowth, youngFirst)).toBeLessThanOrEqual(least);
  });

  it('is collected when it has grown by half, well before V8 would of itself', () => {
    const most = (...flags: string[]) =>
      Number.parseFloat(execFileSync(process.execPath, [...options(program), ...flags], { encoding: 'utf8' }));
    expect(most(heapGrowth)).toBeLessThan(0.8 * most());
  });
});
