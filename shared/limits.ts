import { z } from 'zod';
import type { IssueCode } from './words/sayings';

const count = z.number().int().min(0).max(100_000);
/** Zero of these would answer every question with “nothing found”. */
const atLeastOne = count.min(1);
/** Tokens of a prompt or of a part of it: fewer hold no passage. */
const tokens = count.min(10);
const unit = z.number().min(0).max(1);
const milliseconds = z.number().int().min(0).max(3_600_000);

const chunkProfile = z
  .strictObject({
    unit: z.enum(['characters', 'tokens']),
    /** Upper bound of a chunk; for `sections` the target lies between `minSize` and `size`. */
    size: z.number().int().min(50).max(20_000),
    minSize: z.number().int().min(0).max(20_000),
    overlap: z.number().int().min(0).max(10_000),
  })
  .refine((profile) => profile.overlap < profile.size, {
    error: 'below-size' satisfies IssueCode,
    path: ['overlap'],
  })
  .refine((profile) => profile.minSize <= profile.size, {
    error: 'above-size' satisfies IssueCode,
    path: ['minSize'],
  });

/**
 * config/pipeline_limits.json: N0–N4 and every other number of the pipeline that a person may want to set (S11). What
 * each of them means is said in shared/words/en/limits.json. Read again at the start of every run; a value that does
 * not fit is refused with its path.
 */
export const limitsSchema = z.strictObject({
  N0_QUERY_PIECES: z.number().int().min(1).max(50),
  N1_RETR_MAX_CANDIDATES: atLeastOne,
  N2_RERANK_TOP_K: atLeastOne,
  N3_FINAL_SELECTION_MAX: atLeastOne,
  N4_RECENT_CONV_MAX_PAIRS: count,
  ingest: z.strictObject({
    maxFileBytes: z.number().int().min(1),
    maxPages: z.number().int().min(1),
    maxExpandedBytes: z.number().int().min(1).max(536_870_912).default(268_435_456),
    maxEntries: z.number().int().min(1).max(1_000_000).default(20_000),
    maxExpansionRatio: z.number().min(1).max(100_000).default(400),
    maxDepth: z.number().int().min(10).max(10_000).default(1000),
    reading: z
      .strictObject({
        secondsAFile: z.number().int().min(1).max(3600),
        secondsAPart: z.number().int().min(1).max(3600),
        mebibytes: z.number().int().min(64).max(65_536),
      })
      .default({ secondsAFile: 300, secondsAPart: 60, mebibytes: 1024 }),
    ocr: z.strictObject({
      maxPages: z.number().int().min(1).max(100_000),
      maxPixels: z.number().int().min(10_000).max(200_000_000),
      dpi: z.number().int().min(72).max(600),
      secondsAPage: z.number().int().min(1).max(3600),
    }),
    profile: z.string(),
    profiles: z.record(z.string(), chunkProfile),
  }),
  retrieval: z.strictObject({
    tau: z.number().min(0).max(100),
    lengthSlope: unit,
    fusion: z.enum(['weighted', 'rrf', 'rrf_rerank']),
    rrfK: z.number().min(1).max(10_000),
    weights: z
      .strictObject({ vector: unit.nullable(), keyword: unit.nullable() })
      .refine(({ vector, keyword }) => vector !== 0 || keyword !== 0, {
        error: 'no-lane' satisfies IssueCode,
        path: ['keyword'],
      }),
    titleBoost: z.number().min(0).max(10),
    definitionBoost: z.number().min(0).max(10),
    thresholds: z.strictObject({ rrf: z.number().min(0), weighted: unit, relevance: unit }),
    suggestions: count,
    rankByFeatures: z.boolean(),
    graphExpansion: z.enum(['off', 'neighbours', 'section', 'document']),
    graphCandidates: count,
    graphAnchors: atLeastOne.default(5),
    meaningPatienceMs: milliseconds.default(2000),
    indexPatienceMs: milliseconds,
    conversationMemory: z.enum(['off', 'conversation', 'all']),
    memoryCandidates: count,
  }),
  rerank: z.strictObject({
    timeoutMs: milliseconds,
    chatTopN: count,
    readerModel: z.string().max(200).default(''),
    readerPassages: count.default(5),
    readerDecides: z.boolean().default(false),
  }),
  gate: z.strictObject({
    maxCandidates: atLeastOne,
    minCharacters: count,
    relevanceThreshold: unit,
    relativeThreshold: unit,
    nearDuplicateThreshold: unit,
    foldCopies: z.boolean(),
    contradictionSimilarity: unit,
    nliModel: z.string().max(200),
    nliPairs: count,
    nliThreshold: unit,
    nliTimeoutMs: milliseconds,
  }),
  condense: z.strictObject({ tokenBudget: tokens, sentencesPerChunk: atLeastOne, maxFacts: atLeastOne }),
  build: z.strictObject({ tokenBudget: tokens }),
  answer: z.strictObject({
    minQuestionCharacters: z.number().int().min(1),
    maxQuestionCharacters: z.number().int().min(1),
    maxPlaces: z.number().int().min(1),
    maxCharacters: z.number().int().min(1),
    sureCharacters: z.number().int().min(1),
    snippetCharacters: z.number().int().min(20),
    minChunks: count,
    shownPassages: count.default(3),
    bands: z
      .strictObject({ high: unit, medium: unit, low: unit })
      .refine((bands) => bands.high >= bands.medium && bands.medium >= bands.low, {
        error: 'bands' satisfies IssueCode,
      }),
    agentsInChat: z.boolean(),
    supportShare: unit,
    findSources: z.boolean(),
    foundShare: unit,
    serverTries: z.number().int().min(1).max(10),
    maxWaitSeconds: count,
    silenceSeconds: z.number().int().min(1).max(3600),
    temperature: z.number().min(0).max(2),
    seed: z.number().int().min(0).max(2_147_483_647),
    maxSelectedCharacters: count,
    maxTokens: z.number().int().min(1).max(100_000),
  }),
  models: z.strictObject({
    idleMinutes: z.number().int().min(0).max(10_080),
  }),
});

export type PipelineLimits = z.infer<typeof limitsSchema>;
export type ChunkProfile = z.infer<typeof chunkProfile>;

/** The identity of a way of cutting, in the index and the ids of chunks: the profile's name with its numbers. */
export const profileId = (name: string, { unit, size, minSize, overlap }: ChunkProfile): string =>
  [name, unit, size, minSize, overlap].join(':');

/** The name in a profile's id, and its numbers; null where the id holds none. */
export function profileOfId(id: string): { readonly name: string; readonly profile: ChunkProfile | null } {
  const found = /^(.*):([a-z]+):(\d+):(\d+):(\d+)$/su.exec(id);
  if (!found) return { name: id, profile: null };
  const [, name = id, unit, ...numbers] = found;
  const [size, minSize, overlap] = numbers.map(Number);
  return { name, profile: chunkProfile.safeParse({ unit, size, minSize, overlap }).data ?? null };
}
