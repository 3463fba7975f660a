import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';

const startMs = 180_000;

/** Starts a real Ollama of its own on a free port; `script stop PORT` ends it. */
export async function startOllama(script: string): Promise<{ host: string; port: string }> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  const port = String(typeof address === 'object' ? address?.port : '');
  const { stdout } = await promisify(execFile)(script, ['start', port], { timeout: startMs });
  return { host: /OLLAMA_HOST=(\S+)/u.exec(stdout)?.[1] ?? '', port };
}
