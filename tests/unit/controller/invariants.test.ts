import type { PipelineLimits } from '@shared/limits';
import type { StageId } from '@shared/prompt/stage-names';
import { emptySuperPrompt, type SuperPrompt } from '@shared/prompt/super-prompt';
import { describe, expect, it } from 'vitest';
import { assertInvariants, changedFields } from '../../../electron/engine/controller/invariants';
import { stages } from '../../../electron/engine/stages';
import { aChunk, limits } from '../stages/memory-library';

const chunks = [aChunk('a', 'one'), aChunk('b', 'two'), aChunk('c', 'three')];

const state: SuperPrompt = {
  ...emptySuperPrompt('Who?'),
  stage: 'a3',
  history_of_stages: ['preprocessed', 'a2', 'retrieval', 'reranked', 'a3'],
  body: { task: 'Who?' },
  base_context_chunks: chunks,
  views_by_stage: { retrieval: ['a', 'b', 'c'], reranked: ['a', 'b', 'c'], a3: ['a', 'b'] },
  final_selection_ids: ['a', 'b'],
};

/** Holds the result of a stage that does `cheat` against the rules. */
function breachOf(stage: StageId, cheat: Partial<SuperPrompt>, changed: Partial<PipelineLimits> = {}): unknown {
  try {
    assertInvariants(stages[stage], state, { ...state, ...cheat }, { ...limits, ...changed });
    return null;
  } catch (error) {
    const { code, details } = error as { code: string; details: unknown };
    return { code, details };
  }
}
const breach = (stage: StageId, field: string) => ({
  code: 'invariant-breach',
  details: { why: 'field', stage, field, broken: expect.any(String) },
});

describe('a stage that cheats is named, with the field', () => {
  it.each<[string, StageId, Partial<SuperPrompt>, string]>([
    ['writes a field of another stage', 'A4_Condenser', { System_MD: 'x' }, 'System_MD'],
    ['writes a body key that is not its own', 'A2_PromptShaper', { body: { task: 'other' } }, 'body.task'],
    ['drops a body key', 'A4_Condenser', { body: {} }, 'body.task'],
    ['changes the raw prompt', 'A0_PreProcessing', { raw: 'other' }, 'raw'],
    ['advances `stage` itself', 'A4_Condenser', { stage: 'a4' }, 'stage'],
    ['writes history', 'A4_Condenser', { history_of_stages: [] }, 'history_of_stages'],
    [
      'changes the text of a chunk',
      'A4_Condenser',
      { base_context_chunks: [aChunk('a', 'forged'), ...chunks.slice(1)] },
      'base_context_chunks',
    ],
    [
      'writes an earlier view',
      'A4_Condenser',
      { views_by_stage: { ...state.views_by_stage, a3: ['a'] } },
      'views_by_stage.a3',
    ],
    ['leaves an unknown extra', 'A5_Format_Enforcer', { extras: { semantic_used: true } }, 'extras.semantic_used'],
    ['selects what is not there', 'A4_Condenser', { final_selection_ids: ['ghost'] }, 'final_selection_ids'],
    ['selects a chunk twice', 'A4_Condenser', { final_selection_ids: ['a', 'a'] }, 'final_selection_ids'],
    [
      'has a view of what is not there',
      'A4_Condenser',
      { views_by_stage: { ...state.views_by_stage, a4: ['ghost'] } },
      'views_by_stage.a4',
    ],
    [
      'finds a chunk twice',
      'Retrieval',
      { base_context_chunks: [...chunks, aChunk('a', 'one')] },
      'base_context_chunks',
    ],
    ['selects in Retrieval', 'Retrieval', { final_selection_ids: [] }, 'final_selection_ids'],
    ['keeps more than it selects', 'A3_NLI_Gate', { final_selection_ids: ['a'] }, 'final_selection_ids'],
    ['selects in another order', 'A3_NLI_Gate', { final_selection_ids: ['b', 'a'] }, 'final_selection_ids'],
    [
      'lets in what the gate has dropped',
      'A4_Condenser',
      { views_by_stage: { ...state.views_by_stage, a4: ['c'] }, final_selection_ids: ['c'] },
      'views_by_stage.a4',
    ],
    [
      'selects other chunks than its view',
      'A4_Condenser',
      { views_by_stage: { ...state.views_by_stage, a4: ['a'] }, final_selection_ids: ['b'] },
      'final_selection_ids',
    ],
    ['leaves a block empty', 'Prompt_Builder', { System_MD: 's', Prompt_MD: 'p', prompt_ready: 's p' }, 'S_CTX_MD'],
  ])('%s', (_case, stage, cheat, field) => {
    expect(breachOf(stage, cheat)).toEqual(breach(stage, field));
  });

  it('reranks, or keeps, what the stage before it did not pass on', () => {
    const given = { ...state, views_by_stage: { retrieval: ['a', 'b'] }, final_selection_ids: [] };
    const after = { ...given, views_by_stage: { retrieval: ['a', 'b'], reranked: ['c', 'a'] } };
    expect(() => assertInvariants(stages.ReRanker, given, after, limits)).toThrow(
      expect.objectContaining(breach('ReRanker', 'views_by_stage.reranked')),
    );
    const reranked = { ...given, views_by_stage: { retrieval: ['a', 'b', 'c'], reranked: ['a', 'b'] } };
    const kept = { ...reranked, views_by_stage: { ...reranked.views_by_stage, a3: ['c'] }, final_selection_ids: ['c'] };
    expect(() => assertInvariants(stages.A3_NLI_Gate, reranked, kept, limits)).toThrow(
      expect.objectContaining(breach('A3_NLI_Gate', 'views_by_stage.a3')),
    );
  });

  it('exceeds a cap', () => {
    const views = { ...state.views_by_stage, a4: ['a', 'b'] };
    expect(breachOf('A4_Condenser', { views_by_stage: views }, { N3_FINAL_SELECTION_MAX: 1 })).toEqual(
      breach('A4_Condenser', 'views_by_stage.a4'),
    );
    expect(breachOf('A4_Condenser', {}, { N3_FINAL_SELECTION_MAX: 1 })).toEqual(
      breach('A4_Condenser', 'final_selection_ids'),
    );
    expect(breachOf('A4_Condenser', {}, { N1_RETR_MAX_CANDIDATES: 2 })).toEqual(
      breach('A4_Condenser', 'views_by_stage.retrieval'),
    );
  });

  it('builds a prompt without one of its blocks', () => {
    const before = { ...state, S_CTX_MD: 'context' };
    const built = {
      ...before,
      System_MD: 'sys',
      Prompt_MD: 'ask',
      Attachments_MD: 'att',
      prompt_ready: 'sys\n\nask\n\ncontext',
    };
    expect(() => assertInvariants(stages.Prompt_Builder, before, built, limits)).toThrow(
      expect.objectContaining(breach('Prompt_Builder', 'prompt_ready')),
    );
    const ready = (prompt_ready: string) => () =>
      assertInvariants(stages.Prompt_Builder, before, { ...built, prompt_ready }, limits);
    expect(ready('sys\n\nask\n\natt\n\ncontext')).toThrow(
      expect.objectContaining(breach('Prompt_Builder', 'prompt_ready')),
    );
    expect(ready('sys\n\nask\n\ncontext\n\natt\n\nconversation')).not.toThrow();
  });

  it('and an honest one is not', () => {
    const views = { ...state.views_by_stage, a4: ['b'] };
    expect(breachOf('A4_Condenser', { S_CTX_MD: 'x', views_by_stage: views, final_selection_ids: ['b'] })).toBeNull();
  });
});

describe('changedFields', () => {
  it('goes one level into body, extras and views, and compares by value', () => {
    expect(changedFields(state, structuredClone(state))).toEqual([]);
    expect(
      changedFields(state, {
        ...state,
        raw: 'x',
        body: { task: 'x', tone: 'y' },
        extras: { semantic_used: false },
      }).sort(),
    ).toEqual(['body.task', 'body.tone', 'extras.semantic_used', 'raw']);
  });
});
