import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../integration/cli/vitrine-command';
import { findServers, openServers, type PlaceServers } from '../integration/team/servers';
import { temporaryFolder } from '../temporary-folder';
import { inWindows, TestWindow } from './in-windows';
import { noGraveFaults, resize } from './pictures';

const programs = await findServers();

if (programs)
  inWindows('a library of several desks in the window', () => {
    let catalogue: PlaceServers['catalogue'];
    let store: PlaceServers['store'];
    let line = '';
    const folder = temporaryFolder();
    const launched = new TestWindow();
    const { at, locator } = launched;
    const library = join(folder, 'library');
    const other = join(folder, 'second-computer');
    /** As on another computer: with keys of its own. */
    const elsewhere = (args: readonly string[]) =>
      run([...args, '--library', other], { env: { XDG_CONFIG_HOME: join(folder, 'other-home') } });

    beforeAll(async () => {
      ({ catalogue, store } = await openServers(programs, join(folder, 'sqld')));
      const file = join(folder, 'lamp.txt');
      writeFileSync(file, 'The zxlamp hangs above the harbour.');
      const { code, stderr } = await run(['ingest', file, '--library', library]);
      expect(code, stderr).toBe(0);
      await launched.open({ library });
      await resize(launched, { width: 1280, height: 1000 });
      await at('nav-settings').click();
      await locator('[data-id="storage"] [data-testid="settings-section"]').click();
      await at('team-share').waitFor();
    }, 180_000);
    afterAll(async () => {
      await launched?.close();
      await catalogue?.kill();
      await store?.close();
    });

    it('is made of this library by a form, which names its faults', async () => {
      await at('team-share').click();
      const { endpoint = '', uri, accessKeyId, secretAccessKey } = store.address;
      const typed = {
        name: 'Harbour',
        member: 'Ann',
        catalogue: catalogue.url,
        adminUrl: catalogue.adminUrl,
        adminKey: 'wrong',
      };
      for (const [name, text] of Object.entries({ ...typed, uri, endpoint, accessKeyId, secretAccessKey })) {
        await at(`team-${name}`).fill(text);
      }
      await at('team-share-now').click();
      await launched.window.getByText('does not take this key').waitFor();
      await at('team-adminKey').fill(catalogue.adminKey);
      await at('team-share-now').click();
      await at('team-place').filter({ hasText: 'Harbour' }).waitFor();
      await at('team-synced').filter({ hasText: 'In step' }).waitFor();
      await noGraveFaults(launched);
    });

    it('invites by a line that is shown once, with which a second computer joins', async () => {
      await at('team-invite-name').fill('Bob');
      await at('team-invite').click();
      await at('team-line').waitFor();
      line = (await at('team-line').textContent()) ?? '';
      expect(line).toMatch(/^vitrine-team:/u);
      await launched.window.keyboard.press('Escape');
      const joined = await elsewhere(['team', 'join', line]);
      expect(joined.code, joined.stderr).toBe(0);
      const found = await elsewhere(['search', 'zxlamp', '--json']);
      expect(JSON.parse(found.stdout).results).toHaveLength(1);
      mkdirSync(join(folder, 'more'));
      writeFileSync(join(folder, 'more', 'anchor.txt'), 'The zxanchor lies on the quay.');
      const added = await elsewhere(['ingest', join(folder, 'more')]);
      expect(added.code, added.stderr).toBe(0);
      await at('nav-library').click();
      await launched.window.getByText('anchor').first().waitFor();
    });

    it('comes back into its folder', async () => {
      await at('nav-settings').click();
      await at('team-back').click();
      await at('team-out-now').click();
      await at('team-join').waitFor();
      await at('nav-library').click();
      await launched.window.getByText('anchor').first().waitFor();
    });
  });
else describe.skip('a library of several desks in the window', () => it('needs its servers', () => undefined));
