import { createRequire } from 'node:module';
import { vi } from 'vitest';
import {
  type CommandOptions,
  type CommandResult,
  cli,
  commandEnvironment,
  ensureBuilt,
  parsed,
} from './vitrine-command';

const load = createRequire(cli);

/**
 * Runs the built command line in this process: its code is loaded once, for all commands of all files. streams.test.ts
 * tests the effects of a separate process: exit, signals, closed streams.
 */
export async function run(
  args: readonly string[],
  { env = {} }: Pick<CommandOptions, 'env'> = {},
): Promise<CommandResult> {
  ensureBuilt();
  const { argv, exitCode } = process;
  const before = { ...process.env };
  const streams = [process.stdout, process.stderr].map((stream) => ({ stream, listeners: stream.listeners('error') }));
  const written = streams.map(({ stream }) => {
    const parts: string[] = [];
    return { parts, spy: vi.spyOn(stream, 'write').mockImplementation((part) => parts.push(String(part)) > 0) };
  });
  try {
    replace(process.env, commandEnvironment(env));
    process.argv = [process.execPath, cli, ...args];
    process.exitCode = undefined;
    delete load.cache[cli];
    await (load(cli) as { ended: Promise<void> }).ended;
    const [stdout = '', stderr = ''] = written.map(({ parts }) => parts.join(''));
    return { code: Number(process.exitCode ?? 0), stdout, stderr };
  } finally {
    for (const { spy } of written) spy.mockRestore();
    for (const { stream, listeners } of streams) {
      for (const added of stream.listeners('error')) {
        if (!listeners.includes(added)) stream.off('error', added as () => void);
      }
    }
    process.argv = argv;
    process.exitCode = exitCode;
    replace(process.env, before);
  }
}

function replace(env: NodeJS.ProcessEnv, by: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) if (!(name in by)) delete env[name];
  Object.assign(env, by);
}

/** Runs with `--json` and parses all of stdout: anything but one JSON document fails. */
export const json = async <T = Record<string, unknown>>(
  args: readonly string[],
  options?: Pick<CommandOptions, 'env'>,
) => parsed<T>(await run([...args, '--json'], options));
