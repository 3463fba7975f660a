/** Says what the windows show in which a test has just failed: a wait that ends does not say what it saw instead. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { openWindows, project } from './app';

const patienceMs = 5000;

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const folder = join(project, 'tests/e2e/__screens__', 'failed');
  mkdirSync(folder, { recursive: true });
  const name = task.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80);
  let number = 0;
  for (const page of openWindows()) {
    number += 1;
    const path = join(folder, `${name}-${number}.png`);
    const seen = page
      .evaluate(() => {
        const words = (element: Element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').slice(0, 300);
        const focus = document.activeElement;
        const warnings = [...document.querySelectorAll('[role="alert"], [role="dialog"], [role="alertdialog"]')];
        return [
          `focus: ${focus?.outerHTML.slice(0, 200)}`,
          ...warnings.map((element) => `${element.getAttribute('role')}: ${words(element)}`),
        ].join('\n');
      })
      .catch(String);
    const silent = new Promise<string>((resolve) => setTimeout(resolve, patienceMs, 'The page does not answer.'));
    console.warn(`The window in which "${task.name}" failed (${path}):\n${await Promise.race([seen, silent])}`);
    await page.screenshot({ path, timeout: patienceMs }).catch((error) => console.warn(`No picture: ${String(error)}`));
  }
});
