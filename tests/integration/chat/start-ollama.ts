import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';

const startMs = 180_000;
/**
 * smollm2:135m on one thread. Threads of the runner wait for each other by spinning: beside other work 30 tokens took
 * 57 s on the two threads of a two-core machine, and 0.4 s on one.
 */
const model = 'smollm2:one-thread';

/** Starts a real Ollama of its own on a free port, with a small chat model; `script stop PORT` ends it. */
export async function startOllama(script: string): Promise<{ host: string; port: string; model: string }> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  const port = String(typeof address === 'object' ? address?.port : '');
  const { stdout } = await promisify(execFile)(script, ['start', port], { timeout: startMs });
  const host = /OLLAMA_HOST=(\S+)/u.exec(stdout)?.[1] ?? '';
  const made = { model, from: 'smollm2:135m', parameters: { num_thread: 1 }, stream: false };
  const response = await fetch(`${host}/api/create`, { method: 'POST', body: JSON.stringify(made) });
  if (!response.ok) throw new Error(`${model} could not be made: ${await response.text()}`);
  return { host, port, model: `ollama:${model}` };
}

/** Ends the server of `startOllama`; a server that ended earlier fails no test. */
export function stopOllama(script: string, port: string): void {
  spawnSync(script, ['stop', port], { stdio: 'ignore' });
}
