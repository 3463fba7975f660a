import type { Run, StageRecord } from '@shared/contract';
import { limitsSchema } from '@shared/limits';
import type { Chunk } from '@shared/prompt/chunk';
import { type StageId, stageIds } from '@shared/prompt/stage-names';
import { emptySuperPrompt, type SuperPrompt } from '@shared/prompt/super-prompt';
import limits from '../../../config/pipeline_limits.json';

export function aChunk(id: string): Chunk {
  return {
    id,
    documentId: 'document',
    title: `Title of ${id}`,
    path: '/documents/a.md',
    checksum: 'c0ffee',
    index: 0,
    text: `Text of ${id}.`,
    startChar: 0,
    endChar: 10,
    tokenCount: 4,
    pages: [],
    headings: [],
    lead: '',
    chapter: 'Unknown',
    chapterNumber: null,
    section: 'N/A',
    collection: 'default',
    mime: 'text/markdown',
    createdAt: '2026-01-01T00:00:00.000Z',
    url: 'vitrine://document/document#0-10',
    wordCount: 3,
    hasCode: false,
    hasEquations: false,
    blocks: [],
    language: 'eng',
  };
}

/** A run whose first `done` stages are done and the next one ready, with the same state after each of them. */
export function aRun(done: number, state: Partial<SuperPrompt> = {}): Run {
  const prompt = 'What is kept?';
  const record = (stage: StageId, index: number): StageRecord => ({
    stage,
    state: index < done ? 'done' : index === done ? 'ready' : 'waiting',
    by: index < done ? 'deterministic' : null,
    ms: index < done ? 1 : null,
    candidatesIn: null,
    candidatesOut: null,
    decisions: [],
    notices: [],
    calls: [],
    error: null,
  });
  const after: SuperPrompt = { ...emptySuperPrompt(prompt), ...state };
  return {
    runId: 'run',
    createdAt: '2024-05-03T10:00:00.000Z',
    prompt,
    parentRunId: null,
    libraryVersion: 1,
    embeddingModel: 'model',
    chatModel: null,
    answeredBy: null,
    configuration: '',
    collection: null,
    limits: limitsSchema.parse(limits),
    stages: stageIds.map(record),
    snapshots: {
      raw: emptySuperPrompt(prompt),
      ...Object.fromEntries(stageIds.slice(0, done).map((stage) => [stage, after])),
    },
  };
}
