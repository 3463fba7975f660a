import { evaluatedConfiguration, type Run, type RunExport } from '@shared/contract';
import { issueOf, VitrineError } from '@shared/errors';
import { limitsSchema } from '@shared/limits';
import { fromConversation } from '@shared/prompt/chunk';
import { stageIds, stageValues } from '@shared/prompt/stage-names';
import { wayIds } from '@shared/prompt/super-prompt';
import { z } from 'zod';

const chunk = z.looseObject({
  id: z.string().min(1),
  documentId: z.string(),
  title: z.string(),
  checksum: z.string(),
  text: z.string(),
  startChar: z.number(),
  endChar: z.number(),
});

const coded = z.looseObject({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

const snapshot = z.looseObject({
  stage: z.enum(stageValues),
  history_of_stages: z.array(z.string()),
  raw: z.string(),
  body: z.record(z.string(), z.string()),
  extras: z.looseObject({ verdicts: z.record(z.string(), z.looseObject({ reason: coded })).optional() }),
  base_context_chunks: z.array(chunk),
  views_by_stage: z.record(z.string(), z.array(z.string())),
  final_selection_ids: z.array(z.string()),
  recentConversation: z.array(z.looseObject({ role: z.enum(['user', 'assistant']), content: z.string() })),
  System_MD: z.string(),
  Prompt_MD: z.string(),
  S_CTX_MD: z.string(),
  Attachments_MD: z.string(),
  prompt_ready: z.string(),
});

const record = z.looseObject({
  stage: z.enum(stageIds),
  state: z.enum(['waiting', 'ready', 'done', 'stale', 'failed']),
  decisions: z.array(z.looseObject({ reason: coded })),
  notices: z.array(coded),
  calls: z.array(z.looseObject({ reason: coded.nullable() })),
});

const ofSet = z.looseObject({
  evaluationId: z.string(),
  queryId: z.string(),
  set: z.string(),
  way: z.looseObject({ name: z.string(), configuration: z.looseObject(evaluatedConfiguration.shape) }),
  relevant: z.array(z.looseObject({ documentId: z.string(), gain: z.number() })),
});

const citation = z.looseObject({
  marker: z.number(),
  chunkId: z.string(),
  documentId: z.string(),
  title: z.string(),
  path: z.string(),
  mime: z.string(),
  snippet: z.string(),
  pages: z.array(z.number()),
  headings: z.array(z.string()),
  startChar: z.number(),
  endChar: z.number(),
});

const answer = z.looseObject({
  messageId: z.string(),
  question: z.string(),
  answer: z.string(),
  prompt: z.string(),
  outcome: z.enum(['answered', 'passages', 'nothing', 'incomplete']),
  way: z.enum(['survey', ...wayIds]).nullable(),
  band: z.enum(['high', 'medium', 'low', 'very-low']),
  quoted: z.boolean(),
  confidence: z.number(),
  model: z.string().nullable(),
  timings: z.looseObject({ total: z.number() }),
  citations: z.array(citation),
  unbacked: z.string().optional(),
  passages: z
    .array(citation.extend({ text: z.string(), best: z.object({ start: z.number(), end: z.number() }).nullable() }))
    .optional(),
  cited: z.array(
    z.looseObject({ text: z.string(), markers: z.array(z.number()), missingNumbers: z.array(z.string()) }),
  ),
  suggestions: z.array(z.string()),
  notices: z.array(coded),
});

const exported = z.looseObject({
  format: z.literal('vitrine-run'),
  version: z.literal(1),
  made: z.looseObject({ app: z.string() }),
  run: z.looseObject({
    runId: z.string().min(1),
    createdAt: z.string(),
    prompt: z.string().min(1),
    embeddingModel: z.string(),
    chatModel: z.string().nullable(),
    answeredBy: z.string().nullable(),
    reranker: z.string().nullish(),
    configuration: z.string(),
    collection: z.string().nullable(),
    // Only said of the run: where it has another shape, the run comes without it.
    ofSet: ofSet.optional().catch(undefined),
    answer: answer.optional().catch(undefined),
    limits: limitsSchema,
    stages: z.array(record).length(stageIds.length),
    snapshots: z.partialRecord(z.enum(['raw', ...stageIds]), snapshot),
  }),
  documents: z.array(z.strictObject({ documentId: z.string(), title: z.string(), checksum: z.string() })),
});

export const chatModelsOf = ({ chatModel, answeredBy }: Run): string[] => [
  ...new Set([chatModel, answeredBy].filter((name) => name !== null)),
];

/** A run as one JSON document, with the texts of its chunks, for another machine to look at and run again. */
export function exportRun(run: Run, app: string): RunExport {
  const documents = new Map<string, RunExport['documents'][number]>();
  for (const state of Object.values(run.snapshots)) {
    for (const chunk of state.base_context_chunks) {
      if (fromConversation(chunk)) continue;
      const { documentId, title, checksum } = chunk;
      documents.set(documentId, { documentId, title, checksum });
    }
  }
  const made = {
    app,
    embeddingModel: run.embeddingModel,
    chatModels: chatModelsOf(run),
    reranker: run.reranker ?? null,
    configuration: run.configuration,
  };
  return { format: 'vitrine-run', version: 1, made, run, documents: [...documents.values()] };
}

/** The run of an export, under an id of this library. Errors: `run-invalid`, with the path of what does not fit. */
export function importRun(data: unknown, runId: string): Pick<RunExport, 'run' | 'documents'> & { app: string } {
  const parsed = exported.safeParse(data);
  if (!parsed.success) {
    throw new VitrineError('run-invalid', { why: 'issue', ...issueOf(parsed.error, '@file') });
  }
  if (!parsed.data.run.snapshots.raw) {
    throw new VitrineError('run-invalid', {
      why: 'issue',
      issue: 'missing',
      place: 'run.snapshots.raw',
      expected: 'object',
    });
  }
  // The schema has looked at every member that the code relies on; what else an export holds is carried along.
  const run = parsed.data.run as unknown as Run;
  return {
    run: { ...run, runId, parentRunId: null, ...(run.answer ? { answer: { ...run.answer, runId } } : {}) },
    documents: parsed.data.documents,
    app: parsed.data.made.app,
  };
}
