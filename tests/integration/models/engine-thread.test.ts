import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtModel } from './model-sources';

let bundled: Awaited<ReturnType<typeof builtModel>>;

beforeAll(async () => {
  bundled = await builtModel();
});

afterAll(() => rm(bundled.parent, { recursive: true, force: true, maxRetries: 5 }));

describe('a model in a worker thread', () => {
  it.each([
    ['disposed', 'its model was disposed'],
    ['idle', 'its model is still open'],
    ['stopped', 'it was asked to stop while embedding'],
    ['returns', 'it has come to its own end'],
  ])('leaves the process alive when the thread ends and %s: %s', async (ending) => {
    const program = join(__dirname, 'embed-in-thread.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', program, ending, bundled.parent]);
    const [output, errors, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    expect({ code, signal, errors }).toEqual({ code: 0, signal: null, errors: '' });
    expect(output.trim().split('\n')).toEqual(['vector 512', 'vector 512', 'alive']);
  });
});
