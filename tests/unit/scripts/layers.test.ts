import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';
import data from './layers.json';

const project = resolve(__dirname, '../../..');
const cruiser = resolve(project, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** The common parts of every tree: a few doors, a room and a package to import. */
const base = data.base;

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

const forbidden = data.forbidden as [file: string, text: string, rule: string][];

describe('the layer check', () => {
  // All in one tree: a run takes seconds.
  it('refuses every import that crosses a layer and every circle, and accepts all others', () => {
    const files = { ...allowed, ...circle, ...Object.fromEntries(forbidden.map(([file, text]) => [file, text])) };
    const refusals = forbidden.map(([file, , rule]) => `${file}: ${rule}`);
    expect(refused(files)).toEqual([...refusals, 'shared/a.ts: no-circles'].sort());
  });
});
