import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { faxPdf } from '../unit/ingest/fax-pdf';
import { project } from './app';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';
import { litColours, litWords } from './pdf-light';
import { noGraveFaults, resize } from './pictures';

const fixtures = [
  'handbook.md',
  'readings.csv',
  'openpyxl-readings.xlsx',
  'python-mail.eml',
  'pandoc-slides.pptx',
  'report.pdf',
];
/** Long enough for several chunks, with a word near its end. */
const long = [
  '# Long',
  ...Array.from({ length: 400 }, (_, at) => `Paragraph ${at + 1} tells of case number ${at + 1} and of its lamp.`),
  'The zanzibar stands at the end.',
].join('\n\n');

inWindows('the viewer of sources', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, drop, keys, locator } = launched;

  const open = async (name: string): Promise<void> => {
    await locator('[data-testid="document-row"]', { hasText: name }).first().dblclick();
    await at('source-viewer').or(at('pdf-page')).first().waitFor();
  };
  /** Whether an element is in view of the pane that scrolls it. */
  const inView = (testId: string): Promise<boolean> =>
    at(testId)
      .first()
      .evaluate((element) => {
        const box = element.getBoundingClientRect();
        const pane = element.closest('section[data-pane="case"]')?.getBoundingClientRect();
        return pane !== undefined && box.top >= pane.top && box.bottom <= pane.bottom;
      });
  beforeAll(async () => {
    for (const name of fixtures) copyFileSync(join(project, 'tests/fixtures/documents', name), join(folder, name));
    writeFileSync(join(folder, 'long.md'), long);
    writeFileSync(
      join(folder, 'page.html'),
      '<h1>Page</h1><p>&lt;b onclick="alert(1)"&gt;not bold&lt;/b&gt; words</p>',
    );
    writeFileSync(
      join(folder, 'note.md'),
      '---\ntitle: A note on silk\ndate: 2024-05-01\ntags:\n  - silk\n  - light\n---\n\n# Silk\n\nSilk fades in the light.\n',
    );
    writeFileSync(join(folder, 'fax.pdf'), faxPdf());
    writeFileSync(join(folder, 'lamp.py'), '# lights a lamp\ndef lamp(lux):\n    return lux < 50\n');
    await launched.open();
    await resize(launched, { width: 1400, height: 860 });
    await at('nav-library').click();
    await drop([folder]);
    await at('document-row').nth(10).waitFor();
  });

  it('shows what a Markdown file says of itself folded, by name, and unfolds it where something is found there', async () => {
    await open('A note on silk');
    const front = at('source-front');
    await front.waitFor();
    expect(await front.locator('summary').textContent()).toBe('Propertiestitle, date, tags');
    expect(await front.locator('dd').first().isVisible()).toBe(false);
    await at('source-chunk').first().waitFor();
    await front.locator('summary').press('Enter');
    await expect
      .poll(() => front.locator('dd').allTextContents())
      .toEqual(['A note on silk', '2024-05-01', '- silk\n  - light']);
    await expect.poll(() => front.locator('dd').first().isVisible()).toBe(true);
    await noGraveFaults(launched);
    await front.locator('summary').press('Enter');
    await at('source-viewer').focus();
    await keys('Control+f');
    await at('source-find').fill('2024-05-01');
    await expect.poll(() => inView('source-highlight')).toBe(true);
    await keys('Escape');
  });

  it.each([
    ['readings.csv', 'A1'],
    ['openpyxl-readings', ''],
  ])('shows %s as a table', async (name, cell) => {
    await open(name);
    await at('source-viewer').locator('table th').first().waitFor();
    const cells = await at('source-viewer').locator('td').allTextContents();
    if (cell) expect(cells).toContain(cell);
    expect(await at('source-viewer').textContent()).not.toContain('---');
    if (cell) await noGraveFaults(launched);
  });

  it('shows a mail, slides and code, and HTML as nothing but text', async () => {
    await open('python-mail.eml');
    await at('source-viewer').getByText('From:').waitFor();
    await open('pandoc-slides');
    await at('source-viewer').getByText('Slide 1', { exact: true }).waitFor();
    await open('lamp.py');
    await at('source-viewer').locator('.source-code').first().waitFor();
    await open('page.html');
    await at('source-viewer').getByText('<b onclick="alert(1)">not bold</b> words').waitFor();
    expect(await at('source-viewer').locator('[onclick]').count()).toBe(0);
  });

  it('finds in the document by keyboard, and brings the hit into view', async () => {
    await open('long.md');
    await at('source-viewer').focus();
    await keys('Control+f');
    await at('source-find').fill('zanzibar');
    await at('source-found').or(at('source-highlight')).first().waitFor();
    await expect.poll(() => at('source-hits').textContent()).toBe('1 of 1');
    await expect.poll(() => inView('source-highlight')).toBe(true);

    await at('source-find').fill('lamp');
    await expect.poll(() => at('source-hits').textContent()).toBe('1 of 400');
    await keys('F3');
    await keys('Enter');
    await keys('Shift+Enter');
    await expect.poll(() => at('source-hits').textContent()).toBe('2 of 400');
    await expect.poll(() => inView('source-highlight')).toBe(true);
    await noGraveFaults(launched);
    await keys('Escape');
    await expect.poll(() => at('source-find').count()).toBe(0);
    expect(await at('source-viewer').count()).toBe(1);
  });

  it('draws each chunk beside its lines, and says its text and place', async () => {
    await open('long.md');
    await at('source-chunk').first().waitFor();
    await locator('[data-testid="source-chunk"][data-chunk="1"] .source-number').click();
    await at('chunk-card').waitFor();
    const shown = (await at('chunk-text').textContent()) ?? '';
    expect(long.startsWith(shown)).toBe(true);
    expect(await at('chunk-facts').textContent()).toContain(`characters 1–${shown.length.toLocaleString('en-GB')}`);
    await expect
      .poll(async () => (await at('source-chosen').allTextContents()).join(''))
      .toContain('Paragraph 1 tells');
    await noGraveFaults(launched);

    await at('source-as-details').click();
    await at('document-checksum').waitFor();
    expect(await at('document-checksum').textContent()).toMatch(/^[0-9a-f]{64}$/);
    await noGraveFaults(launched);
  });

  it('draws the faxed picture of a PDF', async () => {
    await open('fax');
    await locator('[data-testid="pdf-page"][data-drawn="true"]').first().waitFor();
    const middle = locator('[data-testid="pdf-page"] canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1) ?? {};
      return [...(data ?? [])];
    });
    expect(await middle).toEqual([0, 0, 0, 255]);
  });

  it('goes to a heading and to a page by their names', async () => {
    await open('Report on the display cases');
    await locator('[data-testid="pdf-page"][data-drawn="true"]').first().waitFor();
    await at('source-jump').click();
    await at('source-jump-field').fill('2');
    await keys('Enter');
    await locator('[data-testid="pdf-page"][data-page="2"][data-drawn="true"]').waitFor();
  });

  it('scrolls through the pages of a PDF, and goes to one by its small picture', async () => {
    const pageNumber = at('pdf-page-number');
    await locator('.pdf-desk').hover();
    await launched.window.mouse.wheel(0, 900);
    await expect.poll(() => pageNumber.inputValue()).not.toBe('2');
    await at('pdf-thumbnails-toggle').click();
    await at('pdf-thumbnails').getByRole('option', { name: 'Page 1' }).click();
    await expect.poll(() => pageNumber.inputValue()).toBe('1');
    await at('pdf-thumbnails').press('ArrowDown');
    await expect.poll(() => pageNumber.inputValue()).toBe('2');
    await noGraveFaults(launched);
    await at('pdf-thumbnails-toggle').click();
  });

  it('copies the marked text of a page with its title and page', async () => {
    const line = locator('[data-testid="pdf-page"][data-page="2"] .textLayer span[role="presentation"]').first();
    await line.evaluate((words) => getSelection()?.selectAllChildren(words));
    const words = await launched.window.evaluate(() => getSelection()?.toString());
    await keys('Control+Shift+c');
    const copied = () => launched.app.evaluate(({ clipboard }) => clipboard.readText());
    await expect.poll(copied).toBe(`${words}\n— Report on the display cases, page 2`);
    await line.click({ button: 'right' });
    await at('menu-copy-cited').waitFor();
    await keys('Escape');
  });

  it('lights the words of a PDF where they are printed: by its text layer and by its pixels', async () => {
    await at('pdf-page').first().hover();
    await keys('Control+f');
    await at('source-find').fill('limit for silk is fifty lux');
    await at('pdf-highlight').first().waitFor();
    await expect.poll(() => litWords(launched.window)).toContain('limit for silk is fifty lux');
    // The paper under the box is yellow and the letters on it are dark.
    const { yellow, dark } = await litColours(launched.window);
    expect(yellow).toBeGreaterThan(0.4);
    expect(dark).toBeGreaterThan(0.02);
    await noGraveFaults(launched);
  });

  leavesNoErrors(launched);
});
