import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { project } from './app';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';

inWindows('the laboratory of the stages', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, drop, locator } = launched;
  const pane = (stage: string, state: string) => locator(`[data-testid="stage-${stage}"][data-state="${state}"]`);
  beforeAll(async () => {
    const files = ['handbook.md', 'report.pdf'].map((name) => {
      copyFileSync(join(project, 'tests/fixtures/documents', name), join(folder, name));
      return join(folder, name);
    });
    await launched.open();
    await at('nav-library').click();
    await drop(files);
    await at('document-row').nth(1).waitFor();
    await at('nav-stages').click();
    await at('stage-prompt').fill('What is the limit for silk?');
    await at('run-all').click();
    await pane('Prompt_Builder', 'done').waitFor();
  });

  it('says of the words of the prompt who wrote them, and opens their page', async () => {
    if ((await at('inspector').count()) === 0) await at('inspect').click();
    await at('inspector-tab-prompt').click();
    await at('budget').waitFor();
    expect(await at('budget-counted').textContent()).toMatch(/^Passages: (about )?\d[\d,]* of \d[\d,]* tokens/);
    for (const block of ['S', 'P', 'C', 'A']) expect(await at(`block-${block}`).count()).toBe(1);
    await locator('.prompt-block[data-origin="C"] .prompt-segment', { hasText: 'silk' }).first().click();
    await expect.poll(() => at('origin-note').textContent()).toContain('Written by 6 · Condense');
    await at('open-origin').first().click();
    await at('inspector').waitFor({ state: 'detached' });
    await at('inspect').click();
  });

  it('makes a new run of a verdict that was turned, and compares it with the earlier one', async () => {
    const chunk = await at('candidate-row')
      .filter({ has: locator('[data-testid="keep"]:checked') })
      .first()
      .getAttribute('data-chunk');
    const row = locator(`[data-testid="candidate-row"][data-chunk="${chunk}"]`);
    await row.getByTestId('keep').click();
    await expect.poll(() => row.getByTestId('keep').getAttribute('data-edited')).toBe('true');
    await at('run-on').click();
    await at('parent-run').waitFor();
    await pane('Prompt_Builder', 'done').waitFor();
    await locator(`[data-testid="candidate-row"][data-chunk="${chunk}"] [data-testid="keep"]:not(:checked)`).waitFor();
    await at('inspector-tab-compare').click();
    const fields = at('changed-field');
    await fields.first().waitFor();
    expect((await fields.allTextContents()).some((text) => text.startsWith('final_selection_ids'))).toBe(true);
    expect(await locator('[data-testid="rank-move"][data-kind="left"]').count()).toBeGreaterThan(0);
    expect(await at('comparison').textContent()).toContain('gone, was at 1');
  });

  it('shows in which way it answers, and continues in another one', async () => {
    await at('inspector-tab-decisions').click();
    expect(await at('edit-way').inputValue()).toBe('passages');
    await at('edit-way').selectOption('overview');
    await at('run-on').click();
    await locator('[data-testid="edit-way"][data-edited="false"]').waitFor();
    await pane('Prompt_Builder', 'done').waitFor();
    await expect.poll(() => at('edit-way').inputValue()).toBe('overview');
  });

  it('answers the run unchanged, and says so once the run has continued', async () => {
    await at('stage-prompt').fill('How many lux does silk bear?');
    await at('run-all').click();
    await expect.poll(() => at('answer-run').getAttribute('aria-disabled')).toBe('false');
    await at('answer-run').click();
    const chip = at('run-answer').getByTestId('citation-chip').first();
    await chip.click();
    await at('source-viewer').waitFor();
    await at('run-answer').getByTestId('rests-on').waitFor();
    expect(await at('answer-behind').count()).toBe(0);
    await at('stage-ReRanker').click();
    await at('answer-behind').waitFor();
    await at('catch-up').click();
    await at('answer-behind').waitFor({ state: 'detached' });
    await at('scope-picker').click();
    await at('scope-choice').nth(1).click();
    await launched.window.keyboard.press('Escape');
    expect(await at('answer-run').getAttribute('aria-disabled')).toBe('true');
    await at('run-all').click();
    await expect.poll(() => at('answer-run').getAttribute('aria-disabled')).toBe('false');
    expect(await at('run-answer').getByTestId('answer').count()).toBe(0);
  });

  it('stops before a breakpoint, goes on from there, and compares with any other run', async () => {
    await at('new-run').click();
    await at('stage-prompt').fill('What is the limit for silk?');
    await at('breakpoint-A4_Condenser').click();
    await at('run-all').click();
    await pane('A3_NLI_Gate', 'done').waitFor();
    await pane('A4_Condenser', 'ready').waitFor();
    await at('breakpoint-A4_Condenser').click();
    await at('run-all').click();
    await pane('Prompt_Builder', 'done').waitFor();
    if ((await at('inspector').count()) === 0) await at('inspect').click();
    await at('inspector-tab-compare').click();
    await at('compare-run').selectOption({ index: 1 });
    await expect.poll(async () => (await at('changed-field').allTextContents()).join()).toContain('body.task');
  });

  it('answers with 9, folds the answer away, and puts one of an edited run into the chat as a version of the first', async () => {
    await at('nav-chat').click();
    await at('composer').fill('What is the limit for silk?');
    await launched.keys('Enter');
    await at('why').first().click();
    await at('open-in-stages').click();
    await pane('Answer', 'done').waitFor();
    expect(await at('run-answer').count()).toBe(0);
    await at('stage-Answer').click();
    await at('run-answer').getByTestId('citation-chip').first().waitFor();
    await at('stage-Answer').click();
    await at('run-answer').waitFor({ state: 'detached' });
    await at('keep').first().click();
    await at('run-on').click();
    await pane('Answer', 'ready').waitFor();
    expect(await at('answer-now').getByTestId('answer').count()).toBe(0);
    await locator('[data-pane="centre"]').focus();
    await launched.keys('9');
    await at('answer-now').getByTestId('answer').waitFor();
    expect(await at('answer-before').textContent()).toContain('fifty lux');
    expect(await at('ribbon').locator('line').count()).toBe(9);
    await at('answer-to-chat').click();
    await locator('article:focus').waitFor();
    expect(await locator('article:focus').getByTestId('version').textContent()).toBe('2/2');
    await at('nav-stages').click();
    await pane('Answer', 'done').waitFor();
    expect(await at('answer-to-chat').count()).toBe(0);
    await at('candidate-row').first().click();
    await at('nav-chat').click();
    await at('nav-stages').click();
    await at('ribbon-lit').waitFor();
    expect(await at('ribbon').locator('circle[cx="0"]').count()).toBe(0);
  });

  it('takes in a run of another machine, and names the documents and the model that are missing here', async () => {
    const exported = (await launched.window.evaluate(async () => {
      const { vitrine } = window as unknown as { vitrine: { request(route: string, input: object): Promise<unknown> } };
      const listed = (await vitrine.request('run.list', { limit: 1 })) as { data: { runId: string }[] };
      return vitrine.request('run.export', { runId: listed.data[0]?.runId });
    })) as { data: { run: { embeddingModel: string }; documents: { documentId: string; title: string }[] } };
    const strange = {
      ...exported.data,
      run: { ...exported.data.run, embeddingModel: 'a-model-of-elsewhere' },
      documents: [{ documentId: 'elsewhere', title: 'The lost ledger', checksum: 'c0ffee' }],
    };
    const file = join(folder, 'strange.vitrine-run.json');
    writeFileSync(file, JSON.stringify(strange));
    await at('import-file').setInputFiles(file);
    const note = await at('import-note').textContent();
    expect(note).toContain('a-model-of-elsewhere');
    expect(note).toContain('The lost ledger');
    writeFileSync(file, 'no JSON at all');
    await at('import-file').setInputFiles(file);
    await launched.window.getByText('This is not an exported run', { exact: false }).first().waitFor();
  });

  leavesNoErrors(launched);
});
