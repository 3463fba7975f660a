import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { inWindows, TestWindow } from './in-windows';
import { noGraveFaults } from './pictures';

const title = 'الطاحونة القديمة';
const text = `# ${title}

تقف الطاحونة القديمة عند ضفة النهر منذ عام 1881. أصلح النجار أجنحتها الأربعة في عام 1923، وهي اليوم متحف صغير.

* يفتح المتحف يوم السبت.
* الدخول مجاني للأطفال.
`;

inWindows('R9 a document in Arabic', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { drop, locator } = launched;
  const at = (testId: string) => launched.at(testId).first();
  const directionOf = (testId: string, inside = '') =>
    at(testId).evaluate(
      (element, selector) =>
        getComputedStyle(selector ? (element.querySelector(selector) ?? element) : element).direction,
      inside,
    );

  beforeAll(async () => {
    await launched.open();
    const file = join(folder, 'mill.md');
    writeFileSync(file, text);
    await at('try-sample').waitFor();
    await drop([file]);
  });

  it('runs from right to left in the library, with its title', async () => {
    await at('nav-library').click();
    await at('document-title').getByText(title).waitFor();
    expect(await directionOf('document-title')).toBe('rtl');
    await noGraveFaults(launched);
  });

  it('is asked, answered and shown from right to left, and a question in English beside it is not', async () => {
    await at('nav-chat').click();
    await at('composer').fill('Who is this?');
    expect(await directionOf('composer')).toBe('ltr');
    await at('composer').fill('متى أصلح النجار أجنحة الطاحونة؟');
    expect(await directionOf('composer')).toBe('rtl');
    await at('composer').press('Enter');
    await locator('[data-testid="answer"][data-outcome="answered"]').waitFor();
    expect(await directionOf('answer', '.prose')).toBe('rtl');
    expect(
      await launched.window
        .getByRole('heading', { level: 3 })
        .locator('[dir]')
        .evaluate((one) => getComputedStyle(one).direction),
    ).toBe('rtl');
    await noGraveFaults(launched);
    await locator('[data-testid="answer"] .prose button').first().click();
    await at('source-viewer').waitFor();
    // Each line alone: the region is the window's.
    expect(
      await at('source-viewer')
        .locator('.source-prose')
        .first()
        .evaluate((one) => getComputedStyle(one).unicodeBidi),
    ).toBe('plaintext');
    await noGraveFaults(launched);
    expect(launched.pageErrors).toEqual([]);
  });
});
