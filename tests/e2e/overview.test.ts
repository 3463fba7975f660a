import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';
import { looksWell, noGraveFaults, resize, usualSize } from './pictures';

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
const licence = (year: number, fee: string, end: string, parts: readonly string[]): string =>
  [
    `# Licence of ${year}`,
    `The licensee pays a yearly fee of ${fee} EUR to the licensor, in advance and without deductions.`,
    `The licence ends on ${end} unless both parties prolong it in writing before that day.`,
    ...parts,
    'Disputes are heard by the courts at the seat of the licensor, and no other court has jurisdiction.',
  ].join('\n\n');
const support =
  'The licensor answers questions about the software on working days between nine and five, by mail or by telephone.';
const copies = 'The licensee makes no copies of the software beside one that is kept as a reserve for its own use.';
const audit = 'The licensor inspects the books of the licensee once in each year, after a notice of two weeks.';
const data =
  'Personal records of customers are stored in the European Union alone and are erased when the licence ends.';
const documents: Readonly<Record<string, string>> = {
  'licence-2019.md': licence(2019, '1,500', '31 December 2021', [support, copies, audit]),
  'licence-2021.md': licence(2021, '2,400', '30 June 2024', [copies, data, support]),
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
    expect(census).toMatchObject({ looked: 14, of: 14 });
    await expect.poll(() => at('rests-on').textContent()).toMatch(/14 documents were looked at/);
    await at('why').first().click();
    await expect.poll(() => at('why-line').textContent()).toBe('14 documents looked at → 3 count');
    await looksWell(launched);
    await keys('Escape');
  });

  it('opens the count as a table with the same content', async () => {
    await at('census-table').click();
    await at('table-grid').waitFor();
    await expect.poll(() => titles().then((all) => all.length)).toBe(14);
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
    // The answer is on its way while the old one is gone already.
    const last = async () => {
      const [entry] = (await request('chat.findLogs', { limit: 1 })).entries;
      return [entry?.question, entry?.census === undefined];
    };
    await expect.poll(last).toEqual([expect.stringContaining('sourdough'), true]);
  });

  it('shows how a figure was calculated, and the rows that it is made of', async () => {
    await at('new-chat').click();
    const { calculation } = await ask('What is the total revenue?');
    expect(calculation?.rows).toBe(4);
    await expect.poll(() => at('rests-on').textContent()).toMatch(/4 rows of/);
    await at('calculation').locator('summary').click();
    await expect.poll(() => at('calculation').textContent()).toMatch(/SELECT/);
    expect(await at('calculation').locator('ol li').count()).toBe(calculation?.steps.length);
    await looksWell(launched);
    await at('calculation-source').click();
    await expect.poll(() => at('source-highlight').allTextContents()).toContain('1200.10');
    await at('source-as-details').click();
    await expect.poll(() => at('document-table').textContent()).toMatch(/A1:D5 · 4 rows.*Monthdate.*Revenuenumber/);
    await noGraveFaults(launched);
    await keys('Escape');
  });

  it('runs a changed plan again, and names the fault of a wrong one beside it', async () => {
    await at('why').last().click();
    await at('open-in-stages').click();
    if ((await at('inspector').count()) === 0) await at('inspect').click();
    await at('inspector-tab-decisions').click();
    await at('edit-plan').waitFor();
    const plan = await at('edit-plan').inputValue();
    await at('edit-plan').fill(plan.replace('Revenue', 'Profit'));
    await at('run-plan').click();
    await expect.poll(() => at('plan').textContent()).toMatch(/no such column as at answer\.column/);
    await noGraveFaults(launched);
    await at('edit-plan').fill(plan.replace('Revenue', 'Units'));
    await at('run-plan').click();
    await at('answer-run').click();
    await expect.poll(() => at('run-answer').textContent()).toContain('156');
    await expect.poll(() => at('edit-plan').inputValue()).toContain('Units');
    await keys('Control+1');
  });

  it('shows the library by topics, with a sentence that opens at its place', async () => {
    await keys('Control+3');
    await at('library-as-overview').click();
    await at('library-overview').waitFor();
    await expect.poll(() => at('topic').count()).toBeGreaterThan(1);
    expect((await at('topic').allTextContents()).join(' ')).toMatch(/bread|flour|dough/i);
    await at('topic-sentence').first().click();
    await at('source-highlight').first().waitFor();
    await keys('Escape');
    await at('source-viewer').waitFor({ state: 'detached' });
    await looksWell(launched);
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
    await expect.poll(selected).toBe('14 selected');
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
    await expect.poll(selected).toBe('13 selected');
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

  it('takes the mouse: the wheel zooms, dragging moves, and what is selected is asked about', async () => {
    const box = await at('document-map').boundingBox();
    if (!box) throw new Error('the map is not drawn');
    const { mouse } = launched.window;
    expect(await selected()).toMatch(/^\d+ selected$/);
    await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await mouse.wheel(0, -400);
    await expect.poll(() => at('document-map').getAttribute('data-zoom').then(Number)).toBeGreaterThan(120);
    await mouse.down();
    await mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2, { steps: 4 });
    await expect.poll(() => at('document-map').getAttribute('data-dragging')).toBe('true');
    await mouse.up();
    await expect.poll(() => at('document-map').getAttribute('data-dragging')).toBe('false');
    await at('map-whole').click();
    await at('ask-selected').click();
    await at('composer').waitFor();
    await expect.poll(() => at('scope-chip').count()).toBeGreaterThan(0);
    await keys('Control+3');
    await at('table-of-selected').click();
    await at('new-table-form').waitFor();
    await keys('Control+3');
  });

  it('compares two documents, numbers and dates first', async () => {
    await keys('Control+3');
    await at('library-as-list').click();
    await at('document-row').first().waitFor();
    const row = (title: string) => locator('[data-testid="document-row"]', { hasText: title });
    await row('Licence of 2019').click();
    expect(await at('compare-documents').count()).toBe(0);
    await row('Licence of 2021').click({ modifiers: ['Control'] });
    await at('compare-documents').click();
    await at('redline').waitFor();
    await expect.poll(() => at('difference').count()).toBeGreaterThan(4);
    const kinds = () =>
      at('difference').evaluateAll((all) => all.map((one) => one.getAttribute('data-kind') ?? 'none').join(' '));
    expect(await kinds()).toMatch(/^number( number)* date( date)* text( text)* moved( moved)*$/);
    expect(await at('difference').first().textContent()).toMatch(/Gone:.*1,500.*New:.*2,400/);
    const rows = await at('compared-row').evaluateAll((all) => all.map((one) => one.getAttribute('data-kind')));
    expect(new Set(rows)).toEqual(new Set(['same', 'changed', 'moved', 'new', 'gone']));
    await looksWell(launched);
  });

  it('moves from difference to difference by the keys, and to the other place of moved text', async () => {
    const place = () => at('comparison-place').textContent();
    const count = await at('difference').count();
    await keys('F7');
    await expect.poll(place).toBe(`1 of ${count}`);
    await keys('F7');
    await expect.poll(place).toBe(`2 of ${count}`);
    await keys('Shift+F7');
    await expect.poll(place).toBe(`1 of ${count}`);
    expect(await locator('[data-testid="difference"][aria-current="true"]').count()).toBe(1);
    await locator('[data-testid="difference"][data-kind="number"]').first().click();
    await expect.poll(() => locator('del[data-current="true"]').first().textContent()).toContain('1,500');
    await expect.poll(() => locator('ins[data-current="true"]').first().textContent()).toContain('2,400');
    await at('moved-mark').first().click();
    await at('only-differences').click();
    await expect.poll(() => locator('[data-testid="compared-row"][data-kind="same"]').count()).toBe(0);
    expect(await locator('[data-testid="compared-row"][data-kind="folded"]').first().textContent()).toMatch(/same$/);
    await at('only-differences').click();
  });

  it('opens either side at its place, and swaps the sides', async () => {
    await at('open-old').nth(1).click();
    await expect.poll(() => at('source-viewer').textContent()).toContain('Licence of 2019');
    await keys('Escape');
    await at('source-viewer').waitFor({ state: 'detached' });
    const sides = () => Promise.all([at('compared-old').textContent(), at('compared-new').textContent()]);
    const [old, next] = await sides();
    expect([old, next]).toEqual([expect.stringMatching(/^Old.*2019/), expect.stringMatching(/^New.*2021/)]);
    await at('comparison-swap').click();
    await expect.poll(() => sides().then(([one]) => one)).toMatch(/^Old.*2021/);
    await at('comparison-close').click();
    await at('document-row').first().waitFor();
  });

  it('tells in the chat what the library is about, and opens it by topics', async () => {
    await keys('Control+1');
    await at('new-chat').click();
    const { whole } = await ask('What is in my library?');
    expect(whole).toMatchObject({ kind: 'overview', looked: 14, of: 14 });
    await expect.poll(() => at('rests-on').textContent()).toMatch(/14 documents were looked at/);
    expect(await at('answer').textContent()).toMatch(/Rye bread/);
    await looksWell(launched);
    await at('open-overview').click();
    await at('library-overview').waitFor();
  });

  it('compares two documents in the chat, and opens them side by side', async () => {
    await keys('Control+1');
    await at('new-chat').click();
    const { whole } = await ask('What is the difference between the 2019 and the 2021 licence?');
    expect(whole).toMatchObject({ kind: 'comparison', versions: true });
    const cells = () => at('answer').locator('td').allTextContents();
    await expect
      .poll(cells)
      .toEqual(expect.arrayContaining([expect.stringContaining('1,500'), expect.stringContaining('2,400')]));
    await at('answer').locator('td').getByRole('button').first().click();
    await at('source-highlight').first().waitFor();
    await keys('Escape');
    await looksWell(launched);
    await at('open-comparison').click();
    await at('redline').waitFor();
    await expect.poll(() => at('compared-old').textContent()).toMatch(/2019/);
  });

  leavesNoErrors(launched);
});
