import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Answer } from '@shared/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, json } from '../cli/vitrine-command';
import { beside, fixture, project, TestEngine } from '../open-test-engine';

const script = beside('tools/ollama.sh', 'a real Ollama');
const startMs = 180_000;
let vitrine: TestEngine;
let port = '';
let host = '';

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(typeof address === 'object' ? address?.port : '');
}

/** The library's own limits: a short answer proves as much as a long one, on a slow machine too. */
async function shorterAnswers(): Promise<void> {
  const limits = JSON.parse(await readFile(join(project, 'config', 'pipeline_limits.json'), 'utf8'));
  limits.answer.maxTokens = 40;
  await mkdir(join(vitrine.library, 'config'));
  await writeFile(join(vitrine.library, 'config', 'pipeline_limits.json'), JSON.stringify(limits));
}

describe.skipIf(!script)('a real Ollama', () => {
  beforeAll(async () => {
    ensureBuilt();
    port = await freePort();
    const { stdout } = await promisify(execFile)(script ?? '', ['start', port], { timeout: startMs });
    host = /OLLAMA_HOST=(\S+)/u.exec(stdout)?.[1] ?? '';
    vitrine = await TestEngine.open();
    await vitrine.ingest(fixture('handbook.md'));
    await vitrine.engine.close();
    await shorterAnswers();
  }, startMs);
  afterAll(async () => {
    if (script) execFileSync(script, ['stop', port]);
    await vitrine?.close();
  });

  const ask = (model: string, env: Record<string, string>) =>
    json<Answer>(['ask', 'How many lux does silk bear?', '--model', model, '--library', vitrine.library], { env });

  it(
    'C4 writes the answer, and every marker in it has its citation',
    async () => {
      const { code, document } = await ask('ollama:smollm2:135m', { OLLAMA_HOST: host });
      expect(code).toBe(0);
      expect(document).toMatchObject({
        quoted: false,
        model: 'ollama:smollm2:135m',
        outcome: expect.stringMatching(/answered|incomplete/),
      });
      expect(document.answer).not.toBe('');
      const markers = [...document.answer.matchAll(/\[Citation (\d+)\]/gu)].map(([, number]) => Number(number));
      const cited = document.citations.map(({ marker }) => marker);
      expect(new Set(markers)).toEqual(new Set(cited));
    },
    startMs,
  );

  it('C1 without the model says so in words, and quotes', async () => {
    const { code, document } = await ask('ollama:never-pulled', { OLLAMA_HOST: host });
    expect(code).toBe(0);
    expect(document).toMatchObject({ outcome: 'answered', quoted: true });
    expect(document.notices).toContainEqual({ code: 'model-missing', message: expect.stringContaining('Ollama') });
  });

  it('C1 that is not running is named with its address, and the answer quotes', async () => {
    const { code, document } = await ask('ollama:smollm2:135m', { OLLAMA_HOST: '127.0.0.1:9' });
    expect(code).toBe(0);
    expect(document).toMatchObject({ outcome: 'answered', quoted: true });
    expect(document.notices).toContainEqual({
      code: 'model-unreachable',
      message: expect.stringContaining('127.0.0.1:9'),
    });
  });
});
