import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';

const documents = resolve(import.meta.dirname, '../../fixtures/ways');

const vitrine = TestEngine.shared(async (test) => {
  await test.ingest(documents);
});

const answerTo = async (question: string, file?: string, asPassages = false) => {
  const all = await vitrine.ask('library.list', {});
  const ids = all.flatMap(({ path, documentId }) => (file && path.endsWith(file) ? [documentId] : []));
  const scope = file ? { scope: { documentIds: ids } } : {};
  return vitrine.ask('chat.ask', { question, noLlm: true, asPassages, ...scope });
};

it.each([
  ['What can you do?', 'help', ['13 documents', 'Who are the parties to']],
  ['Was kannst du?', 'help', ['13 Dokumente']],
  ['How many documents are there?', 'facts', ['13 documents', 'Invoice 2041']],
  ['How many NDAs are there?', 'facts', ['2 documents', 'Lumen', 'Brook']],
  ['Which documents are in German?', 'facts', ['3 documents', 'Imkervereins']],
  ['Who wrote the survey of the bees?', 'facts', ['Marta Lindqvist']],
  ['Which law governs the Brook Instruments NDA?', 'fields', ['Oregon', 'laws of the State of Oregon']],
  ['Wie hoch ist die Kaution im Mietvertrag Lindenweg?', 'fields', ['2.040', 'Kaution beträgt']],
  ['Which NDA runs longer?', 'comparison', ['**Non-disclosure agreement: Brook', '5 years', 'against 3 years']],
  ['Compare the NDA of Lumen Optics with the NDA of Brook Instruments', 'comparison', ['Delaware', 'Oregon']],
] as const)('S19 “%s” is answered by the way “%s”', async (question, way, words) => {
  const answer = await answerTo(question);
  expect(answer).toMatchObject({ way, outcome: 'answered', model: null });
  for (const one of words) expect(answer.answer).toContain(one);
  const cited = [...answer.answer.matchAll(/\[Citation (\d+)\]/gu)].map(([, marker]) => Number(marker));
  expect(answer.citations.map(({ marker }) => marker)).toEqual([...new Set(cited)]);
});

it('S19 documents with fields in common are compared by these, and versions of a text by their changes too', async () => {
  const leases = await answerTo('Compare the lease at 7 Quay Road with the lease in Orchard Lane');
  expect(leases.answer).toMatch(/\| \*\*Deposit\*\* \| €1,950.00 \[Citation \d+\] \| €1,400.00 \[Citation \d+\] \|/u);
  expect(leases.answer).not.toContain('hedge');
  expect(leases.whole?.versions).toBeUndefined();
  const services = await answerTo('Compare service agreement 2022 and service agreement 2024');
  expect(services.answer).toMatch(/\| \*\*Fee\*\* \| €12,000.00 .*€13,500.00/u);
  expect(services.answer).toContain('### Service agreement 2022');
  expect(services.whole?.versions).toBe(true);
});

it('S19 a list of documents has titles and none of their text', async () => {
  const { answer, census } = await answerTo('List all documents');
  expect(census?.found).toHaveLength(13);
  expect(answer.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(13);
  expect(answer).not.toContain('monthly rent');
});

it('S19 a field of the document in scope has its value and the sentence that bears it out', async () => {
  const answer = await answerTo('Who is the tenant?', 'lease-orchard-lane.md');
  expect(answer).toMatchObject({ way: 'fields', outcome: 'answered' });
  expect(answer.answer).toContain('**Tomas Reed**');
  expect(answer.answer).not.toContain('**Pellow');
  expect(answer.citations[0]?.snippet).toContain('Tomas Reed (the "Tenant")');
});

it('S19 a field that the document does not state is looked for in its passages, and Stages says so', async () => {
  const { runId, way } = await answerTo('What is the salary?', 'lease-orchard-lane.md');
  expect(way).toBe('passages');
  const run = await vitrine.ask('run.get', { runId: runId ?? '' });
  const decision = run.stages[0]?.decisions.find(({ subject }) => subject === 'way');
  expect(decision).toMatchObject({ decision: 'passages', reason: { code: 'way-unstated' } });
});

it('S19 the passages answer instead where a person wants them', async () => {
  expect(await answerTo('Who is the tenant?', 'lease-orchard-lane.md', true)).toMatchObject({ way: 'passages' });
});
