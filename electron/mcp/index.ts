/**
 * mcp: the engine for other assistants. `node out/main/mcp.cjs [--library DIR] [--offline] [--allow-ingest DIR]…` speaks
 * the Model Context Protocol on stdin and stdout; everything else goes to stderr. It reads beside the app: the lock of
 * the library is taken for the time of an ingest alone (docs/adr/0030).
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type ErrorReport, reportOf } from '@shared/errors';
import { type Engine, openEngine } from '../engine/engine';
import { defaultLibraryFolder, engineOptions, prepareProcess } from '../engine/host-options';
import type { EngineOptions } from '../engine/options';
import { PatientStdio } from './patient-stdio';
import { createServer } from './server';

const appFolder = resolve(__dirname, '../..');
/** What was asked before the input ended may take this long; an answer that a model writes may take longer. */
const patienceMs = 10_000;

async function main(): Promise<void> {
  const protocol = process.stdout;
  // Nothing but the protocol may come out there, whoever believes that there is a terminal.
  Object.defineProperty(process, 'stdout', { value: process.stderr, configurable: true });
  const { library, ingestFolders, offline } = readArguments();
  prepareProcess(process.env);
  const env = offline ? { ...process.env, VITRINE_OFFLINE: '1' } : process.env;
  const options: EngineOptions = {
    ...engineOptions(env, { appFolder, libraryFolder: library }),
    ingestThreadFile: join(__dirname, 'ingest-worker.cjs'),
    recognitionThreadFile: join(__dirname, 'recognition-worker.cjs'),
  };
  const engine = await openEngine({ ...options, readsOnly: true });
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
    transport: new PatientStdio(process.stdin, protocol, patienceMs, () => void close()),
    onerror: (error) => process.stderr.write(`${error.message}\n`),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void close());
}

function readArguments(): { library: string; ingestFolders: string[]; offline: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        library: { type: 'string' },
        offline: { type: 'boolean' },
        'allow-ingest': { type: 'string', multiple: true },
      },
    });
    return {
      library: values.library
        ? resolve(values.library)
        : defaultLibraryFolder(process.env, process.platform, homedir()),
      ingestFolders: (values['allow-ingest'] ?? []).map((folder) => resolve(folder)),
      offline: values.offline ?? false,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const hint = 'Usage: mcp.cjs [--library DIR] [--offline] [--allow-ingest DIR]…';
    return fail(2, { code: 'bad-request', message, hint });
  }
}

function fail(exitCode: number, { message, hint }: ErrorReport): never {
  process.stderr.write(`${message} ${hint}\n`);
  process.exit(exitCode);
}

main().catch((error: unknown) => fail(1, reportOf(error)));
