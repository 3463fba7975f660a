import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LimitsReport } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { limitsSchema } from '@shared/limits';
import { type ConfigFiles, parseConfig } from './config-files';
import { isTree } from './merged-limits';

/** Paths of the values that differ. Both have the same form. */
function differences(before: unknown, after: unknown, path = ''): string[] {
  if (!isTree(before) || !isTree(after)) return JSON.stringify(before) === JSON.stringify(after) ? [] : [path];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => differences(before[name], after[name], path === '' ? name : `${path}.${name}`));
}

/** What the next run takes beside what Vitrine ships with. Errors: `limits-invalid`. */
export async function limitsReport(config: ConfigFiles): Promise<LimitsReport> {
  const [values, defaults] = await Promise.all([config.limits(), config.shippedLimits()]);
  return { values, defaults, changed: differences(defaults, values), file: config.ownLimitsFile };
}

/**
 * Writes new values into the library's own file, which holds what differs from the shipped limits and nothing else.
 * Errors: `limits-invalid` with the path of what there is no such limit of, or that does not fit; then nothing changes.
 */
export async function setLimits(config: ConfigFiles, values: Readonly<Record<string, unknown>>): Promise<void> {
  const draft: unknown = structuredClone(await config.limits());
  for (const [path, value] of Object.entries(values)) place(draft, path, value);
  await write(config, parseConfig(draft, limitsSchema, 'limits-invalid', 'the new limits'));
}

/** Back to the shipped limits: these paths, values or groups, or all of them, also where the own file is broken. Errors: `limits-invalid`. */
export async function resetLimits(config: ConfigFiles, paths: readonly string[] | undefined): Promise<void> {
  if (paths === undefined) {
    await rm(config.ownLimitsFile, { force: true });
    return;
  }
  const defaults = await config.shippedLimits();
  const draft: unknown = structuredClone(await config.limits());
  for (const path of paths) place(draft, path, valueAt(defaults, path));
  await write(config, parseConfig(draft, limitsSchema, 'limits-invalid', 'the new limits'));
}

/** Own members only: `__proto__` and `constructor` lead out of the limits. Errors: `limits-invalid`. */
function valueAt(tree: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((outer, name) => {
    if (isTree(outer) && Object.hasOwn(outer, name)) return outer[name];
    throw new VitrineError('limits-invalid', `There is no limit ${path}.`, 'See vitrine limits for their paths.', {
      path,
    });
  }, tree);
}

function place(tree: unknown, path: string, value: unknown): void {
  valueAt(tree, path);
  const names = path.split('.');
  const last = names.pop() ?? '';
  const outer = names.length === 0 ? tree : valueAt(tree, names.join('.'));
  if (isTree(outer)) outer[last] = value;
}

/** Only what differs, so that better defaults of a later version reach the rest. */
function different(base: unknown, value: unknown): unknown {
  if (!isTree(base) || !isTree(value)) return value;
  const entries = Object.entries(value)
    .filter(([name, inner]) => differences(base[name], inner).length > 0)
    .map(([name, inner]) => [name, Object.hasOwn(base, name) ? different(base[name], inner) : inner]);
  return Object.fromEntries(entries);
}

async function write(config: ConfigFiles, limits: unknown): Promise<void> {
  const file = config.ownLimitsFile;
  const own = different(await config.shippedLimits(), limits);
  if (isTree(own) && Object.keys(own).length === 0) {
    await rm(file, { force: true });
    return;
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, `${JSON.stringify(own, null, 2)}\n`, { flush: true });
  await rename(`${file}.part`, file);
}
