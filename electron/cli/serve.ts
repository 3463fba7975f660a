import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { GlobalOptions } from './session';

/** Runs the web host, which is a program of its own, until it ends. */
export function spawnServer(port: string, options: GlobalOptions): Promise<void> {
  const library = options.library === undefined ? [] : ['--library', options.library];
  const child = spawn(process.execPath, [join(__dirname, 'web.cjs'), '--port', port, ...library], { stdio: 'inherit' });
  return new Promise((done) => {
    child.on('exit', (code) => {
      process.exitCode = code ?? 1;
      done();
    });
  });
}
