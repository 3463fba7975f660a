import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';

let vitrine: TestEngine;

beforeAll(async () => {
  vitrine = await TestEngine.open();
  const text = 'Gulls sit upon the roof. It stays shut on Sundays. The doors were painted blue.';
  await vitrine.ingest(await vitrine.file('Harbour bakery.txt', text));
});
afterAll(() => vitrine.close());

it('C7 quotes what is meant from a document whose name alone holds words of the question', async () => {
  const quoted = async (question: string) => {
    const { answer } = await vitrine.ask('chat.ask', { question, noLlm: true });
    return answer.split('\n\n')[0];
  };
  expect(await quoted('When is the harbour bakery closed?')).toBe('It stays shut on Sundays. [Citation 1]');
  expect(await quoted('Which birds are at the harbour bakery?')).toBe('Gulls sit upon the roof. [Citation 1]');
});
