import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type AgentDefinitions, agentSchemas } from '@shared/agent-config';
import { deepFreeze } from '@shared/canonical-json';
import { type ErrorCode, VitrineError } from '@shared/errors';
import { limitsSchema, type PipelineLimits } from '@shared/limits';
import { type ModelCatalogue, modelCatalogueSchema } from '@shared/model-catalogue';
import { type PromptSchema, promptSchemaSchema, systemPromptSchema } from '@shared/prompt-schema';
import { z } from 'zod';
import type { StageConfig } from '../stages';
import { merged } from './merged-limits';
import { ParsedFiles } from './parsed-files';

/**
 * The files of config/, looked at whenever they are asked for, so that an edit takes effect at the next run (S11), and
 * read again where they have changed: reading and checking a dozen took longer than most stages. A library may hold its
 * own `config/pipeline_limits.json`, whole or in part: what it names stands in place of the shipped value.
 */
export class ConfigFiles {
  private readonly files = new ParsedFiles();
  private agentsBefore: AgentDefinitions | null = null;

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
    const own = await this.json(this.ownLimitsFile, anything, 'limits-invalid', true);
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
    const own = await this.json(file, anything, 'config-invalid', true);
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
        const place = join(this.configFolder, 'prompts', agent.prompt);
        const template = await this.files.read(place, 'config-invalid', false, (text) => text);
        return [name, { ...agent, template }];
      }),
    );
    const agents = Object.fromEntries(found) as AgentDefinitions;
    // What is the same is the same object, so that what is worked out of it can be kept.
    if (!isDeepStrictEqual(agents, this.agentsBefore)) this.agentsBefore = deepFreeze(agents);
    return this.agentsBefore ?? agents;
  }

  private async shipped<T>(name: string, schema: z.ZodType<T>, code: ErrorCode): Promise<T> {
    const value = await this.json(join(this.configFolder, name), schema, code, false);
    if (value === null) throw new VitrineError(code, `${name} is missing.`, 'Reinstall Vitrine, or restore the file.');
    return value;
  }

  /** Null for an optional file that is not there. */
  private json<T>(file: string, schema: z.ZodType<T>, code: ErrorCode, optional: boolean): Promise<T | null> {
    return this.files.read(file, code, optional, (text) =>
      parseConfig(parseJson(text, file, code), schema, code, file),
    );
  }
}

const anything = z.unknown();

function parseJson(text: string, file: string, code: ErrorCode): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new VitrineError(
      code,
      `${file} is not valid JSON: ${String(error)}`,
      'Correct the file.',
      { file },
      { cause: error },
    );
  }
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
