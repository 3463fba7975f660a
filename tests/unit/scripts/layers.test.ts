import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';

const project = resolve(__dirname, '../../..');
const cruiser = resolve(project, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** The common parts of every tree: a few doors, a room and a package to import. */
const base = {
  'package.json': '{"dependencies":{"better-sqlite3":"1.0.0","libsql":"1.0.0"},"devDependencies":{"electron":"1.0.0"}}',
  'tsconfig.json':
    '{"compilerOptions":{"module":"ESNext","moduleResolution":"bundler","paths":{"@shared/*":["./shared/*"]}}}',
  'node_modules/electron/package.json': '{"name":"electron","version":"1.0.0","main":"index.js"}',
  'node_modules/electron/index.js': '',
  'node_modules/libsql/package.json': '{"name":"libsql","version":"1.0.0","main":"index.js"}',
  'node_modules/libsql/index.js': '',
  'node_modules/better-sqlite3/package.json': '{"name":"better-sqlite3","version":"1.0.0","main":"index.js"}',
  'node_modules/better-sqlite3/index.js': '',
  'shared/errors.ts': 'export const error = 1;',
  'electron/main/b.ts': 'export const b = 1;',
  'electron/engine/options.ts': 'export const options = 1;',
  'electron/engine/host/thread.ts': 'export const thread = 1;',
  'electron/engine/engine.ts': "import { write } from './store/index'; export const engine = write;",
  'electron/engine/jobs/ingest/job.ts': "import { write } from '../../store/index'; export const job = write;",
  'electron/engine/routes/index.ts': "import { job } from '../jobs/ingest/job'; export const routes = job;",
  'electron/engine/store/index.ts': "export { write } from './catalogue';",
  'electron/engine/store/catalogue.ts': 'export const write = 1;',
  'renderer/main.tsx': "import { error } from '@shared/errors'; export const page = error;",
  'renderer/bridge/host.ts': 'export const host = 1;',
  'renderer/ui/button.ts': "import { host } from '../bridge/host'; export const button = host;",
  'renderer/state/library.ts': "import { button } from '../ui/button'; export const library = button;",
  'renderer/panels/inspector.ts': "import { library } from '../state/library'; export const inspector = library;",
  'renderer/pages/chat.ts': "import { inspector } from '../panels/inspector'; export const chat = inspector;",
  'renderer/shell/app.ts': "import { chat } from '../pages/chat'; export const app = chat;",
};

/** `file: rule` of every import in this source tree that the layer check refuses. */
function refused(files: Record<string, string>): readonly string[] {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries({ ...base, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const args = ['--config', join(project, '.dependency-cruiser.cjs'), '--output-type', 'json'];
  const report: { summary: { violations: readonly Violation[] } } = JSON.parse(
    output([cruiser, ...args, 'electron', 'renderer', 'shared'], folder),
  );
  return report.summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`).sort();
}

function output(args: readonly string[], cwd: string): string {
  try {
    return execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    // A tree with refused imports ends with their number as exit code; the report is what counts.
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string') return error.stdout;
    throw error;
  }
}

/** Imports that the table of the architecture allows. */
const allowed: Readonly<Record<string, string>> = {
  'electron/main/a.ts': "import '../engine/host/thread'; import '@shared/errors'; import 'electron';",
  'electron/web/a.ts': "import '../engine/host/thread'; import '@shared/errors'; import 'node:http';",
  'electron/cli/a.ts': "import '../engine/engine'; import '@shared/errors';",
  'electron/mcp/a.ts': "import '../engine/engine'; import '@shared/errors';",
  'electron/engine/ingest/index.ts': "import '../store/index'; import '../options';",
  'electron/engine/sqlite.ts': "import 'libsql';",
};

const circle: Readonly<Record<string, string>> = {
  'shared/a.ts': "import { b } from './b'; export const a = (): unknown => b;",
  'shared/b.ts': "import { a } from './a'; export const b = (): unknown => a;",
};

const forbidden: readonly (readonly [file: string, text: string, rule: string])[] = [
  ['electron/cli/room.ts', "import '../engine/store/index';", 'cli-imports-engine-door'],
  ['electron/engine/network.ts', "import 'node:https';", 'network-through-the-gate'],
  ['electron/engine/electron.ts', "import 'electron';", 'electron-in-its-hosts'],
  ['electron/engine/store/driver.ts', "import 'libsql';", 'one-file-knows-the-sqlite-driver'],
  ['electron/engine/store/next-driver.ts', "import 'better-sqlite3';", 'one-file-knows-the-sqlite-driver'],
  ['electron/engine/host.ts', "import '../main/b';", 'engine-imports-shared'],
  ['electron/engine/ingest/door.ts', "import '../store/catalogue';", 'engine-room-door'],
  ['electron/engine/past.ts', "import './store/catalogue';", 'engine-room-door-from-outside'],
  ['electron/engine/ingest/up.ts', "import '../jobs/ingest/job';", 'room-knows-no-composition'],
  ['electron/engine/jobs/care/past.ts', "import '../../store/catalogue';", 'engine-room-door-from-outside'],
  ['electron/engine/jobs/care/up.ts', "import '../../routes/index';", 'job-knows-no-route'],
  ['electron/engine/settings/up.ts', "import '../jobs/ingest/job';", 'settings-and-connections-lie-below'],
  ['electron/engine/text/up.ts', "import '../options';", 'text-lies-under-everything'],
  ['electron/engine/ask.ts', "import './host/thread';", 'only-the-thread-hosts-the-engine'],
  ['electron/main/room.ts', "import '../engine/store/index';", 'main-imports-shared'],
  ['electron/mcp/room.ts', "import '../engine/store/index';", 'mcp-imports-engine-door'],
  ['electron/mcp/host.ts', "import '../main/b';", 'mcp-imports-engine-door'],
  ['electron/preload/host.ts', "import '../main/b';", 'preload-imports-shared'],
  ['electron/web/engine.ts', "import '../engine/engine';", 'web-imports-shared'],
  ['electron/api/engine.ts', "import '../engine/host/thread';", 'api-imports-shared'],
  ['renderer/bridge/up.ts', "import '../state/library';", 'bridge-lies-lowest'],
  ['renderer/ui/up.ts', "import '../state/library';", 'ui-is-a-leaf'],
  ['renderer/state/up.ts', "import '../pages/chat';", 'state-draws-nothing'],
  ['renderer/panels/up.ts', "import '../pages/chat';", 'panels-know-no-page'],
  ['renderer/pages/up.ts', "import '../shell/app';", 'pages-know-no-shell'],
  ['renderer/pages/search/beside.ts', "import '../chat';", 'pages-know-no-page'],
  ['renderer/engine.ts', "import '../electron/engine/options';", 'renderer-imports-shared'],
  ['renderer/node.ts', "import 'node:fs';", 'node-out-of-the-renderer'],
  ['shared/host.ts', "import '../electron/engine/options';", 'shared-imports-nothing'],
  ['shared/nowhere.ts', "import './nowhere-at-all';", 'resolvable'],
];

describe('the layer check', () => {
  // All in one tree: a run takes seconds.
  it('refuses every import that crosses a layer and every circle, and accepts all others', () => {
    const files = { ...allowed, ...circle, ...Object.fromEntries(forbidden.map(([file, text]) => [file, text])) };
    const refusals = forbidden.map(([file, , rule]) => `${file}: ${rule}`);
    expect(refused(files)).toEqual([...refusals, 'shared/a.ts: no-circles'].sort());
  });
});
