/**
 * The web host: `node out/main/web.cjs [--port N] [--api] [--api-port N] [--library DIR] [--language L]` serves the same
 * page as the desktop app to a browser on this machine, and the HTTP API where it is asked for. Prints the address to open on stdout, everything else on stderr.
 */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { reportOf, VitrineError } from '@shared/errors';
import { incomingFolder } from '@shared/host/incoming-file';
import { speak, t } from '@shared/words/index';
import { errorLine } from '@shared/words/said';
import { EngineThread } from '../engine/host/thread';
import { namedLibrary, prepareProcess, terminalLanguage, terminalOptions } from '../engine/host-options';
import { startWebHost } from './server';

async function main(): Promise<void> {
  const { port, apiPort, library, language } = readArguments();
  await speak(terminalLanguage(language, library, process.env));
  prepareProcess(process.env);
  // Forgotten in a terminal, it must not take the library of an app that restarts.
  const options = { ...terminalOptions(process.env, library, __dirname), resumesIngests: true, lockEveryMs: null };
  const engine = new EngineThread({ workerFile: join(__dirname, 'worker.cjs'), options });
  const failure = await engine.opened();
  if (failure) {
    await engine.close();
    return fail(1, errorLine(failure));
  }
  try {
    const host = await startWebHost({
      engine,
      port,
      apiPort,
      pageFolder: join(__dirname, '../renderer'),
      uploadFolder: join(library, incomingFolder),
      confirm: confirmInTerminal,
    });
    let ending = false;
    const end = () => {
      if (ending) return;
      ending = true;
      void Promise.all([host.close(), engine.close()]).then(() => process.exit(0));
    };
    // A terminal sends Ctrl+C to every process of a command, and some of them hand it on: the second one must not kill.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
    process.stdout.write(`${t('terminal.serve.open', { address: host.address })}\n`);
    if (host.apiAddress) process.stdout.write(`${t('terminal.serve.api', { address: host.apiAddress })}\n`);
    process.stderr.write(howToUse(new URL(host.address).port));
  } catch (error) {
    await engine.close();
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    const failure = inUse
      ? new VitrineError('bad-request', { why: 'port-used', port: portUsed(error, port) }).report()
      : reportOf(error);
    fail(1, errorLine(failure));
  }
}

/** Asks in the terminal that runs the host, which no page can write to. Returns false if its input has ended. */
async function confirmInTerminal(question: string, detail: string): Promise<boolean> {
  if (process.stdin.readableEnded) return false;
  const lines = createInterface({ input: process.stdin });
  process.stderr.write(`\n${question}\n${detail}\n${t('terminal.serve.confirm')}\n`);
  const answer = await new Promise<string>((done) => {
    lines.once('line', done).once('close', () => done(''));
  });
  lines.close();
  return /^y(?:es)?$/iu.test(answer.trim());
}

const portUsed = (error: Error, port: number): number => ('port' in error ? Number(error.port) : port);

const howToUse = (port: string): string => `${t('terminal.serve.how')}\n${t('terminal.serve.tunnel', { port })}\n`;

function readArguments() {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      options: { port: text, api: { type: 'boolean' }, 'api-port': text, library: text, language: text },
    });
    const apiPort = values['api-port'];
    const pagePort = values.api ? ('page' as const) : undefined;
    return {
      port: portOf(values.port ?? '0'),
      apiPort: apiPort === undefined ? pagePort : portOf(apiPort),
      library: namedLibrary(process.env, values.library),
      language: values.language,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return fail(2, `${message} Usage: web.cjs [--port N] [--api] [--api-port N] [--library DIR] [--language L]`);
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new RangeError(`${text} is no port.`);
  return port;
}

function fail(exitCode: number, said: string): never {
  process.stderr.write(`${said}\n`);
  process.exit(exitCode);
}

void main();
