import { z } from 'zod';
import type { IssueCode } from '../words/sayings';
import { bodyKeys } from './super-prompt';

const items = z.number().int().min(0).max(1000);
/** The part of JSON Schema that every server's constrained output understands. */
const outputSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('object'),
    get properties() {
      return z.record(z.string(), outputSchema);
    },
  }),
  z.strictObject({
    type: z.literal('array'),
    get items() {
      return outputSchema;
    },
    minItems: items.optional(),
    maxItems: items.optional(),
  }),
  z.strictObject({
    type: z.literal('string'),
    maxLength: z.number().int().min(1).max(100_000).optional(),
    /** `["{{name}}"]` is replaced by the choices that the caller gives under that name. */
    enum: z.array(z.string().min(1)).min(1).optional(),
  }),
]);
export type OutputSchema = z.infer<typeof outputSchema>;

/** Common members of every agent's file in config/agents, beside its name and type (S12). */
export const agentFields = {
  version: z.string().min(1),
  /** Name of the template in config/prompts. */
  prompt: z.string().regex(/^[A-Za-z0-9_-]+\.md$/),
  output: outputSchema,
  /** `provider:model` that it asks in the place of the run's; where a run has no model, no agent is asked. */
  model: z.string().min(1).max(200).optional(),
  maxTokens: z.number().int().min(1).max(100_000),
  temperature: z.number().min(0).max(2),
  seed: z.number().int().min(0),
  /** Items (headers, candidates, chunks) shown in one call. */
  batchSize: z.number().int().min(1).max(100),
  /** Items shown at all; what lies beyond keeps the deterministic default. */
  maxItems: z.number().int().min(1).max(1000),
  /** Characters of one item, or of the request, that the model sees. */
  itemCharacters: z.number().int().min(20).max(100_000),
  /** Longest duration of one call, ms, from when the server is asked; waiting for a turn does not count. */
  timeoutMs: z.number().int().min(1).max(3_600_000),
};

const key = z.enum(bodyKeys);
const phrases = z.partialRecord(key, z.array(z.string().min(1)));

/** config/prompt_schema.json: how headers of a prompt are mapped to canonical keys (S2). */
export const promptSchemaSchema = z.strictObject({
  keys: z.array(key),
  /** Keys that every body has after A0, with what they hold when the user says nothing. */
  must: z.partialRecord(key, z.string()),
  aliases: phrases,
  bilingual: phrases,
  /** Regular expressions on the whole normalised header. */
  templates: phrases,
  keywords: phrases,
  typo: z.strictObject({
    minimumLength: z.number().int().min(1),
    maximumDistance: z.number().int().min(0),
    /** Headers up to this length may lose, double or swap a letter, but not hold a wrong one. */
    shortLength: z.number().int().min(0),
    longLength: z.number().int().min(1),
    longDistance: z.number().int().min(0),
    /** Names in other languages than English are held for slips from this length on. */
    bilingualLength: z.number().int().min(1),
    /** Words one letter from a name that are not slips of it (`Ausgaben`: expenses). */
    everyday: z.array(z.string().min(1)),
  }),
  modes: z.strictObject({ semantic_enabled: z.boolean() }),
  /** How near in meaning a header has to be to a name of its key, and how much nearer than to any other key: cosines. */
  semantic: z.strictObject({ threshold: z.number().min(0).max(1), margin: z.number().min(0).max(1) }),
});
export type PromptSchema = z.infer<typeof promptSchemaSchema>;

/** config/agents/A2_PromptShaper.json: the closed enums and the cues of the deterministic classifier (S3). */
export const shapedKeys = ['system', 'audience', 'tone', 'depth', 'confidence'] as const;
export type ShapedKey = (typeof shapedKeys)[number];

const shapedField = z
  .strictObject({
    enum: z.array(z.string().min(1)).min(1),
    default: z.string(),
    /** Phrases in running text that ask for a value; `word*` takes an ending of one or two letters along. */
    /** A word after `~` counts only beside one of `tells`: “for kids” may be the subject of the question. */
    cues: z.record(z.string(), z.array(z.string().min(1))),
    tells: z.array(z.string().min(1)).optional(),
    /** Words that mean a value where the user states the field itself, and too much besides in running text. */
    names: z.record(z.string(), z.array(z.string().min(1))).default({}),
  })
  .refine((field) => field.enum.includes(field.default), {
    error: 'not-in-enum' satisfies IssueCode,
    path: ['default'],
  })
  .refine((field) => Object.keys(field.cues).every((value) => field.enum.includes(value)), {
    error: 'keys-not-in-enum' satisfies IssueCode,
    path: ['cues'],
  })
  .refine((field) => Object.keys(field.names).every((value) => field.enum.includes(value)), {
    error: 'keys-not-in-enum' satisfies IssueCode,
    path: ['names'],
  });

export const promptShaperSchema = z.strictObject({
  agent_name: z.literal('A2_PromptShaper'),
  type: z.literal('chooser'),
  ...agentFields,
  /** With 2 a model is asked again, with its first output in the question. */
  passes: z.union([z.literal(1), z.literal(2)]),
  fields: z.strictObject({
    system: shapedField,
    audience: shapedField,
    tone: shapedField,
    depth: shapedField,
    confidence: shapedField,
  }),
});
export type PromptShaperConfig = z.infer<typeof promptShaperSchema>;

/** config/prompts/system.json: the sentences of System_MD. */
export const systemPromptSchema = z.strictObject({
  roles: z.record(z.string(), z.string()),
  rules: z.array(z.string()),
  noContext: z.string(),
  weakEvidence: z.string(),
  /** In place of `rules`, where the user wants an answer without their documents. */
  withoutDocuments: z.array(z.string()),
});
export type SystemPromptConfig = z.infer<typeof systemPromptSchema>;
