import { z } from 'zod';
import { agentFields, promptSchemaSchema, promptShaperSchema } from './prompt-schema';

/** The form of an agent's file: its name, what it may do, and members of its own. */
const agent = <const Name extends string, const Types extends [string, ...string[]], Own extends z.ZodRawShape>(
  name: Name,
  types: Types,
  own: Own,
) => z.strictObject({ agent_name: z.literal(name), type: z.enum(types), ...agentFields, ...own });

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
  A0_PreProcessing: agent('A0_PreProcessing', ['chooser'], {}),
  A2_PromptShaper: promptShaperSchema,
  /** `controls`: passages about something else, one of which is slipped in. A model that keeps it is not judging. */
  A3_NLI_Gate: agent('A3_NLI_Gate', ['chooser'], { controls: z.array(z.string().min(1)) }),
  /** `support`: share of a line's content words that must occur in the chunks it cites. */
  A4_Condenser: agent('A4_Condenser', ['writer'], { support: z.number().min(0).max(1) }),
  A5_Format_Enforcer: agent('A5_Format_Enforcer', ['writer', 'extractor'], {}),
} as const;
export type AgentName = keyof typeof agentSchemas;

/** Files that a library can override, by their name below config/: the agents, and the schema of prompts. */
export const overlaySchemas = { ...agentSchemas, prompt_schema: promptSchemaSchema } as const;
export type OverlayName = keyof typeof overlaySchemas;
export const overlayNames = Object.keys(overlaySchemas) as [OverlayName, ...OverlayName[]];

export interface AgentDefinition
  extends Pick<
    z.infer<typeof taskSchema>,
    'version' | 'output' | 'model' | 'maxTokens' | 'temperature' | 'seed' | 'timeoutMs'
  > {
  readonly agent_name: string;
  readonly template: string;
}

export type AgentDefinitions = {
  readonly [Name in AgentName]: z.infer<(typeof agentSchemas)[Name]> & { readonly template: string };
};
