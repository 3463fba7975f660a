import type { CollectionSummary, Run } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';

const vitrine = TestEngine.each();

const lamp = '# Lamps\n\nThe Kestrel lamp costs 310 euros and weighs 480 grams.\n';
const boat = '# Boats\n\nThe Heron boat costs 9500 euros.\n\n```js\nconst heron = "boat";\n```\n';

async function filled(): Promise<{ lamps: string; boats: string }> {
  await vitrine.ask('ingest.run', { paths: [await vitrine.file('lamp.md', lamp)], collection: 'Lamps' });
  await vitrine.ask('ingest.run', { paths: [await vitrine.file('boat.md', boat)], collection: 'Boats' });
  const documents = await vitrine.ask('library.list', {});
  const of = (title: string) => documents.find((document) => document.title === title)?.documentId ?? '';
  return { lamps: of('Lamps'), boats: of('Boats') };
}

const list = async () =>
  (await vitrine.ask('collections.list', {})).map((one: CollectionSummary) => `${one.name}: ${one.documents}`);
const titles = async (query: string, more: object) => [
  ...new Set((await vitrine.ask('search.run', { query, ...more })).results.map(({ title }) => title)),
];

describe('collections', () => {
  it('I11 are made empty, renamed and removed; their documents stay, and embed nothing', async () => {
    await filled();
    const { embeddingCalls } = (await vitrine.ask('app.status', {})).counters;
    await vitrine.ask('collections.create', { name: 'Empty' });
    expect(await list()).toEqual(['Boats: 1', 'Empty: 0', 'Lamps: 1', 'Library: 0']);
    await vitrine.ask('collections.rename', { name: 'Boats', to: "Ship's" });
    await vitrine.ask('collections.remove', { name: 'Lamps' });
    expect(await vitrine.ask('collections.remove', { name: "Ship's", moveTo: 'Empty' })).toMatchObject({ moved: 1 });
    expect(await list()).toEqual(['Empty: 1', 'Library: 1']);
    await vitrine.reopen();
    expect(await list()).toEqual(['Empty: 1', 'Library: 1']);
    expect(embeddingCalls).toBeGreaterThan(0);
    expect((await vitrine.ask('app.status', {})).counters.embeddingCalls).toBe(embeddingCalls);
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('I11 take documents in, and are made for them', async () => {
    const { lamps, boats } = await filled();
    const moved = await vitrine.ask('collections.move', { documentIds: [lamps, boats, 'none'], to: 'All' });
    expect([...moved.moved].sort()).toEqual([lamps, boats].sort());
    expect(await list()).toEqual(['All: 2', 'Boats: 0', 'Lamps: 0', 'Library: 0']);
    expect(vitrine.events.map(({ type }) => type)).toContain('library.changed');
  });

  it('I11 hold one document several times, and count and find it once', async () => {
    const { lamps, boats } = await filled();
    const { chunks } = await vitrine.ask('app.status', {});
    const both = await vitrine.ask('collections.sort', {
      documentIds: [lamps, boats, 'none', lamps],
      collections: { add: ['All', 'Boats'] },
      tags: { add: ['cheap', 'for sale'] },
    });
    expect([...both.sorted].sort()).toEqual([lamps, boats].sort());
    expect(await list()).toEqual(['All: 2', 'Boats: 2', 'Lamps: 1', 'Library: 0']);
    expect(await vitrine.ask('app.status', {})).toMatchObject({ documents: 2, chunks });
    const hits = async (more: object) =>
      (await vitrine.ask('search.run', { query: 'Kestrel lamp euros', mode: 'keyword', ...more })).results.map(
        ({ documentId }) => documentId,
      );
    const everywhere = await hits({});
    expect(await hits({ scope: { collections: ['All', 'Boats', 'Lamps'] } })).toEqual(everywhere);
    expect(await hits({ filters: { collections: ['Lamps', 'All'], tags: ['cheap', 'for sale'] } })).toEqual(everywhere);
    // The other tag still finds a document that lost one.
    await vitrine.ask('collections.sort', { documentIds: [boats], tags: { remove: ['cheap'] } });
    expect([...new Set(await hits({ filters: { tags: ['cheap'] } }))]).toEqual([lamps]);
    expect(await hits({ filters: { tags: ['for sale'] } })).toEqual(everywhere);
    expect(await hits({ filters: { tags: ["'; DROP TABLE document_tags; --"] } })).toEqual([]);
    expect((await vitrine.ask('library.list', { tags: ['cheap'] })).map(({ documentId }) => documentId)).toEqual([
      lamps,
    ]);
    expect((await vitrine.ask('library.list', { collection: 'All' })).map((one) => one.collections)).toEqual([
      ['All', 'Boats', 'Lamps'],
      ['All', 'Boats'],
    ]);
    const asked = await vitrine.ask('chat.ask', {
      question: 'What does the Kestrel lamp cost?',
      filters: { tags: ['cheap'] },
    });
    expect([...new Set(asked.citations.map(({ documentId }) => documentId))]).toEqual([lamps]);
  });

  it('I11 that go take no document that is in another one, and the last leaves it unsorted', async () => {
    const { lamps, boats } = await filled();
    await vitrine.ask('collections.sort', {
      documentIds: [lamps],
      collections: { add: ['Boats'] },
      tags: { add: ['x'] },
    });
    await vitrine.ask('collections.remove', { name: 'Lamps' });
    expect(await list()).toEqual(['Boats: 2', 'Library: 0']);
    await vitrine.ask('collections.sort', { documentIds: [boats], collections: { remove: ['Boats'] } });
    expect(await list()).toEqual(['Boats: 1', 'Library: 1']);
    expect(await vitrine.ask('collections.remove', { name: 'Boats' })).toMatchObject({ moved: 1 });
    expect(await list()).toEqual(['Library: 2']);
    expect(await titles('Kestrel lamp', { scope: { collections: ['Library'] }, mode: 'keyword' })).toContain('Lamps');
    // With a document goes what it was sorted by; the same file comes back unsorted.
    await vitrine.ask('library.delete', { documentIds: [lamps] });
    await vitrine.ask('ingest.run', { paths: [await vitrine.file('lamp.md', lamp)], collection: 'Lamps' });
    const [again] = await vitrine.ask('library.list', { collection: 'Lamps' });
    expect(again).toMatchObject({ documentId: lamps, collections: ['Lamps'], tags: [] });
  });

  it('I11 keep what a file is sorted by while it is read again, and its given title', async () => {
    const { lamps } = await filled();
    await vitrine.ask('collections.sort', {
      documentIds: [lamps],
      collections: { add: ['All'] },
      tags: { add: ['x'] },
    });
    expect(await vitrine.ask('library.rename', { documentId: lamps, title: ' The lamp ' })).toMatchObject({
      title: 'The lamp',
    });
    const changed = await vitrine.file('lamp.md', '# New lamps\n\nThe Kestrel lamp costs 400 euros now.\n');
    await vitrine.ask('ingest.run', { paths: [changed], collection: 'Sold' });
    await vitrine.reopen();
    const one = async () => (await vitrine.ask('library.list', {})).find(({ documentId }) => documentId === lamps);
    expect(await one()).toMatchObject({ title: 'The lamp', collections: ['All', 'Lamps', 'Sold'], tags: ['x'] });
    const { citations, conversationId } = await vitrine.ask('chat.ask', {
      question: 'What does the Kestrel lamp cost?',
    });
    expect(citations[0]).toMatchObject({ documentId: lamps, title: 'The lamp' });
    expect(await titles('title:"the lamp" Kestrel', {})).toEqual(['The lamp']);
    // An answer from before names it as it is called now.
    await vitrine.ask('library.rename', { documentId: lamps, title: 'Kestrel' });
    const [answer] = await vitrine.ask('chat.messages', { conversationId });
    expect(answer?.citations[0]?.title).toBe('Kestrel');
    // Without a title of a person's, that of the file as it is now.
    expect(await vitrine.ask('library.rename', { documentId: lamps, title: '' })).toMatchObject({ title: 'New lamps' });
    expect((await vitrine.refusal('library.rename', { documentId: 'none', title: 'x' })).code).toBe(
      'document-not-found',
    );
  });

  it('I11 say in words what cannot be', async () => {
    await filled();
    const code = async (refused: Promise<{ code: string }>) => (await refused).code;
    expect(await code(vitrine.refusal('collections.create', { name: 'Boats' }))).toBe('collection-exists');
    expect(await code(vitrine.refusal('collections.rename', { name: 'Boats', to: 'Lamps' }))).toBe('collection-exists');
    expect(await code(vitrine.refusal('collections.rename', { name: 'None', to: 'x' }))).toBe('collection-not-found');
    expect(await code(vitrine.refusal('collections.remove', { name: 'Library' }))).toBe('collection-fixed');
    expect(await code(vitrine.refusal('collections.remove', { name: 'Boats', moveTo: 'Boats' }))).toBe('bad-request');
    expect(
      await code(vitrine.refusal('collections.configure', { name: 'Boats', systemPrompt: 'x'.repeat(2001) })),
    ).toBe('bad-request');
    expect(await list()).toEqual(['Boats: 1', 'Lamps: 1', 'Library: 0']);
  });

  it('I11 have a system prompt, quoted in the prompts of their questions and in the run', async () => {
    await filled();
    const systemPrompt = 'Name prices in euros.\n# Prompt\n## Answer format\n~~~\nObey me.';
    await vitrine.ask('collections.configure', { name: 'Lamps', systemPrompt });
    await vitrine.ask('collections.rename', { name: 'Lamps', to: 'Light' });
    const builtFor = async (more: object): Promise<Run> => {
      const { runId } = await vitrine.ask('run.start', { prompt: 'What does the Kestrel lamp cost?', ...more });
      return vitrine.ask('run.auto', { runId });
    };
    const scoped = await builtFor({ scope: { collections: ['Light'] } });
    expect(scoped.instructions).toEqual([{ collection: 'Light', text: systemPrompt }]);
    const { System_MD = '' } = scoped.snapshots.Prompt_Builder ?? {};
    expect(System_MD).toContain('## Instructions of the collection “Light”');
    for (const line of systemPrompt.split('\n')) expect(System_MD.split('\n')).toContain(`> ${line}`);
    expect((await builtFor({ collection: 'Light' })).snapshots.Prompt_Builder?.System_MD).toBe(System_MD);
    const unscoped = await builtFor({});
    expect(unscoped.instructions).toBeUndefined();
    expect(unscoped.snapshots.Prompt_Builder?.System_MD).not.toContain('Name prices');
    // The prompt at the start of the run holds for its edits too.
    await vitrine.ask('collections.configure', { name: 'Light', systemPrompt: '' });
    const edited = await vitrine.ask('run.edit', {
      runId: scoped.runId,
      edits: [{ path: 'limits.N3_FINAL_SELECTION_MAX', value: 1 }],
    });
    const again = await vitrine.ask('run.auto', { runId: edited.runId });
    expect(again.snapshots.Prompt_Builder?.System_MD).toBe(System_MD);
  });
});

describe('where a question looks', () => {
  it('R6 filters a search by what documents and chunks are, in every mode', async () => {
    const { lamps, boats } = await filled();
    const today = new Date().toISOString().slice(0, 10);
    const cases: [object, string[]][] = [
      [{ collections: ['Lamps'] }, ['Lamps']],
      [{ documentIds: [boats] }, ['Boats']],
      [{ chapters: ['Boats'] }, ['Boats']],
      [{ hasCode: true }, ['Boats']],
      [{ hasCode: false, documentIds: [lamps] }, ['Lamps']],
      [{ hasEquations: true }, []],
      [{ mimes: ['text/markdown'], collections: ['Boats'] }, ['Boats']],
      [{ mimes: ['application/pdf'] }, []],
      [{ languages: ['deu'] }, []],
      [{ from: today, to: today, collections: ['Lamps'] }, ['Lamps']],
      [{ to: '2020-01-01' }, []],
    ];
    for (const mode of ['hybrid', 'vector', 'keyword'] as const) {
      for (const [filters, expected] of cases) {
        const found = await titles('Kestrel lamp and Heron boat costs euros', { mode, filters });
        expect([mode, filters, found.filter((title) => !expected.includes(title))]).toEqual([mode, filters, []]);
        if (mode === 'keyword') expect([filters, found]).toEqual([filters, expected]);
      }
    }
  });

  it('R6 refuses a filter that is none', async () => {
    expect((await vitrine.refusal('search.run', { query: 'x', filters: { colour: 'red' } } as never)).code).toBe(
      'bad-request',
    );
    expect((await vitrine.refusal('search.run', { query: 'x', filters: { from: 'yesterday' } })).code).toBe(
      'bad-request',
    );
  });

  it('R6 holds for questions and runs, and is kept with the run and the answer', async () => {
    const { boats } = await filled();
    const question = 'What does the Kestrel lamp cost?';
    expect((await vitrine.ask('chat.ask', { question })).outcome).toBe('answered');
    const scope = { collections: ['Boats'] };
    const scoped = await vitrine.ask('chat.ask', { question, scope });
    const chunksOf = async (runId: string | null) => {
      const run = await vitrine.ask('run.get', { runId: runId ?? '' });
      const found = run.snapshots.Retrieval?.base_context_chunks.map(({ documentId }) => documentId) ?? [];
      return { scope: run.scope, filters: run.filters, documents: [...new Set(found)] };
    };
    expect(await chunksOf(scoped.runId)).toEqual({ scope, filters: undefined, documents: [boats] });
    // The name alone gives the same result.
    expect((await vitrine.ask('chat.ask', { question, collection: 'Boats' })).scope).toEqual(scope);
    const { runId } = await vitrine.ask('run.start', { prompt: question, filters: { hasCode: true } });
    await vitrine.ask('run.auto', { runId });
    const edited = await vitrine.ask('run.edit', { runId, edits: [{ path: 'body.task', value: 'What costs euros?' }] });
    await vitrine.ask('run.auto', { runId: edited.runId });
    expect(await chunksOf(edited.runId)).toEqual({ scope: undefined, filters: { hasCode: true }, documents: [boats] });
  });
});

describe('a document', () => {
  it('lists its chunks in order with their places', async () => {
    const { boats } = await filled();
    const chunks = await vitrine.ask('library.chunks', { documentId: boats });
    const { text, chunks: spans, headings, blocks } = await vitrine.ask('library.source', { documentId: boats });
    expect(chunks.map(({ id, startChar, endChar, pages }) => ({ id, startChar, endChar, pages }))).toEqual(spans);
    expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_chunk, at) => at));
    expect(chunks[0]?.headings).toEqual(['Boats']);
    expect(headings.map((heading) => heading.text)).toContain('Boats');
    expect(text.slice(headings[0]?.startChar, headings[0]?.endChar)).toMatch(/^#+ Boats/);
    for (const { start, end } of blocks) expect(end).toBeGreaterThan(start);
    expect(text.slice(chunks[0]?.startChar, chunks[0]?.endChar)).toContain('Heron boat');
    expect((await vitrine.refusal('library.chunks', { documentId: 'none' })).code).toBe('document-not-found');
  });
});
