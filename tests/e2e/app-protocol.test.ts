import { join } from 'node:path';
import { expect, it } from 'vitest';
import { electronPath, launchApp } from './app';

if (!electronPath) console.warn('skipped: tests/e2e/app-protocol.test.ts needs an Electron (npm test finds one)');

it.skipIf(!electronPath)(
  'serves its page by protocol.handle where Electron has no registerBufferProtocol',
  async () => {
    const { app, window, pageErrors, close } = await launchApp({
      before: join(__dirname, 'without-buffer-protocol.cjs'),
    });
    try {
      expect(await app.evaluate(({ protocol }) => typeof protocol.registerBufferProtocol)).toBe('undefined');
      await window.getByTestId('nav-library').waitFor();
      const answers = await window.evaluate(async () => {
        const of = async (path: string) => {
          const { status, headers } = await fetch(path);
          return { status, type: headers.get('content-type'), policy: headers.get('content-security-policy') };
        };
        return { page: await of('/'), outside: await of('/../package.json') };
      });
      expect(answers.page).toMatchObject({ status: 200, type: expect.stringContaining('text/html') });
      expect(answers.page.policy).toContain("default-src 'none'");
      expect(answers.outside.status).toBe(404);
      expect(pageErrors.filter((error) => !error.includes('404'))).toEqual([]);
    } finally {
      await close();
    }
  },
);
