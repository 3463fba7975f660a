import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../integration/cli/vitrine-command';
import { findS3Server, openS3Store, type S3Store } from '../integration/s3-store';
import { temporaryFolder } from '../temporary-folder';
import { inWindows, TestWindow } from './in-windows';
import { noGraveFaults, resize } from './pictures';

const python = findS3Server();

if (python)
  inWindows('the place of the index in the window', () => {
    let server: S3Store;
    const folder = temporaryFolder();
    const launched = new TestWindow();
    const { at, locator } = launched;
    const library = join(folder, 'library');
    const place = (named: RegExp) => at('index-place').filter({ hasText: named }).waitFor();
    const move = async () => {
      await at('index-place-estimate').click();
      await at('estimate-to-embed').waitFor();
      expect(await at('estimate-to-embed').textContent()).toBe('0');
      await at('index-place-move').click();
    };

    beforeAll(async () => {
      server = await openS3Store(python);
      const file = join(folder, 'lamp.txt');
      writeFileSync(file, 'The zxlamp hangs above the harbour.');
      const { code, stderr } = await run(['ingest', file, '--library', library]);
      expect(code, stderr).toBe(0);
      await launched.open({ library });
      await resize(launched, { width: 1280, height: 900 });
      // A key that comes before the page listens is lost.
      await at('nav-settings').click();
      await locator('[data-id="storage"] [data-testid="settings-section"]').click();
      await at('index-place').waitFor();
    });
    afterAll(async () => {
      await launched?.close();
      await server?.close();
    });

    const enter = async (bucket: string) => {
      const { endpoint, accessKeyId, secretAccessKey } = server.storage;
      await at('store-endpoint').fill(endpoint ?? '');
      await at('store-region').fill('us-east-1');
      await at('store-accessKeyId').fill(accessKeyId);
      await at('store-secretAccessKey').fill(secretAccessKey);
      await at('store-keys-keep').click();
      await at('store-keys-state')
        .filter({ hasText: `Kept for ${bucket}` })
        .waitFor();
    };

    it('is seen there, and a store that refuses is named in words', async () => {
      expect(await at('index-place').textContent()).toBe('The index lies in the library folder.');
      await at('index-place-address').fill('s3://nobucket/library');
      await enter('s3://nobucket');
      await move();
      await launched.window.getByText('refuses or does not answer').first().waitFor();
      expect(await at('index-place').textContent()).toBe('The index lies in the library folder.');
      await at('rebuild-cancel').click();
    });

    it('is moved to a store after an estimate, and back', async () => {
      await at('index-place-address').fill('s3://vitrine/library');
      await at('store-keys-state').filter({ hasText: 'None are kept for s3://vitrine' }).waitFor();
      await enter('s3://vitrine');
      await expect.poll(() => at('store-secretAccessKey').inputValue()).toBe('');
      await at('index-place-address').scrollIntoViewIfNeeded();
      await at('index-place-estimate').click();
      await at('estimate-to-embed').waitFor();
      await noGraveFaults(launched);
      await at('index-place-move').click();
      await place(/s3:\/\/vitrine\/library/);
      expect(await (await server.object('')).text()).toContain('<Key>library/chunks');
      await move();
      await place(/library folder/);
    });
  });
