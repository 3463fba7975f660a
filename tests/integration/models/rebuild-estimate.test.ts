import { describe, expect, it } from 'vitest';
import { fixture, TestEngine } from '../open-test-engine';

const vitrine = TestEngine.shared((test) => test.ingest(fixture('handbook.md'), fixture('report.pdf')));

describe('what a model costs', () => {
  it('is measured on demand, and remembered with the model', async () => {
    const before = (await vitrine.ask('models.list', {})).find(({ id }) => id === 'use-lite');
    expect(before?.cost).toBeNull();

    const cost = await vitrine.ask('models.measure', { model: 'use-lite' });

    expect(cost.msPerText).toBeGreaterThan(0);
    expect(cost.memoryBytes).toBeGreaterThan(0);
    expect(cost.texts).toBeGreaterThan(1);
    await vitrine.reopen();
    const after = (await vitrine.ask('models.list', {})).find(({ id }) => id === 'use-lite');
    expect(after?.cost).toEqual(cost);
  });

  it('cannot be measured of a model that is not here', async () => {
    expect((await vitrine.refusal('models.measure', { model: 'bge-small-en-v1.5' })).code).toBe('model-missing');
  });
});

describe('the estimate of a rebuild', () => {
  it('I13 counts vectors that are kept as free', async () => {
    const { chunks } = await vitrine.ask('app.status', {});
    const estimate = await vitrine.ask('library.rebuildEstimate', {});
    expect(estimate).toMatchObject({ chunks, chunksNow: chunks, toEmbed: 0, cached: chunks, exact: true });
    expect(estimate.roomBytes).toBe(estimate.indexBytesAfter);
  });

  it('I13 takes the time of writing from the ingest, then from the last rebuild, and is never nothing', async () => {
    const { chunks } = await vitrine.ask('app.status', {});
    const byIngest = await vitrine.ask('library.rebuildEstimate', {});
    expect(byIngest.msWriting).toBeGreaterThan(0);
    expect(byIngest.ms).toBe(byIngest.msLoading + (byIngest.msWriting ?? 0));

    const report = await vitrine.ask('library.reindex', {});
    expect(report).toMatchObject({ embedded: 0, chunks });
    await vitrine.reopen();
    const { msWriting } = await vitrine.ask('library.rebuildEstimate', {});
    expect(msWriting).toBe(report.msWriting);
  });

  it('I13 is of what the rebuild then tells, which begins with loading the model', async () => {
    const { ms, msWriting } = await vitrine.ask('library.reindex', {});
    expect(ms).toBeGreaterThan(msWriting);
  });

  it('I13 tells for another cut the chunks, and the time as texts × the measured time of one', async () => {
    const estimate = await vitrine.ask('library.rebuildEstimate', { profile: 'fine' });
    const { msPerText, msLoading } = await vitrine.ask('library.rebuildEstimate', {});
    expect(estimate.ms).toBe(msLoading + Math.round(estimate.toEmbed * msPerText) + (estimate.msWriting ?? 0));

    const report = await vitrine.ask('library.reindex', { profile: 'fine' });

    expect(report).toMatchObject({ chunks: estimate.chunks, embedded: estimate.toEmbed });
    const { index } = await vitrine.ask('app.status', {});
    expect(Math.abs(index.bytes - estimate.indexBytesAfter) / index.bytes).toBeLessThan(0.5);
  });
});
