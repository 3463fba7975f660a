/**
 * The models room: embedders and rerankers that run on this machine from a folder of files, and models of servers.
 *
 * Charter  finds a model's files, pulls them, verifies them, opens them, runs them one text at a time, lets them go;
 *          speaks to Ollama and OpenAI-compatible servers.
 * Never    knows what a chunk is, ranks, downloads unasked, or keeps a model it was not asked to keep.
 *
 * Nothing heavy is imported before the first model is opened: the native runtime comes by a lazy import.
 */

export type { ChatServers } from './chat-endpoint';
export { chatServers } from './chat-servers';
export { contextFor, mostBytes } from './context-window';
export type {
  ChatMessage,
  ChatModel,
  ChatOptions,
  ChatUsage,
  EmbeddedPassage,
  EmbeddedQuery,
  Embedder,
  EmbeddingKind,
  NliModel,
  NliScores,
  Reranker,
  WordEmbedding,
  WordVector,
} from './contract';
export { estimateTokens } from './estimate-tokens';
export { type IdleClock, type Idleness, idleClock, KeptModel } from './kept-model';
export { chatModelName, openChatModel } from './open-chat-model';
export { type ModelEntry, type Models, type ModelsOptions, openModels } from './open-models';
export { inRequest } from './provider-calls';
export { estimatedCounter, type TokenCounter } from './token-counter';
