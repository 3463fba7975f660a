// node scripts/clean-install.mjs FILE.deb [FILE.rpm] [FILE.AppImage]: installs the deb on a Debian that has nothing else, as
// a person does: apt finds what it depends on, a plain user starts a command and the window, a question is answered, and
// after the removal nothing is left of it outside that user's home. The others follow on the same system: its rpm knows
// none of Debian's packages, so the libraries that the package names are looked for in the system itself; the content of the
// AppImage runs without being installed. About 70 s, and 3 GB of disk for that time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { inProject, must, run, SetupError, say, script } from './project.mjs';
import { hasProgram } from './system-packages.mjs';

const user = 'reader';
const windowMs = 60_000;
const environment = { HOME: `/home/${user}`, PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' };

/** Tries the packages among these files. Says so if that is not possible here. */
export async function testCleanInstall(files) {
  const [deb, rpm, image] = ['deb', 'rpm', 'AppImage'].map((kind) => files.find((file) => file.endsWith(`.${kind}`)));
  if (!deb) return;
  const missing = ['debootstrap', 'chroot', 'Xvfb'].filter((name) => !hasProgram(name));
  if (process.getuid?.() !== 0) missing.push('being root');
  if (missing.length > 0) return say(`skipped: installing on a clean Debian: it needs ${missing.join(', ')}`);
  const started = Date.now();
  const root = mkdtempSync(join(tmpdir(), 'vitrine-clean-'));
  const asRoot = (command) => must('chroot', [root, 'sh', '-ec', command]);
  const asUser = (command, ...args) => must('chroot', [`--userspec=${user}`, root, command, ...args], environment);
  try {
    say('Installing on a clean Debian …');
    await must('debootstrap', ['--variant=minbase', 'stable', root]);
    chmodSync(root, 0o755);
    mkdirSync(join(root, 'dev/shm'), { recursive: true });
    chmodSync(join(root, 'dev/shm'), 0o1777);
    await must('mount', ['-t', 'proc', 'proc', join(root, 'proc')]);
    cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true });
    const cache = (file, name) => cpSync(file, join(root, 'var/cache', name));
    cache(deb, 'package.deb');
    await asRoot(
      'export DEBIAN_FRONTEND=noninteractive; apt-get update -qq; ' +
        `apt-get install -y -qq --no-install-recommends /var/cache/package.deb; useradd -m ${user}`,
    );
    const lease = `/home/${user}/lease.md`;
    writeFileSync(join(root, lease), '# Lease\n\nThe deposit is returned six weeks after the keys.\n');
    await asUser('vitrine', 'ingest', lease);
    const ask = async (program) => {
      const answer = await asUser(program, 'ask', '--json', 'When is the deposit returned?');
      assert(answer.includes('six weeks after the keys') && answer.includes('"answered"'), answer);
    };
    const nothingLeft = async () => {
      const left = await asRoot(
        'find / -xdev \\( -path /proc -o -path /home -o -path /var/log -o -path /var/mail \\) -prune -o ' +
          `\\( -iname "*vitrine*" -o -user ${user} \\) -print`,
      );
      assert(left === '', `After the removal there is still:\n${left}`);
    };
    await ask('vitrine');
    await testWindow(root, asUser, 'vitrine');
    const damaged = await asRoot('dpkg --verify vitrine');
    assert(damaged === '', damaged);
    await asRoot('apt-get purge -y -qq vitrine');
    await nothingLeft();
    if (rpm) {
      cache(rpm, 'package.rpm');
      await asRoot('DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends rpm');
      const needed = await asRoot('rpm -qp --requires /var/cache/package.rpm');
      const there = await asRoot('ldconfig -p');
      const libraries = [...needed.matchAll(/^(lib\S+?\.so[.\d]*)\(/gm)].map(([, library]) => library);
      const missing = libraries.filter((library) => !there.includes(`\t${library} `));
      assert(libraries.length > 0 && missing.length === 0, `The rpm needs ${missing.join(', ')}.`);
      await asRoot('rpm -i --nodeps /var/cache/package.rpm; rpm -V --nodeps vitrine');
      await ask('vitrine');
      await testWindow(root, asUser, 'vitrine');
      await asRoot('rpm -e vitrine');
      await nothingLeft();
    }
    if (image) {
      cache(image, 'package.AppImage');
      // There is no FUSE in here to mount it with, and in a chroot no user makes namespaces: Chromium's helper does.
      await asUser('sh', '-ec', 'cd; /var/cache/package.AppImage --appimage-extract > /dev/null');
      const unpacked = `/home/${user}/squashfs-root`;
      await asRoot(`cd ${unpacked}; chown root chrome-sandbox; chmod 4755 chrome-sandbox`);
      const program = `${unpacked}/AppRun`;
      await ask(program);
      await testWindow(root, asUser, program);
    }
    const tested = [deb, rpm, image].filter(Boolean).map((file) => extname(file));
    const seconds = ((Date.now() - started) / 1000).toFixed(0);
    say(`On a clean Debian: ${tested.join(', ')} started, asked and removed in ${seconds} s.`);
  } finally {
    await run('umount', [join(root, 'proc')], { output: 'keep' });
    rmSync(root, { recursive: true, force: true });
  }
}

function assert(holds, text) {
  if (!holds) throw new SetupError(`On a clean Debian it went otherwise than it should:\n${text}`);
}

/** The window comes up for a plain user, with its sandbox, and a command beside it is one for the program itself too. */
async function testWindow(root, asUser, program) {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-ac', '-screen', '0', '1280x800x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = await once(screen.stdout, 'data');
  const DISPLAY = `DISPLAY=:${String(number).trim()}`;
  const started = ['env', DISPLAY, program, '--remote-debugging-port=0'];
  const window = spawn('chroot', [`--userspec=${user}`, root, ...started], { env: environment });
  let text = '';
  try {
    const limit = AbortSignal.timeout(windowMs);
    while (!/DevTools listening on ws:\S+:(\d+)/.test(text) && window.exitCode === null) {
      text += String((await once(window.stderr, 'data', { signal: limit }))[0]);
    }
    const [, port] = /DevTools listening on ws:\S+:(\d+)/.exec(text) ?? [];
    assert(port, text);
    let pages = '';
    while (!pages.includes('"app://vitrine/"')) {
      limit.throwIfAborted();
      pages = await (await fetch(`http://127.0.0.1:${port}/json`)).text();
    }
    const status = await asUser('env', DISPLAY, program, 'status', '--json');
    assert(status.includes('"documents": 1'), status);
  } finally {
    const ended = once(window, 'exit');
    window.kill();
    await ended;
    screen.kill();
  }
}

if (process.argv[1] === inProject('scripts', 'clean-install.mjs')) {
  await script(async () => testCleanInstall(process.argv.slice(2)));
}
