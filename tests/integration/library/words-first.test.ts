import { describe, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';

const vitrine = TestEngine.each();
const heron = 'The heron boat is blue.';
const silk = 'The limit for silk is fifty lux.';
const notices = async (query: string, more: object = {}) =>
  (await vitrine.ask('search.run', { query, ...more })).notices.filter(({ code }) => code === 'words-alone');
const vectors = () => vitrine.ask('vectors.get', {});

describe('documents whose vectors are still to be made', () => {
  it('R12 are found and asked by their words, and each search tells how many; nothing counts as damage', async () => {
    await vitrine.ingest(await vitrine.file('first.txt', heron));
    await vitrine.ask('vectors.pause', {});
    const report = await vitrine.ingest(await vitrine.file('second.txt', silk));
    expect(report).toMatchObject({ totals: { indexed: 1, embedded: 0 } });
    expect(await vectors()).toMatchObject({ state: 'paused', done: 1, passages: 2 });
    expect((await vitrine.ask('library.list', {})).map(({ state }) => state)).toEqual(['ready', 'ready']);

    const { results } = await vitrine.ask('search.run', { query: 'limit for silk' });
    expect(results[0]).toMatchObject({ text: silk, scores: { cosine: null, contributions: { meaning: 0 } } });
    expect(await notices('limit for silk')).toMatchObject([{ values: { passages: 1, of: 2 } }]);
    const [first] = (await vitrine.ask('library.list', {})).filter(({ title }) => title === 'first');
    expect(await notices('heron', { filters: { documentIds: [first?.documentId ?? ''] } })).toEqual([]);
    const answer = await vitrine.ask('chat.ask', { question: 'What is the limit for silk?' });
    expect(answer.passages?.[0]?.text).toContain('fifty lux');
    expect(answer.notices.map(({ code }) => code)).toContain('words-alone');

    expect(await vitrine.unwell()).toEqual([]);
    const { health } = await vitrine.ask('app.status', {});
    expect(health.find(({ check }) => check === 'vectors')).toMatchObject({
      ok: true,
      values: { done: 1, passages: 2 },
    });

    await vitrine.reopen({ resumesIngests: true });
    expect(await vectors()).toMatchObject({ state: 'paused' });
    await vitrine.ask('vectors.resume', {});
    await expect.poll(vectors, { timeout: 30_000 }).toBeNull();
    expect(await notices('limit for silk')).toEqual([]);
    expect(await vitrine.found(silk, { mode: 'vector', top: 1 })).toEqual([silk]);
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('R12 may be replaced, deleted and rebuilt, and a backup takes them along', async () => {
    await vitrine.ask('vectors.pause', {});
    const path = await vitrine.file('first.txt', heron);
    await vitrine.ingest(path, await vitrine.file('second.txt', silk));
    await vitrine.file('first.txt', 'The heron boat is green.');
    expect((await vitrine.ingest(path)).totals).toMatchObject({ replaced: 1 });
    expect(await vitrine.found('heron')).toEqual(['The heron boat is green.']);
    const copy = vitrine.path('copy.zip');
    await vitrine.ask('library.backup', { path: copy });
    const { documents } = await vitrine.ask('library.restore', { path: copy, folder: vitrine.path('restored') });
    expect(documents).toBe(2);
    expect(await vitrine.ask('library.reindex', {})).toMatchObject({ chunks: 2, embedded: 2 });
    expect(await vectors()).toBeNull();
    expect(await vitrine.found(silk, { mode: 'vector', top: 1 })).toEqual([silk]);
    const ids = (await vitrine.ask('library.list', {})).map(({ documentId }) => documentId);
    await vitrine.ask('library.delete', { documentIds: ids });
    expect(await vectors()).toBeNull();
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('I10 are found by their words while the model still works at others, and the job does not wait for it', async () => {
    for (let n = 0; n < 400; n += 1)
      await vitrine.file(`many/${n}.txt`, `Letter zx${n} tells of the heron and the silk.`);
    const report = await vitrine.ask('ingest.run', { paths: [vitrine.path('many')], wordsOnly: true });
    expect(report.totals).toMatchObject({ indexed: 400, failed: 0 });
    const { done = 400 } = (await vectors()) ?? {};
    expect(done).toBeLessThan(400);
    expect(await vitrine.found('zx399')).toHaveLength(1);
    const other = await vitrine.ask('ingest.run', {
      paths: [await vitrine.file('late.txt', 'A zxlate one.')],
      wordsOnly: true,
    });
    expect(other.totals.indexed).toBe(1);
    expect(await vitrine.found('zxlate')).toHaveLength(1);
    await expect.poll(vectors, { timeout: 60_000 }).toBeNull();
    expect(await vitrine.unwell()).toEqual([]);
  });
});
