import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropFiles, electronPath, type LaunchedApp, launchApp, requestIn, temporaryFolder } from './app';
import { checkedPicture, resize, smallest, usualSize } from './pictures';

if (!electronPath) console.warn('skipped: tests/e2e/no-answer.test.ts needs an Electron (npm test finds one)');

const patience = 60_000;

/** Runs in the page: how many lines the text of an element takes. */
const linesOf = (element: Element): number => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].filter(({ width }) => width > 20).map(({ top }) => top)).size;
};
const middleOf = (box: { readonly y: number; readonly height: number } | null): number =>
  box ? box.y + box.height / 2 : Number.NaN;

describe.skipIf(!electronPath)('a question that the documents do not answer', () => {
  let launched: LaunchedApp;
  const folder = temporaryFolder('no-answer');
  const at = (testId: string) => launched.window.getByTestId(testId);

  beforeAll(async () => {
    writeFileSync(join(folder, 'silk.md'), '# Silk\n\nThe limit for silk is fifty lux.\n');
    launched = await launchApp({ env: { OLLAMA_HOST: 'http://127.0.0.1:9' } });
    await resize(launched, usualSize);
    await at('nav-library').click();
    await dropFiles(launched.window, '#root', [folder]);
    await at('document-row').first().waitFor({ timeout: patience });
    await at('nav-chat').click();
    await at('composer').fill('Which city is the capital of Peru?');
    await launched.window.keyboard.press('Enter');
    await at('answer').waitFor({ timeout: patience });
  });
  afterAll(async () => {
    await launched.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const whyNone = { en: 'Why no answer? Show the reasons', de: 'Warum nicht? Gründe zeigen' };

  it.each(['en', 'de'] as const)('is told so in one line, with what can be done beside it: %s', async (language) => {
    await requestIn(() => launched.window)('settings.set', { values: { 'appearance.language': language } });
    await launched.window.locator(`html[lang="${language}"]`).waitFor();
    for (const size of [usualSize, smallest]) {
      await resize(launched, size);
      await checkedPicture(launched, `no-answer-${language}-${size.width}`);
      const [title, why] = [await at('no-answer').boundingBox(), await at('why').boundingBox()];
      expect(await at('no-answer').evaluate(linesOf)).toBe(1);
      expect(middleOf(title)).toBeCloseTo(middleOf(why), 0);
    }
    // The words in sight come first: who speaks to a button says those.
    const words = (await at('why').textContent()) ?? '';
    expect(whyNone[language].startsWith(words)).toBe(true);
    expect(await launched.window.getByRole('button', { name: whyNone[language], exact: true }).count()).toBe(1);
    expect(launched.pageErrors).toEqual([]);
  });
});
