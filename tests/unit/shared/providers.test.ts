import { serverName } from '@shared/providers';
import { describe, expect, it } from 'vitest';

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
