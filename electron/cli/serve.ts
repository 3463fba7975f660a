import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { GlobalOptions } from './session';

/**
 * Runs the web host, which is a program of its own, until it ends. What a terminal sends reaches both; what is sent to
 * this process alone is handed on, so that no server stays behind it.
 */
export function spawnServer(port: number, options: GlobalOptions): Promise<void> {
  const library = options.library === undefined ? [] : ['--library', options.library];
  const child = spawn(process.execPath, [join(__dirname, 'web.cjs'), '--port', String(port), ...library], {
    stdio: 'inherit',
    env: options.index === undefined ? process.env : { ...process.env, VITRINE_INDEX: options.index },
  });
  const wait = () => undefined;
  const end = () => void child.kill('SIGTERM');
  process.on('SIGINT', wait).on('SIGHUP', wait).on('SIGTERM', end);
  return new Promise((done) => {
    child.on('exit', (code) => {
      process.off('SIGINT', wait).off('SIGHUP', wait).off('SIGTERM', end);
      process.exitCode = code ?? 1;
      done();
    });
  });
}

/**
 * Turns this process into the MCP server: whoever starts it speaks to the process it has started, by its pipes and by
 * signals.
 */
export function becomeMcpServer(args: readonly string[], options: GlobalOptions): void {
  const file = join(__dirname, 'mcp.cjs');
  const library = options.library === undefined ? [] : ['--library', options.library];
  if (options.index !== undefined) process.env.VITRINE_INDEX = options.index;
  process.argv = [process.execPath, file, ...args, ...library];
  createRequire(__filename)(file);
}
