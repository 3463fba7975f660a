/**
 * The web host: `node out/main/web.cjs [--port N] [--library DIR] [--language L]` serves the same page as the desktop app
 * to a browser on this machine. Prints the address to open on stdout, everything else on stderr.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { reportOf, VitrineError } from '@shared/errors';
import { incomingFolder } from '@shared/host/incoming-file';
import { speak, t } from '@shared/words/index';
import { errorLine } from '@shared/words/said';
import { EngineThread } from '../engine/host/thread';
import { namedLibrary, prepareProcess, terminalLanguage, terminalOptions } from '../engine/host-options';
import { startWebHost } from './server';

async function main(): Promise<void> {
  const { port, library, language } = readArguments();
  await speak(terminalLanguage(language, library, process.env));
  prepareProcess(process.env);
  // Forgotten in a terminal, it is not to take the library of an app that is started anew.
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
      pageFolder: join(__dirname, '../renderer'),
      uploadFolder: join(library, incomingFolder),
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
    process.stderr.write(howToUse(new URL(host.address).port));
  } catch (error) {
    await engine.close();
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    const failure = inUse ? new VitrineError('bad-request', { why: 'port-used', port }).report() : reportOf(error);
    fail(1, errorLine(failure));
  }
}

const howToUse = (port: string): string => `${t('terminal.serve.how')}\n${t('terminal.serve.tunnel', { port })}\n`;

function readArguments(): { port: number; library: string; language: string | undefined } {
  try {
    const { values } = parseArgs({
      options: { port: { type: 'string' }, library: { type: 'string' }, language: { type: 'string' } },
    });
    const port = Number(values.port ?? 0);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new RangeError(`${values.port} is no port.`);
    return { port, library: namedLibrary(process.env, values.library), language: values.language };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return fail(2, `${message} Usage: web.cjs [--port N] [--library DIR] [--language L]`);
  }
}

function fail(exitCode: number, said: string): never {
  process.stderr.write(`${said}\n`);
  process.exit(exitCode);
}

void main();
