import type { Answer, Run } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';

const handbook = `# Parental leave

Clef pays twelve weeks of parental leave. The leave must be taken within a year after the birth.
`;
/** Full of the words that a follow-up question is made of. */
const novel = `# The Marsh

${'He had taken it, and then she had to have taken it too, before anybody must have taken it by then. '.repeat(6)}
`;

let first: Answer;

const vitrine = TestEngine.shared(async () => {
  await vitrine.ingest(await vitrine.file('leave.md', handbook), await vitrine.file('marsh.md', novel));
  first = await ask('How many weeks of parental leave does Clef pay?');
});

const ask = (question: string, more: object = {}): Promise<Answer> =>
  vitrine.ask('chat.ask', { question, noLlm: true, ...more });
const runOf = ({ runId }: Answer): Promise<Run> => vitrine.ask('run.get', { runId: runId ?? '' });
const question = 'By when must it be taken?';

describe('a follow-up question', () => {
  it('R7 is answered from the document just cited, and shows the search words', async () => {
    const answer = await ask(question, { conversationId: first.conversationId });
    expect(answer.answer).toContain('within a year after the birth');
    expect(answer.citations[0]?.title).toBe('Parental leave');
    expect(answer.searchedFor).toBe(`${question} (weeks parental leave Clef pay)`);
    const { snapshots, stages } = await runOf(answer);
    const { query, retrieval_scores: scores = {} } = snapshots.Prompt_Builder?.extras ?? {};
    expect(query?.thread?.documentIds).toEqual(first.citations.map(({ documentId }) => documentId));
    const decisions = stages.find(({ stage }) => stage === 'Retrieval')?.decisions;
    expect(decisions).toContainEqual(expect.objectContaining({ reason: { code: 'goes-on' } }));
    const { contributions = {}, fused } = scores[answer.citations[0]?.chunkId ?? ''] ?? {};
    expect(contributions.conversation).toBe(0.25);
    const sum = Object.values(contributions).reduce((all, part) => all + part, 0);
    expect(sum).toBeCloseTo(fused?.value ?? 0, 4);
  });

  it('R7 is searched unchanged on request, in the same place', async () => {
    const { conversationId, messageId } = first;
    await ask(question, { conversationId });
    const answer = await ask(question, { conversationId, after: messageId, alone: true });
    expect(answer).toMatchObject({ alone: true, conversationId });
    expect(answer.searchedFor).toBeUndefined();
    const { snapshots, memory } = await runOf(answer);
    expect(snapshots.Prompt_Builder?.extras.query?.thread).toBeUndefined();
    expect(memory).toBeUndefined();
  });

  it('R7 looks in the given scope, also if that is not the cited document', async () => {
    const collections = ['Nowhere'];
    const answer = await ask(question, { conversationId: first.conversationId, scope: { collections } });
    expect(answer.citations).toEqual([]);
  });
});
