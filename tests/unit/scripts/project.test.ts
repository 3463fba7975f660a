import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const project = pathToFileURL(resolve('scripts/project.mjs')).href;

/** A program that says, once it is terminated, how often it was interrupted before. */
const counting = `let interrupted = 0;
  process.on('SIGINT', () => { interrupted += 1; });
  process.on('SIGTERM', () => { console.log(interrupted); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log('ready');`;
const running = `import { run } from '${project}';
  await run(process.execPath, ['-e', ${JSON.stringify(counting)}], { output: 'pass' });`;

describe.skipIf(process.platform === 'win32')('a program that a script of the project runs', () => {
  it('gets Ctrl+C from the terminal alone, and SIGTERM from the script', async () => {
    const script = spawn(process.execPath, ['--input-type=module', '-e', running], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface(script.stdout)[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('ready');
    const ended = once(script, 'exit');
    script.kill('SIGINT');
    script.kill('SIGTERM');
    expect([(await lines.next()).value, await ended]).toEqual(['0', [0, null]]);
  });
});

describe('a script of the project', () => {
  it('ends with the code of its body, whatever a library does once nothing is left', async () => {
    const failing = `import { script } from '${project}';
      await script(async () => {
        process.on('beforeExit', () => process.nextTick(process.exit.bind(null, 0)));
        return 3;
      });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', failing], { stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([3, null]);
  });
});
