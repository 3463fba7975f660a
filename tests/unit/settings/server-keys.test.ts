import { describe, expect, it } from 'vitest';
import { ServerKeys } from '../../../electron/engine/settings/server-keys';

const ofEnvironment = { baseUrl: 'https://api.example.com/v1', apiKey: 'sk-environment' };

describe('the key of the environment', () => {
  it('goes to the address of the environment and to no other', () => {
    const keys = new ServerKeys({ openai: ofEnvironment });
    const addresses = [
      'https://api.example.com/v1',
      'https://api.example.com:8443/v1',
      'http://api.example.com/v1',
      'x',
    ];
    expect(addresses.map((address) => keys.keyFor('openai', address))).toEqual(['sk-environment', '', '', '']);
    expect(keys.state('openai', 'https://elsewhere.example/v1')).toMatchObject({ hasKey: false, kept: null });
  });

  it('wins over one that was entered for its address, and leaves those of other addresses alone', () => {
    const keys = new ServerKeys({ openai: ofEnvironment });
    keys.set('openai', 'https://api.example.com/v1', 'sk-entered', 'encrypted');
    keys.set('openai', 'https://elsewhere.example/v1', 'sk-elsewhere', 'encrypted');
    expect(keys.keyFor('openai', 'https://api.example.com/v1')).toBe('sk-environment');
    expect(keys.keyFor('openai', 'https://elsewhere.example/other')).toBe('sk-elsewhere');
    expect(keys.isPinned('openai', 'https://elsewhere.example/v1')).toBe(false);
  });

  it('is that of one provider, also at an address that two share', () => {
    const keys = new ServerKeys({ openai: ofEnvironment });
    keys.set('openai', 'https://elsewhere.example', 'sk-elsewhere', 'session');
    expect(keys.keyFor('anthropic', ofEnvironment.baseUrl)).toBe('');
    expect(keys.keyFor('anthropic', 'https://elsewhere.example')).toBe('');
  });
});
