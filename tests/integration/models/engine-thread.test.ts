import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { bundledModels } from './model-sources';

describe('a model in a worker thread', () => {
  it('leaves the process alive when the thread ends, in whatever way', async () => {
    const program = join(__dirname, 'embed-in-thread.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', program, bundledModels]);
    const [output, errors, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    expect({ code, signal, errors }).toEqual({ code: 0, signal: null, errors: '' });
    const endings = ['disposed', 'idle', 'stopped', 'returns'];
    const told = endings.flatMap((ending) => [`${ending}: vector 512`, `${ending}: vector 512`]);
    expect(output.trim().split('\n')).toEqual([...told, 'alive']);
  });
});
