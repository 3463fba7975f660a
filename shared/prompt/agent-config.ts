import { z } from 'zod';
import { agentFields, promptSchemaSchema, promptShaperSchema } from './prompt-schema';

const headerMapperSchema = z.strictObject({
  agent_name: z.literal('A0_PreProcessing'),
  type: z.literal('chooser'),
  ...agentFields,
});

const gateAgentSchema = z.strictObject({
  agent_name: z.literal('A3_NLI_Gate'),
  type: z.literal('chooser'),
  ...agentFields,
  /** Passages about something else, one of which is slipped in: a model that keeps it is not judging. */
  controls: z.array(z.string().min(1)),
});

const condenserAgentSchema = z.strictObject({
  agent_name: z.literal('A4_Condenser'),
  type: z.literal('writer'),
  ...agentFields,
  /** Share of a line's content words that must occur in the chunks it cites, 0–1. */
  support: z.number().min(0).max(1),
});

const formatAgentSchema = z.strictObject({
  agent_name: z.literal('A5_Format_Enforcer'),
  type: z.enum(['writer', 'extractor']),
  ...agentFields,
});

/** Agents of jobs: over every document, for a value, for a plan. An output that is a string is text, and no JSON. */
export const taskNames = ['Survey_Reader', 'Survey_Writer', 'Value_Proposer', 'Plan_Proposer'] as const;
export type TaskName = (typeof taskNames)[number];
export const taskSchema = z.strictObject({
  agent_name: z.enum(taskNames),
  type: z.enum(['writer', 'extractor']),
  ...agentFields,
});
export type TaskAgent = z.infer<typeof taskSchema> & { readonly template: string };

export const agentSchemas = {
  A0_PreProcessing: headerMapperSchema,
  A2_PromptShaper: promptShaperSchema,
  A3_NLI_Gate: gateAgentSchema,
  A4_Condenser: condenserAgentSchema,
  A5_Format_Enforcer: formatAgentSchema,
} as const;
export type AgentName = keyof typeof agentSchemas;

/** Files that a library can override, by their name below config/: the agents, and the schema of prompts. */
export const overlaySchemas = { ...agentSchemas, prompt_schema: promptSchemaSchema } as const;
export type OverlayName = keyof typeof overlaySchemas;
export const overlayNames = Object.keys(overlaySchemas) as [OverlayName, ...OverlayName[]];

/** The data of the agents' page: the file, and the text of its template. */
export interface AgentDefinition
  extends Pick<
    z.infer<typeof headerMapperSchema>,
    'version' | 'output' | 'model' | 'maxTokens' | 'temperature' | 'seed' | 'timeoutMs'
  > {
  readonly agent_name: string;
  readonly template: string;
}

export type AgentDefinitions = {
  readonly [Name in AgentName]: z.infer<(typeof agentSchemas)[Name]> & { readonly template: string };
};
