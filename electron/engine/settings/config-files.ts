import { createHash } from 'node:crypto';
import { type BigIntStats, existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { deepFreeze } from '@shared/canonical-json';
import type { LimitsReport, OverlayReport } from '@shared/contract';
import { issueOf, reportOf, VitrineError } from '@shared/errors';
import { limitsSchema, type PipelineLimits } from '@shared/limits';
import { type ModelCatalogue, modelCatalogueSchema } from '@shared/model-catalogue';
import {
  type AgentDefinitions,
  agentSchemas,
  type OverlayName,
  overlayNames,
  overlaySchemas,
  type TaskAgent,
  type TaskName,
  taskSchema,
} from '@shared/prompt/agent-config';
import { promptSchemaSchema, systemPromptSchema } from '@shared/prompt/prompt-schema';
import { z } from 'zod';
import { ifThere, replaceFile } from '../files';
import { ownPath } from '../own-files';
import type { StageConfig } from '../stages';
import type { NamedUse, Permissions } from './permissions';

type FileCode = 'limits-invalid' | 'config-invalid';

/** A file that was written so lately may be written again before the clock of its folder has moved, ms. */
const restMs = 2000;

/** Parsed files, checked at every use and read again after a change. Callers share the frozen results. */
export class ParsedFiles {
  private readonly kept = new Map<string, { readonly stamp: string; readonly value: unknown }>();

  /** Null for a missing optional file. Errors: `code` for an unreadable file, those of `parse`. */
  async read<T>(file: string, code: FileCode, optional: boolean, parse: (text: string) => T): Promise<T | null> {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    const stamp = stampOf(found);
    const known = this.kept.get(file);
    if (stamp !== null && known?.stamp === stamp) return known.value as T;
    this.kept.delete(file);
    // Most libraries have no settings of their own: opening a missing file takes longer than a look.
    if (!found && optional) return null;
    const text = await textOf(file, code, optional);
    if (text === null) return null;
    const value = deepFreeze(parse(text));
    if (stamp !== null) this.kept.set(file, { stamp, value });
    return value;
  }
}

function stampOf(found: BigIntStats | undefined): string | null {
  if (found === undefined) return null;
  const { ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = found;
  const last = Math.max(Number(mtimeMs), Number(ctimeMs));
  return Date.now() - last < restMs ? null : `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

async function textOf(file: string, code: FileCode, optional: boolean): Promise<string | null> {
  const reading = readFile(file, 'utf8');
  try {
    return await (optional ? ifThere(reading) : reading);
  } catch (error) {
    throw new VitrineError(code, { why: 'not-readable', file }, { cause: error });
  }
}

/**
 * The files of config/, checked at every use, so an edit counts at the next run (S11). A library may have its own
 * limits, agents and prompts; they count once a person has allowed the exact file (docs/adr/0058).
 */
export class ConfigFiles {
  private readonly files = new ParsedFiles();
  private agentsBefore: AgentDefinitions | null = null;

  constructor(
    private readonly configFolder: string,
    private readonly libraryFolder: string,
    private readonly permissions: Permissions,
  ) {}

  get ownLimitsFile(): string {
    return this.ownFile(limitsName);
  }

  private ownFile(...names: readonly string[]): string {
    return ownPath(this.libraryFolder, 'config', ...names);
  }

  named(): NamedUse[] {
    return ['', 'agents', 'prompts'].flatMap((part) => {
      const folder = part === '' ? this.ownFile() : this.ownFile(part);
      if (!existsSync(folder)) return [];
      const entries = readdirSync(folder, { withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(asideEnding));
      return files.flatMap(({ name }) => {
        const text = ownText(join(folder, name));
        return text === null ? [] : [configUse(join(part, name), text)];
      });
    });
  }

  /** Null for a missing file of a library, or one not allowed here. Errors: those of `read`. */
  private async own<T>(name: string, code: FileCode, parse: (text: string, file: string) => T): Promise<T | null> {
    const file = this.ownFile(...name.split(sep));
    const found = await this.files.read(file, code, true, (text) => {
      // No part of a foreign file is parsed before the yes, so it cannot refuse a run either.
      let parsed: { readonly value: T } | null = null;
      const value = () => {
        parsed ??= { value: deepFreeze(parse(text, file)) };
        return parsed.value;
      };
      return { use: configUse(name, text), value };
    });
    if (!found || !this.permissions.allows(found.use.use, found.use.value)) return null;
    return found.value();
  }

  /** Puts a person's values into a library's own file, which allows it. One that waited for a yes stays beside it. */
  async writeOwn(name: string, own: unknown): Promise<void> {
    const file = this.ownFile(...name.split(sep));
    const before = ownText(file);
    if (before !== null) {
      const { use, value } = configUse(name, before);
      if (!this.permissions.allows(use, value)) renameSync(file, file + asideEnding);
    }
    if (isTree(own) && Object.keys(own).length === 0) {
      await rm(file, { force: true });
      return;
    }
    const text = `${JSON.stringify(own, null, 2)}\n`;
    replaceFile(file, text);
    const { use, value } = configUse(name, text);
    this.permissions.enter(use, value);
  }

  async limits(): Promise<PipelineLimits> {
    const own = await this.own(limitsName, 'limits-invalid', (text, file) => parseJson(text, file, 'limits-invalid'));
    const shipped = await this.shippedLimits();
    return own === null
      ? shipped
      : parseConfig(merged(shipped, own), limitsSchema, 'limits-invalid', this.ownLimitsFile);
  }

  shippedLimits(): Promise<PipelineLimits> {
    return this.shipped('pipeline_limits.json', limitsSchema, 'limits-invalid');
  }

  models(): Promise<ModelCatalogue> {
    return this.shipped('models.json', modelCatalogueSchema, 'config-invalid');
  }

  async stageConfig(): Promise<StageConfig> {
    const [limits, schema, agents, system] = await Promise.all([
      this.limits(),
      this.overlaid('prompt_schema', promptSchemaSchema),
      this.agents(),
      this.shipped(join('prompts', 'system.json'), systemPromptSchema, 'config-invalid'),
    ]);
    return { limits, schema, agents, system };
  }

  overlayFile(name: OverlayName | TaskName): string {
    return ownPath(this.libraryFolder, 'config', placeOf(name));
  }

  /** A library may lay its own over an agent, and over the words and modes of prompts. Errors: `config-invalid`. */
  private async overlaid<T>(name: OverlayName | TaskName, schema: z.ZodType<T>): Promise<T> {
    const shipped = await this.shipped(placeOf(name), schema, 'config-invalid');
    const file = this.overlayFile(name);
    const own = await this.own(placeOf(name), 'config-invalid', (text) => parseJson(text, file, 'config-invalid'));
    return own === null ? shipped : parseConfig(merged(shipped, own), schema, 'config-invalid', file);
  }

  /** The files that a library can override, in the next run's version. Errors: `config-invalid` for a shipped file. */
  overlays(): Promise<OverlayReport[]> {
    return Promise.all(
      overlayNames.map(async (name): Promise<OverlayReport> => {
        const schema: z.ZodType<unknown> = overlaySchemas[name];
        const shipped = await this.shipped(placeOf(name), schema, 'config-invalid');
        const form = { name, schema: z.toJSONSchema(schema, { io: 'input' }), file: this.overlayFile(name) };
        try {
          const value = await this.overlaid(name, schema);
          return { ...form, value, changed: differences(shipped, value), error: null };
        } catch (error) {
          return { ...form, value: shipped, changed: [], error: reportOf(error) };
        }
      }),
    );
  }

  /** Writes the differences and returns an agent's model. Errors: `config-invalid`, those of `checkModel`. */
  async setOverlay(
    name: OverlayName,
    value: unknown,
    checkModel: (model: string) => unknown,
  ): Promise<string | undefined> {
    const schema: z.ZodType<object> = overlaySchemas[name];
    const file = this.overlayFile(name);
    const { model }: { model?: string | undefined } = parseConfig(value, schema, 'config-invalid', file);
    if (model !== undefined) checkModel(model);
    await this.writeOwn(placeOf(name), different(await this.shipped(placeOf(name), schema, 'config-invalid'), value));
    return model;
  }

  /** Every agent's file with the template that it names, the library's own before the shipped one. Errors: `config-invalid`. */
  private async agents(): Promise<AgentDefinitions> {
    const found = await Promise.all(
      Object.entries(agentSchemas).map(async ([name, schema]) => {
        const agent = await this.overlaid(name as OverlayName, schema as z.ZodType<{ prompt: string }>);
        return [name, { ...agent, template: await this.template(agent.prompt) }];
      }),
    );
    const agents = Object.fromEntries(found) as AgentDefinitions;
    // Equal content is the same object, and results made from it can be cached.
    if (!isDeepStrictEqual(agents, this.agentsBefore)) this.agentsBefore = deepFreeze(agents);
    return this.agentsBefore ?? agents;
  }

  async task(name: TaskName): Promise<TaskAgent> {
    const agent = await this.overlaid(name, taskSchema);
    return { ...agent, template: await this.template(agent.prompt) };
  }

  /** The library's own before the shipped one. Errors: `config-invalid` where there is neither. */
  private async template(name: string): Promise<string> {
    const asItIs = (text: string): string => text;
    const shipped = join(this.configFolder, 'prompts', name);
    const found = await this.own(join('prompts', name), 'config-invalid', asItIs);
    return found ?? (await this.files.read(shipped, 'config-invalid', false, asItIs)) ?? '';
  }

  private async shipped<T>(name: string, schema: z.ZodType<T>, code: FileCode): Promise<T> {
    const file = join(this.configFolder, name);
    const value = await this.files.read(file, code, false, (text) =>
      parseConfig(parseJson(text, file, code), schema, code, file),
    );
    if (value === null) throw new VitrineError('config-invalid', { why: 'missing', file: name });
    return value;
  }
}

const limitsName = 'pipeline_limits.json';
/** Ending of a file that waited for a yes when a person's own values replaced it. */
const asideEnding = '.waiting';

/** A library's own file as it is: another text under the same name is another one, and is asked about again. */
function configUse(name: string, text: string): NamedUse {
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { use: 'ownConfig', value: `${name.replaceAll(sep, '/')} · ${mark}` };
}

/** Null for a missing or unreadable file: a run that reads it gives the reason. */
function ownText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

const placeOf = (name: OverlayName | TaskName): string =>
  name === 'prompt_schema' ? `${name}.json` : join('agents', `${name}.json`);

function parseJson(text: string, file: string, code: FileCode): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new VitrineError(code, { why: 'not-json', file, said: String(error) }, { cause: error });
  }
}

/** Errors: `code`, with the path of the first value that does not fit. */
function parseConfig<T>(value: unknown, schema: z.ZodType<T>, code: FileCode, file: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new VitrineError(code, { why: 'file', file, ...issueOf(parsed.error, '@file') });
}

/** Limits that come from no file. Errors: `limits-invalid`, with the path of the first value that does not fit. */
export function parseLimits(value: unknown): PipelineLimits {
  const parsed = limitsSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new VitrineError('limits-invalid', { why: 'issue', ...issueOf(parsed.error) });
}

function differences(before: unknown, after: unknown, path = ''): string[] {
  if (!isTree(before) || !isTree(after)) return JSON.stringify(before) === JSON.stringify(after) ? [] : [path];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => differences(before[name], after[name], path === '' ? name : `${path}.${name}`));
}

export async function limitsReport(config: ConfigFiles): Promise<LimitsReport> {
  const [values, defaults] = await Promise.all([config.limits(), config.shippedLimits()]);
  return { values, defaults, changed: differences(defaults, values), file: config.ownLimitsFile };
}

/** Writes what differs from the shipped limits. Errors: `limits-invalid` with a path; then nothing changes. */
export async function setLimits(config: ConfigFiles, values: Readonly<Record<string, unknown>>): Promise<void> {
  const draft: unknown = structuredClone(await config.limits());
  for (const [path, value] of Object.entries(values)) place(draft, path, value);
  await write(config, parseLimits(draft));
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
  await write(config, parseLimits(draft));
}

/** Own members only: `__proto__` and `constructor` lead out of the limits. Errors: `limits-invalid`. */
export function valueAt(tree: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((outer, name) => {
    if (isTree(outer) && Object.hasOwn(outer, name)) return outer[name];
    throw new VitrineError('limits-invalid', { why: 'unknown', path });
  }, tree);
}

export function place(tree: unknown, path: string, value: unknown): void {
  valueAt(tree, path);
  const names = path.split('.');
  const last = names.pop() ?? '';
  const outer = names.length === 0 ? tree : valueAt(tree, names.join('.'));
  if (isTree(outer)) outer[last] = value;
}

/** Only the differences: better defaults of a later version reach the rest. */
function different(base: unknown, value: unknown): unknown {
  if (!isTree(base) || !isTree(value)) return value;
  const entries = Object.entries(value)
    .filter(([name, inner]) => differences(base[name], inner).length > 0)
    .map(([name, inner]) => [name, Object.hasOwn(base, name) ? different(base[name], inner) : inner]);
  return Object.fromEntries(entries);
}

async function write(config: ConfigFiles, limits: unknown): Promise<void> {
  await config.writeOwn(limitsName, different(await config.shippedLimits(), limits));
}

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

function merged(base: unknown, over: unknown): unknown {
  if (!isTree(base) || !isTree(over)) return over;
  // Made from entries, not assigned: a member called `__proto__` stays a member, and is refused as an unknown one.
  const laid = Object.entries(over).map(([name, value]) => [
    name,
    Object.hasOwn(base, name) ? merged(base[name], value) : value,
  ]);
  return Object.fromEntries([...Object.entries(base), ...laid]);
}
