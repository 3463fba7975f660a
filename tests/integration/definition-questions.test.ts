import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project, TestEngine } from './open-test-engine';

describe('a question that wants a thing defined, asked of our own guide', () => {
  const test = TestEngine.shared((test) =>
    test.ingest(
      ...['user-guide.md', 'architecture.txt', 'stages.html'].map((name) => join(project, 'docs', 'guide', name)),
    ),
  );

  const retrieval =
    'Retrieval is the stage that finds at most 200 candidate chunks for the question, by meaning and by words.';
  const superPrompt = 'The SuperPrompt is the one object that passes through all eight stages';
  const searchIndex = 'The search index is a LanceDB table that can be deleted and rebuilt';

  it.each([
    ['What is Retrieval?', retrieval],
    ['What is the SuperPrompt?', superPrompt],
    ['What is the search index?', searchIndex],
    ['Was ist Retrieval?', retrieval],
    ['Was ist der SuperPrompt?', superPrompt],
  ])('R2 quotes the sentence that defines it first: %s', async (question, sentence) => {
    const { passages = [] } = await test.ask('chat.ask', { question, noLlm: true });
    expect(passages[0]?.text).toContain(sentence);
  });
});
