import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { savedBy } from './app';
import { inWindows, TestWindow } from './in-windows';
import { isInSight, looksWell, resize, usualSize } from './pictures';

const lines = (items: readonly object[]) => `${items.map((item) => JSON.stringify(item)).join('\n')}\n`;

const documents = [
  { _id: 'd1', title: 'Silk', text: 'Silk bears fifty lux. Its dyes fade in bright light.' },
  { _id: 'd2', title: 'Stone', text: 'Stone bears three hundred lux, and marble bears it too.' },
  { _id: 'd3', title: 'Paper', text: 'Paper yellows where the air is damp. It is kept at eighteen degrees.' },
  { _id: 'd4', title: 'Bronze', text: 'Bronze is kept dry: chlorides in it grow green at damp air.' },
];
const questions = [
  { _id: 'q1', text: 'How much light does silk bear?' },
  { _id: 'q2', text: 'Which degrees is paper kept at?' },
  { _id: 'q3', text: 'What grows green in bronze?' },
];
/** One of them names a document that is not there. */
const judgements = 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t1\nq2\td3\t1\nq3\td4\t1\nq3\tgone\t1\n';
const csv = [
  'question,document',
  'What is the notice period in Mill Lane?,lease-mill-lane.md',
  'What does E3 mean?,washing-machine-manual.md',
  'Are dogs allowed in Harbour Street?,lease-harbour-street.pdf',
].join('\n');

inWindows('the room where search is measured', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, keys, locator } = launched;
  const museum = join(folder, 'museum');
  const long = join(folder, 'long');
  const list = join(folder, 'own-questions.csv');
  const broken = join(folder, 'broken.csv');
  const partly = join(folder, 'partly.csv');
  const many = join(folder, 'many-questions.csv');
  const rows = () => at('evaluation-row');

  const chooseSet = async (path: string, kind: 'folder' | 'file', name: string): Promise<void> => {
    await launched.chooses(path);
    await at(`choose-set-${kind}`).click();
    await locator('[data-testid="set-facts"]', { hasText: name }).waitFor();
  };
  const ways = () =>
    at('figure-table')
      .locator('[data-way]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-way')));

  beforeAll(async () => {
    mkdirSync(join(museum, 'qrels'), { recursive: true });
    writeFileSync(join(museum, 'corpus.jsonl'), lines(documents));
    writeFileSync(join(museum, 'queries.jsonl'), lines(questions));
    writeFileSync(join(museum, 'qrels/test.tsv'), judgements);
    mkdirSync(join(long, 'qrels'), { recursive: true });
    const notes = Array.from({ length: 3000 }, (_v, n) => ({ _id: `d${n}`, title: `Note ${n}`, text: `Drawer ${n}.` }));
    writeFileSync(join(long, 'corpus.jsonl'), lines(notes));
    writeFileSync(join(long, 'queries.jsonl'), lines([{ _id: 'q1', text: 'Which drawer is the tenth?' }]));
    writeFileSync(join(long, 'qrels/test.tsv'), 'query-id\tcorpus-id\tscore\nq1\td10\t1\n');
    writeFileSync(list, csv);
    const absent = Array.from({ length: 7 }, (_v, n) => `Where is ${n}?,lost-${n}.txt`);
    writeFileSync(partly, [csv, ...absent].join('\n'));
    const asked = Array.from({ length: 2000 }, (_v, n) => `What is fault E${n}?,washing-machine-manual.md`);
    writeFileSync(many, ['question,document', ...asked].join('\n'));
    writeFileSync(broken, 'question,document\nWho wrote this?,no-such-document.txt\n');
    await launched.open({ env: { OLLAMA_HOST: 'http://127.0.0.1:9' } });
    await resize(launched, usualSize);
    await at('try-sample').click();
    await at('suggestion').first().waitFor();
    await at('nav-evaluate').click();
  });

  it('says what it is for, and measures nothing before there is a set and a way', async () => {
    await at('choose-set-folder').waitFor();
    expect(await at('measure').isDisabled()).toBe(true);
    expect(await launched.window.getByText('Choose a labelled set first.').count()).toBe(1);
  });

  it('tells what a set holds before it is measured', async () => {
    await chooseSet(museum, 'folder', 'museum');
    expect(await at('set-facts').textContent()).toMatch(
      /museum.*own.*Documents4.*Questions3.*graded up to 2; 1 names a document that the set lacks/s,
    );
    for (const way of ['keyword', 'vector', 'hybrid']) expect(await at(`way-${way}`).isChecked()).toBe(true);
  });

  it('measures three ways side by side, keeps the result and says in words which is best', async () => {
    await at('measure').click();
    await at('figure-table').waitFor();
    expect(await ways()).toEqual(['keyword', 'vector', 'hybrid']);
    expect(await at('figure-table').locator('[data-figure="ndcg@10"]').first().textContent()).toMatch(/^[01]\.\d{4}/);
    // Three times are hardly ever the same to a fraction of a millisecond.
    expect(await at('figure-table').locator('[data-figure="p95"]', { hasText: 'best' }).count()).toBeGreaterThan(0);
    expect(await at('lacking-judgements').textContent()).toMatch(/^The document of 1 pair is not in the set/);
    expect(await rows().count()).toBe(1);
  });

  it('compares two ways question by question, by the keys alone', async () => {
    await at('compared').waitFor();
    expect(await at('compared').textContent()).toMatch(/\d better.*\d the same.*\d worse/);
    expect(await at('compared').textContent()).toContain('the same on average');
    await at('compare-after').selectOption({ label: 'Vector' });
    await at('significance').waitFor();
    expect(await at('significance').textContent()).toMatch(
      /^This may well be chance \(p = 1\.000\): if both were equally good, .* in about 100 of 100 cases\.$/,
    );
    expect(await at('significance-not').textContent()).toMatch(
      /^Two-sided paired randomisation test: all possible swaps.* p is not the chance that both are equally good/,
    );
    await at('only-losses').focus();
    await keys('Enter');
    await expect.poll(() => at('question-row').count()).toBe(1);
    expect(await at('question-row').textContent()).toMatch(/−0\.\d{4}/);
    expect(await at('question-table').getAttribute('aria-label')).toContain('against Vector first');
    await keys('Enter');
    await expect.poll(() => at('question-row').count()).toBe(3);
    await at('question-table').focus();
    await keys('End');
    await keys('Home');
    await at('question-details').waitFor();
    await expect.poll(() => at('question-details').textContent()).toMatch(/right.*your own library/s);
    await at('evaluation-result').evaluate((element) => element.scrollTo(0, 0));
    await at('question-row').last().click();
    await expect.poll(() => at('question-details').evaluate(isInSight)).toBe(true);
    await at('evaluation-result').evaluate((element) => element.scrollTo(0, 0));
    await looksWell(launched);
  });

  it('opens a question as a run in the stages, and comes back to it in the list as it was limited', async () => {
    await at('only-ties').click();
    await at('question-table').focus();
    await keys('Home');
    await keys('Enter');
    await locator('[data-testid="stage-Prompt_Builder"][data-state="done"]').waitFor();
    expect(await at('stage-prompt').inputValue()).toMatch(/silk|paper|bronze/);
    expect(await at('labelled-run').textContent()).toMatch(
      /A question of “museum”, searched by Vector\..*found: \d of \d, the first at place 1\./,
    );
    await at('right-document').first().waitFor();
    const focused = () => launched.window.evaluate(() => document.activeElement?.getAttribute('data-pane'));
    await expect.poll(focused).toBe('centre');
    await at('to-evaluation').focus();
    await keys('Enter');
    await at('figure-table').waitFor();
    await expect.poll(() => at('question-table').evaluate((table) => table === document.activeElement)).toBe(true);
    expect(await at('question-details').count()).toBe(1);
    expect(await at('only-ties').getAttribute('aria-pressed')).toBe('true');
    await at('only-ties').click();
  });

  it('gives a report to be saved', async () => {
    expect(await savedBy(launched, () => at('report-md').click())).toMatch(/\.md$/);
    expect(await savedBy(launched, () => at('report-csv').click())).toBe('evaluation-museum-questions.csv');
  });

  it('shows its progress, and keeps nothing of a cancelled measurement', async () => {
    const before = await rows().count();
    await at('new-evaluation').click();
    await chooseSet(long, 'folder', 'long');
    await at('measure').click();
    await locator('[data-testid="measure-progress"]', { hasText: /\d of \d/ }).waitFor();
    expect(await at('measure-progress').evaluate(isInSight)).toBe(true);
    await at('cancel-measure').click();
    await at('measure').waitFor();
    expect(await rows().count()).toBe(before);
    expect(await locator('main [role="alert"]').count()).toBe(0);
  });

  it('measures a list of questions about the library itself', async () => {
    await at('new-evaluation').click();
    await chooseSet(list, 'file', 'own-questions');
    for (const way of ['vector', 'hybrid']) await at(`way-${way}`).uncheck();
    await at('measure').click();
    await at('figure-table').waitFor();
    await expect.poll(() => rows().count()).toBe(2);
    expect(await at('comparison').count()).toBe(0);
  });

  it('lets a result go and come back, and shows what its index takes on disk until that is removed', async () => {
    await at('delete-evaluation').click();
    await expect.poll(() => rows().count()).toBe(1);
    await launched.window.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rows().count()).toBe(2);
    await expect.poll(() => at('kept-indexes').textContent()).toMatch(/museum.*[kM]?B.*4 documents/);
    await at('remove-index').click();
    await at('kept-indexes').waitFor({ state: 'detached' });
    expect(launched.pageErrors).toEqual([]);
  });

  it('does not offer to rerank where no cross-encoder is in use, and says how to have one', async () => {
    await at('new-evaluation').click();
    await expect.poll(() => at('way-hybridRerank').isDisabled()).toBe(true);
    const label = locator('label', { has: at('way-hybridRerank') });
    expect(await label.textContent()).toContain('Search models');
  });
});
