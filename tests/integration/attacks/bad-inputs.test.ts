/** No file, setting, library or request of others makes a fault of Vitrine's own: every refusal has a code and its sentence. */
import { spawnSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { type RouteName, requests } from '@shared/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ApiServer, startApi } from '../../../electron/api/server';
import { openEngine } from '../../../electron/engine/engine';
import { temporaryFolder } from '../../temporary-folder';
import { TestEngine, testOptions } from '../open-test-engine';

let api: ApiServer;
let token: string;
const vitrine = TestEngine.shared(async () => {
  await vitrine.ingest(await vitrine.file('lamp.md', 'The lamp hangs beside the northern window.'));
  api = await startApi({ engine: vitrine.engine, uploadFolder: join(vitrine.library, 'incoming') }, 0);
  ({ token } = await vitrine.ask('api.addToken', { name: 'tester', scope: 'change' }));
});
afterAll(() => api.close());

/** Whether an answer, or a part of it such as a file's report, blames Vitrine itself. */
const blamesItself = (answer: unknown): boolean => JSON.stringify(answer).includes('"code":"internal"');

/** Paths that are not what a request expects, by their fault. */
function badPaths(): Readonly<Record<string, string>> {
  const folder = vitrine.path('bad');
  const inside = (name: string) => join(folder, name);
  mkdirSync(inside('folder'), { recursive: true });
  for (const [name, content] of Object.entries({
    empty: '',
    'text.txt': 'Plain text.',
    'cut.json': '{"v": 1, "docs',
    'list.json': '[1, null, {"a": [[]]}]',
    'null.json': 'null',
    'cut.zip': 'PK\u0003\u0004 and no more',
    'bytes.bin': Buffer.from([0xff, 0xfe, 0, 0xd8, 0x80, 0xc3, 0x28]),
    'bytes.csv': Buffer.from([0xc3, 0x28, 0x2c, 0xff, 0x0a, 0x80, 0x2c]),
  })) {
    writeFileSync(inside(name), content);
  }
  symlinkSync(inside('loop'), inside('loop'));
  symlinkSync(inside('nowhere'), inside('dangling'));
  spawnSync('mkfifo', [inside('pipe')]);
  const names = ['folder', 'empty', 'text.txt', 'cut.json', 'list.json', 'null.json', 'cut.zip', 'bytes.bin'];
  const links = ['bytes.csv', 'loop', 'dangling', 'pipe', 'missing'];
  return {
    ...Object.fromEntries([...names, ...links].map((name) => [name, inside(name)])),
    'a file as a folder': inside('empty/file.txt'),
    'a long name': inside('n'.repeat(300)),
    'a long path': inside('folder/'.repeat(580)),
    'no character of text': `${inside('zero')}\0.txt`,
    'half a character': inside('\ud800.txt'),
  };
}

const requestsWith = (path: string, good: string): readonly (readonly [RouteName, object])[] => [
  ['ingest.run', { paths: [path] }],
  ['ingest.enqueue', { paths: [path] }],
  ['watch.add', { path }],
  ['library.backup', { path }],
  ['library.backup', { path, replace: true }],
  ['library.restore', { path, folder: `${good}-library` }],
  ['library.restore', { path: good, folder: path }],
  ['evaluate.run', { corpus: path, queries: path, qrels: path }],
  ['evaluate.inspect', { path }],
  ['evaluate.start', { path }],
  ['models.import', { path }],
  ['settings.addModelFolder', { path }],
  ['settings.removeModelFolder', { path }],
  ['rebuild.start', { place: path }],
];

/** A JSON Schema, as far as an example of it needs to be looked at. */
interface Shape {
  readonly type?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
}

/** Returns a value of nearly every shape; its ids name nothing, and its paths are in the test's own folder. */
function exampleOf(shape: Shape): unknown {
  const [one] = shape.anyOf ?? shape.oneOf ?? [];
  if (one) return exampleOf(one);
  if (shape.const !== undefined || shape.enum) return shape.const ?? shape.enum?.[0];
  if (shape.type === 'object') {
    return Object.fromEntries(Object.entries(shape.properties ?? {}).map(([key, part]) => [key, exampleOf(part)]));
  }
  if (shape.type === 'array') return [exampleOf(shape.items ?? {})];
  if (shape.type === 'boolean') return true;
  if (shape.type === 'integer' || shape.type === 'number') return shape.minimum ?? 1;
  return shape.format === 'uri' ? 'http://127.0.0.1:9' : vitrine.path('none');
}

describe('a request', () => {
  it('with any path is done, or refused with a code', async () => {
    const good = vitrine.path('good.vitrine');
    await vitrine.ask('library.backup', { path: good });
    const faults: string[] = [];
    for (const [fault, path] of Object.entries(badPaths())) {
      for (const [route, input] of requestsWith(path, good)) {
        const answer = await vitrine.engine.request(route, input as never);
        if (blamesItself(answer)) faults.push(`${fault}, ${route}: ${JSON.stringify(answer)}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('never replaces what is no file with a backup', async () => {
    const pipe = vitrine.path('held');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    expect((await vitrine.refusal('library.backup', { path: pipe, replace: true })).code).toBe('backup-exists');
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  it('of any route, whole, of its least members and of none, is done, or refused with a code', async () => {
    const faults: string[] = [];
    let fitting = 0;
    for (const [route, schema] of Object.entries(requests)) {
      // These wait for a server elsewhere.
      if (route.startsWith('updates.')) continue;
      const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
      const whole = Object(exampleOf(shape));
      const least = Object.fromEntries((shape.required ?? []).map((key) => [key, whole[key]]));
      for (const input of [whole, least, { none: 1 }, null, [], 'text']) {
        const answer = await vitrine.engine.request(route as RouteName, input as never);
        if (blamesItself(answer)) faults.push(`${route}: ${JSON.stringify([input, answer])}`);
        if (answer.ok || answer.error.details?.why !== 'input') fitting += 1;
      }
    }
    expect(faults).toEqual([]);
    expect(fitting).toBeGreaterThan(Object.keys(requests).length);
  });

  it('for a folder with names that are no text reads the others', async () => {
    const folder = vitrine.path('names');
    mkdirSync(folder);
    writeFileSync(join(folder, 'good.txt'), 'The zxgood text.');
    const odd = Buffer.concat([Buffer.from(`${folder}/odd-`), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('.txt')]);
    writeFileSync(odd, 'The odd text.');
    const report = await vitrine.ingest(folder);
    expect(blamesItself(report)).toBe(false);
    expect(await vitrine.found('zxgood')).toHaveLength(1);
  });
});

describe('a library', () => {
  const contents = ['', '{"v": 1, "docs', '[1, null]', 'null', Buffer.from([0xff, 0xfe, 0, 0xd8, 0x80])];
  const files = [
    'settings.json',
    'desk.json',
    'catalogue.db',
    'library.lock',
    'index/manifest.json',
    ...['models', 'pipeline_limits', 'agents'].map((name) => `config/${name}.json`),
    'models/none/config.json',
  ];

  const whole = join(temporaryFolder(), 'library');
  beforeAll(async () => (await openEngine(testOptions(whole))).close());

  it.each(files)('with any bytes or a folder as its %s is opened, or refused with a code', async (file) => {
    const faults: string[] = [];
    for (const content of [...contents, null]) {
      const library = join(temporaryFolder(), 'library');
      cpSync(whole, library, { recursive: true });
      const path = join(library, file);
      rmSync(path, { recursive: true, force: true });
      mkdirSync(content === null ? path : join(path, '..'), { recursive: true });
      if (content !== null) writeFileSync(path, content);
      const said = await openEngine(testOptions(library)).then(
        async (engine) => {
          const answers: unknown[] = [];
          for (const route of ['app.status', 'settings.get', 'limits.get', 'models.list', 'library.check'] as const) {
            answers.push(await engine.request(route, {} as never));
          }
          await engine.close();
          return answers;
        },
        (error: { code?: string }) => [{ code: error.code ?? 'internal', said: String(error) }],
      );
      if (blamesItself(said)) faults.push(`${content}: ${JSON.stringify(said)}`);
    }
    expect(faults).toEqual([]);
  });
});

/** Calls the API with a path and headers as they are given. */
function call(method: string, path: string, headers: object = {}, body: string | Buffer = ''): Promise<string> {
  return new Promise((done, fail) => {
    const given = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
    const outgoing = httpRequest(`${api.address}/`, { method, path, headers: given, agent: false }, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => done(`${response.statusCode} ${text}`));
    });
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

describe('a call of the API', () => {
  const bodies = [
    '',
    '{"question": ',
    'null',
    '[]',
    '{}',
    '"text"',
    '{"question": 1}',
    '\u0000',
    Buffer.from([0xff, 0xd8]),
  ];
  const ids = ['none', '%00', '%ff%fe', '%E0%A4%A', '..%2f..%2fetc', 'n'.repeat(3000), '%F0%9F%98%80', "'%20OR%201=1"];
  const uploads = [
    'none.txt',
    'none.pdf',
    '..%2f..%2fx.docx',
    '%00.txt',
    '%E0%A4%A.txt',
    `${'n'.repeat(400)}.txt`,
    'x.xlsx',
    ' ',
  ];

  it('with any body, name or path is answered with no status of a fault here', async () => {
    const calls: (readonly [string, string, object?, (string | Buffer)?])[] = [];
    for (const path of ['/api/chat', '/api/search', '/api/runs', '/v1/chat/completions', '/api/documents']) {
      for (const body of bodies) calls.push(['POST', path, {}, body]);
    }
    for (const id of ids) {
      for (const place of ['/api/documents', '/api/runs', '/v1/models', '/api']) calls.push(['GET', `${place}/${id}`]);
      calls.push(
        ['DELETE', `/api/documents/${id}`],
        ['GET', `/api/search?query=${id}`],
        ['GET', `/api/documents?collection=${id}`],
      );
    }
    for (const name of uploads) {
      const headers = { 'content-type': 'application/octet-stream', 'x-file-name': name };
      for (const body of ['', 'Some text.', Buffer.from([0x50, 0x4b, 3, 4, 0, 0xff])]) {
        calls.push(['POST', '/api/documents?wait=true', headers, body]);
      }
    }
    const faults: string[] = [];
    for (const one of calls) {
      const answer = await call(...one);
      if (/^500|"code":"internal"/.test(answer)) faults.push(`${one.slice(0, 2)}: ${answer}`);
    }
    expect(faults).toEqual([]);
  });
});
