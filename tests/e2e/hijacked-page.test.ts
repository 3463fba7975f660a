import { beforeAll, expect, it } from 'vitest';
import type { HostBridge } from '../../shared/contract/bridge';
import { inWindows, TestWindow } from './in-windows';

const address = 'http://192.0.2.1:9/v1';

inWindows('a page that a script has taken over', () => {
  const launched = new TestWindow();
  const { request } = launched;

  /** The bridge's answer to the page's own call. */
  const called = (route: string, input: object) =>
    launched.window.evaluate(
      ([to, what]) => (window.vitrine as HostBridge).request(to as 'settings.set', what as object),
      [route, input] as const,
    );

  /** Answers boxes of the system from now on, as a page cannot. */
  const say = (response: 0 | 1) =>
    launched.app.evaluate(({ dialog }, answer) => {
      const asked: string[] = [];
      Object.assign(globalThis, { asked });
      dialog.showMessageBox = async (...given: unknown[]) => {
        const { message, defaultId } = given.at(-1) as { message: string; defaultId: number };
        asked.push(`${defaultId} ${message}`);
        return { response: answer, checkboxChecked: false };
      };
    }, response);
  const asked = () => launched.app.evaluate(() => Object(globalThis).asked as string[]);
  const held = async () => {
    const { fields } = await request('settings.get', {});
    const { tokens } = await request('api.get', {});
    return { servers: fields.servers.value.length, offline: fields.offline.value, tokens: tokens.length };
  };

  const server = { values: { servers: [{ id: 'openai-elsewhere', name: 'Elsewhere', url: address }] } };
  const deeds: readonly (readonly [string, object])[] = [
    ['settings.set', server],
    ['settings.set', { values: { offline: false } }],
    ['api.addToken', { name: 'mine', scope: 'change' }],
  ];

  beforeAll(async () => {
    await launched.open();
    await request('settings.set', { values: { offline: true } });
  });

  it('W64 changes nothing that opens a way out, until a person says yes in a box of the system', async () => {
    await say(0);
    const before = await held();
    for (const [route, input] of deeds) {
      expect(await called(route, input)).toMatchObject({ ok: false, error: { code: 'not-allowed' } });
    }
    expect(await held()).toEqual(before);
    const boxes = await asked();
    expect(boxes).toEqual([
      expect.stringContaining(address),
      expect.stringContaining('offline mode'),
      expect.stringContaining('“mine”'),
    ]);
    // Enter alone refuses.
    for (const box of boxes) expect(box).toMatch(/^0 /u);
    await say(1);
    for (const [route, input] of deeds) expect(await called(route, input)).toMatchObject({ ok: true });
    expect(await held()).toEqual({ servers: before.servers + 1, offline: false, tokens: before.tokens + 1 });
    expect(await asked()).toHaveLength(deeds.length);
  });
});
