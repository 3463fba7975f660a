import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export const project = resolve(__dirname, '../../..');

/** The tests' engines and commands store permissions of this computer here (`XDG_CONFIG_HOME`). */
export const configHome = join(tmpdir(), 'vitrine-tests');

export const cli = join(project, 'out', 'main', 'cli.cjs');

let isBuilt = false;

/** Builds the command line as a person's command would: not at all where no source has changed. */
export function ensureBuilt(): void {
  if (isBuilt) return;
  const step = "import { ensureBuilt } from './scripts/bootstrap.mjs'; await ensureBuilt();";
  execFileSync(process.execPath, ['--input-type=module', '-e', step], { cwd: project, stdio: 'pipe' });
  isBuilt = true;
}

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A program with its arguments that runs the command: `['unshare', '-n']`. */
  readonly under?: readonly string[];
}

/** This environment without what would change a command, and with these of its own. */
export function commandEnvironment(own: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITRINE|OLLAMA|OPENAI)_/.test(name));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', XDG_CONFIG_HOME: configHome, ...own };
}

/** Starts the built command line. */
export function start(args: readonly string[], { env = {}, under = [] }: CommandOptions = {}): ChildProcess {
  ensureBuilt();
  const [program = process.execPath, ...rest] = [...under, process.execPath, cli, ...args];
  return spawn(program, rest, { env: commandEnvironment(env), stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs the built command line to its end. */
export function run(args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = start(args, options);
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (part) => {
      stdout += part;
    });
    child.stderr?.on('data', (part) => {
      stderr += part;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });
}

/** Runs with `--json` and parses all of stdout: anything but one JSON document fails. */
export const json = async <T = Record<string, unknown>>(args: readonly string[], options?: CommandOptions) =>
  parsed<T>(await run([...args, '--json'], options));

export function parsed<T>(result: CommandResult): CommandResult & { readonly document: T } {
  try {
    return { ...result, document: JSON.parse(result.stdout) as T };
  } catch (error) {
    throw new Error(`no JSON document on stdout: ${result.stdout}\n${result.stderr}`, { cause: error });
  }
}
