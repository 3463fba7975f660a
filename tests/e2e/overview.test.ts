import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';
import { fitsSmallest, noGraveFaults, resize, usualSize } from './pictures';

const states = ['Delaware', 'Texas', 'Ohio', 'Delaware', 'Maine', 'Delaware'];
const agreement = (state: string, at: number): string => `# Agreement ${at}

This Agreement is entered into as of March ${at + 1}, ${2005 + at * 2} by and between Heron ${at} Inc. and Alder Bank Ltd.

The obligations of this Agreement continue for a period of ${at + 1} (${at + 1}) years from its date.

This Agreement is governed by and construed in accordance with the laws of the State of ${state}.
`;
const loaves = ['Rye', 'Wheat', 'Spelt', 'Oat', 'Barley'];
const bread = (grain: string): string =>
  `# ${grain} bread\n\n${grain} bread is baked of sourdough, water and salt for about two hours. The dough of ${grain} flour rises overnight in a warm kitchen before the loaf is baked in the oven.\n`;
const sales = `Month,Region,Revenue,Units
2023-01-31,North,1200.10,30
2023-02-28,North,900.20,21
2023-03-31,South,2500.30,64
2023-05-31,North,1800.40,41
`;
const documents: Readonly<Record<string, string>> = {
  ...Object.fromEntries(states.map((state, at) => [`agreement-${at}.md`, agreement(state, at)])),
  ...Object.fromEntries(loaves.map((grain) => [`${grain.toLowerCase()}.md`, bread(grain)])),
  'sales.csv': sales,
};

inWindows('answers and views over every document', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, keys, locator, request, ask, focused } = launched;

  const titles = () => at('table-document').locator('[role="rowheader"]').allTextContents();
  const active = () => at('map-document').textContent();
  const selected = () => at('map-selection').locator('span').first().textContent();

  beforeAll(async () => {
    for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, name), text);
    await launched.open({ env: { OLLAMA_HOST: 'http://127.0.0.1:9' } });
    await resize(launched, usualSize);
    await at('try-sample').waitFor();
    await launched.add(Object.keys(documents).map((name) => join(folder, name)));
  });

  it('says that every document was looked at, and why it says so', async () => {
    await keys('Control+1');
    const { census } = await ask('Which agreements are governed by Delaware law?');
    expect(census).toMatchObject({ looked: 12, of: 12 });
    await expect.poll(() => at('confidence').textContent()).toMatch(/Every document was looked at.*12 documents/);
    await at('why').first().click();
    await expect.poll(() => at('why-line').textContent()).toBe('12 documents looked at → 3 count');
    await noGraveFaults(launched);
    await fitsSmallest(launched);
    await keys('Escape');
  });

  it('opens what was counted as a table that shows the same', async () => {
    await at('census-table').click();
    await at('table-grid').waitFor();
    await expect.poll(() => titles().then((all) => all.length)).toBe(12);
    await expect.poll(() => at('table-left').textContent()).toBe('Everything is filled');
    await expect
      .poll(() => locator('[data-testid="table-document"]', { hasText: 'Agreement 3' }).textContent())
      .toContain('Delaware');
    expect(await request('table.list', {})).toMatchObject([{ name: 'Which agreements are governed by Delaware law?' }]);
  });

  it('opens what no column asks for as a table of the documents found', async () => {
    await keys('Control+1');
    await ask('How many documents mention "sourdough"?');
    await at('census-table').last().click();
    await expect.poll(titles).toEqual(expect.arrayContaining(['Rye bread', 'Oat bread']));
    await expect.poll(() => titles().then((all) => all.length)).toBe(5);
  });

  it('asks the passages instead, as a version beside it', async () => {
    await keys('Control+1');
    await at('from-passages').last().click();
    await expect.poll(() => at('from-passages').count()).toBe(1);
    await expect.poll(() => locator('[data-testid="answer"][data-outcome="streaming"]').count()).toBe(0);
    const [entry] = (await request('chat.findLogs', { limit: 1 })).entries;
    expect(entry?.question).toContain('sourdough');
    expect(entry?.census).toBeUndefined();
  });

  it('shows how a figure was calculated, and the rows that it is made of', async () => {
    await at('new-chat').click();
    const { calculation } = await ask('What is the total revenue?');
    expect(calculation?.rows).toBe(4);
    await expect.poll(() => at('confidence').textContent()).toMatch(/Calculated from a table.*4 rows/);
    await at('calculation').locator('summary').click();
    await expect.poll(() => at('calculation').textContent()).toMatch(/SELECT/);
    expect(await at('calculation').locator('ol li').count()).toBe(calculation?.steps.length);
    await noGraveFaults(launched);
    await fitsSmallest(launched);
    await at('calculation-source').click();
    await expect.poll(() => at('source-highlight').allTextContents()).toContain('1200.10');
    await keys('Escape');
  });

  it('shows the library by topics, with a sentence that opens where it stands', async () => {
    await keys('Control+3');
    await at('library-as-overview').click();
    await at('library-overview').waitFor();
    await expect.poll(() => at('topic').count()).toBeGreaterThan(1);
    expect((await at('topic').allTextContents()).join(' ')).toMatch(/bread|flour|dough/i);
    await at('topic-sentence').first().click();
    await at('source-highlight').first().waitFor();
    await keys('Escape');
    await at('source-viewer').waitFor({ state: 'detached' });
    await noGraveFaults(launched);
    await fitsSmallest(launched);
  });

  it('limits map and list to a topic that is chosen', async () => {
    const baking = locator('[data-testid="topic"]', { hasText: /bread|flour|dough/i }).first();
    await baking.click();
    await at('shown-topic').waitFor();
    await at('library-as-list').click();
    await expect
      .poll(() => at('document-title').allTextContents())
      .toEqual(expect.arrayContaining(['Rye bread', 'Spelt bread']));
    expect(await at('document-title').allTextContents()).not.toContain('Agreement 1');
    await at('library-as-overview').click();
    await at('select-topic').click();
    await expect.poll(selected).toMatch(/^\d selected$/);
    await at('shown-topic').click();
    await expect.poll(() => at('shown-topic').count()).toBe(0);
  });

  it('goes on the map by the keys alone', async () => {
    await at('document-map').focus();
    await keys('Control+a');
    await expect.poll(selected).toBe('12 selected');
    const first = await active();
    await keys('Home');
    const seen = new Set([await active()]);
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowRight']) {
      await keys(key);
      seen.add(await active());
    }
    expect(seen.size).toBeGreaterThan(2);
    expect([...seen]).toContain(first);
    await keys('Space');
    await expect.poll(selected).toBe('11 selected');
    expect(await at('map-document').getAttribute('aria-selected')).toBe('false');
    await keys('Control+=');
    await expect.poll(() => at('document-map').getAttribute('data-zoom')).toBe('150');
    await keys('Control+0');
    await expect.poll(() => at('document-map').getAttribute('data-zoom')).toBe('100');
    expect(await launched.window.evaluate(() => document.documentElement.style.fontSize)).toBe('');
    await keys('Enter');
    await at('source-viewer').waitFor();
    await keys('Escape');
    await at('source-viewer').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('document-map');
    await noGraveFaults(launched);
  });

  it('takes the mouse: a rectangle selects, the wheel zooms, a click opens', async () => {
    const box = await at('document-map').boundingBox();
    if (!box) throw new Error('the map is not drawn');
    const { mouse } = launched.window;
    await mouse.move(box.x + 4, box.y + 4);
    await launched.window.keyboard.down('Shift');
    await mouse.down();
    await mouse.move(box.x + box.width - 60, box.y + box.height - 4, { steps: 4 });
    await mouse.up();
    await launched.window.keyboard.up('Shift');
    await expect.poll(selected).toMatch(/^\d+ selected$/);
    await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await mouse.wheel(0, -400);
    await expect.poll(() => at('document-map').getAttribute('data-zoom').then(Number)).toBeGreaterThan(120);
    await at('map-whole').click();
    await at('ask-selected').click();
    await at('composer').waitFor();
    await expect.poll(() => at('scope-chip').count()).toBeGreaterThan(0);
    await keys('Control+3');
    await at('table-of-selected').click();
    await at('new-table-form').waitFor();
    await keys('Control+3');
  });

  leavesNoErrors(launched);
});
