import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { beforeAll, expect, it } from 'vitest';
import { run } from '../integration/cli/vitrine-command';
import { temporaryFolder } from '../temporary-folder';
import { project, savedBy } from './app';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';
import { looksWell, noGraveFaults, resize, usualSize } from './pictures';

/** Asked in an earlier year, in conversations that are deleted: with the three of today, two full pages and a bit. */
const old = 20;

inWindows('the log of questions in the window', () => {
  const library = temporaryFolder();
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, focused, keys, locator, request } = launched;
  const entry = (question: string) => locator('[data-testid="log-entry"]', { hasText: question });
  const logged = async () => (await request('chat.findLogs', {})).entries.map(({ question }) => question);
  const privacy = async (): Promise<void> => {
    await at('nav-settings').click();
    await locator('[data-id="privacy"] [data-testid="settings-section"]').click();
    await at('question-log').waitFor();
  };
  /** Things that no person can do in seconds: to have asked long ago, or to have a log with a damaged line. */
  const inTheLibrary = (statement: string, ...values: readonly string[]): void => {
    const database = new Database(join(library, 'catalogue.db'));
    database.exec('PRAGMA busy_timeout = 10000');
    database.prepare(statement).run(...values);
    database.close();
  };

  beforeAll(async () => {
    copyFileSync(join(project, 'tests/fixtures/documents/handbook.md'), join(folder, 'handbook.md'));
    const { code, stderr } = await run(['ingest', folder, '--library', library]);
    expect(code, stderr).toBe(0);
    await launched.open({ library });
    await resize(launched, usualSize);
    await at('nav-chat').waitFor();
  });

  it('says where questions will be listed, before one was asked', async () => {
    await privacy();
    await at('question-log-empty').waitFor();
    expect(await at('log-export').count()).toBe(0);
    await noGraveFaults(launched);
  });

  it('C9 lists questions by pages, newest first, with outcome, author, time and scope', async () => {
    const [handbook] = await request('library.list', {});
    await request('chat.ask', { question: 'Hello', noLlm: true });
    await request('chat.ask', { question: 'Who invented the transistor?', noLlm: true });
    const answer = await request('chat.ask', {
      question: 'How many lux does silk bear?',
      noLlm: true,
      scope: { documentIds: [handbook?.documentId ?? ''] },
    });
    for (let n = 1; n <= old; n += 1) {
      const asked = `2020-03-${String(n).padStart(2, '0')}T10:00:00.000Z`;
      inTheLibrary(
        `INSERT INTO qa_logs (message_id, request_id, created_at, entry) SELECT ?, ?, ?, json_set(entry,
           '$.messageId', ?, '$.conversationId', ?, '$.createdAt', ?, '$.question', ?, '$.model', 'ollama:llama3.2')
         FROM qa_logs WHERE message_id = ?`,
        ...[`old-${n}`, `request-${n}`, asked, `old-${n}`, 'gone', asked, `Old question ${n}?`, answer.messageId],
      );
    }
    await launched.window.reload();
    await privacy();
    await at('log-entry').nth(9).waitFor();
    expect(await at('log-entry').count()).toBe(10);
    expect(await at('log-entry').nth(0).textContent()).toContain('How many lux does silk bear?');
    // The titles of documents come by a way of their own.
    await expect.poll(() => at('log-facts').first().textContent()).toContain(handbook?.title);
    const facts = await at('log-facts').allTextContents();
    expect(facts[0]).toMatch(/Answered, \d+ % · Quoted, no model · Looked only in .+ · /);
    expect(facts[1]).toContain('Nothing found · ');
    expect(facts[2]).toContain('A greeting');
    expect(facts[3]).toContain('20 Mar 2020');
    expect(facts[3]).toContain('ollama:llama3.2');
    expect(await entry('Old question 20?').textContent()).toContain('Its conversation is deleted.');
    await looksWell(launched);

    await at('log-older').press('Enter');
    await entry('Old question 13?').waitFor();
    await keys('Enter');
    await entry('Old question 1?').waitFor();
    expect(await at('log-range').textContent()).toBe('21 to 23, newest first');
    expect(await at('log-older').getAttribute('aria-disabled')).toBe('true');
    await keys('Shift+Tab');
    await keys('Enter');
    await keys('Enter');
    await entry('How many lux does silk bear?').waitFor();
  });

  it('C18 chooses lines by what came of them and by who answered, by keyboard', async () => {
    await at('log-outcome').focus();
    await at('log-outcome').selectOption('nothing');
    await expect.poll(() => at('log-entry').count()).toBe(1);
    expect(await at('log-entry').textContent()).toContain('Who invented the transistor?');
    await at('log-show-all').press('Enter');
    await at('log-model').selectOption('ollama:llama3.2');
    await expect.poll(() => at('log-entry').first().textContent()).toContain('Old question 20?');
    await at('log-show-all').press('Enter');
    await entry('Hello').waitFor();
  });

  it('opens the conversation of a question, by keyboard', async () => {
    await entry('How many lux does silk bear?').getByTestId('log-open').press('Enter');
    await at('answer').waitFor();
    expect(await locator('[data-pane="centre"]').textContent()).toContain('How many lux does silk bear?');
  });

  it('C17 takes a rating, counts an opened citation, and sums up the questions, by keyboard', async () => {
    await at('more').press('Enter');
    await keys('ArrowDown', 'ArrowDown');
    await expect.poll(focused).toBe('rateUp');
    await keys('Enter');
    await at('more').press('Enter');
    await expect.poll(() => at('rateUp').getAttribute('aria-checked')).toBe('true');
    await keys('Escape');
    await at('citation-chip').first().press('Enter');
    await at('nav-evaluate').press('Enter');
    await at('insights-row').press('Enter');
    await at('insights-range').selectOption('all');
    const share = (id: string) => locator(`[data-share="${id}"]`).textContent();
    await expect.poll(() => share('answered')).toContain(`${old + 1} · 91 %`);
    expect(await share('nothing')).toContain('1 · 4 %');
    await expect.poll(() => at('insights-use').textContent()).toContain('Rated helpful1 of 1 (100 %)');
    expect(await at('insights-use').textContent()).toContain('Citations opened1');
    expect(await at('insights-times').textContent()).toContain('Whole answer');
    expect(await at('insights-unanswered').textContent()).toContain('Who invented the transistor?');
    expect(await at('cost').first().textContent()).toBe('–');
    await at('price-prompt').fill('much');
    await keys('Enter');
    await launched.window.getByRole('alert').waitFor();
    await keys('Escape');
    await at('price-prompt').fill('2.5');
    await keys('Enter');
    await expect.poll(() => at('cost').first().textContent()).toMatch(/^0/u);
    expect((await request('settings.get', {})).fields['figures.prices'].value).toEqual({
      'ollama:llama3.2': { prompt: 2.5, answer: 0 },
    });
    await looksWell(launched);
  });

  it('C19 has no ratings where no figures are kept', async () => {
    await privacy();
    await at('setting-figures').press('Enter');
    await at('nav-chat').press('Enter');
    await at('more').press('Enter');
    await at('branch').waitFor();
    expect(await at('rateUp').count()).toBe(0);
    await keys('Escape');
    await privacy();
    await at('setting-figures').press('Enter');
    await at('nav-chat').press('Enter');
    await at('more').press('Enter');
    await at('rateUp').waitFor();
    await keys('Escape');
    await privacy();
  });

  it('gives the whole log to be saved', async () => {
    const file = join(folder, 'log.csv');
    const save = async () => {
      await at('log-export').press('Enter');
      await at('log-export-csv').press('Enter');
    };
    expect(await savedBy(launched, save, file)).toBe('qa_logs.csv');
    expect(readFileSync(file, 'utf8')).toBe((await request('chat.exportLogs', { format: 'csv' })).content);
  });

  it('C9 finds questions by words and by days, says where nothing fits, and shows all again, by keyboard', async () => {
    await at('log-words').fill('SILK old question 13');
    await expect.poll(() => at('log-entry').count()).toBe(1);
    expect(await at('log-entry').textContent()).toContain('Old question 13?');
    await keys('Escape');
    await at('log-entry').nth(9).waitFor();
    await at('log-words').fill('zebra');
    await at('log-none-found').waitFor();
    await noGraveFaults(launched);
    await at('log-show-all').press('Enter');
    await at('log-entry').nth(9).waitFor();
    await expect.poll(() => at('log-words').evaluate((field) => field === document.activeElement)).toBe(true);

    await at('log-from').fill('2020-03-02');
    await at('log-to').fill('2020-03-04');
    await expect.poll(() => at('log-entry').count()).toBe(3);
    await expect.poll(() => at('log-entry').first().textContent()).toContain('Old question 4?');
    await looksWell(launched);
    await at('log-show-all').press('Enter');
    await at('log-entry').nth(9).waitFor();
  });

  it('C9 deletes one question and brings it back, then one for good with all that are old, after it has asked', async () => {
    const undo = launched.window.getByRole('button', { name: 'Undo' });
    const hello = entry('Hello').getByTestId('log-open');
    await hello.focus();
    await keys('Delete');
    await entry('Hello').waitFor({ state: 'detached' });
    // The row that took its place has the focus.
    const next = entry('Old question 20?').getByTestId('log-delete');
    await expect.poll(() => next.evaluate((one) => one === document.activeElement)).toBe(true);
    await undo.click();
    await entry('Hello').waitFor();
    expect(await logged()).toHaveLength(old + 3);

    await entry('Hello').getByTestId('log-delete').click();
    await at('log-age').selectOption('365');
    await at('log-clear').press('Enter');
    await at('log-clear-panel').waitFor();
    await keys('Escape');
    await at('log-clear-panel').waitFor({ state: 'detached' });
    await keys('Enter');
    await noGraveFaults(launched);
    await at('log-clear-sure').press('Enter');
    await entry('Old question').first().waitFor({ state: 'detached' });
    await expect.poll(logged).toEqual(['How many lux does silk bear?', 'Who invented the transistor?']);
    await expect.poll(() => at('log-entry').count()).toBe(2);
    // The conversations stay.
    expect(await request('chat.conversations', {})).toHaveLength(3);
  });

  it('C9 deletes the whole log, in German too', async () => {
    await request('settings.set', { values: { 'appearance.language': 'de' } });
    await launched.window.waitForFunction(() => document.documentElement.lang === 'de');
    await privacy();
    await at('log-entry').nth(1).waitFor();
    await at('log-age').selectOption('all');
    await at('log-clear').click();
    await expect.poll(() => at('log-clear-panel').locator('h4').textContent()).toBe('Das ganze Protokoll löschen?');
    await looksWell(launched);
    await at('log-clear-sure').click();
    await at('question-log-empty').waitFor();
    await expect.poll(logged).toEqual([]);
    expect(await request('chat.conversations', {})).toHaveLength(3);
  });

  it('C19 deletes every figure, after it has said how many there are', async () => {
    await request('chat.ask', { question: 'Hello', noLlm: true });
    await at('figures-delete').press('Enter');
    await expect.poll(() => at('figures-delete-panel').textContent()).toContain('Fragen im Protokoll: 1.');
    await noGraveFaults(launched);
    await at('figures-delete-sure').press('Enter');
    await expect.poll(logged).toEqual([]);
  });

  leavesNoErrors(launched);
});
