import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VitrineError } from '@shared/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openModels } from '../../../electron/engine/models';
import { shippedCatalogue } from './model-sources';
import { refusal } from './refusal';

/** Lines that the server writes, as Ollama does while it pulls. */
let lines: object[] = [];
let status = 200;
/** For an endless answer: milliseconds until the server ends the connection; null for a healthy server. */
let dropsAfterMs: number | null = null;
let server: Server;

beforeEach(async () => {
  status = 200;
  dropsAfterMs = null;
  server = createServer((_request, response) => {
    response.statusCode = status;
    for (const line of lines) response.write(`${JSON.stringify(line)}\n`);
    if (dropsAfterMs === null) return response.end();
    return setTimeout(() => response.destroy(), dropsAfterMs).unref();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

function pull(
  onProgress: (...progress: [string, number, number | null]) => void = () => {},
  offline = false,
  host = '',
  answerSilenceMs = 60_000,
) {
  const ollamaHost = host || `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const servers = { providers: { ollama: { baseUrl: ollamaHost } }, offline, answerSilenceMs };
  const models = openModels({ catalogue: shippedCatalogue, bundledModelFolder: '', modelFolders: [], servers });
  return models.pull('ollama:tiny', onProgress, new AbortController().signal);
}

const codeOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof VitrineError ? error.code : String(error)),
  );

describe('pulling with Ollama', () => {
  it('C1 tells the bytes of every layer, and brings no files here', async () => {
    lines = [
      { status: 'pulling manifest' },
      { status: 'pulling', digest: 'sha256:ab', total: 10, completed: 4 },
      { status: 'pulling', digest: 'sha256:ab', total: 10, completed: 10 },
      { status: 'success' },
    ];
    const seen: [string, number, number | null][] = [];
    expect(await pull((...progress) => seen.push(progress))).toEqual([]);
    expect(seen).toEqual([
      ['pulling manifest', 0, null],
      ['sha256:ab', 4, 10],
      ['sha256:ab', 10, 10],
    ]);
  });

  it.each([
    ['pull model manifest: file does not exist', 'model-missing', 'pull-unknown'],
    [
      'Get "https://library.example/v2": dial tcp: lookup library.example: no such host',
      'model-failed',
      'pull-no-internet',
    ],
    ['write /models/blob: no space left on device', 'model-failed', 'pull-failed'],
  ])('says why it failed: %s', async (error, code, why) => {
    lines = [{ status: 'pulling manifest' }, { error }];
    const refused = await refusal(pull());
    expect(refused).toMatchObject({ code, details: { why, model: 'tiny', said: error } });
    // The words of a network library tell a person nothing.
    if (why === 'pull-no-internet') expect(refused.message).not.toContain('dial tcp');
  });

  it('refuses an invalid model name, and reports a server that is down', async () => {
    status = 400;
    expect(await refusal(pull())).toMatchObject({ code: 'model-missing', details: { why: 'pull-name' } });
    await new Promise((resolve) => server.close(resolve));
    const down = await refusal(pull(() => {}, false, 'http://127.0.0.1:9'));
    expect(down).toMatchObject({ code: 'model-unreachable', details: { why: 'pull-down' } });
    expect(down.hint).toMatch(/^Start Ollama/);
  });

  it('is not done when Ollama breaks off, before its last line or in the middle of one', async () => {
    lines = [{ status: 'pulling manifest' }];
    expect(await refusal(pull())).toMatchObject({ code: 'model-failed', details: { why: 'pull-broke-off' } });
    dropsAfterMs = 50;
    expect(await refusal(pull())).toMatchObject({ code: 'model-failed', details: { why: 'pull-broke-off' } });
  });

  it('is refused in offline mode, though Ollama itself is on this machine', async () => {
    lines = [{ status: 'success' }];
    expect(await codeOf(pull(() => {}, true))).toBe('offline');
  });
});
