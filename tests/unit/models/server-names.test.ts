import { describe, expect, it } from 'vitest';
import { serverName, soundsLikeEmbedding } from '../../../electron/engine/models/server-names';

describe('the name of a server’s model', () => {
  it.each([
    ['ollama:all-minilm', { provider: 'ollama', model: 'all-minilm' }],
    ['ollama:all-minilm:latest', { provider: 'ollama', model: 'all-minilm' }],
    ['ollama:smollm2:135m', { provider: 'ollama', model: 'smollm2:135m' }],
    ['openai:text-embedding-3-small', { provider: 'openai', model: 'text-embedding-3-small' }],
    ['all-MiniLM-L6-v2', null],
    ['ollama:', null],
    ['other:model', null],
  ])('%s', (id, name) => {
    expect(serverName(id)).toEqual(name);
  });
});

describe('what a name says a model is for', () => {
  it.each([
    'nomic-embed-text',
    'all-minilm',
    'text-embedding-3-small',
    'bge-m3',
    'e5-large',
    'mxbai-embed-large',
    'all-mpnet-base-v2',
    'voyage-3',
    'LaBSE',
  ])('%s embeds', (model) => expect(soundsLikeEmbedding(model)).toBe(true));
  it.each(['llama3.2', 'gpt-4o', 'smollm2:135m', 'phi3.5', 'granite3', 'voyager-7b'])('%s does not', (model) =>
    expect(soundsLikeEmbedding(model)).toBe(false),
  );
});
