// npm test [-- --fast]: every check and every suite from a clean clone, with one line at the end that sums them up.
// `--fast` leaves out the tests in real windows.
// npm run test:views: pictures of every view by theme, width and language, and nothing else.
// npm run test:changed [-- COMMIT] [--integration]: types, style, and the unit tests that the changes since COMMIT (HEAD)
// reach; with --integration those of the whole engine too, most of which any change in the engine reaches.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setUp } from './bootstrap.mjs';
import { ensureElectron } from './electron.mjs';
import { inProject, must, root, runNode, runNpm, script } from './project.mjs';
import { ensureSystemPackages, findChromium } from './system-packages.mjs';
import { skippedForShared, Tally } from './test-report.mjs';
import { canOpenDisplays, openDisplays } from './virtual-displays.mjs';

const words = process.argv.slice(2);
const tally = new Tally();
/** A test waits half of the time for a window or a command that it has started: four of them keep two processors busy. */
const filesAtOnce = Math.min(4, availableParallelism() + 2);
/** The scripts `check:…` of package.json, and their names in the report. */
const checksOf = { types: 'types', style: 'style', layers: 'layers', dead: 'dead code' };
const reports = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
let heard = '';

await script(async () => {
  try {
    await setUp();
    if (words.includes('--views')) await windows('tests/views', ['views']);
    else if (words.includes('--changed')) await changed();
    else await everything();
    complainAboutShared();
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  for (const told of tally.failures) console.log(`\n${told}`);
  console.log(`\n${tally.line}`);
  if (process.env.VITRINE_TEST_TALLY) appendFileSync(process.env.VITRINE_TEST_TALLY, `${JSON.stringify(tally)}\n`);
  return tally.exitCode;
});

/** The checks beside the tests: one of them computes on one processor for longer than the others together. */
async function everything() {
  await Promise.all([checks(), suites()]);
}

async function suites() {
  const others = ['unit*', 'integration'];
  if (!words.includes('--fast')) return windows('tests/e2e', ['e2e', ...others]);
  console.log('\nskipped: the tests in real windows (--fast)');
  await suite(others);
}

async function changed() {
  const since = words.find((word) => !word.startsWith('--')) ?? 'HEAD';
  await Promise.all([check('types'), check('style', await styleSince(since))]);
  await suite(['unit*', ...(words.includes('--integration') ? ['integration'] : [])], {}, [`--changed=${since}`]);
}

/** The types take longer than all the other checks, which run at the same time. */
async function checks() {
  const others = Object.keys(checksOf).filter((name) => name !== 'types');
  const inTurn = async () => {
    for (const other of others) await check(other);
  };
  await Promise.all([check('types'), inTurn()]);
}

/** Checks the style of the files that differ from a commit, new ones too: all of them take ten times as long. */
async function styleSince(commit) {
  const listed = async (...args) => (await must('git', [...args, '-z'])).split('\0').filter(Boolean);
  const changed = await listed('diff', '--name-only', '--diff-filter=d', commit);
  const added = await listed('ls-files', '--others', '--exclude-standard');
  const biome = inProject('node_modules/@biomejs/biome/bin/biome');
  const files = [...changed, ...added].map((file) => inProject(file));
  if (files.length === 0) return () => ({ code: 0, text: '' });
  return () => runNode([biome, 'check', '--no-errors-on-unmatched', ...files], { output: 'keep' });
}

/** Runs one of the checks, by its script where nothing else is given, and prints how it ended. */
async function check(script, checked = () => runNpm(['run', '-s', `check:${script}`], { output: 'keep' })) {
  const name = checksOf[script];
  const started = Date.now();
  const { code, text } = await checked();
  tally.check(code === 0, name);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (code !== 0) console.log(text.trim());
}

/** Runs these of vitest's projects: its own report on the screen, its JSON report for the sum. */
async function suite(projects, env = {}, args = []) {
  const report = join(reports, 'vitest.json');
  const vitest = [
    inProject('node_modules/vitest/vitest.mjs'),
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...args,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const code = await show([process.execPath, ...vitest], env);
  tally.suite(report, code, heard);
}

/** Runs projects, the first of which has its tests in a folder and in real windows, as far as this machine opens any. */
async function windows(folder, [first, ...others]) {
  const files = readdirSync(inProject(folder), { recursive: true }).filter((file) => /\.test\.tsx?$/.test(file));
  const electron = await ensureElectron({ forTests: true });
  const missing = await ensureSystemPackages(electron.missing ?? []);
  const usable = electron.missing ? await ensureElectron({ forTests: true }) : electron;
  if (!usable.path || (process.platform === 'linux' && !canOpenDisplays() && !process.env.DISPLAY)) {
    const why = usable.reason ?? `missing: ${missing.join(', ')}`;
    console.log(`\nskipped: ${files.length} files of tests in real windows: ${why}`);
    tally.skipped += files.length;
    if (others.length > 0) await suite(others);
    return;
  }
  if (missing.length > 0) console.log(`\nmissing on this machine, what needs it is skipped: ${missing.join(', ')}`);
  const displays = canOpenDisplays() ? await openDisplays(filesAtOnce) : [];
  try {
    const env = {
      VITRINE_TEST_ELECTRON: usable.path,
      VITRINE_TEST_CHROMIUM: findChromium() ?? '',
      VITRINE_TEST_DISPLAYS: JSON.stringify(displays.map((display) => display.env)),
    };
    await suite([first, ...others], env);
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
