import type { ModelCall, Notice } from '@shared/contract';
import { codedError } from '@shared/errors';
import type { PromptSchema } from '@shared/prompt/prompt-schema';
import { type BodyKey, bodyKeys } from '@shared/prompt/super-prompt';
import { asReason, notice, unused, type WhyUnused } from '@shared/words/sayings';
import { z } from 'zod';
import type { AgentRunner } from '../../agents';
import type { Embedder } from '../../models';
import { batchesOf, defaultNotice, type StageConfig, type StageServices, shortened } from '../stage';
import { normaliseHeader, type PromptSection } from './prompt-headers';

export interface HeaderMeaning extends HeaderAnswer {
  /** The embedding model's findings; `keys` are a language model's for the rest. */
  readonly near: ReadonlyMap<string, NearestKey>;
  /** Why the embedding model could not be asked; null where it was. */
  readonly withoutEmbedding: WhyUnused | null;
}

/**
 * The meanings of headers that no rung of the ladder knows: first by the embedding model, then, for the rest, by a
 * language model if one is used. Null if every header is known.
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
  let withoutEmbedding: WhyUnused | null = embedder ? null : unused('no-embedding');
  try {
    if (embedder) near = await nearestKeys(headers, schema, embedder, signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    withoutEmbedding = codedError(error);
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
  return [
    ...(withoutEmbedding === null ? [] : [notice('semantic-unavailable', asReason(withoutEmbedding))]),
    ...(reason === null ? [] : [defaultNotice('A0_PreProcessing', agent, reason)]),
  ];
}

type Embedding = Pick<Embedder, 'id' | 'embed'>;

export interface NearestKey {
  readonly key: BodyKey;
  /** The name or alias of the key that the header is nearest to. */
  readonly phrase: string;
  /** Cosine of header and phrase. */
  readonly cosine: number;
}

interface Phrase {
  readonly key: BodyKey;
  readonly phrase: string;
}

/** Vectors of the schema's phrases: they are the same for every prompt, and take longer than all of A0. */
const embedded = new WeakMap<Embedding, { readonly text: string; readonly vectors: Promise<Float32Array[]> }>();

function phraseVectors(embedder: Embedding, phrases: readonly Phrase[]): Promise<Float32Array[]> {
  const text = phrases.map(({ phrase }) => phrase).join('\n');
  const known = embedded.get(embedder);
  if (known?.text === text) return known.vectors;
  const vectors = embedder.embed(
    phrases.map(({ phrase }) => phrase),
    'query',
  );
  embedded.set(embedder, { text, vectors });
  vectors.catch(() => embedded.delete(embedder));
  return vectors;
}

/**
 * The keys that headers are nearest to in meaning, by the embedding model: a header is mapped where the cosine with a
 * name or alias of the key reaches `semantic.threshold` and lies `semantic.margin` above that of every other key.
 * Measured on 40 headers (28 with a meaning, 12 with none): the bundled model maps 4 rightly and 1 wrongly,
 * all-MiniLM-L6-v2 8 and 1, and neither any of the 12. Errors: those of the model.
 */
export async function nearestKeys(
  headers: readonly string[],
  schema: PromptSchema,
  embedder: Embedding,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, NearestKey>> {
  const phrases = bodyKeys.flatMap((key) =>
    [key.replaceAll('_', ' '), ...(schema.aliases[key] ?? [])].map((phrase) => ({ key, phrase })),
  );
  const known = await phraseVectors(embedder, phrases);
  const names = headers.map(normaliseHeader);
  const vectors = await embedder.embed(names, 'query', signal);
  const { threshold, margin } = schema.semantic;
  return new Map(
    headers.flatMap((header, at): [string, NearestKey][] => {
      const ranked = rankedKeys(vectors[at] ?? new Float32Array(), phrases, known);
      const [first, second] = ranked;
      if (!first || first.cosine < threshold || first.cosine - (second?.cosine ?? 0) < margin) return [];
      return [[header, first]];
    }),
  );
}

function rankedKeys(vector: Float32Array, phrases: readonly Phrase[], known: readonly Float32Array[]): NearestKey[] {
  const best = new Map<BodyKey, NearestKey>();
  phrases.forEach(({ key, phrase }, at) => {
    const other = known[at] ?? new Float32Array();
    const cosine = vector.reduce((sum, value, position) => sum + value * (other[position] ?? 0), 0);
    if (cosine > (best.get(key)?.cosine ?? Number.NEGATIVE_INFINITY)) best.set(key, { key, phrase, cosine });
  });
  return [...best.values()].sort((a, b) => b.cosine - a.cosine || (a.key < b.key ? -1 : 1));
}

const answer = z.object({ headers: z.array(z.object({ header: z.string(), key: z.string() })) });
const unknown = 'unknown';

interface HeaderAnswer {
  /** The key that each header means; headers that mean none are not in it. */
  readonly keys: ReadonlyMap<string, BodyKey>;
  readonly calls: readonly ModelCall[];
  readonly reason: WhyUnused | null;
}

/** Asks the chooser what headers mean that no rung of the ladder knows, each with the beginning of its text. */
async function askHeaderMapper(
  agent: AgentRunner,
  sections: readonly PromptSection[],
  config: StageConfig['agents']['A0_PreProcessing'],
  signal: AbortSignal | undefined,
): Promise<HeaderAnswer> {
  const keys = new Map<string, BodyKey>();
  const calls: ModelCall[] = [];
  let reason: WhyUnused | null = null;
  for (const batch of batchesOf(sections, config.batchSize, config.maxItems)) {
    const items = batch.map(({ header, content }, position) => ({
      header: header ?? '',
      label: `h${position + 1}`,
      text: shortened(`${header}:\n${content}`, config.itemCharacters),
    }));
    const reply = await agent.ask(
      'A0_PreProcessing',
      {
        values: { headers: { items }, keys: { plain: [...bodyKeys, unknown].join(', ') } },
        choices: { headers: items.map(({ label }) => label), keys: [...bodyKeys, unknown] },
        read: answer,
      },
      signal,
    );
    calls.push(...reply.calls);
    if (!reply.ok) {
      reason ??= reply.reason;
      continue;
    }
    for (const { header, label } of items) {
      const said = reply.output.headers.find((one) => one.header === label)?.key;
      const key = bodyKeys.find((one) => one === said);
      if (key) keys.set(header, key);
    }
  }
  return { keys, calls, reason };
}
