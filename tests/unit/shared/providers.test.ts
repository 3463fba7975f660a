import { newServerId, serverName } from '@shared/providers';
import { describe, expect, it } from 'vitest';
import cases from './providers.json';

describe('the name of a server’s model', () => {
  it.each(cases as [string, Readonly<Record<string, string>> | null][])('%s', (id, name) => {
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
