/** Starts the packaged program and attaches to its page. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { cleanEnvironment, patienceMs, project, sandboxFlags } from './app';

interface PackagedParts {
  readonly executable: string;
  readonly resources: string;
}

interface PackagedApp {
  readonly distFolder: string;
  findPackaged(): { readonly folder: string; readonly reason?: undefined } | { readonly reason: string };
  packagedParts(folder: string): PackagedParts;
}

/** scripts/packaged-app.mjs, which `npm run dist` uses too. */
export const packagedApp = (await import(
  /* @vite-ignore */ pathToFileURL(`${project}/scripts/packaged-app.mjs`).href
)) as PackagedApp;

export interface RunningPackage {
  readonly window: Page;
  readonly pageErrors: readonly string[];
  readonly process: ChildProcess;
  /** Everything the program has written so far, both streams. */
  output(): string;
  /** Closes the window as a person does; resolves to exit code and signal. */
  quit(): Promise<readonly [code: number | null, signal: string | null]>;
}

/**
 * Starts the program and waits for its page. Playwright's own way into an Electron needs --inspect, which a fuse of the package
 * refuses; so this comes in over Chromium's debugging port, which reaches the page and not the main process.
 */
export async function startPackaged(
  executable: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<RunningPackage> {
  const process = spawn(executable, [...args, '--remote-debugging-port=0'], {
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const address = await new Promise<string>((found, failed) => {
    const hear = (chunk: Buffer): void => {
      text += chunk.toString();
      const match = /DevTools listening on (ws:\S+)/.exec(text);
      if (match?.[1]) found(match[1]);
    };
    process.stdout.on('data', hear);
    process.stderr.on('data', hear);
    process.once('error', failed);
    process.once('exit', (code, signal) =>
      failed(new Error(`It ended (${code ?? signal}) before it opened:\n${text}`)),
    );
  });
  const browser = await chromium.connectOverCDP(address);
  const context = browser.contexts()[0];
  if (!context) throw new Error('The program shows no page.');
  const window = context.pages()[0] ?? (await context.waitForEvent('page'));
  window.setDefaultTimeout(patienceMs);
  const pageErrors: string[] = [];
  window.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(message.text());
  });
  window.on('pageerror', (error) => pageErrors.push(String(error)));
  return {
    window,
    pageErrors,
    process,
    output: () => text,
    async quit() {
      const ended = once(process, 'exit') as Promise<[number | null, string | null]>;
      await window.close();
      return ended;
    },
  };
}

/** Opens a library, with its own window settings. */
export function packagedArguments(library: string, settings: string): readonly string[] {
  return [...sandboxFlags, `--user-data-dir=${settings}`, '--library', library];
}

/** The command of a terminal, for `resources` of a package. */
const launcher = (resources: string): string =>
  join(resources, 'bin', process.platform === 'win32' ? 'vitrine.cmd' : 'vitrine');

/** Starts a command of the command line as a system without a display does. */
export function spawnCommand(resources: string, args: readonly string[]): ChildProcess {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = cleanEnvironment();
  return spawn(launcher(resources), args, { env: { ...env, LC_ALL: 'C' }, shell: process.platform === 'win32' });
}

/** Runs one to its end. */
export async function runCommand(resources: string, ...args: string[]) {
  const child = spawnCommand(resources, args);
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) child[stream]?.on('data', (part) => (said[stream] += part));
  const [code] = await once(child, 'close');
  return { code, ...said };
}
