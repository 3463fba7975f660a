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
    /** The unit of `size` and `overlap`. */
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
 * config/pipeline_limits.json: N0–N4 and every other number of the pipeline that a person may want to set (S11).
 * Read again at the start of every run; a value that does not fit is refused with its path.
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
    /** Zip-based formats: bytes of all parts together, parts, and how many times its size a part may unpack to. */
    maxExpandedBytes: z.number().int().min(1).max(536_870_912).default(268_435_456),
    maxEntries: z.number().int().min(1).max(1_000_000).default(20_000),
    maxExpansionRatio: z.number().min(1).max(100_000).default(400),
    /** Elements or groups inside each other, in formats with markup. */
    maxDepth: z.number().int().min(10).max(10_000).default(1000),
    /** The most that reading one file may take: seconds of a processor, those without progress, and mebibytes of memory. */
    reading: z
      .strictObject({
        secondsAFile: z.number().int().min(1).max(3600),
        secondsAPart: z.number().int().min(1).max(3600),
        mebibytes: z.number().int().min(64).max(65_536),
      })
      .default({ secondsAFile: 300, secondsAPart: 60, mebibytes: 2048 }),
    /** Text recognition (OCR): pages of a file, pixels of a page, dots an inch of a PDF's page, and seconds for a page. */
    ocr: z.strictObject({
      maxPages: z.number().int().min(1).max(100_000),
      maxPixels: z.number().int().min(10_000).max(200_000_000),
      dpi: z.number().int().min(72).max(600),
      secondsAPage: z.number().int().min(1).max(3600),
    }),
    /** Chunks longer than this many characters without white space are still split. */
    profile: z.string(),
    profiles: z.record(z.string(), chunkProfile),
  }),
  retrieval: z.strictObject({
    /** τ of LogAvgExp. */
    tau: z.number().min(0).max(100),
    /** Slope b of pivoted length normalisation, 0 = off. */
    lengthSlope: unit,
    /** `weighted`: scores of both lanes by their weights; `rrf`: their ranks; `rrf_rerank`: those, then a cross-encoder. */
    fusion: z.enum(['weighted', 'rrf', 'rrf_rerank']),
    rrfK: z.number().min(1).max(10_000),
    /**
     * The weight of each lane in the fusion `weighted`, relative to the other. Null for both: the embedding model's
     * entry (`vectorWeight`); null for one: the rest of 1.
     */
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
    /** Whether the explainable reranker orders what fusion has joined, where the model has weights for it. */
    rankByFeatures: z.boolean(),
    /** Whether chunks beside the best candidates are candidates too: none, the next ones, their section's or their document's (R8). */
    graphExpansion: z.enum(['off', 'neighbours', 'section', 'document']),
    /** Most of them in a search. */
    graphCandidates: count,
    /** The number of best candidates that can have neighbours. */
    graphAnchors: atLeastOne.default(5),
    /** Milliseconds that the embedding model has for the sentences of passages: without them words alone count. */
    meaningPatienceMs: milliseconds.default(2000),
    /** Milliseconds that the index has for an answer before it is asked a second and last time; 0 = as long as it takes. */
    indexPatienceMs: milliseconds,
    /** Earlier exchanges that a question may recall: none, those of its own conversation, or all. */
    conversationMemory: z.enum(['off', 'conversation', 'all']),
    /** Most chunks of earlier exchanges among the candidates. */
    memoryCandidates: count,
  }),
  rerank: z.strictObject({ timeoutMs: milliseconds, chatTopN: count }),
  gate: z.strictObject({
    maxCandidates: atLeastOne,
    minCharacters: count,
    relevanceThreshold: unit,
    /** A candidate must also reach this share of the best candidate's relevance. */
    relativeThreshold: unit,
    nearDuplicateThreshold: unit,
    /** Whether passages that are so alike take one place, in answers and in searches. */
    foldCopies: z.boolean(),
    contradictionSimilarity: unit,
    /** Id of the NLI cross-encoder that reads pairs of candidates too; none where empty. */
    nliModel: z.string().max(200),
    /** Most pairs it reads in a run. */
    nliPairs: count,
    /** Least probability, 0–1, at which what it says of a pair counts. */
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
    leastCoverage: z.number().min(0).max(1),
    snippetCharacters: z.number().int().min(20),
    minChunks: count,
    /** Passages that are shown where nothing answers. */
    nearestPassages: count.default(3),
    bands: z
      .strictObject({ high: unit, medium: unit, low: unit })
      .refine((bands) => bands.high >= bands.medium && bands.medium >= bands.low, {
        error: 'bands' satisfies IssueCode,
      }),
    /** Whether the stages behind a chat answer ask the model too, or keep to their deterministic defaults. */
    agentsInChat: z.boolean(),
    /** Least share of a cited sentence's terms that its passages must hold. */
    supportShare: unit,
    /** Whether the sources of sentences are sought that a model wrote without naming any. */
    findSources: z.boolean(),
    /** Least share of the terms of such a sentence that one passage must hold. */
    foundShare: unit,
    /** How often a busy server is asked, and how long it may ask to be left alone. */
    serverTries: z.number().int().min(1).max(10),
    maxWaitSeconds: count,
    /** Longest silence of a server that is to write or is writing; it may be loading its model. */
    silenceSeconds: z.number().int().min(1).max(3600),
    /** Default parameters of answers. */
    temperature: z.number().min(0).max(2),
    seed: z.number().int().min(0).max(2_147_483_647),
    /** Longest selected text that goes along with a question. */
    maxSelectedCharacters: count,
    /** Longest answer asked of a language model. */
    maxTokens: z.number().int().min(1).max(100_000),
  }),
  models: z.strictObject({
    /** Minutes without use after which a model on this computer leaves its memory; the next use opens it again. 0 keeps it. */
    idleMinutes: z.number().int().min(0).max(10_080),
  }),
});

export type PipelineLimits = z.infer<typeof limitsSchema>;
export type ChunkProfile = z.infer<typeof chunkProfile>;

/**
 * The identity of a way of cutting, in the index, its contents and the ids of chunks: the profile's name with its
 * numbers. `balanced` with another size is another one.
 */
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
