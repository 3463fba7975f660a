import { requests } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { type StageId, stageIds } from '@shared/prompt/stage-names';
import { z } from 'zod';
import { listedModel } from './chat-operations';
import { type ApiOperation, nothing, operation } from './operation';

const stage = z.enum(stageIds);

const run = z.object({
  runId: z.string(),
  createdAt: z.string(),
  prompt: z.string(),
  parentRunId: z.string().nullable(),
  collection: z.string().nullable(),
  chatModel: z.string().nullable(),
  embeddingModel: z.string(),
  stages: z.array(
    z.object({
      stage,
      state: z.enum(['waiting', 'ready', 'running', 'done', 'stale', 'failed']),
      by: z.enum(['deterministic', 'model', 'default']).nullable(),
      ms: z.number().nullable(),
      candidatesIn: z.int().nullable(),
      candidatesOut: z.int().nullable(),
      decisions: z.array(z.looseObject({ subject: z.string(), decision: z.string() })),
    }),
  ),
  snapshots: z
    .record(z.string(), z.looseObject({}))
    .describe('The SuperPrompt after each stage that ran, and raw before the first'),
});

const list = operation({
  method: 'get',
  path: '/api/runs',
  name: 'listRuns',
  scope: 'read',
  summary: 'Lists the runs that are kept, newest first.',
  input: z.strictObject({ limit: requests['run.list'].shape.limit }),
  answer: z.object({
    runs: z.array(
      z.object({
        runId: z.string(),
        createdAt: z.string(),
        prompt: z.string(),
        stagesDone: z.int(),
        ms: z.number(),
      }),
    ),
  }),
  run: async ({ input, request }) => ({ runs: await request('run.list', input) }),
});

const get = operation({
  method: 'get',
  path: '/api/runs/{id}',
  name: 'getRun',
  scope: 'read',
  summary: 'A run, with what each stage decided and the state after it.',
  input: z.strictObject({ id: requests['run.get'].shape.runId }),
  answer: run,
  run: ({ input, request }) => request('run.get', { runId: input.id }),
});

const start = operation({
  method: 'post',
  path: '/api/runs',
  name: 'runStages',
  scope: 'read',
  summary:
    'Runs the stages of a prompt up to “until”, or of an earlier run from the stage “from” on, with edits such as {"path":"limits.gate.relevanceThreshold","value":0.5}; the earlier run stays as it is. Nothing is answered.',
  input: z.strictObject({
    prompt: requests['run.start'].shape.prompt.optional(),
    runId: requests['run.edit'].shape.runId.optional().describe('An earlier run, in the place of a prompt'),
    from: stage.optional(),
    until: stage.optional(),
    edits: requests['run.edit'].shape.edits.optional(),
    collection: requests['run.start'].shape.collection,
    model: requests['run.start'].shape.model.describe('provider:model for the agents, null for none'),
  }),
  answer: run,
  async run({ input: { prompt, runId, from, until, edits = [], collection, model }, request }) {
    if (model) await listedModel({ request }, model);
    if ((prompt === undefined) === (runId === undefined))
      throw new VitrineError('bad-request', { why: 'prompt-or-run' });
    const begun =
      runId === undefined
        ? await request('run.start', { prompt: prompt ?? '', collection, model })
        : await request('run.edit', { runId, from, edits });
    return request('run.auto', { runId: begun.runId, until, model });
  },
});

const stages = operation({
  method: 'get',
  path: '/api/stages',
  name: 'listStages',
  scope: 'read',
  summary: 'The stages in their order, how the newest run stands in each, and the limits that the next one takes.',
  input: nothing,
  answer: z.object({
    stages: z.array(z.object({ stage, position: z.int(), state: run.shape.stages.element.shape.state.nullable() })),
    limits: z.record(z.string(), z.unknown()),
    changed: z.array(z.string()).describe('Paths of limits that are not as shipped'),
  }),
  async run({ request }) {
    const { values, changed } = await request('limits.get', {});
    const [newest] = await request('run.list', { limit: 1 });
    const records = newest ? (await request('run.get', { runId: newest.runId })).stages : [];
    const stateOf = (id: StageId) => records.find((record) => record.stage === id)?.state ?? null;
    return {
      stages: stageIds.map((id, at) => ({ stage: id, position: at + 1, state: stateOf(id) })),
      limits: values,
      changed,
    };
  },
});

export const runOperations: readonly ApiOperation[] = [list, get, start, stages];
