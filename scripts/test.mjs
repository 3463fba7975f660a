// npm test [-- --fast]: every check and every suite from a clean clone, with one line at the end that sums them up.
// `--fast` leaves out the tests in real windows.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setUp } from './bootstrap.mjs';
import { ensureElectron } from './electron.mjs';
import { inProject, root, runNode, script } from './project.mjs';
import { ensureSystemPackages, findChromium } from './system-packages.mjs';
import { filesToRunAgain, skippedForShared, Tally } from './test-report.mjs';
import { canOpenDisplays, openDisplays } from './virtual-displays.mjs';

const fast = process.argv.includes('--fast');
const tally = new Tally();
/** A window test waits for its window half of the time, so two of them keep two processors busy. */
const windowsAtOnce = Math.min(2, availableParallelism());
const reports = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
let heard = '';

await script(async () => {
  try {
    await setUp();
    await checks();
    await suite('unit and integration', ['--project', 'unit*', '--project', 'integration']);
    if (fast) console.log('\nskipped: the tests in real windows (--fast)');
    else await windows();
    complainAboutShared();
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  for (const told of [...tally.secondTries, ...tally.failures]) console.log(`\n${told}`);
  console.log(`\n${tally.line}`);
  return tally.exitCode;
});

/** The types take longer than all the others together, which are checked meanwhile. */
async function checks() {
  const bin = (path) => inProject('node_modules', path);
  const types = ['types', [bin('typescript/bin/tsc'), '-p', '.']];
  const others = [
    ['style', [bin('@biomejs/biome/bin/biome'), 'check', '.']],
    [
      'layers',
      [
        bin('dependency-cruiser/bin/dependency-cruise.mjs'),
        '--config',
        '.dependency-cruiser.cjs',
        'electron',
        'renderer',
        'shared',
      ],
    ],
    ['dead code', [bin('knip/bin/knip.js')]],
  ];
  const inTurn = async () => {
    for (const other of others) await check(other);
  };
  await Promise.all([check(types), inTurn()]);
}

async function check([name, args]) {
  const started = Date.now();
  const { code, text } = await runNode(args, { output: 'keep' });
  tally.check(code === 0, name);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (code !== 0) console.log(text.trim());
}

/** Runs vitest: its own report on the screen, its JSON report for the sum. Gives the files that are to be run again. */
async function suite(name, args, { env = {}, secondTry = false } = {}) {
  const report = join(reports, `${name.replaceAll(/[ ,]+/g, '-')}.json`);
  const vitest = [
    inProject('node_modules/vitest/vitest.mjs'),
    'run',
    ...args,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const before = heard.length;
  const code = await show([process.execPath, ...vitest], env);
  const output = heard.slice(before);
  const again = secondTry ? filesToRunAgain(report, output) : [];
  tally.suite(report, code, output, again);
  return again;
}

async function windows() {
  const files = readdirSync(inProject('tests/e2e'), { recursive: true }).filter((file) => /\.test\.tsx?$/.test(file));
  const electron = await ensureElectron();
  const missing = await ensureSystemPackages(electron.missing ?? []);
  const usable = electron.missing ? await ensureElectron() : electron;
  if (!usable.path || (process.platform === 'linux' && !canOpenDisplays() && !process.env.DISPLAY)) {
    const why = usable.reason ?? `missing: ${missing.join(', ')}`;
    console.log(`\nskipped: ${files.length} files of tests in real windows: ${why}`);
    tally.skipped += files.length;
    return;
  }
  if (missing.length > 0) console.log(`\nmissing on this machine, what needs it is skipped: ${missing.join(', ')}`);
  // On a person's own display, one window at a time, as they share its focus.
  const displays = canOpenDisplays() ? await openDisplays(windowsAtOnce) : [];
  try {
    const env = {
      VITRINE_TEST_ELECTRON: usable.path,
      VITRINE_TEST_CHROMIUM: findChromium() ?? '',
      VITRINE_TEST_DISPLAYS: JSON.stringify(displays.map((display) => display.env)),
    };
    // docs/adr/0036-a-second-try.md
    const again = await suite('windows', ['--project', 'e2e'], { env, secondTry: true });
    if (again.length > 0) await suite('windows, a second time', ['--project', 'e2e', ...again], { env });
  } finally {
    for (const { close } of displays) await close();
  }
}

/** On a build machine that has ../shared, a test that was skipped for want of it counts as failed. */
function complainAboutShared() {
  if (!process.env.CI || process.env.CI === 'false' || !existsSync(join(root, '..', 'shared'))) return;
  for (const line of skippedForShared(heard)) {
    console.log(`failed: ../shared is there, and yet: ${line.trim()}`);
    tally.check(false, line.trim());
  }
}

/** Runs a program with its output on the screen and in `heard`. */
function show([command, ...args], env) {
  return new Promise((done) => {
    const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...colour, ...env },
    });
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      from.on('data', (chunk) => {
        heard += chunk;
        to.write(chunk);
      });
    }
    child.on('error', () => done(127));
    child.on('close', (code) => done(code ?? 1));
  });
}
