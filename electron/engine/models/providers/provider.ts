import type { ConnectionPurpose } from '@shared/contract';
import type { ProviderId, ProviderServers, ServerId } from '@shared/providers';
import type { NetworkPolicy } from '../../connections/connection-gate';
import type { ChatMessage, ChatOptions } from '../contract';

export interface ModelServers extends NetworkPolicy {
  readonly providers: ProviderServers;
  /** Longest silence of a server that is writing an answer, in ms; a minute where not set. */
  readonly answerSilenceMs?: number;
  /** Folders that may hold a model's tokenizer, under the model's name; none where not set. */
  readonly modelFolders?: readonly string[];
}

export interface Server {
  readonly id: ServerId;
  readonly provider: ProviderId;
  /** That a person gave it; null for none. */
  readonly name: string | null;
  readonly title: string;
  /** In the user's own form, without slashes at its end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly net: ModelServers;
}

export interface ServerModel {
  readonly name: string;
  readonly embeds: boolean;
  readonly bytes: number | null;
  readonly contextTokens: number | null;
  readonly dimension: number | null;
  readonly loaded: boolean | null;
}

export const namedModel = (name: string): ServerModel => ({
  name,
  embeds: soundsLikeEmbedding(name),
  bytes: null,
  contextTokens: null,
  dimension: null,
  loaded: null,
});

export interface ChatCall {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly options: ChatOptions;
  readonly signal: AbortSignal | undefined;
}

export type PullProgress = (file: string, bytesDone: number, bytesTotal: number | null) => void;

export const bearer = (apiKey: string): Record<string, string> =>
  apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };

/** A kind of model server: its calls, in its own form. shared/providers.ts has its other facts. */
export interface Provider {
  readonly title: string;
  headers(apiKey: string): Readonly<Record<string, string>>;
  /** The models of a server; `names`: without what would take more calls. Errors: those of `metadataOf`. */
  models(server: Server, signal: AbortSignal, names?: 'names'): Promise<ServerModel[]>;
  /** Tokens that a model takes at once; null where the server does not tell. Errors: those of `metadataOf`. */
  contextTokens(server: Server, model: string, signal?: AbortSignal): Promise<number | null>;
  /** The answer, as it comes. Errors: those of `callServer` and `linesOf`, `model-failed`, `rate-limited`. */
  chat(server: Server, call: ChatCall): AsyncIterable<string>;
  /** One vector a text, in order, as the server makes them. Errors: those of `callServer` and `linesOf`. */
  embed?(server: Server, model: string, texts: readonly string[], signal: AbortSignal): Promise<number[][]>;
  /** Makes the server get a model. Errors: those of `callServer` and `linesOf`, in words for a person who pulls. */
  pull?(server: Server, model: string, onProgress: PullProgress, signal: AbortSignal): Promise<void>;
}

export type Purpose = Extract<ConnectionPurpose, 'answer' | 'embedding' | 'server-check' | 'server-pull'>;

/** More than any server spends on the frame of a token; so many bytes end a stream that says nothing and never ends. */
const bytesPerPart = 4096;
const leastParts = 256;

/** The most bytes that the stream of an answer may have. */
export const streamBytes = ({ maxTokens }: ChatOptions): number => Math.max(maxTokens, leastParts) * bytesPerPart;

/** Names that embedding models have, for servers that do not say what a model is for. */
export const soundsLikeEmbedding = (model: string): boolean =>
  /embed|minilm|mpnet|nomic|(^|[-/_])(bge|gte|gtr|e5|labse|distiluse|stella|voyage)([-_]|$)|mxbai|paraphrase/iu.test(
    model,
  );
