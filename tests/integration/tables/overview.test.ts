import { describe, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';

const subjects = {
  bees: [
    'Bees gather nectar in the meadow and make honey of it in the hive.',
    'The queen of the hive lays eggs, and worker bees feed the larvae with pollen.',
    'A beekeeper takes the honey out of the comb at the end of the summer.',
    'Swarms of bees leave the hive in May to look for a hollow tree.',
  ],
  trains: [
    'The express train leaves the station at noon and stops at every junction.',
    'The locomotive pulls forty wagons over the pass, and a second engine pushes.',
    'Rails of steel are laid on sleepers, and signals tell the driver to stop.',
    'The timetable of the railway lists departures of trains from platform two.',
  ],
  bread: [
    'Rye bread is baked of sourdough for two hours in a falling oven.',
    'The baker kneads flour, water, salt and yeast to a smooth dough.',
    'A crust is crisp where steam was let into the oven with the loaves.',
    'Sourdough is fed with rye flour the evening before the bread is baked.',
  ],
} as const;

describe('What documents are about', () => {
  const vitrine = TestEngine.shared(async (test) => {
    for (const [subject, sentences] of Object.entries(subjects)) {
      for (const [at, sentence] of sentences.entries())
        await test.file(`${subject}-${at}.md`, `# ${subject} ${at}\n\n${sentence}\n`);
    }
    await test.ingest(test.path(''));
  });

  it('W46 has topics, every document in one, each with sentences at their places', async () => {
    const { topics, places, withoutVectors } = await vitrine.ask('overview.get', {});
    const all = Object.values(subjects).flat().length;
    expect(withoutVectors).toBe(0);
    expect(new Set(topics.flatMap(({ documentIds }) => documentIds)).size).toBe(all);
    expect(topics.flatMap(({ documentIds }) => documentIds)).toHaveLength(all);
    const titles = new Map(places.map(({ documentId, title }) => [documentId, title.split(' ')[0]]));
    const mixed = topics.filter(({ documentIds }) => new Set(documentIds.map((id) => titles.get(id))).size > 1);
    expect(topics).toHaveLength(3);
    expect(mixed).toEqual([]);
    expect(places.every(({ x, y }) => Math.abs(x) <= 1 && Math.abs(y) <= 1)).toBe(true);
    for (const { sentences } of topics) {
      expect(sentences.length).toBeGreaterThan(0);
      for (const { documentId, startChar, endChar, text } of sentences) {
        const source = await vitrine.ask('library.source', { documentId });
        expect(source.text.slice(startChar, endChar).replace(/\s+/gu, ' ').trim()).toBe(text);
      }
    }
  });

  it('W46 quotes no rows of a sheet as sentences', async () => {
    const path = await vitrine.file(
      'prices.csv',
      `Thing,Price\n${Array.from({ length: 40 }, (_, at) => `thing ${at},${at}`).join('\n')}\n`,
    );
    await vitrine.ingest(path);
    const { topics } = await vitrine.ask('overview.get', {});
    expect(topics.flatMap(({ sentences }) => sentences).filter(({ text }) => text.includes('|'))).toEqual([]);
    const documents = await vitrine.ask('library.list', {});
    const sheet = documents.find((document) => document.path.endsWith('prices.csv'));
    await vitrine.ask('library.delete', { documentIds: [sheet?.documentId ?? ''] });
  });

  it('W49 is shown in the chat: every topic with its documents and a cited sentence, within the scope', async () => {
    const answer = await vitrine.ask('chat.ask', { question: 'What are these documents about?', noLlm: true });
    const { topics } = await vitrine.ask('overview.get', {});
    expect(answer).toMatchObject({
      outcome: 'answered',
      quoted: true,
      whole: { kind: 'overview', looked: 12, of: 12 },
    });
    expect(answer.answer).toContain('Looked at 12 of 12 documents');
    expect(answer.answer.match(/^### .*\(4 documents\)$/gmu)).toHaveLength(topics.length);
    for (const { title } of await vitrine.ask('library.list', {})) expect(answer.answer).toContain(title);
    for (const { documentId, startChar, endChar, snippet } of answer.citations) {
      const { text } = await vitrine.ask('library.source', { documentId });
      expect(text.slice(startChar, endChar).replace(/\s+/gu, ' ')).toContain(snippet.replace(/…$/u, ''));
    }
    const bees = (await vitrine.ask('library.list', {})).filter(({ title }) => title.startsWith('bees'));
    const documentIds = bees.map(({ documentId }) => documentId);
    const scoped = { question: 'Worum geht es in meinen Dokumenten?', noLlm: true, scope: { documentIds } };
    const some = await vitrine.ask('chat.ask', scoped);
    expect(some.whole).toMatchObject({ looked: 4, of: 4 });
    expect(new Set(some.citations.map(({ title }) => title.split(' ')[0]))).toEqual(new Set(['bees']));
    const few = await vitrine.ask('chat.ask', { ...scoped, scope: { documentIds: documentIds.slice(0, 2) } });
    expect(few).toMatchObject({ outcome: 'answered', whole: { kind: 'overview', looked: 2 } });
    expect(new Set(few.citations.map((citation) => citation.documentId))).toEqual(new Set(documentIds.slice(0, 2)));
  });

  it('W49 covers a named collection, with its reason, or answers from passages on request', async () => {
    const documents = await vitrine.ask('library.list', {});
    const trains = documents.filter(({ title }) => title.startsWith('trains')).map(({ documentId }) => documentId);
    await vitrine.ask('collections.sort', { documentIds: trains, collections: { add: ['Railways'] } });
    const question = 'Which topics are there in the Railways collection?';
    const answer = await vitrine.ask('chat.ask', { question, noLlm: true });
    expect(answer.whole).toMatchObject({ kind: 'overview', looked: 4, of: 4, documentIds: trains });
    const run = await vitrine.ask('run.get', { runId: answer.runId ?? '' });
    expect(run.stages[0]?.decisions).toContainEqual(
      expect.objectContaining({
        subject: 'way',
        decision: 'overview',
        reason: { code: 'way-place', values: { about: 'railways' } },
      }),
    );
    const passages = await vitrine.ask('chat.ask', { question, noLlm: true, asPassages: true });
    expect(passages.whole).toBeUndefined();
  });

  it('W46 covers a part of the library, and an empty one', async () => {
    const { places } = await vitrine.ask('overview.get', {});
    const bees = places.filter(({ title }) => title.startsWith('bees')).map(({ documentId }) => documentId);
    const some = await vitrine.ask('overview.get', { scope: { documentIds: bees } });
    expect(some.places.map(({ documentId }) => documentId).sort()).toEqual([...bees].sort());
    expect(await vitrine.ask('overview.get', { scope: { documentIds: [] } })).toEqual({
      topics: [],
      places: [],
      withoutVectors: 0,
    });
  });
});

describe('Two versions of a document', () => {
  const vitrine = TestEngine.shared(async (test) => {
    const [first, second, third] = [
      'The rent is 900 euros a month.',
      'The term begins on 1 May 2020.',
      'The garden belongs to the flat.',
    ];
    await test.file('old.md', `# Lease\n\n${first}\n\n${second}\n\n${third}\n`);
    await test.file(
      'new.md',
      `# Lease\n\n${first.replace('900', '950')}\n\n${second.replace('2020', '2021')}\n\nPets are allowed.\n`,
    );
    await test.ingest(test.path(''));
  });

  it('W47 are set side by side, numbers and dates first, every word of both once', async () => {
    const documents = await vitrine.ask('library.list', {});
    const idOf = (name: string) => documents.find(({ path }) => path.endsWith(name))?.documentId ?? '';
    const { passages, differences, texts } = await vitrine.ask('documents.compare', {
      oldId: idOf('old.md'),
      newId: idOf('new.md'),
    });
    const said = (side: 'old' | 'new', span: { startChar: number; endChar: number } | null) =>
      span && texts[side].slice(span.startChar, span.endChar);
    expect(
      differences.slice(0, 2).map(({ kind, old, new: after }) => [kind, said('old', old), said('new', after)]),
    ).toEqual([
      ['number', expect.stringContaining('900'), expect.stringContaining('950')],
      ['date', expect.stringContaining('2020'), expect.stringContaining('2021')],
    ]);
    expect(passages.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['same', 'changed', 'new', 'gone']));
    const words = (side: 'old' | 'new') =>
      passages.flatMap((passage) => said(side, passage[side])?.match(/\p{L}+/gu) ?? []).sort();
    expect(words('old')).toEqual((texts.old.match(/\p{L}+/gu) ?? []).sort());
    expect(words('new')).toEqual((texts.new.match(/\p{L}+/gu) ?? []).sort());
    const question = 'What is the difference between the old and the new file?';
    const { answer, whole, citations } = await vitrine.ask('chat.ask', { question, noLlm: true });
    expect(whole).toMatchObject({ kind: 'comparison', versions: true, documentIds: [idOf('old.md'), idOf('new.md')] });
    expect(answer.indexOf('**900')).toBeGreaterThan(0);
    expect(answer.indexOf('**900')).toBeLessThan(answer.indexOf('The garden belongs'));
    expect(answer).toMatch(/\| The rent is \*\*900[^|]*\[Citation \d\] \| The rent is \*\*950[^|]*\[Citation \d\] \|/u);
    expect(new Set(citations.map(({ documentId }) => documentId))).toEqual(new Set([idOf('old.md'), idOf('new.md')]));
    expect(await vitrine.refusal('documents.compare', { oldId: 'none', newId: idOf('new.md') })).toMatchObject({
      code: 'document-not-found',
    });
  });
});
