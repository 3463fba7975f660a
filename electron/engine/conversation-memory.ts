import { createHash } from 'node:crypto';
import type { Answer, Run } from '@shared/contract';
import { reportOf } from '@shared/errors';
import type { ChunkProfile, PipelineLimits } from '@shared/limits';
import { embedTexts } from './embed-texts';
import type { EngineParts } from './engine-parts';
import { chunkDocument } from './ingest';
import type { RememberedText } from './retrieval';
import type { NewMemoryChunk } from './store';

/** An exchange is cut as a document of the profile `balanced` is, without overlap: it is short and read whole. */
const profile: ChunkProfile = { unit: 'characters', size: 1000, minSize: 0, overlap: 0 };
const questionShown = 200;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Markers of an earlier prompt mean nothing in a later one. */
const withoutMarkers = (answer: string): string => answer.replace(/[ \t]*\[\s*citations?\s*[\d,;&\s]+\]/giu, '');

/** What is remembered of an exchange: what was asked and answered; of a fallback only what was asked, of a greeting nothing. */
export function memoryText({ question, answer, outcome }: Answer): string {
  if (outcome === 'greeting') return '';
  const said = outcome === 'fallback' ? '' : withoutMarkers(answer).trim();
  return [question.trim(), said].filter((part) => part !== '').join('\n\n');
}

/** The chunks of an exchange; their ids are a function of its text alone, so that a copy is the same chunk. */
export function memoryChunks(exchange: Answer, countTokens: (text: string) => number): NewMemoryChunk[] {
  const text = memoryText(exchange);
  if (text === '') return [];
  const question = exchange.question.replace(/\s+/gu, ' ').trim().slice(0, questionShown);
  const document = {
    format: 'txt',
    mime: 'text/plain',
    title: null,
    text,
    pages: [],
    headings: [],
    blocks: [],
    language: 'und',
    warnings: [],
  } as const;
  return chunkDocument(document, profile, countTokens).map(
    ({ pages: _pages, headings: _headings, index, ...span }) => ({
      ...span,
      position: index,
      id: sha256(`memory\0${text}\0${span.startChar}\0${span.endChar}`).slice(0, 16),
      searchable: index === 0 ? span.text : `${question}\n${span.text}`,
    }),
  );
}

/**
 * The chunks of earlier exchanges that a run may recall, with their vectors: cut and embedded now where they are not
 * yet, one exchange a question in a conversation that goes on. Without a model they are compared by words.
 */
export async function rememberedBy(
  { library, activeModel }: EngineParts,
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
  for (const { messageId, answer } of library.memory.pending(run.memory, others)) {
    const chunks = memoryChunks(answer, (text) => embedder?.countTokens(text) ?? Math.ceil(text.length / 4));
    library.memory.keep(messageId, sha256(memoryText(answer)), chunks);
  }
  const chunks = library.memory.chunks({ ...run.memory, recent }, others);
  const vectors = embedder
    ? await embedTexts(
        library.embeddings,
        embedder,
        chunks.map(({ searchable }) => searchable),
        signal ?? new AbortController().signal,
        () => {},
      ).then(
        (made) => made.vectors,
        (error: unknown) => {
          // The search itself says that the model failed, and searches by words.
          if (reportOf(error).code === 'cancelled') throw error;
          return [];
        },
      )
    : [];
  return chunks.map(({ chunk, recent }, position) => ({ chunk, recent, vector: vectors[position] ?? null }));
}
