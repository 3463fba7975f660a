import { z } from 'zod';

export const searchModes = ['hybrid', 'vector', 'keyword'] as const;
export type SearchMode = (typeof searchModes)[number];

/** One way to search. What it does not name is as the library's own limits say. */
export const evaluatedConfiguration = z.strictObject({
  /** How it is called in tables; made of its members where absent (`hybrid`, `hybrid rrf`, `hybrid + rerank`). */
  name: z.string().trim().min(1).max(200).optional(),
  mode: z.enum(searchModes),
  /** How hybrid mode joins the lanes (`retrieval.fusion`). */
  fusion: z.enum(['rrf', 'weighted', 'alpha', 'rrf_rerank']).optional(),
  /** Weight of the vector lane, 0–1; chooses the fusion `alpha`. */
  alpha: z.number().min(0).max(1).optional(),
  rrfK: z.number().min(1).max(10_000).optional(),
  /** The explainable reranker of hybrid mode (`retrieval.rankByFeatures`). */
  features: z.boolean().optional(),
  /** Whether the cross-encoder orders the first N2 candidates; false where absent. Errors: `model-missing`. */
  rerank: z.boolean().optional(),
});
export type EvaluatedConfiguration = z.output<typeof evaluatedConfiguration>;
