/**
 * The models room: embedders and rerankers that run on this machine from a folder of files, and models of servers.
 *
 * Charter  finds a model's files, pulls them, verifies them, opens them, runs them one text at a time, lets them go;
 *          speaks to servers, a kind of server a file (providers/).
 * Never    knows what a chunk is, ranks, downloads unasked, or keeps a model it was not asked to keep.
 *
 * Nothing heavy is imported before the first model is opened: the native runtime comes by a lazy import.
 */

export {
  type ChatMessage,
  type ChatModel,
  type ChatOptions,
  type ChatUsage,
  type Embedder,
  type EmbeddingKind,
  type NliModel,
  type Reader,
  type Reading,
  type Reranker,
  withChat,
} from './contract';
export { measuredScale, scaledEntry } from './cosine-scale';
export { type IdleClock, type Idleness, IdleUnloadedModel, idleClock } from './idle-unload';
export { type Models, type OpenedModel, openModels, type PullProgress } from './open-models';
export { inRequest } from './providers/call-log';
export type { ModelServers } from './providers/provider';
export { chatModelName, openChatModel } from './providers/registry';
export { chatServers, testServer } from './providers/server-models';
export { estimatedCounter, estimateTokens, serverTokens, type TokenCounter } from './token-counter';
export { contextFor, mostBytes } from './windows';
