import { join } from 'node:path';
import type { LimitsReport, SettingsReport } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';
import { json, run } from './command-in-process';

const folder = temporaryFolder();
const library = ['--library', join(folder, 'library')];

describe('vitrine settings', () => {
  it('changes, shows and takes back what the library keeps', async () => {
    await json(['settings', 'set', 'offline', 'true', ...library]);
    await json(['settings', 'set', 'chatModel', 'ollama:tiny:1b', ...library]);
    await json(['settings', 'add-folder', folder, ...library]);
    const { document } = await json<SettingsReport>(['settings', ...library]);
    expect(document.fields).toMatchObject({
      offline: { value: true, source: 'settings' },
      chatModel: { value: 'ollama:tiny:1b' },
      modelFolders: { value: [folder] },
    });
    const after = await json<SettingsReport>(['settings', 'reset', 'offline', 'modelFolders', ...library]);
    expect(after.document.fields).toMatchObject({ offline: { value: false }, modelFolders: { value: [] } });
  });

  it('says which variable wins, and never prints a key', async () => {
    const env = { OPENAI_API_KEY: 'sk-never-printed', OLLAMA_HOST: 'http://127.0.0.1:9' };
    const { stdout, stderr } = await run(['settings', ...library], { env });
    expect(stdout).toMatch(/ollamaHost +http:\/\/127\.0\.0\.1:9 +OLLAMA_HOST/u);
    expect(stdout).toContain('The key comes from OPENAI_API_KEY.');
    expect(stdout + stderr).not.toContain('never-printed');
  });

  it('makes a token of the HTTP API, which it prints once, lists and revokes', async () => {
    const { stdout } = await run(['api', 'token', 'add', 'script', '--change', ...library]);
    expect(stdout).toMatch(/^vitrine_[\w-]{43}\n$/u);
    const listed = await json<{ tokens: object[] }>(['api', 'token', 'list', ...library]);
    expect(listed.document.tokens).toMatchObject([{ name: 'script', scope: 'change' }]);
    expect(JSON.stringify(listed.document)).not.toContain(stdout.trim());
    await run(['api', 'token', 'revoke', 'script', ...library]);
    expect((await json(['api', 'token', ...library])).document).toEqual({ tokens: [] });
  });

  it.each([
    [['settings', 'set', 'offline', 'maybe'], 1],
    [['settings', 'set', 'no.such.setting', '1'], 1],
    [['settings', 'set', 'offline'], 2],
    [['settings', 'dance'], 2],
    [['api', 'token', 'add'], 2],
    [['api', 'token', 'revoke', 'nobody'], 1],
    [['limits', 'set', 'gate.minCharacters', '-1'], 1],
    [['limits', 'set', 'gate.minCharacters'], 2],
  ])('%j ends with %i', async (words, code) => {
    expect((await run([...words, ...library])).code).toBe(code);
  });
});

describe('vitrine trust', () => {
  it('W22 lists what came with a library of another computer, and lets nothing of it count before a yes', async () => {
    const gift = ['--library', join(folder, 'gift')];
    const server = 'http://127.0.0.1:9';
    const elsewhere = { env: { XDG_CONFIG_HOME: join(folder, 'elsewhere') } };
    await json(['settings', 'set', 'ollamaHost', server, ...gift], elsewhere);
    await json(['settings', 'set', 'chatModel', 'ollama:spy', ...gift], elsewhere);
    const waits = async (...words: string[]) =>
      (await json<Pick<SettingsReport, 'waiting'>>(['trust', ...words, ...gift])).document.waiting;
    const inForce = async () => (await json<SettingsReport>(['settings', ...gift])).document.fields;

    const listed = { ollamaHost: server, chatModel: 'ollama:spy' };
    expect(Object.fromEntries((await waits()).map(({ use, value }) => [use, value]))).toEqual(listed);
    const { stderr } = await run(['status', ...gift]);
    expect(stderr).toContain(server);
    expect(await inForce()).not.toMatchObject({ ollamaHost: { value: server } });
    expect(await waits('allow', server)).toMatchObject([{ use: 'chatModel', leftOff: false }]);
    expect(await waits('leave')).toMatchObject([{ use: 'chatModel', leftOff: true }]);
    expect(await inForce()).toMatchObject({ ollamaHost: { value: server }, chatModel: { value: null } });
    expect(await waits('allow')).toEqual([]);
    expect((await run(['trust', 'allow', 'nothing-of-it', ...gift])).code).toBe(2);
  });
});

describe('vitrine limits', () => {
  it('S11 changes a limit for the next run, shows what differs, and takes it back', async () => {
    await json(['limits', 'set', 'N3_FINAL_SELECTION_MAX', '3', ...library]);
    const { document } = await json<LimitsReport>(['limits', ...library]);
    expect([document.changed, document.values.N3_FINAL_SELECTION_MAX]).toEqual([['N3_FINAL_SELECTION_MAX'], 3]);
    expect((await run(['limits', ...library])).stdout).toMatch(/N3_FINAL_SELECTION_MAX +3 +24/u);
    expect((await json<LimitsReport>(['limits', 'reset', ...library])).document.changed).toEqual([]);
    expect((await json(['limits', 'schema', ...library])).document).toMatchObject({ type: 'object' });
  });
});
