import { describe, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';

describe('S18 the way in which a question is answered', () => {
  const vitrine = TestEngine.shared(async (test) => {
    await test.file('lamp.md', '# Lamp contract\n\nThe lamp is let for two years. The rent is 40 euros a month.\n');
    await test.file('mill.md', '# Handbook of the mill\n\nThe mill grinds rye. Its wheel is of oak.\n');
    await test.file('crew.md', '# Letters\n\nThe crew writes home about honey every Sunday.\n');
    await test.ingest(test.path(''));
  });
  const decisionOf = async (runId: string) => {
    const { stages } = await vitrine.ask('run.get', { runId });
    return stages[0]?.decisions.find(({ subject }) => subject === 'way');
  };
  const edited = async (runId: string, path: 'way' | 'body.task', value: string) => {
    const made = await vitrine.ask('run.edit', { runId, edits: [{ path, value }] });
    const run = await vitrine.ask('run.auto', { runId: made.runId });
    return { run, answer: await vitrine.ask('run.answer', { runId: run.runId, noLlm: true }) };
  };

  it('is shown with its reason, changed, and obeyed', async () => {
    const asked = await vitrine.ask('chat.ask', { question: 'Summarise the Lamp contract', noLlm: true });
    const runId = asked.runId ?? '';
    expect(asked.whole).toMatchObject({ kind: 'summary' });
    expect(await decisionOf(runId)).toMatchObject({ decision: 'summary', reason: { code: 'way-title' } });

    const { run, answer } = await edited(runId, 'way', 'overview');
    expect(answer.whole).toMatchObject({ kind: 'overview', looked: 3 });
    expect(await decisionOf(run.runId)).toMatchObject({
      decision: 'overview',
      reason: { code: 'by-hand' },
      byHand: true,
    });
    expect(run.parentRunId).toBe(runId);

    const passages = await edited(run.runId, 'way', 'passages');
    expect(passages.answer.whole).toBeUndefined();
    expect(passages.run.snapshots.Retrieval?.extras.query?.pieces.length).toBeGreaterThan(0);
    expect(await vitrine.ask('run.get', { runId })).toMatchObject({
      snapshots: { A0_PreProcessing: { extras: { way: { id: 'summary' } } } },
    });
  });

  it('refuses a way that cannot answer the question, and keeps the run', async () => {
    const { runId } = await vitrine.ask('chat.ask', { question: 'What does the mill grind?', noLlm: true });
    const edit = { runId: runId ?? '', edits: [{ path: 'way' as const, value: 'census' }] };
    const { code, details } = await vitrine.refusal('run.edit', edit);
    expect({ code, details }).toMatchObject({ code: 'edit-invalid', details: { why: 'way-none', path: 'way' } });
    expect(await decisionOf(runId ?? '')).toMatchObject({ decision: 'passages', reason: { code: 'way-rest' } });
  });

  it('is chosen again for a question that was changed by hand, and obeyed by the answer to the run', async () => {
    const { runId } = await vitrine.ask('chat.ask', { question: 'What does the mill grind?', noLlm: true });
    const { run, answer } = await edited(runId ?? '', 'body.task', 'How many documents mention honey?');
    expect(await decisionOf(run.runId)).toMatchObject({ decision: 'census', reason: { code: 'way-words' } });
    expect(answer.census).toMatchObject({ looked: 3, found: [{ title: 'Letters' }] });
  });
});
