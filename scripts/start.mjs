// npm start [-- --web | --desktop | --test-electron] [--library DIR] [--port N]: everything that is needed, then the window;
// where there can be no window, the same page in a browser. The test Electron opens by its switch only.
import { setUp } from './bootstrap.mjs';
import { ensureElectron, sandboxFlags, usable } from './electron.mjs';
import { callersFolder, inProject, root, run, runNode, SetupError, say, script } from './project.mjs';
import { ensureTestElectron } from './test-electron.mjs';

await script(async () => {
  const words = process.argv.slice(2);
  const own = ['--web', '--desktop', '--test-electron'];
  const rest = words.filter((word) => !own.includes(word));
  await setUp();
  const desktop = words.includes('--web') ? { reason: null } : await findDesktop(words.includes('--test-electron'));
  if (desktop.path) return startDesktop(desktop, rest);
  if (words.includes('--desktop')) throw new SetupError(`No window can be opened: ${desktop.reason}.`);
  if (desktop.reason) say(`No window can be opened: ${desktop.reason}.\nIts page is served to a browser instead.`);
  return (await runNode([inProject('out/main/web.cjs'), ...rest], { output: 'pass', cwd: callersFolder() })).code;
});

async function findDesktop(inTestElectron) {
  const { platform, env } = process;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return { reason: 'there is no display' };
  const electron = inTestElectron ? await testElectron() : await ensureElectron();
  if (!electron.path) return electron;
  const sandbox = sandboxFlags(electron.path);
  return sandbox.flags ? { ...electron, ...sandbox } : sandbox;
}

async function testElectron() {
  say('This window runs in an old Electron without the security fixes of today: for trials, not for your documents.');
  return usable(await ensureTestElectron());
}

async function startDesktop({ path, flags, note }, rest) {
  if (note) say(note);
  const wayland = process.platform === 'linux' && !process.env.DISPLAY ? ['--ozone-platform-hint=auto'] : [];
  // Level 3: Chromium's notes about the system's bus and graphics do not help a person who starts an app.
  const { code } = await run(path, [...flags, ...wayland, '--log-level=3', root, ...rest], {
    output: 'pass',
    cwd: callersFolder(),
    env: { ELECTRON_RUN_AS_NODE: undefined },
  });
  return code;
}
