import { newServerId, serverName } from '@shared/providers';
import { describe, expect, it } from 'vitest';

describe('the name of a server’s model', () => {
  it.each([
    ['ollama:all-minilm', { server: 'ollama', provider: 'ollama', model: 'all-minilm' }],
    ['ollama:all-minilm:latest', { server: 'ollama', provider: 'ollama', model: 'all-minilm' }],
    ['ollama:smollm2:135m', { server: 'ollama', provider: 'ollama', model: 'smollm2:135m' }],
    ['openai:text-embedding-3-small', { server: 'openai', provider: 'openai', model: 'text-embedding-3-small' }],
    ['ollama-box:tiny:latest', { server: 'ollama-box', provider: 'ollama', model: 'tiny' }],
    ['openai-lm-studio:a/b:c', { server: 'openai-lm-studio', provider: 'openai', model: 'a/b:c' }],
    ['openai-:model', null],
    ['openaix:model', null],
    ['all-MiniLM-L6-v2', null],
    ['ollama:', null],
    ['other:model', null],
  ])('%s', (id, name) => {
    expect(serverName(id)).toEqual(name);
  });
});

describe('the id of a new server', () => {
  it.each([
    ['LM Studio', 'openai-lm-studio'],
    ['Büro 2', 'openai-buro-2'],
    ['模型', 'openai-server'],
    ['taken', 'openai-taken-2'],
  ])('of %s is %s', (name, id) => {
    expect(newServerId('openai', name, [{ id: 'openai-taken' }])).toBe(id);
  });
});
