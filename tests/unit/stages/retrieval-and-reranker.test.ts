import { emptySuperPrompt, type SuperPrompt } from '@shared/prompt/super-prompt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reranker } from '../../../electron/engine/models';
import { stages } from '../../../electron/engine/stages';
import { forAllAsync } from '../../for-all';
import { aChunk, configOf, limits, searchIn, servicesOf } from './memory-library';

const library = [
  aChunk('mill', 'The mill grinds rye.'),
  aChunk('wheel', 'The wheel of the mill turns.'),
  aChunk('sky', 'The sky is blue.'),
];

const a2 = (body: SuperPrompt['body']): SuperPrompt => ({ ...emptySuperPrompt('t'), stage: 'a2', body });

/** Scores like `countsMills`, and keeps what it is asked. */
function listeningReranker(): { asked: string[]; listening: Reranker } {
  const asked: string[] = [];
  const score: Reranker['score'] = (query, texts) => {
    asked.push(query);
    return countsMills.score(query, texts);
  };
  return { asked, listening: { ...countsMills, score } };
}

describe('Retrieval', () => {
  it('searches for task, context and purpose, normalised, and for nothing else of the body', async () => {
    const { prompt } = await stages.Retrieval.run(
      a2({ task: 'mill\n\twheel', context: ' ', purpose: 'rye', format: 'sky', tone: 'sky' }),
      servicesOf(library),
      configOf(),
    );
    expect(prompt.extras.query?.whole).toBe('mill wheel rye');
    expect(prompt.views_by_stage).toEqual({ retrieval: ['mill', 'wheel', 'sky'] });
    expect(prompt.base_context_chunks.map((chunk) => chunk.id)).toEqual(['mill', 'wheel', 'sky']);
    expect(Object.keys(prompt.extras.retrieval_scores ?? {}).sort()).toEqual(['mill', 'sky', 'wheel']);
    expect(prompt.final_selection_ids).toEqual([]);
  });

  it('says when the library is not about the question', async () => {
    const { prompt, notices } = await stages.Retrieval.run(a2({ task: 'gyroscope' }), servicesOf(library), configOf());
    expect(prompt.extras.query?.out_of_scope).toBe(true);
    expect(notices.map(({ code }) => code)).toEqual(['out-of-scope']);
  });

  it('passes the errors of the search on', async () => {
    const services = { ...servicesOf(library), evidence: () => Promise.reject(new Error('index is away')) };
    await expect(stages.Retrieval.run(a2({ task: 'mill' }), services, configOf())).rejects.toThrow('index is away');
  });
});

/** A reranker that counts how often the passage says “mill”: a real function of query and text. */
const countsMills: Reranker = {
  id: 'counts-mills',
  score: async (_query, texts) => Float32Array.from(texts, (text) => (text.match(/mill/giu) ?? []).length),
  dispose: async () => undefined,
};

const retrieved = async (chunks = library) => {
  const config = configOf();
  return (await stages.Retrieval.run(a2({ task: 'the mill wheel', audience: 'expert' }), servicesOf(chunks), config))
    .prompt;
};

describe('ReRanker', () => {
  it('keeps the fused order where no model is installed, and says so', async () => {
    const before = await retrieved();
    const { prompt, notices, by } = await stages.ReRanker.run(before, servicesOf(library), configOf());
    expect(prompt.views_by_stage.reranked).toEqual(before.views_by_stage.retrieval);
    expect([by, notices.map(({ code }) => code)]).toEqual(['default', ['no-reranker']]);
  });

  it('orders by the model, with the sigmoid of its logits as relevance and ties by id', async () => {
    const chunks = [
      aChunk('b', 'mill'),
      aChunk('a', 'mill'),
      aChunk('two', 'mill mill wheel'),
      aChunk('zero', 'wheel'),
    ];
    const before = await retrieved(chunks);
    const { prompt, by } = await stages.ReRanker.run(
      { ...before, views_by_stage: { retrieval: ['zero', 'b', 'a', 'two'] } },
      { ...servicesOf(chunks), reranker: countsMills },
      configOf(),
    );
    expect(by).toBe('model');
    expect(prompt.views_by_stage.reranked).toEqual(['two', 'a', 'b', 'zero']);
    // σ(2) = 0.880797, σ(1) = 0.731059, σ(0) = 0.5
    expect(prompt.extras.rerank_relevance).toEqual({ two: 0.880797, a: 0.731059, b: 0.731059, zero: 0.5 });
    // (0.880797 + 2 · 0.731059 + 0.5) / 4 = 0.71072875
    expect(prompt.extras.rerank_distribution).toEqual({ min: 0.5, max: 0.880797, mean: 0.710729 });
    expect(prompt.final_selection_ids).toEqual([]);
  });

  it('asks with the prompt’s question alone: no system, audience or attachments', async () => {
    const { asked, listening } = listeningReranker();
    await stages.ReRanker.run(await retrieved(), { ...servicesOf(library), reranker: listening }, configOf());
    expect(asked).toEqual(['## Task\nthe mill wheel']);
  });

  it('reads misspelt names as they are meant, nothing else otherwise, and shows what it read', async () => {
    const { asked, listening } = listeningReranker();
    const services = servicesOf(library);
    const names = [
      { word: 'Ghandi', written: 'Gandhi' },
      { word: 'Shelly', written: 'Shelley' },
    ];
    const evidence: typeof services.evidence = async (prompt) => {
      const plain = await services.evidence(prompt);
      return { ...plain, found: { ...plain.found, names } };
    };
    const body = { task: 'title:mill  Ghandi’s\nmill, as a hygormeter', purpose: 'for “Miller”', format: 'Ghandi: …' };
    const found = await stages.Retrieval.run(a2(body), { ...services, evidence }, configOf());
    // As a state comes out of the catalogue.
    const stored: SuperPrompt = JSON.parse(JSON.stringify(found.prompt));
    const read =
      '## Task\ntitle:mill  Gandhi’s\nmill, as a hygormeter\n\n## Purpose\nfor “Miller”\n\n## Format\nGhandi: …';
    const { prompt, decisions } = await stages.ReRanker.run(stored, { ...services, reranker: listening }, configOf());
    expect(asked).toEqual([read]);
    expect(prompt.extras.rerank_query).toBe(read);
    expect(decisions).toMatchObject([{ subject: 'Ghandi', decision: 'Gandhi', reason: { code: 'name-as-written' } }]);
    expect(prompt.body).toEqual(body);

    const unread = await stages.ReRanker.run(stored, services, configOf());
    expect([unread.decisions, 'rerank_query' in unread.prompt.extras]).toEqual([[], false]);
    const typed = await stages.ReRanker.run(await retrieved(), { ...services, reranker: listening }, configOf());
    expect([typed.decisions, 'rerank_query' in typed.prompt.extras]).toEqual([[], false]);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('out of memory')), 'internal/said'],
    [
      'takes too long',
      (_query: string, _texts: readonly string[], signal?: AbortSignal) =>
        new Promise<Float32Array>((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
      'too-slow',
    ],
  ])('keeps the fused order when the model %s', async (_case, score, reason) => {
    const before = await retrieved();
    const result = await stages.ReRanker.run(
      before,
      { ...servicesOf(library), reranker: { ...countsMills, score } },
      configOf({ rerank: { ...limits.rerank, timeoutMs: 20 } }),
    );
    expect(result.prompt.views_by_stage.reranked).toEqual(before.views_by_stage.retrieval);
    expect(result.notices[0]?.code).toBe('rerank-failed');
    expect(result.notices[0]?.values).toMatchObject({ reason });
  });

  it('stops when the run is stopped', async () => {
    const stop = new AbortController();
    const reranker: Reranker = {
      ...countsMills,
      score: async (_query, _texts, signal) => {
        stop.abort();
        signal?.throwIfAborted();
        return new Float32Array();
      },
    };
    const services = { ...servicesOf(library), reranker, signal: stop.signal };
    await expect(stages.ReRanker.run(await retrieved(), services, configOf())).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('reads at most N2 candidates', async () => {
    const chunks = Array.from({ length: 9 }, (_, at) => aChunk(`c${at}`, `The mill ${at}`));
    const before = await retrieved(chunks);
    await forAllAsync(fc.nat(12), async (cap) => {
      const { prompt } = await stages.ReRanker.run(
        before,
        { ...servicesOf(chunks), reranker: countsMills },
        configOf({ N2_RERANK_TOP_K: cap }),
      );
      const first = (before.views_by_stage.retrieval ?? []).slice(0, cap);
      expect([...(prompt.views_by_stage.reranked ?? [])].sort()).toEqual([...first].sort());
    });
  });
});

describe('the library in memory', () => {
  it('finds its passage, the basis of the tests above', async () => {
    const found = await searchIn(library, configOf())('blue sky');
    expect(found.candidates[0]?.chunk.id).toBe('sky');
  });
});
