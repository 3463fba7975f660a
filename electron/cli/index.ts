/**
 * cli: the engine on a terminal. Reads arguments, prints results; everything else is a route of the engine.
 * With --json exactly one JSON document goes to stdout; progress and notices go to stderr. Exit 0 done, 1 failed, 2 bad usage.
 */
import { CommanderError } from 'commander';
import { prepareProcess } from '../engine/host-options';
import { buildProgram } from './program';

async function main(): Promise<number> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', unlessNobodyReads);
  prepareProcess(process.env);
  try {
    await buildProgram().parseAsync(process.argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    if (process.argv.includes('--json')) printBadUsage(error);
    return 2;
  }
}

/** Whoever reads, such as `head`, may have seen enough and gone: the command still does its work to the end. */
function unlessNobodyReads(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Commander has told the person on stderr; a script reads stdout. */
function printBadUsage({ message }: CommanderError): void {
  const error = { code: 'bad-request', message: message.replace(/^error: /u, ''), hint: 'See vitrine --help.' };
  process.stdout.write(`${JSON.stringify({ error }, null, 2)}\n`);
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
