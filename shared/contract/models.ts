import { z } from 'zod';
import type { ProviderId, ServerId } from '../providers';
import type { Coded, HealthCode, SayableCode } from '../words/sayings';
import { name, path, route } from './values';

/** Models that read a text beside another one. Each job can be done without. */
export const readingJobs = ['rerank', 'reader', 'nli'] as const;
export type ReadingJob = (typeof readingJobs)[number];

/** The id by which a job is done without a model. */
export const withoutModel = (job: ReadingJob): string => `no-${job}`;

export interface ModelSummary {
  readonly id: string;
  readonly job: 'embedding' | ReadingJob | 'chat';
  readonly title: string;
  readonly licence: string;
  readonly installed: boolean;
  readonly active: boolean;
  readonly location: string | null;
  readonly dimension: number | null;
  readonly window: number | null;
  readonly bytes: number;
  readonly cost?: ModelCost | null;
  readonly store?: StoredModel;
  /** For an embedding model: false if its relevance was not measured. */
  readonly calibrated?: boolean;
  /** The model's folder does not say how it makes a text's vector: Vitrine takes the mean, without prefixes. */
  readonly poolingAssumed?: true;
  /** For a model that reads two texts: its worth was not measured, and the figure of a reader is shown and not used. */
  readonly unmeasured?: true;
  /** For a known model: the languages that it reads, ISO 639-3; empty if it reads many. */
  readonly languages?: readonly string[];
  readonly recommended?: true;
  /** Questions about libraries in a language, ISO 639-3, that answers quoted by it answer rightly, 0–1 (docs/benchmarks.md). */
  readonly rightAnswers?: Readonly<Record<string, number>>;
}

export interface StoredModel {
  readonly from: 'bundled' | 'hub' | 'folder';
  readonly repository: string | null;
  /** Whether it lies where Vitrine puts downloads: only then can it be removed. */
  readonly removable: boolean;
  readonly partialBytes: number;
  readonly downloadBytes: number | null;
}

export interface ModelCost {
  /** Milliseconds a text: a chunk embedded, or for other models a pair read. */
  readonly msPerText: number;
  /** Milliseconds from the files to a model that answers. */
  readonly loadMs: number;
  /** Growth of the process with the model open, bytes; null for a server's model, which runs elsewhere. */
  readonly memoryBytes: number | null;
  /** Texts that it was measured on, and how long they are on average, characters. */
  readonly texts: number;
  readonly characters: number;
  readonly measuredAt: string;
}

/** Cost of a rebuild of the index. Counts of chunks after another cut are estimates from a sample of contents. */
export interface RebuildEstimate {
  readonly model: { readonly id: string; readonly title: string; readonly dimension: number };
  readonly profile: string;
  readonly now: { readonly modelId: string; readonly profile: string } | null;
  /** Whether documents are cut in another way than now: by another profile, or by other numbers of the same one. */
  readonly recuts: boolean;
  readonly documents: number;
  readonly chunksNow: number;
  readonly chunks: number;
  /** Texts (chunks, and exchanges that are remembered) that the model must see; the others' vectors are kept already and cost nothing. */
  readonly toEmbed: number;
  readonly cached: number;
  /** False where the counts come from a sample, or from documents that were cut without a model. */
  readonly exact: boolean;
  readonly msPerText: number;
  /** Time of opening the model, as measured here; twice if it opens once more. */
  readonly msLoading: number;
  readonly opensInThreads: boolean;
  /** Time of reading the stored vectors and writing the index, as in the last rebuild here; null without one. */
  readonly msWriting: number | null;
  /** Time of opening the model, of the embedding and, if known, of the writing. */
  readonly ms: number;
  readonly indexBytes: number;
  readonly indexBytesAfter: number;
  /**
   * Bytes of the model's files where they are not here yet, and are to come first; 0 where they are. The times are then
   * those of docs/benchmarks.md × how much slower or faster the model `judgedBy` is here than there, unless it was measured
   * here before.
   */
  readonly fetchBytes: number;
  readonly judgedBy?: string;
  /** Room that the disk must have: the new index beside the old one, vectors that are kept, and what comes first. */
  readonly roomBytes: number;
  readonly freeBytes: number | null;
}

export interface EmbeddingServer {
  readonly server: ServerId;
  readonly provider: ProviderId;
  readonly address: string;
  readonly staysHere: boolean;
  /**
   * `no-models`: it answers, and has no model that makes embeddings; `down`: nothing answers; `late`: not within 3.5 s;
   * `wrong-url`: something else answers there, or it is no address; `key-refused`: 401 or 403; `failing`: another status.
   */
  readonly state: 'ok' | 'no-models' | 'down' | 'late' | 'refused-offline' | 'wrong-url' | 'key-refused' | 'failing';
  readonly models: readonly ModelSummary[];
  /** Models of which neither the server nor their name tells that they make embeddings: perhaps one does. */
  readonly others: readonly ModelSummary[];
}

export interface PulledFile {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /**
   * `catalogue`: known in models.json; `hub`: published by the hub; `first-use`: without a published checksum, so
   * Vitrine remembers it; `other-build`: the same for a folder whose file differs from the hub's.
   */
  readonly checkedAgainst: 'catalogue' | 'hub' | 'first-use' | 'other-build';
  readonly downloaded: boolean;
}

export interface ImportedModels {
  readonly imported: readonly PulledModel[];
}

export interface RemovedModel {
  readonly id: string;
  readonly bytes: number;
  /** Still installed if another models folder holds it too; null if that is unknown now. */
  readonly model: ModelSummary | null;
}

export interface PulledModel {
  readonly model: ModelSummary;
  /** Empty for a model that a server pulled into its own store. */
  readonly files: readonly PulledFile[];
}

/** Said by its code: a line of the status, or an error. */
export interface ModelCheck extends Coded<HealthCode | SayableCode> {
  readonly id: string;
  readonly ok: boolean;
  readonly loadMs: number | null;
  readonly embedMs: number | null;
}

export const modelRequests = {
  /** Without `servers: false` those of servers too, of each that tells them within a second. */
  'models.list': route<readonly ModelSummary[]>()({ servers: z.boolean().optional() }),
  /** The embedding models of each server that is set up, and how each server is. */
  'models.servers': route<readonly EmbeddingServer[]>()({}),
  /** `no-rerank`, `no-reader` and `no-nli` do without a model of that job. */
  'models.use': route<ModelSummary>()({ model: name }),
  /** Returns when the model is there; progress comes as `models.progress` events with the same requestId. */
  'models.pull': route<PulledModel>()({ model: name }),
  'models.doctor': route<readonly ModelCheck[]>()({}),
  /**
   * Copies a model, or every one in a folder of them, to where downloads lie; progress as of a pull. A page may name only
   * a folder that a person chose in the system's dialog.
   */
  'models.import': route<ImportedModels>()({ path }),
  /** Deletes what Vitrine has downloaded or imported of a model, also of a download that has not come to its end. */
  'models.remove': route<RemovedModel>()({ model: name }),
  /** Runs the model on some passages, in its turn among ingests. The cost is remembered for this computer. */
  'models.measure': route<ModelCost>()({ model: name }),
  /**
   * The cost of `library.reindex` with the same model and profile. Measures the model first if it was not measured; an
   * absent model is judged by another (`fetchBytes`). Changes nothing in the index.
   */
  'library.rebuildEstimate': route<RebuildEstimate>()({
    model: name.optional(),
    profile: name.optional(),
    place: z.string().max(1000).optional(),
  }),
} as const;
