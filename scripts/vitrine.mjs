#!/usr/bin/env node
// npm run -s vitrine -- COMMAND …: set-up on stderr, then the command line in this very process.
import { pathToFileURL } from 'node:url';
import { setUp } from './bootstrap.mjs';
import { callersFolder, inProject, SetupError } from './project.mjs';

try {
  await setUp();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
const cli = inProject('out', 'main', 'cli.cjs');
process.argv[1] = cli;
process.chdir(callersFolder());
await import(pathToFileURL(cli).href);
