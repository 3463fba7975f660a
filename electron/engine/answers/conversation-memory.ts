import { createHash } from 'node:crypto';
import type { Answer, Run } from '@shared/contract';
import { reportOf } from '@shared/errors';
import type { ChunkProfile, PipelineLimits } from '@shared/limits';
import { saidBefore } from '@shared/prompt/answer-backing';
import type { Uses } from '../engine-context';
import { chunkDocument, plainDocument } from '../ingest';
import { embedTexts } from '../jobs/ingest/embed-content';
import type { Embedder } from '../models';
import type { RememberedText } from '../retrieval';
import type { ConversationStores, NewMemoryChunk, RememberedChunk } from '../store';

/** An exchange is cut as a document of the profile `balanced` is, without overlap: it is short and read whole. */
const profile: ChunkProfile = { unit: 'characters', size: 1000, minSize: 0, overlap: 0 };
/** Characters of a question above its exchange: enough to recognise it. */
const questionShown = 200;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Markers of an earlier prompt mean nothing in a later one. */
const withoutMarkers = (answer: string): string => answer.replace(/[ \t]*\[\s*citations?\s*[\d,;&\s]+\]/giu, '');

/**
 * Returns the text to remember of an exchange: the question, and the answer or the best sentences; nothing for a
 * greeting.
 */
function memoryText(exchange: Answer): string {
  const { question, way } = exchange;
  if (way === 'help') return '';
  const said = withoutMarkers(saidBefore(exchange)).trim();
  return [question.trim(), said].filter((part) => part !== '').join('\n\n');
}

/** The chunks of an exchange; their ids depend on its text alone, so a copy is the same chunk. */
function memoryChunks(exchange: Answer, countTokens: (text: string) => number): NewMemoryChunk[] {
  const text = memoryText(exchange);
  if (text === '') return [];
  const question = exchange.question.replace(/\s+/gu, ' ').trim().slice(0, questionShown);
  return chunkDocument(plainDocument(text, null), profile, countTokens).map(
    ({ pages: _pages, headings: _headings, lead: _lead, blocks: _blocks, index, ...span }) => ({
      ...span,
      position: index,
      id: sha256(`memory\0${text}\0${span.startChar}\0${span.endChar}`).slice(0, 16),
      searchable: index === 0 ? span.text : `${question}\n${span.text}`,
    }),
  );
}

/**
 * The chunks of earlier exchanges that a run may recall, with their vectors: cut and embedded now where they are not
 * yet, one exchange a question in a conversation. Without a model they are compared by words.
 */
export async function rememberedBy(
  { activeModel }: Uses<'activeModel'>,
  stores: ConversationStores,
  run: Run,
  limits: PipelineLimits,
  signal?: AbortSignal,
): Promise<RememberedText[]> {
  const { conversationMemory: mode } = limits.retrieval;
  if (!run.memory || mode === 'off') return [];
  const others = mode === 'all';
  if (run.memory.exchanges === 0 && !others) return [];
  const embedder = await activeModel.load().then(
    (model) => model.embedder,
    () => null,
  );
  const recent = Math.min(run.memory.recent, limits.N4_RECENT_CONV_MAX_PAIRS);
  for (const { messageId, answer } of stores.memory.pending(run.memory, others)) {
    const chunks = memoryChunks(answer, (text) => embedder?.countTokens(text) ?? Math.ceil(text.length / 4));
    stores.memory.keep(messageId, sha256(memoryText(answer)), chunks);
  }
  const chunks = stores.memory.chunks({ ...run.memory, recent }, others);
  const vectors = embedder ? await vectorsOf(stores, embedder, chunks, signal) : [];
  return chunks.map(({ chunk, recent }, position) => ({ chunk, recent, vector: vectors[position] ?? null }));
}

/**
 * Vectors of the exchanges of a library or of private conversations by model and chunk, since every question of a
 * conversation is compared with them.
 */
const vectorsKept = 2000;
const known = new WeakMap<ConversationStores, Map<string, Float32Array>>();

/** In order; empty where the model fails: the search itself says so, and searches by words. Errors: `cancelled`. */
async function vectorsOf(
  stores: ConversationStores,
  embedder: Embedder,
  chunks: readonly RememberedChunk[],
  signal: AbortSignal = new AbortController().signal,
): Promise<Float32Array[]> {
  const kept = known.get(stores) ?? new Map<string, Float32Array>();
  known.set(stores, kept);
  const keyOf = ({ chunk }: RememberedChunk): string => `${embedder.id} ${chunk.id}`;
  const missing = chunks.filter((one) => !kept.has(keyOf(one)));
  try {
    const texts = missing.map(({ searchable }) => searchable);
    const { vectors } = await embedTexts(stores.embeddings, embedder, texts, signal, () => {});
    missing.forEach((one, position) => {
      const vector = vectors[position];
      if (vector) kept.set(keyOf(one), vector);
    });
    const found = chunks.flatMap((one) => kept.get(keyOf(one)) ?? []);
    if (kept.size > vectorsKept) kept.clear();
    return found;
  } catch (error) {
    if (reportOf(error).code === 'cancelled') throw error;
    return [];
  }
}
