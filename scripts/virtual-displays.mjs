// Invisible displays for the tests in real windows. Windows take the focus and the clipboard from each other, so each
// parallel process has its own display.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { hasProgram } from './system-packages.mjs';

/** True where displays can be opened: on Linux with xvfb-run. */
export const canOpenDisplays = () => process.platform === 'linux' && hasProgram('xvfb-run');

/**
 * Opens `count` displays of 1440 × 900. Resolves to `{env, close}` for each: what a program on it needs in its
 * environment (DISPLAY, XAUTHORITY), and what ends it. A display also ends with this process, however that ends.
 */
export async function openDisplays(count) {
  const displays = [];
  for (let opened = 0; opened < count; opened++) displays.push(await openDisplay());
  return displays;
}

async function openDisplay() {
  // xvfb-run finds a free number and makes its key. The display lives until the program inside has read its input to
  // the end. It has its own process group: a key that stops the tests does not close their windows first.
  const holder = spawn(
    'xvfb-run',
    ['-a', '-s', '-screen 0 1440x900x24', 'sh', '-c', 'echo "$DISPLAY $XAUTHORITY"; exec cat'],
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true },
  );
  const ended = once(holder, 'close');
  const line = await Promise.race([once(createInterface(holder.stdout), 'line'), ended.then(() => null)]);
  const [, DISPLAY, XAUTHORITY] = /^(\S+) (.+)$/.exec(line?.[0] ?? '') ?? [];
  if (!XAUTHORITY) throw new Error(`xvfb-run opened no display${line ? `, but said: ${line[0]}` : '.'}`);
  return {
    env: { DISPLAY, XAUTHORITY },
    async close() {
      holder.stdin.end();
      await ended;
    },
  };
}
