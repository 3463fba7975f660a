import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { project, TestEngine } from './open-test-engine';

/** Each in its language, with the words of the questions below in other forms. */
const documents: Readonly<Record<string, string>> = {
  'muehlen.md':
    '# Windmühlen\n\nDie alte Mühle steht am Rand des Dorfes. Ihre vier Flügel wurden im Jahr 1881 erneuert.',
  'haeuser.md':
    '# Fachwerk\n\nViele Häuser der Altstadt haben hölzerne Balken. Der Brandschutz verlangt Türen aus Stahl.',
  'vertraege.md': '# Lieferung\n\nDer Vertrag nennt eine Frist von vier Wochen. Wer später liefert, zahlt eine Strafe.',
  'flur.md': '# Flur\n\nIm Flur hängt eine Lampe aus Messing.',
  'keller.md': '# Keller\n\nIm Keller hängt eine Lampe aus Blech.',
  'speicher.md': '# Speicher\n\nIm Speicher hängt eine Lampe aus Zinn.',
  'lager.md': '# Lager\n\nIm Lager liegen Lampen aus Kupfer.',
  'molinos.md':
    '# Molinos\n\nEl molino blanco está junto al río. Sus aspas fueron reparadas en 1923 por un carpintero.',
  'plazos.md': '# Entregas\n\nLos plazos de entrega son de tres semanas. La multa por retraso es de cien euros.',
  'puertos.md': '# Puertos\n\nLa ciudad tiene un puerto antiguo con dos faros. Los barcos entran al amanecer.',
  'mills.md': '# Mills\n\nThe mill stands by the river. Its wheel was renewed in 1905 by a carpenter of the town.',
  'ports.md': '# Ports\n\nThe port has two lighthouses. Ships enter at dawn and leave with the tide.',
};

describe('a question in German or Spanish', () => {
  let test: TestEngine;

  beforeAll(async () => {
    test = await TestEngine.open();
    const paths: string[] = [];
    for (const [name, text] of Object.entries(documents)) paths.push(await test.file(name, text));
    await test.ingest(...paths);
  });
  afterAll(() => test.close());

  it.each([
    ['Wo stehen die Mühlen?', 'Windmühlen'],
    ['Wann hat man den Flügel erneuert?', 'Windmühlen'],
    ['Was hat ein Haus in der Altstadt?', 'Fachwerk'],
    ['Welche Fristen haben Verträge?', 'Lieferung'],
    ['¿Dónde están los molinos blancos?', 'Molinos'],
    ['¿Cuál es el plazo de las entregas?', 'Entregas'],
    ['¿Qué multas hay por los retrasos?', 'Entregas'],
    ['¿Cuántos faros tienen los puertos?', 'Puertos'],
  ])('R9 finds the document in its language, in other forms of the words: %s', async (query, title) => {
    for (const mode of ['keyword', 'hybrid'] as const) {
      const { results } = await test.ask('search.run', { query, mode });
      expect(results[0]?.title).toBe(title);
    }
  });

  it('R9 counts the word that is asked for before its other forms, rare as these may be', async () => {
    const { results } = await test.ask('search.run', { query: 'Wo hängt eine Lampe?', mode: 'keyword' });
    const found = results.map(({ title }) => title);
    expect(found).toContain('Lager');
    expect(found.indexOf('Lager')).toBeGreaterThan(
      Math.max(...['Flur', 'Keller', 'Speicher'].map((title) => found.indexOf(title))),
    );
    const alone = await test.ask('search.run', { query: 'eine Lampe', mode: 'keyword' });
    expect(alone.results.map(({ title }) => title).at(-1)).toBe('Lager');
  });

  it('R9 finds the parts of a German compound that no document has, and takes it for no slip', async () => {
    const { results, notices } = await test.ask('search.run', { query: 'Wo ist die Messinglampe?', mode: 'keyword' });
    expect(results[0]?.title).toBe('Flur');
    expect(results.map(({ title }) => title)).toContain('Lager');
    expect(notices).toEqual([]);
  });

  it('R9 looks for the parts of a compound again when documents have come', async () => {
    const found = async () => {
      const { results } = await test.ask('search.run', { query: 'Wo ist der Marmorbrunnen?', mode: 'keyword' });
      return results.map(({ title }) => title);
    };
    expect(await found()).not.toContain('Hof');
    await test.ingest(await test.file('hof.md', '# Hof\n\nIm Hof steht ein Brunnen aus Marmor.'));
    expect((await found())[0]).toBe('Hof');
  });

  it('R9 takes a form of a word that the documents have in another one for no slip', async () => {
    const { results, notices } = await test.ask('search.run', {
      query: 'Was sagen die Brandschutze über die Lieferungen?',
      mode: 'keyword',
    });
    expect(new Set(results.map(({ title }) => title))).toEqual(new Set(['Fachwerk', 'Lieferung']));
    expect(notices).toEqual([]);
  });

  it.each([
    ['Wo stehen die Mühlen?', 'deu', 'language-by-words'],
    ['¿Dónde están los molinos?', 'spa', 'language-by-words'],
    ['Where does the mill stand?', 'eng', 'language-by-words'],
    ['Windmühle', 'deu', 'language-by-letters'],
  ])('R9 says in the run what the question is written in: %s', async (prompt, language, code) => {
    const { runId } = await test.ask('chat.ask', { question: prompt, noLlm: true });
    const run = await test.ask('run.get', { runId: runId ?? '' });
    expect(run.snapshots.Retrieval?.extras.query).toMatchObject({ language });
    const decisions = run.stages.flatMap((record) => record.decisions);
    expect(decisions).toContainEqual(
      expect.objectContaining({ subject: 'language', decision: language, reason: { code } }),
    );
    // The bundled model reads English.
    const unread = decisions.filter(({ subject }) => subject === 'vector lane');
    expect(unread.map(({ decision, reason }) => [decision, reason.code])).toEqual(
      language === 'eng' ? [] : [['not used', 'language-unread']],
    );
    const scores = Object.values(run.snapshots.Retrieval?.extras.retrieval_scores ?? {});
    expect(scores.some(({ cosine }) => cosine !== null)).toBe(language === 'eng');
  });
});

describe('the user guide', () => {
  it('R9 is asked how large a file may be, and quotes the sentence that says it', async () => {
    const test = await TestEngine.open();
    try {
      await test.ingest(join(project, 'docs', 'guide', 'user-guide.md'));
      const answer = await test.ask('chat.ask', { question: 'How large may a file be?', noLlm: true });
      expect(answer.passages?.[0]?.text).toContain('A file larger than 100 MB is refused.');
      expect(answer.citations[0]?.snippet).toBe('A file larger than 100 MB is refused.');
      expect(answer.confidence).toBeGreaterThan(0.7);
    } finally {
      await test.close();
    }
  });
});
