import { join } from 'node:path';
import { shownText } from '@shared/prompt/answer-backing';
import { describe, expect, it } from 'vitest';
import { project, TestEngine } from './open-test-engine';

const sampleFolder = join(project, 'resources', 'sample-library');

describe('the sample library', () => {
  const test = TestEngine.shared((test) => test.ask('ingest.sample', {}), { sampleFolder });

  it.each([
    [
      'How long is the notice period for the flat in Mill Lane?',
      'lease-mill-lane.md',
      'three months to the end of a month',
    ],
    ['What do I do when the machine shows E3?', 'washing-machine-manual.md', 'clean the filter of the pump'],
    ['What did the repair of the lift motor cost?', 'repairs-2025.csv', '1240.00'],
    ['How long is the notice period for the flat in Harbour Street?', 'lease-harbour-street.pdf', 'six weeks'],
    ['Are dogs allowed in the flat in Harbour Street?', 'lease-harbour-street.pdf', 'Dogs and cats are not allowed'],
    ['What did the burst pipe cost in March?', 'repairs-2025.csv', '388.00'],
  ])('W1 answers with the right words of the right document: %s', async (question, file, words) => {
    const answer = await test.ask('chat.ask', { question, noLlm: true });
    expect(shownText(answer)).toContain(words);
    expect(answer.citations.map(({ path }) => path.split(/[/\\]/u).at(-1))).toContain(file);
  });

  it('W1 offers questions about itself that are among those', async () => {
    const { questions } = await test.ask('library.questions', {});
    expect(questions).toEqual([
      'How long is the notice period for the flat in Mill Lane?',
      'What do I do when the machine shows E3?',
      'What did the repair of the lift motor cost?',
    ]);
  });
});

describe('questions about new documents', () => {
  const test = TestEngine.each();
  const offered = async () => (await test.ask('library.questions', {})).questions;
  const text =
    'Whoever wants to leave says so in writing, six weeks before the end of a quarter, and hands back every key.';
  const add = async (files: Readonly<Record<string, string>>) => {
    for (const [name, content] of Object.entries(files)) await test.ingest(await test.file(name, content));
  };

  it('W77 are none before there is a document', async () => {
    expect(await offered()).toEqual([]);
  });

  it('W77 ask of the newest documents by a heading that has text, in their language, each once, and are answered', async () => {
    await add({
      'old.md': `# Old\n\n## Trams\n\n${text}`,
      'boat.md': `# The boat\n\n## Contents\n\n${text}\n\n## 2.1 Mooring fees:\n\n${text} The mooring costs 40 euros.\n\n## Winter\n\n`,
      'miete.md':
        '# Mietvertrag\n\n## § 3 Kündigung\n\nDie Frist für die Kündigung beträgt drei Monate zum Ende eines Monats. Sie wird schriftlich erklärt und unterschrieben, sonst gilt sie nicht.\n',
      'note.txt': 'The monthly rent is 840 euros. Dogs need the consent of the landlord in writing.',
    });
    const questions = await offered();
    expect(questions).toEqual([
      'What is “note” about?',
      'Welche Kündigungsfrist hat „Mietvertrag“?',
      'What does “The boat” say about “Mooring fees”?',
    ]);
    expect((await test.ask('library.questions', { language: 'es' })).questions[1]).toBe(
      '¿Qué plazo de preaviso tiene «Mietvertrag»?',
    );
    const answers = [];
    for (const question of questions) answers.push(await test.ask('chat.ask', { question, noLlm: true }));
    expect(answers.map(({ outcome, citations }) => [outcome, citations[0]?.title])).toEqual([
      ['answered', 'note'],
      ['passages', 'Mietvertrag'],
      ['passages', 'The boat'],
    ]);
  });

  it('W77 ask nothing about headings that do not describe the text below them', async () => {
    const junk = [
      'Introduction',
      'INDEX',
      '12 / 2019',
      'a e i o u x',
      'page 3',
      'See below.',
      '“Fair” use',
      'Sheet1',
      'Prices | Dates',
    ];
    await add({
      'plan.md': `# Plan\n\n${junk.map((heading) => `## ${heading}\n\n${text} ${heading}\n`).join('\n')}`,
      '4711.md': `# 4711\n\n## Ticket offices\n\n${text}\n`,
    });
    expect(await offered()).toEqual(['What is “Plan” about?']);
  });

  const towns = ['Eastmere', 'Hollin', 'Lavora', 'Ostmoor', 'Tillwick', 'Wensbury'];

  it('W77 ask of a table what can be calculated, and of the scope in view alone', async () => {
    await add({
      'boat.md': `# The boat\n\n## Mooring fees\n\n${text}\n`,
      'towns.csv': `town,population\n${towns.map((town, at) => `${town},${12330 - 1400 * at}`).join('\n')}\n`,
    });
    expect(await offered()).toEqual([
      'What is the highest population?',
      'What does “The boat” say about “Mooring fees”?',
    ]);
    const [boat] = (await test.ask('library.list', {})).filter(({ title }) => title === 'The boat');
    const scope = { documentIds: [boat?.documentId ?? ''] };
    expect((await test.ask('library.questions', { scope })).questions).toEqual([
      'What does “The boat” say about “Mooring fees”?',
    ]);
    const answer = await test.ask('chat.ask', { question: 'What is the highest population?', noLlm: true });
    expect(shownText(answer)).toMatch(/12,?330/u);
  });
});
