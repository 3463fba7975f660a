import type { Notice } from '@shared/contract';
import { reportOf } from '@shared/errors';
import type { PromptSchema } from '@shared/prompt-schema';
import type { BodyKey } from '@shared/super-prompt';
import { askHeaderMapper, type HeaderAnswer } from './header-agent';
import { type NearestKey, nearestKeys } from './header-semantics';
import { defaultNotice } from './model-use';
import type { PromptSection } from './prompt-headers';
import type { StageConfig, StageServices } from './stage';

export interface HeaderMeaning extends HeaderAnswer {
  /** What the embedding model found; `keys` is what a language model said of the rest. */
  readonly near: ReadonlyMap<string, NearestKey>;
  /** Why the embedding model could not be asked; null where it was. */
  readonly withoutEmbedding: string | null;
}

/**
 * What the headers mean that no rung of the ladder knows: first by the embedding model, then, for what is left, by a
 * language model where one is to be used. Null where every header is known.
 */
export async function meaningOfUnknown(
  { agent, embedder, signal }: StageServices,
  sections: readonly PromptSection[],
  schema: PromptSchema,
  config: StageConfig['agents']['A0_PreProcessing'],
): Promise<HeaderMeaning | null> {
  const unknown = sections.filter(({ header, mapping }) => header !== null && mapping.key === null);
  if (unknown.length === 0) return null;
  const headers = [...new Set(unknown.flatMap(({ header }) => header ?? []))];
  let near: ReadonlyMap<string, NearestKey> = new Map();
  let withoutEmbedding: string | null = embedder ? null : 'no embedding model could be opened';
  try {
    if (embedder) near = await nearestKeys(headers, schema, embedder, signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    withoutEmbedding = reportOf(error).message;
  }
  const left = unknown.filter(({ header }) => !near.has(header ?? ''));
  const said =
    agent === null || left.length === 0
      ? { keys: new Map<string, BodyKey>(), calls: [], reason: null }
      : await askHeaderMapper(agent, left, config, signal);
  return { ...said, near, withoutEmbedding };
}

/** Why a model that should have been asked was not. */
export function meaningNotices({ agent }: StageServices, { withoutEmbedding, reason }: HeaderMeaning): Notice[] {
  const instead = 'headers were mapped by the ladder alone.';
  return [
    ...(withoutEmbedding === null
      ? []
      : [
          {
            code: 'semantic-unavailable',
            message: `Headers could not be mapped by meaning (${withoutEmbedding.replace(/\.$/u, '')}): ${instead}`,
            values: { reason: withoutEmbedding },
          },
        ]),
    ...(reason === null ? [] : [defaultNotice(agent, reason, instead)]),
  ];
}
