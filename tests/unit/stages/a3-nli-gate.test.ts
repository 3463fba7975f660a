import type { PipelineLimits } from '@shared/limits';
import type { Chunk } from '@shared/prompt/chunk';
import { saidReason } from '@shared/words/said';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stages } from '../../../electron/engine/stages';
import { claims, contradiction } from '../../../electron/engine/stages/gate/contradictions';
import { forAll, forAllAsync } from '../../for-all';
import { aChunk, configOf, limits, reranked, servicesOf } from './memory-library';

const judge = (entries: readonly (readonly [Chunk, number])[], gate: Partial<PipelineLimits['gate']> = {}) =>
  stages.A3_NLI_Gate.run(reranked(entries), servicesOf([]), configOf({ gate: { ...limits.gate, ...gate } }));

const verdictsOf = async (...judged: Parameters<typeof judge>) =>
  (await judge(...judged)).decisions.map(({ subject, decision }) => `${subject} ${decision}`);

const mill = aChunk('mill', 'The mill by the river was built by Anna Berg.');
const tower = aChunk('tower', 'A tower of brick stands over the old harbour wall.');

describe('A3_NLI_Gate', () => {
  it('keeps what reaches the relevance threshold', async () => {
    const gate = { relevanceThreshold: 0.3, relativeThreshold: 0 };
    expect(
      await verdictsOf(
        [
          [mill, 0.3],
          [tower, 0.29],
        ],
        gate,
      ),
    ).toEqual(['mill keep', 'tower drop_irrelevant']);
  });

  it('asks for a share of the best candidate too', async () => {
    const gate = { relevanceThreshold: 0.1, relativeThreshold: 0.5 };
    expect(
      await verdictsOf(
        [
          [mill, 0.8],
          [tower, 0.39],
        ],
        gate,
      ),
    ).toEqual(['mill keep', 'tower drop_irrelevant']);
    expect(
      await verdictsOf(
        [
          [mill, 0.8],
          [tower, 0.4],
        ],
        gate,
      ),
    ).toEqual(['mill keep', 'tower keep']);
  });

  it('drops a near duplicate and names the chunk it repeats; the better ranked one stays', async () => {
    const again = aChunk('again', `${mill.text.toUpperCase()}  `);
    const { decisions } = await judge([
      [mill, 0.9],
      [again, 0.9],
    ]);
    expect(decisions.map(({ decision, reason }) => [decision, saidReason(reason)])).toEqual([
      ['keep', 'relevance 0.9'],
      ['drop_duplicate', '100 % the same as mill'],
    ]);
  });

  it.each([['date', 'The mill was opened to the public in 1881.', 'The mill was opened to the public in 1891.']])(
    'drops a contradiction by %s',
    async (kind, before, after) => {
      const { decisions } = await judge([
        [aChunk('one', before), 0.9],
        [aChunk('other', after), 0.8],
      ]);
      expect(decisions.map(({ decision }) => decision)).toEqual(['keep', 'drop_conflict']);
      expect(decisions[1]?.reason).toEqual({ code: `differs-${kind}`, values: { chunk: 'one', after, before } });
    },
  );

  it('finds no contradiction between numbers that say different things', async () => {
    expect(
      await verdictsOf([
        [aChunk('one', 'The mill was opened to the public in 1881.'), 0.9],
        [aChunk('other', 'Its wheel weighs 900 kilograms and turns slowly.'), 0.9],
      ]),
    ).toEqual(['one keep', 'other keep']);
  });

  it('says what a relevance was held against: the limit, or a share of the best one', async () => {
    const gate = { relevanceThreshold: 0.3, relativeThreshold: 0.5 };
    const high = aChunk('high', 'A gallery of paintings runs along the northern wing.');
    const { decisions } = await judge(
      [
        [high, 0.9],
        [mill, 0.4],
        [tower, 0.2],
      ],
      gate,
    );
    expect(decisions.slice(1).map(({ reason }) => [reason.code, reason.values])).toEqual([
      ['below-share-of-best', { relevance: 0.4, threshold: 0.45, best: 0.9, percent: 50 }],
      ['below-share-of-best', { relevance: 0.2, threshold: 0.45, best: 0.9, percent: 50 }],
    ]);
    const low = await judge([[tower, 0.2]], gate);
    expect(low.decisions.map(({ reason }) => [reason.code, reason.values])).toEqual([
      ['below-threshold', { relevance: 0.2, threshold: 0.3 }],
    ]);
  });

  it('passes over the candidates beyond the cap', async () => {
    expect(
      await verdictsOf(
        [
          [mill, 0.9],
          [tower, 0.9],
        ],
        { maxCandidates: 1 },
      ),
    ).toEqual(['mill keep', 'tower drop_irrelevant']);
  });

  it.each(['', '  \n ', '— — —', '12.', '***'])('drops the trivial text %j', async (text) => {
    expect(await verdictsOf([[aChunk('trivial', text), 1]])).toEqual(['trivial drop_irrelevant']);
  });

  it('keeps nothing where the library is not about the question', async () => {
    const before = reranked([[mill, 0.9]]);
    const prompt = {
      ...before,
      extras: { ...before.extras, query: { whole: 'q', language: 'und', pieces: ['q'], out_of_scope: true } },
    };
    const result = await stages.A3_NLI_Gate.run(prompt, servicesOf([]), configOf());
    expect(result.prompt.final_selection_ids).toEqual([]);
    expect(result.decisions[0]?.decision).toBe('drop_irrelevant');
  });

  it('judges every candidate exactly once, and keeps a subset in the same order', async () => {
    const text = fc.constantFrom(mill.text, `${mill.text} Again.`, tower.text, 'Opened in 1881.', '', '…');
    const entry = fc.tuple(text, fc.double({ min: 0, max: 1, noNaN: true }));
    await forAllAsync(fc.array(entry, { maxLength: 12 }), fc.nat(12), async (entries, maxCandidates) => {
      const chunks = entries.map(([body, relevance], at) => [aChunk(`c${at}`, body), relevance] as const);
      const result = await judge(chunks, { maxCandidates });
      const ids = chunks.map(([chunk]) => chunk.id);
      const kept = result.prompt.views_by_stage.a3 ?? [];
      expect(result.decisions.map(({ subject }) => subject)).toEqual(ids);
      expect(Object.keys(result.prompt.extras.verdicts ?? {}).sort()).toEqual([...ids].sort());
      expect(kept).toEqual(ids.filter((id) => result.prompt.extras.verdicts?.[id]?.verdict === 'keep'));
      expect(result.prompt.final_selection_ids).toEqual(kept);
      expect(result.prompt.base_context_chunks).toEqual(chunks.map(([chunk]) => chunk));
    });
  });
});

describe('contradiction', () => {
  it('is symmetric in what it finds', () => {
    const sentence = fc
      .tuple(fc.constantFrom('', 'not '), fc.constantFrom('5', '6', 'five'))
      .map(([no, number]) => `The big north gate is ${no}open until ${number} today.`);
    forAll(sentence, sentence, (a, b) => {
      const forth = contradiction(claims(a), claims(b), 0.7);
      const back = contradiction(claims(b), claims(a), 0.7);
      expect(forth?.kind).toBe(back?.kind);
      if (a === b) expect(forth).toBeNull();
    });
  });
});
