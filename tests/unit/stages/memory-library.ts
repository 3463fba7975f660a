import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { limitsSchema, type PipelineLimits } from '@shared/limits';
import { type AgentDefinitions, agentSchemas } from '@shared/prompt/agent-config';
import type { Chunk } from '@shared/prompt/chunk';
import { promptSchemaSchema, systemPromptSchema } from '@shared/prompt/prompt-schema';
import { emptySuperPrompt, type SuperPrompt } from '@shared/prompt/super-prompt';
import limitsFile from '../../../config/pipeline_limits.json';
import schemaFile from '../../../config/prompt_schema.json';
import systemFile from '../../../config/prompts/system.json';
import { blocksOfText, shifted } from '../../../electron/engine/ingest/recognise-blocks';
import type { TokenCounter } from '../../../electron/engine/models';
import { coverage, queryPieces, type Retrieved, searchedWith, weighQuery } from '../../../electron/engine/retrieval';
import { fuse } from '../../../electron/engine/retrieval/ranking/fusion';
import type { StageConfig, StageServices } from '../../../electron/engine/stages';
import { termSet, terms, words } from '../../../electron/engine/text/terms';

export const limits: PipelineLimits = limitsSchema.parse(limitsFile);
export const schema = promptSchemaSchema.parse(schemaFile);

const configFolder = resolve(__dirname, '../../../config');
const read = (...path: string[]): string => readFileSync(resolve(configFolder, ...path), 'utf8');

/** The shipped agents with their templates. */
export const agents = Object.fromEntries(
  Object.entries(agentSchemas).map(([name, file]) => {
    const agent = file.parse(JSON.parse(read('agents', `${name}.json`)));
    return [name, { ...agent, template: read('prompts', agent.prompt) }];
  }),
) as AgentDefinitions;
export const shaper = agents.A2_PromptShaper;

/** The shipped configuration, with other limits where a test wants them. */
export function configOf(changes: Partial<PipelineLimits> = {}): StageConfig {
  return { limits: { ...limits, ...changes }, schema, agents, system: systemPromptSchema.parse(systemFile) };
}

export function aChunk(id: string, text: string, changes: Partial<Chunk> = {}): Chunk {
  return {
    id,
    documentId: `document-of-${id}`,
    title: `Title of ${id}`,
    path: `/documents/${id}.md`,
    checksum: 'c0ffee',
    index: 0,
    text,
    startChar: 0,
    endChar: text.length,
    tokenCount: countTokens(text),
    pages: [],
    headings: [],
    lead: '',
    chapter: 'Unknown',
    chapterNumber: null,
    section: 'N/A',
    collection: 'default',
    mime: 'text/markdown',
    createdAt: '2026-01-01T00:00:00.000Z',
    url: `vitrine://document/document-of-${id}#0-${text.length}`,
    wordCount: words(text).length,
    hasCode: false,
    hasEquations: false,
    blocks: shifted(blocksOfText(text), changes.startChar ?? 0),
    language: 'eng',
    ...changes,
  };
}

/** One token a word: a tokenizer that can be counted by eye. */
export function countTokens(text: string): number {
  return text.split(/\s+/u).filter((word) => word !== '').length;
}

/** One token a word, as a model's counter. */
export const wordCounter: TokenCounter = { model: 'words', exact: true, count: countTokens };

/** Keyword search over chunks in memory: coverage of the query as score, and the real fusion. */
export function searchIn(chunks: readonly Chunk[], config: StageConfig) {
  return async (query: string): Promise<Retrieved> => {
    const frequencies = new Map<string, number>();
    for (const chunk of chunks) {
      for (const term of termSet(chunk.text)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    }
    const weighed = weighQuery(query, frequencies, chunks.length);
    const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
    const covered = new Map(chunks.map((chunk) => [chunk.id, coverage(chunk.text, weighed)]));
    const lanes = chunks.map(({ id }) => ({ chunkId: id, vector: null, keyword: covered.get(id) ?? 0 }));
    const candidates = fuse(lanes, config.limits.retrieval, 0)
      .slice(0, config.limits.N1_RETR_MAX_CANDIDATES)
      .flatMap(({ chunkId, vectorRank, keywordRank, vector, keyword, fused }) => {
        const chunk = byId.get(chunkId);
        const relevance = covered.get(chunkId) ?? 0;
        if (!chunk) return [];
        return [
          {
            chunk,
            scores: {
              vector,
              keyword,
              vectorRank,
              keywordRank,
              fused,
              coverage: relevance,
              relevance,
              cosine: null,
              saturation: 0,
            },
          },
        ];
      });
    return {
      candidates,
      whole: query,
      language: { code: 'und', by: 'nothing' },
      pieces: queryPieces(query, config.limits.N0_QUERY_PIECES),
      notices: [],
      outOfScope: terms(query).length > 0 && !candidates.some(({ scores }) => scores.coverage > 0),
      suggestions: [],
      unknownWords: [],
      timings: {
        embedding: 0,
        vector: 0,
        keyword: 0,
        fusion: 0,
        rerank: 0,
        total: 0,
        vectorCandidates: 0,
        keywordCandidates: chunks.length,
      },
    };
  };
}

export function servicesOf(chunks: readonly Chunk[], config: StageConfig = configOf()): StageServices {
  const search = searchIn(chunks, config);
  return {
    async evidence(prompt) {
      const { query, thread } = searchedWith(prompt);
      return { found: await search(query), thread };
    },
    reranker: null,
    agent: null,
    tokenCounter: async () => wordCounter,
  };
}

/** The state after ReRanker, with these chunks in this order and the relevance of each. */
export function reranked(entries: readonly (readonly [Chunk, number])[], task = 'What is it?'): SuperPrompt {
  const ids = entries.map(([chunk]) => chunk.id);
  return {
    ...emptySuperPrompt(task),
    stage: 'reranked',
    body: { task },
    base_context_chunks: entries.map(([chunk]) => chunk),
    views_by_stage: { retrieval: ids, reranked: ids },
    extras: {
      query: { whole: task, pieces: [task], out_of_scope: false, language: 'und' },
      rerank_relevance: Object.fromEntries(entries.map(([chunk, relevance]) => [chunk.id, relevance])),
    },
  };
}

/** The state after A3 with every one of these chunks kept. */
export function gated(entries: readonly (readonly [Chunk, number])[], task = 'What is it?'): SuperPrompt {
  const before = reranked(entries, task);
  const ids = entries.map(([chunk]) => chunk.id);
  return {
    ...before,
    stage: 'a3',
    views_by_stage: { ...before.views_by_stage, a3: ids },
    final_selection_ids: ids,
  };
}
