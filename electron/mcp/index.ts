/**
 * mcp: the engine for other assistants. `node out/main/mcp.cjs [--library DIR] [--language L] [--offline] [--allow-ingest
 * DIR]…` speaks the Model Context Protocol on stdin and stdout; everything else goes to stderr. It reads beside the app: the lock of
 * the library is taken for the time of an ingest alone (docs/adr/0030).
 */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { reportOf } from '@shared/errors';
import { speak } from '@shared/words/index';
import { errorLine, saidWaiting } from '@shared/words/said';
import { type Engine, openEngine } from '../engine/engine';
import { namedLibrary, prepareProcess, terminalLanguage, terminalOptions } from '../engine/host-options';
import { createServer } from './server';
import { StdioTransport } from './stdio-transport';

/** Most time for requests that came before the input ended; a model's answer may take longer. */
const patienceMs = 10_000;

async function main(): Promise<void> {
  const protocol = process.stdout;
  // On Windows Electron says that the input has ended.
  const isElectronOnWindows = process.platform === 'win32' && process.versions.electron !== undefined;
  const input = isElectronOnWindows ? createReadStream('', { fd: 0 }) : process.stdin;
  // Only the protocol may go to stdout, even for code that assumes a terminal.
  Object.defineProperty(process, 'stdout', { value: process.stderr, configurable: true });
  const { library, ingestFolders, offline, language } = readArguments();
  await speak(terminalLanguage(language, library, process.env));
  prepareProcess(process.env);
  const env = offline ? { ...process.env, VITRINE_OFFLINE: '1' } : process.env;
  const options = terminalOptions(env, library, __dirname);
  const engine = await openEngine({ ...options, readsOnly: true });
  const settings = await engine.request('settings.get', {});
  const waiting = settings.ok ? saidWaiting(settings.data.waiting) : '';
  if (waiting !== '') process.stderr.write(`${waiting}\n`);
  let isClosing = false;
  const close = async () => {
    if (isClosing) return;
    isClosing = true;
    await Promise.all([serving.close(), engine.close()]);
    // The last answer is on its way still where a pipe is slow.
    await new Promise((done) => protocol.write('', done));
    process.exit(0);
  };
  const writing = async <T>(work: (engine: Engine) => Promise<T>): Promise<T> => {
    const writer = await openEngine(options);
    try {
      return await work(writer);
    } finally {
      await writer.close();
    }
  };
  const serving = serveStdio(() => createServer({ engine, ingestFolders, writing }), {
    transport: new StdioTransport(input, protocol, patienceMs, () => void close()),
    onerror: (error) => process.stderr.write(`${error.message}\n`),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void close());
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        library: { type: 'string' },
        language: { type: 'string' },
        offline: { type: 'boolean' },
        'allow-ingest': { type: 'string', multiple: true },
      },
    });
    return {
      library: namedLibrary(process.env, values.library),
      ingestFolders: (values['allow-ingest'] ?? []).map((folder) => resolve(folder)),
      offline: values.offline ?? false,
      language: values.language,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const usage = 'Usage: mcp.cjs [--library DIR] [--language L] [--offline] [--allow-ingest DIR]…';
    return fail(2, `${message} ${usage}`);
  }
}

function fail(exitCode: number, said: string): never {
  process.stderr.write(`${said}\n`);
  process.exit(exitCode);
}

main().catch((error: unknown) => fail(1, errorLine(reportOf(error))));
