/**
 * cli: the engine on a terminal. Reads arguments, prints results; everything else is a route of the engine.
 * With --json exactly one JSON document goes to stdout; progress and notices go to stderr. Exit 0 done, 1 failed, 2 bad usage.
 */
import { CommanderError } from 'commander';
import { buildProgram } from './program';

async function main(): Promise<number> {
  try {
    await buildProgram().parseAsync(process.argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
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
