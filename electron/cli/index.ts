/**
 * cli: the engine on a terminal. Reads arguments, prints results; everything else is a route of the engine.
 * With --json exactly one JSON document goes to stdout; progress and notices go to stderr. Exit 0 done, 1 failed, 2 bad usage.
 */
import { parseArgs } from 'node:util';
import { speak } from '@shared/words/index';
import { CommanderError } from 'commander';
import { namedLibrary, prepareProcess, terminalLanguage } from '../engine/host-options';
import { buildProgram } from './program';
import { usageReport } from './usage';

async function main(): Promise<number> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', unlessNobodyReads);
  prepareProcess(process.env);
  await speakToPerson();
  try {
    await buildProgram().parseAsync(process.argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    // Commander has told the person on stderr; a script reads stdout.
    if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(usageReport(error), null, 2)}\n`);
    return 2;
  }
}

/** A reader such as `head` may have closed the pipe: the command still does all its work. */
function unlessNobodyReads(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Before commander reads the arguments: help and what it says of bad usage are in this language too. */
async function speakToPerson(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: { library: text, language: text },
    strict: false,
  });
  const said = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const folder = namedLibrary(process.env, said(values.library));
  await speak(terminalLanguage(said(values.language), folder, process.env));
}

/** Settles when the command has ended, with the exit code set. */
export const ended = main().then(
  (code) => {
    process.exitCode = code;
    // Node ends without work; Electron, in the package, ends on request.
    if (process.versions.electron) process.stdout.write('', () => process.exit(code));
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
