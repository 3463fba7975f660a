import { isAnswerBehind } from '@shared/prompt/answer-backing';
import { afterAll, describe, expect, it } from 'vitest';
import system from '../../../config/prompts/system.json';
import { TestEngine } from '../open-test-engine';
import { bodiesTo, type FakeServer, ollamaWith, part } from './fake-server';

const model = 'ollama:any';
let server: FakeServer;

const vitrine = TestEngine.shared(async () => {
  server = await ollamaWith((_request, response) =>
    response.end(part('Silk bears fifty lux in the cabinet [Citation 1].') + part('', true)),
  );
  const silk = '# Lighting\n\nSilk bears fifty lux in the cabinet. Wood bears two hundred lux.\n';
  await vitrine.ingest(await vitrine.file('lighting.md', silk));
  await vitrine.ingest(await vitrine.file('kitchen.md', '# Kitchen\n\nThe soup is served at noon.\n'));
  await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
}).quoting();
afterAll(() => server.close());

const runOf = (runId: string) => vitrine.ask('run.get', { runId });

async function finished(prompt: string) {
  const { runId } = await vitrine.ask('run.start', { prompt, model: null });
  return vitrine.ask('run.auto', { runId });
}

/** The messages that went to the server last. */
const sent = (): readonly { content: string }[] =>
  (bodiesTo(server, '/api/chat').at(-1)?.messages ?? []) as { content: string }[];

describe('S17 the answer to a run', () => {
  it('is made of the edited prompt as Prompt_Builder shows it, byte for byte, also where the evidence is weak', async () => {
    const parent = await finished('How many lux does silk bear by candle light in an attic?');
    const edited = await vitrine.ask('run.edit', {
      runId: parent.runId,
      from: 'Prompt_Builder',
      edits: [{ path: 'body.format', value: 'One line, for a label' }],
    });
    const run = await vitrine.ask('run.auto', { runId: edited.runId });
    const shown = run.snapshots.Prompt_Builder?.prompt_ready ?? '';
    expect(shown).toContain('One line, for a label');
    const answer = await vitrine.ask('run.answer', { runId: run.runId, model, temperature: 1, stop: ['END'] });
    expect(
      sent()
        .map(({ content }) => content)
        .join('\n\n'),
    ).toBe(shown);
    expect(shown).not.toContain(system.weakEvidence);
    expect(bodiesTo(server, '/api/chat').at(-1)).toMatchObject({ options: { temperature: 1, stop: ['END'] } });
    expect(answer).toMatchObject({ prompt: shown, runId: run.runId, model, quoted: false });
    expect(answer.citations[0]).toMatchObject({ marker: 1, title: 'Lighting' });
    const tokens = vitrine.events.flatMap((event) => (event.type === 'chat.token' ? [event.messageId] : []));
    expect(tokens).toContain(answer.messageId);
  });

  it('is kept with the run over a restart, logged, and carried to another machine', async () => {
    const { runId } = await finished('How many lux does silk bear?');
    const answer = await vitrine.ask('run.answer', { runId, model });
    await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
    expect((await runOf(runId)).answer).toEqual(answer);
    expect(await vitrine.ask('run.answered', { runId })).toEqual({ answer, before: null, place: null });
    expect((await vitrine.ask('chat.findLogs', {})).entries[0]).toMatchObject({ messageId: answer.messageId });
    expect(await vitrine.ask('chat.conversations', {})).toEqual([]);
    const data = JSON.parse(JSON.stringify(await vitrine.ask('run.export', { runId }))) as { run: object };
    const { run } = await vitrine.ask('run.import', { data });
    expect(run.answer).toEqual({ ...answer, runId: run.runId });
    const broken = { ...data, run: { ...data.run, answer: { answer: 'no citations' } } };
    expect((await vitrine.ask('run.import', { data: broken })).run.answer).toBeUndefined();
  });

  it('belongs to an older state after the run went on, until the run is as it was', async () => {
    const { runId } = await finished('How many lux does silk bear?');
    await vitrine.ask('run.answer', { runId, noLlm: true });
    expect(isAnswerBehind(await runOf(runId))).toBe(false);
    expect(isAnswerBehind(await vitrine.ask('run.stage', { runId, stage: 'Retrieval' }))).toBe(true);
    expect(isAnswerBehind(await vitrine.ask('run.catchUp', { runId }))).toBe(false);
    const edited = await vitrine.ask('run.edit', {
      runId,
      edits: [{ path: 'limits.gate.relevanceThreshold', value: 0.9 }],
    });
    expect(edited.answer).toBeUndefined();
  });

  it('is beside the answer in the chat that it was edited from, and follows it there, once', async () => {
    const question = 'How many lux does silk bear?';
    const first = await vitrine.ask('chat.ask', { question, noLlm: true });
    const { conversationId } = first;
    const place = { conversationId, messageId: first.messageId };
    const edits = [{ path: 'limits.gate.relevanceThreshold' as const, value: 0.9 }];
    const edited = await vitrine.ask('run.edit', { runId: first.runId ?? '', edits });
    const { runId } = await vitrine.ask('run.auto', { runId: edited.runId });
    expect(await vitrine.ask('run.answered', { runId })).toEqual({ answer: null, before: first, place });
    expect(await vitrine.refusal('run.toChat', { runId })).toMatchObject({ details: { why: 'no-answer' } });

    const answer = await vitrine.ask('run.answer', { runId, noLlm: true });
    expect(await vitrine.ask('run.answered', { runId })).toEqual({ answer, before: first, place });
    const put = await vitrine.ask('run.toChat', { runId });
    expect(put).toMatchObject({ messageId: answer.messageId, question, conversationId });
    await vitrine.ask('run.toChat', { runId });
    const messages = await vitrine.ask('chat.messages', { conversationId });
    expect(messages.map(({ messageId, versions }) => [messageId, versions])).toEqual([
      [answer.messageId, [first.messageId, answer.messageId]],
    ]);
    expect(await vitrine.ask('run.answered', { runId })).toEqual({
      answer,
      before: first,
      place: { conversationId, messageId: answer.messageId },
    });
  });

  it('has a prompt that continues a given conversation, and stands alone after that is gone', async () => {
    const ask = (question: string, conversationId?: string) =>
      vitrine.ask('chat.ask', { question, conversationId, noLlm: true });
    const { conversationId, messageId: after } = await ask('How many lux does silk bear?');
    await ask('And how many does wood bear?', conversationId);
    const begun = async () =>
      vitrine
        .ask('run.start', { prompt: 'And wood?', conversationId, after, model: null })
        .then(({ memory }) => memory);
    expect(await begun()).toMatchObject({ conversationId, exchanges: 1, after });
    await vitrine.ask('chat.delete', { conversationId });
    expect(await begun()).toMatchObject({ conversationId: null, exchanges: 0 });
  });

  it('is put beside the answer in the chat that the same run has, once', async () => {
    const { runId: asked, ...first } = await vitrine.ask('chat.ask', { question: 'What does wood bear?', noLlm: true });
    const runId = asked ?? '';
    const { conversationId } = first;
    const answer = await vitrine.ask('run.answer', { runId, noLlm: true });
    const before = { messageId: first.messageId };
    expect(await vitrine.ask('run.answered', { runId })).toMatchObject({ answer, before, place: before });
    await vitrine.ask('run.toChat', { runId });
    const place = { conversationId, messageId: answer.messageId };
    expect(await vitrine.ask('run.answered', { runId })).toMatchObject({ answer, before, place });
  });

  it('is quoted without a model, also from passages kept by hand, which the chat would have refused', async () => {
    const run = await finished('How many lux does silk bear?');
    const silk = await vitrine.ask('run.answer', { runId: run.runId });
    expect(silk).toMatchObject({ outcome: 'answered', quoted: true, citations: [{ title: 'Lighting' }] });

    const { runId } = await finished('How many lux does silk bear in Nebraska?');
    const before = server.asked.length;
    expect(await vitrine.ask('run.answer', { runId, model })).toMatchObject({ outcome: 'passages', model: null });
    expect(server.asked.length).toBe(before);
    const judged = (await runOf(runId)).snapshots.A3_NLI_Gate?.extras.verdicts ?? {};
    const edits = Object.keys(judged).map((id) => ({ path: `decisions.${id}` as const, value: 'keep' }));
    const kept = await vitrine.ask('run.edit', { runId, edits });
    await vitrine.ask('run.auto', { runId: kept.runId });
    expect(await vitrine.ask('run.answer', { runId: kept.runId, model })).toMatchObject({ outcome: 'answered', model });
  });

  it('needs a run whose stages are all done, and says which is not', async () => {
    const { runId } = await vitrine.ask('run.start', { prompt: 'How many lux does silk bear?' });
    expect(await vitrine.refusal('run.answer', { runId })).toMatchObject({
      code: 'stage-order',
      details: { why: 'answer', needs: 'A0_PreProcessing' },
    });
  });
});
