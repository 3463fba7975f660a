import { z } from 'zod';

/** The part of JSON Schema that every server's constrained output understands. */
export type OutputSchema =
  | { readonly type: 'object'; readonly properties: Readonly<Record<string, OutputSchema>> }
  | {
      readonly type: 'array';
      readonly items: OutputSchema;
      readonly minItems?: number | undefined;
      readonly maxItems?: number | undefined;
    }
  | {
      readonly type: 'string';
      readonly maxLength?: number | undefined;
      /** `["{{name}}"]` stands for the choices that the caller gives under that name. */
      readonly enum?: readonly string[] | undefined;
    };

const items = z.number().int().min(0).max(1000);
const outputSchema: z.ZodType<OutputSchema> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('object'), properties: z.record(z.string(), outputSchema) }),
    z.strictObject({
      type: z.literal('array'),
      items: outputSchema,
      minItems: items.optional(),
      maxItems: items.optional(),
    }),
    z.strictObject({
      type: z.literal('string'),
      maxLength: z.number().int().min(1).max(100_000).optional(),
      enum: z.array(z.string().min(1)).min(1).optional(),
    }),
  ]),
);

/** What every agent's file in config/agents holds beside its name and type (S12). */
export const agentFields = {
  version: z.string().min(1),
  /** Name of the template in config/prompts. */
  prompt: z.string().regex(/^[A-Za-z0-9_-]+\.md$/),
  output: outputSchema,
  /** Longest output of one call. */
  maxTokens: z.number().int().min(1).max(100_000),
  temperature: z.number().min(0).max(2),
  seed: z.number().int().min(0),
  /** Items (headers, candidates, chunks) shown in one call. */
  batchSize: z.number().int().min(1).max(100),
  /** Items shown at all; what lies beyond keeps the deterministic default. */
  maxItems: z.number().int().min(1).max(1000),
  /** Characters of one item, or of the request, that the model sees. */
  itemCharacters: z.number().int().min(20).max(100_000),
  /** Longest duration of one call, ms. */
  timeoutMs: z.number().int().min(1).max(3_600_000),
};
