import { deepFreeze } from '@shared/canonical-json';
import type { Chunk } from '@shared/prompt/chunk';
import { emptySuperPrompt, type SuperPrompt } from '@shared/prompt/super-prompt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, mergeRecalled } from '../../../electron/engine/retrieval';
import { answersFollowUp, linkOf } from '../../../electron/engine/retrieval/conversation-memory';
import { weighQuery } from '../../../electron/engine/retrieval/query/query-terms';
import { stages } from '../../../electron/engine/stages';
import { forAll } from '../../for-all';
import { aChunk, configOf, limits, servicesOf } from './memory-library';

const said = (id: string, text: string): Chunk =>
  aChunk(id, text, { source: 'conversation', conversationId: 'conv', messageId: id, documentId: '' });

function gated(chunks: readonly Chunk[], relevance: Readonly<Record<string, number>>): SuperPrompt {
  return deepFreeze({
    ...emptySuperPrompt('What does the lamp cost?'),
    stage: 'reranked' as const,
    body: { task: 'What does the lamp cost?' },
    base_context_chunks: chunks,
    views_by_stage: { retrieval: chunks.map(({ id }) => id), reranked: chunks.map(({ id }) => id) },
    extras: { rerank_relevance: relevance },
  });
}

describe('earlier exchanges', () => {
  it('R7 takes no document’s place: neither by its relevance, nor by repeating or contradicting it', async () => {
    const priced = 'The lamp costs 310 euros and it is the best one of them all in the shop.';
    const chunks = [
      said('m0', priced),
      said('m1', priced.replace('310', '95')),
      aChunk('d0', priced),
      aChunk('d1', 'A lamp of another kind is described on the pages that follow.'),
    ];
    const { prompt } = await stages.A3_NLI_Gate.run(
      gated(chunks, { m0: 0.95, m1: 0.94, d0: 0.6, d1: 0.4 }),
      servicesOf(chunks),
      configOf(),
    );
    const verdicts = Object.fromEntries(
      Object.entries(prompt.extras.verdicts ?? {}).map(([id, { verdict }]) => [id, verdict]),
    );
    expect(verdicts).toMatchObject({ d0: 'keep', d1: 'keep', m0: 'drop_duplicate' });
    expect(verdicts.m1).not.toBe('keep');
  });

  it('R7 leaves the selection before the prompt is built, and is no evidence', async () => {
    const chunks = [said('m0', 'My lamp is the Kestrel lamp.'), aChunk('d0', 'The Kestrel lamp costs 310 euros.')];
    const before = deepFreeze({ ...gated(chunks, { m0: 0.9, d0: 0.8 }), final_selection_ids: ['m0', 'd0'] });
    const { prompt } = await stages.A4_Condenser.run(before, servicesOf(chunks), configOf());
    expect(prompt.final_selection_ids).toEqual(['d0']);
    expect(prompt.extras.recalled).toEqual(['m0']);
    expect(prompt.S_CTX_MD).not.toContain('My lamp');
  });
});

describe('mergeRecalled', () => {
  const candidate = (chunk: Chunk, relevance: number): Candidate => ({
    chunk,
    scores: {
      vector: null,
      keyword: null,
      vectorRank: null,
      keywordRank: null,
      fused: { kind: 'relevance', value: relevance },
      cosine: null,
      coverage: 0,
      saturation: 0,
      relevance,
    },
  });
  const share = fc.double({ min: 0, max: 1, noNaN: true });

  it('R7 gives each chunk once, at most N1 and at most so many exchanges, the documents in their order', () => {
    forAll(
      fc.array(share, { maxLength: 30 }),
      fc.array(fc.tuple(fc.nat(40), share), { maxLength: 12 }),
      fc.nat(25),
      fc.nat(6),
      (documents, exchanges, N1_RETR_MAX_CANDIDATES, memoryCandidates) => {
        const found = documents.map((value, at) => candidate(aChunk(`c${at}`, 'x'), value));
        const recalled = [...new Map(exchanges.map(([id, value]) => [id, value]))]
          .sort((a, b) => b[1] - a[1])
          .map(([id, value]) => candidate(said(`c${id}`, 'x'), value));
        const retrieval = { ...limits.retrieval, memoryCandidates };
        const merged = mergeRecalled(found, recalled, { ...limits, N1_RETR_MAX_CANDIDATES, retrieval });
        const ids = merged.map(({ chunk }) => chunk.id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length).toBeLessThanOrEqual(N1_RETR_MAX_CANDIDATES);
        expect(merged.filter(({ chunk }) => chunk.source).length).toBeLessThanOrEqual(memoryCandidates);
        const left = ids.filter((_id, at) => !merged[at]?.chunk.source);
        expect(left).toEqual(found.slice(0, left.length).map(({ chunk }) => chunk.id));
      },
    );
  });
});

describe('a follow-up question', () => {
  const weighed = (question: string) => weighQuery(question, new Map(), 10);
  const france = 'Which city is the capital of France?\n\nParis is the capital of France.';

  it('is answered by what holds the rest of the question and something that the exchange alone says', () => {
    const query = weighed('How much does my workshop device cost?');
    const link = linkOf('My workshop device is the Kestrel 40.', query) ?? '';
    expect(answersFollowUp('The Kestrel 40 costs 310 euros.', query, link)).toBe(true);
    expect(answersFollowUp('The Heron 12 costs 95 euros.', query, link)).toBe(false);
    expect(answersFollowUp('The Kestrel 40 weighs 480 grams.', query, link)).toBe(false);
  });

  it('is not answered by the answer to a question that only sounds like it', () => {
    const query = weighed('Which city is the capital of Peru?');
    expect(answersFollowUp('Paris is the capital of France.', query, linkOf(france, query) ?? '')).toBe(false);
  });

  it('may point back at the conversation', () => {
    const query = weighed('How heavy is the lamp that we talked about at the beginning?');
    const link = linkOf('The Kestrel is a lamp for caves. It is heavy.', query) ?? '';
    expect(answersFollowUp('A Kestrel weighs 480 grams: heavy.', query, link)).toBe(true);
  });

  it('is none where the exchange shares no word with it', () => {
    expect(linkOf(france, weighed('How heavy is the lamp?'))).toBeNull();
  });
});
