import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VitrineError } from '@shared/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openModels } from '../../../electron/engine/models';
import { shippedCatalogue } from './model-sources';

/** Lines that the server writes, as Ollama does while it pulls. */
let lines: object[] = [];
let server: Server;

beforeEach(async () => {
  server = createServer((_request, response) => {
    for (const line of lines) response.write(`${JSON.stringify(line)}\n`);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

function pull(onProgress: (...progress: [string, number, number | null]) => void = () => {}, offline = false) {
  const ollamaHost = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const servers = { ollamaHost, openai: null, offline };
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
    ['pull model manifest: file does not exist', 'model-missing'],
    ['dial tcp: no route to host', 'model-failed'],
  ])('passes on why it failed: %s', async (error, code) => {
    lines = [{ status: 'pulling manifest' }, { error }];
    expect(await codeOf(pull())).toBe(code);
  });

  it('is not done when Ollama breaks off', async () => {
    lines = [{ status: 'pulling manifest' }];
    expect(await codeOf(pull())).toBe('model-failed');
  });

  it('is refused in offline mode, though Ollama itself is on this machine', async () => {
    lines = [{ status: 'success' }];
    expect(await codeOf(pull(() => {}, true))).toBe('offline');
  });
});
