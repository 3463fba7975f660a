/**
 * The web host: `node out/main/web.cjs [--port N] [--library DIR]` serves the same page as the desktop app to a
 * browser on this machine. Prints the address to open on stdout, everything else on stderr.
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ErrorReport, reportOf } from '@shared/errors';
import { incomingFolder } from '@shared/host/incoming-file';
import { startEngineThread } from '../engine/host/thread';
import { defaultLibraryFolder, engineOptions, prepareProcess } from '../engine/host-options';
import { startWebHost } from './server';

const appFolder = resolve(__dirname, '../..');

async function main(): Promise<void> {
  const { port, library } = readArguments();
  prepareProcess(process.env);
  const ofHost = engineOptions(process.env, { appFolder, libraryFolder: library });
  // Forgotten in a terminal, it is not to take the library of an app that is started anew.
  const options = { ...ofHost, resumesIngests: true, lockEveryMs: null };
  const engine = startEngineThread({ workerFile: join(__dirname, 'worker.cjs'), options });
  const failure = await engine.opened();
  if (failure) {
    await engine.close();
    return fail(1, failure);
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
    process.stdout.write(`Vitrine is open at ${host.address}\n`);
    process.stderr.write(howToUse(new URL(host.address).port));
  } catch (error) {
    await engine.close();
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    fail(
      1,
      inUse
        ? { code: 'internal', message: `Port ${port} is in use.`, hint: 'Choose another one with --port, or none.' }
        : reportOf(error),
    );
  }
}

function howToUse(port: string): string {
  return (
    'Open this address in a browser on this computer. Ctrl+C ends Vitrine.\n' +
    `From another computer, make a tunnel first (ssh -L ${port}:127.0.0.1:${port} …); the address is the same there.\n`
  );
}

function readArguments(): { port: number; library: string } {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string' }, library: { type: 'string' } } });
    const port = Number(values.port ?? 0);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new RangeError(`${values.port} is no port.`);
    const library = values.library
      ? resolve(values.library)
      : defaultLibraryFolder(process.env, process.platform, homedir());
    return { port, library };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return fail(2, { code: 'bad-request', message, hint: 'Usage: web.cjs [--port N] [--library DIR]' });
  }
}

function fail(exitCode: number, { message, hint }: ErrorReport): never {
  process.stderr.write(`${message} ${hint}\n`);
  process.exit(exitCode);
}

void main();
