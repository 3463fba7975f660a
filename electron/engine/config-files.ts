import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentDefinitions, agentSchemas } from '@shared/agent-config';
import { type ErrorCode, VitrineError } from '@shared/errors';
import { limitsSchema, type PipelineLimits } from '@shared/limits';
import { type ModelCatalogue, modelCatalogueSchema } from '@shared/model-catalogue';
import { type PromptSchema, promptSchemaSchema, systemPromptSchema } from '@shared/prompt-schema';
import { z } from 'zod';
import { merged } from './merged-limits';
import type { StageConfig } from './stages';

/**
 * The files of config/, read again whenever they are asked for, so that an edit takes effect at the next run (S11).
 * A library may hold its own `config/pipeline_limits.json`, whole or in part: what it names stands in place of the
 * shipped value.
 */
export class ConfigFiles {
  constructor(
    private readonly configFolder: string,
    private readonly libraryFolder: string,
  ) {}

  /** The library's own limits, which need not be there. */
  get ownLimitsFile(): string {
    return join(this.libraryFolder, 'config', 'pipeline_limits.json');
  }

  /** Errors: `limits-invalid`, with the path of the value that does not fit. */
  async limits(): Promise<PipelineLimits> {
    const own = await readJson(this.ownLimitsFile, anything, 'limits-invalid', true);
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

  /** Everything a run is configured with. Errors: `limits-invalid`, `config-invalid`. */
  async stageConfig(): Promise<StageConfig> {
    const [limits, schema, agents, system] = await Promise.all([
      this.limits(),
      this.promptSchema(),
      this.agents(),
      this.shipped(join('prompts', 'system.json'), systemPromptSchema, 'config-invalid'),
    ]);
    return { limits, schema, agents, system };
  }

  /** A library may lay its own words and modes over the shipped ones. Errors: `config-invalid`. */
  private async promptSchema(): Promise<PromptSchema> {
    const shipped = await this.shipped('prompt_schema.json', promptSchemaSchema, 'config-invalid');
    const file = join(this.libraryFolder, 'config', 'prompt_schema.json');
    const own = await readJson(file, anything, 'config-invalid', true);
    return own === null ? shipped : parseConfig(merged(shipped, own), promptSchemaSchema, 'config-invalid', file);
  }

  /** Every agent's file with the template that it names. Errors: `config-invalid`. */
  private async agents(): Promise<AgentDefinitions> {
    const found = await Promise.all(
      Object.entries(agentSchemas).map(async ([name, schema]) => {
        const agent = await this.shipped(
          join('agents', `${name}.json`),
          schema as z.ZodType<{ prompt: string }>,
          'config-invalid',
        );
        const template = await readText(join(this.configFolder, 'prompts', agent.prompt), 'config-invalid', false);
        return [name, { ...agent, template }];
      }),
    );
    return Object.fromEntries(found) as AgentDefinitions;
  }

  private async shipped<T>(name: string, schema: z.ZodType<T>, code: ErrorCode): Promise<T> {
    const value = await readJson(join(this.configFolder, name), schema, code, false);
    if (value === null) throw new VitrineError(code, `${name} is missing.`, 'Reinstall Vitrine, or restore the file.');
    return value;
  }
}

const anything = z.unknown();

/** Null for an optional file that is not there. */
async function readText(file: string, code: ErrorCode, optional: boolean): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (optional && (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new VitrineError(
      code,
      `${file} cannot be read.`,
      'Restore the file or its permissions.',
      { file },
      { cause: error },
    );
  }
}

async function readJson<T>(file: string, schema: z.ZodType<T>, code: ErrorCode, optional: boolean): Promise<T | null> {
  const text = await readText(file, code, optional);
  if (text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new VitrineError(
      code,
      `${file} is not valid JSON: ${String(error)}`,
      'Correct the file.',
      { file },
      { cause: error },
    );
  }
  return parseConfig(value, schema, code, file);
}

/** Errors: `code`, with the path of the first value that does not fit. */
export function parseConfig<T>(value: unknown, schema: z.ZodType<T>, code: ErrorCode, place: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.join('.') ?? '';
  throw new VitrineError(
    code,
    `${path || 'The file'} in ${place} does not fit: ${issue?.message ?? 'unknown'}.`,
    `Correct ${path || 'it'} and run again.`,
    { file: place, path },
  );
}
