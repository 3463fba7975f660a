import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';
import { data, fakeServer } from '../chat/fake-server';
import { fixture, TestEngine } from '../open-test-engine';

const key = 'sk-live/4f2a9c"77e1b05d3';
const question = 'How many lux does silk bear?';
const logFolder = temporaryFolder();
const vitrine = TestEngine.shared((test) => test.ingest(fixture('handbook.md')), {
  logFile: join(logFolder, 'engine.log'),
});

/** All bytes that are kept below a folder. */
function keptIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return files
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n');
}

const spellings = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)];

/** Asks with a server that has the key, and expects it in no answer, event, log or file of the library. */
async function expectUntold(baseUrl: string, secrets: readonly string[] = spellings): Promise<string> {
  await vitrine.reopen({ providers: { openai: { baseUrl, apiKey: key } } });
  const answer = await vitrine.ask('chat.ask', { question, model: 'openai:any' });
  const tested = await vitrine.engine.request('models.testServer', { server: 'openai' });
  const refused = await vitrine.engine.request('models.chat', {});
  const said = JSON.stringify([answer, tested, refused, vitrine.events]);
  const kept = keptIn(vitrine.library) + keptIn(logFolder);
  expect(said).toContain('handbook');
  expect(kept).toContain('chat.ask');
  for (const secret of secrets) {
    expect(said).not.toContain(JSON.stringify(secret).slice(1, -1));
    expect(said).not.toContain(secret);
    expect(kept).not.toContain(secret);
  }
  return JSON.stringify(answer.notices);
}

const serverThat = (answers: (response: ServerResponse, told: string) => void) =>
  fakeServer({
    '/v1/chat/completions': ({ headers }, response) => answers(response, String(headers.authorization)),
    '/v1/models': ({ headers }, response) => answers(response, String(headers.authorization)),
  });

describe('a key is in no answer, log or file where a server repeats it', () => {
  it('in its refusal, also where that is cut', async () => {
    for (const padding of [0, 460]) {
      const server = await serverThat((response, told) => {
        const message = `${'x'.repeat(padding)} Incorrect API key provided: ${told}`;
        response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }));
      });
      await expectUntold(`${server.address}/v1`, [...spellings, key.slice(0, 12)]);
    }
  });

  it('in the middle of an answer, and in a reply that is not one', async () => {
    const broken = await serverThat((response, told) => response.end(data({ error: { message: `No: ${told}` } })));
    await expectUntold(`${broken.address}/v1`);
    const odd = await serverThat((response, told) => response.end(`data: <p>${told} ${encodeURIComponent(key)}\n\n`));
    await expectUntold(`${odd.address}/v1`);
  });

  it('in an address, where it is cut out with the query', async () => {
    const told = await expectUntold('http://user:pa55-of-mine@127.0.0.1:9/v1?token=in-the-query', [
      ...spellings,
      'pa55-of-mine',
      'in-the-query',
    ]);
    expect(told).toContain('127.0.0.1:9');
  });
});
