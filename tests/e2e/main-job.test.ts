import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stageIds } from '@shared/prompt/stage-names';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { project } from './app';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';

const question = 'What is the limit for silk?';

inWindows('the main job, in the window', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, drop, locator, request } = launched;
  const text = join(folder, 'opening-hours.txt');
  const markdown = join(folder, 'handbook.md');
  const pdf = join(folder, 'report.pdf');

  const latestRun = async () => {
    const [latest] = await request('run.list', {});
    return request('run.get', { runId: latest?.runId ?? '' });
  };
  const pane = (stage: string, state: string) => locator(`[data-testid="stage-${stage}"][data-state="${state}"]`);
  const shownPrompt = async (): Promise<string> => {
    if ((await at('inspector').count()) === 0) await at('inspect').click();
    await at('inspector-tab-prompt').click();
    return (await at('prompt-ready').textContent()) ?? '';
  };

  beforeAll(async () => {
    writeFileSync(text, 'The museum opens at nine. The museum closes at six, on Sundays at four.\n');
    copyFileSync(join(project, 'tests/fixtures/documents/handbook.md'), markdown);
    copyFileSync(join(project, 'tests/fixtures/documents/report.pdf'), pdf);
    await launched.open();
  });

  it('says over the page, on a ground of its own, what becomes of files that hover', async () => {
    await at('nav-library').click();
    const fire = (type: 'dragenter' | 'dragleave') =>
      launched.window.evaluate((name) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['words'], 'a.txt'));
        document.body.dispatchEvent(new DragEvent(name, { bubbles: true, dataTransfer }));
      }, type);
    await fire('dragenter');
    const words = at('drop-target').getByText('Drop to add to the library');
    await words.waitFor();
    const opacity = (element: Element): string =>
      getComputedStyle(element).backgroundColor.match(/[\d.]+(?=\)$)/)?.[0] ?? '';
    expect(await words.locator('..').evaluate((card) => getComputedStyle(card).backgroundColor)).toMatch(/^rgb\(/);
    expect(Number(await at('drop-target').evaluate(opacity))).toBeLessThan(0.6);
    await fire('dragleave');
    await at('drop-target').waitFor({ state: 'detached' });
  });

  it('takes a text, a Markdown and a PDF file that are dropped on it', async () => {
    await at('nav-library').click();
    await drop([text, markdown, pdf]);
    await at('document-row').nth(2).waitFor();
    const rows = await at('document-row').allTextContents();
    for (const name of ['opening-hours', 'Handbook of the display cases', 'Report on the display cases']) {
      expect(rows.some((row) => row.includes(name))).toBe(true);
    }
  });

  it('answers with a citation that names the right file and page, and opens it', async () => {
    await at('nav-chat').click();
    await at('composer').fill(question);
    await at('send').click();
    const answer = locator('[data-testid="answer"][data-outcome="answered"]');
    await answer.first().waitFor();
    expect(await answer.first().textContent()).toContain('The limit for silk is fifty lux.');

    const [entry] = (await request('chat.findLogs', { limit: 1 })).entries;
    const cited = entry?.citations.find((citation) => citation.snippet.includes('fifty lux'));
    expect(cited).toMatchObject({ path: pdf, pages: [2], title: 'Report on the display cases' });

    const chip = at('citation-chip').first();
    await chip.click();
    await locator('[data-testid="pdf-page"][data-drawn="true"]').first().waitFor();
    await expect.poll(() => at('pdf-page-number').inputValue()).toBe('2');
    await at('pdf-highlight').first().waitFor();

    await at('source-as-text').click();
    await expect.poll(() => at('source-highlight').allTextContents()).toContain('The limit for silk is fifty lux.');
  });

  it('shows for an answer the prompt that is stored with its run, and what its confidence is made of', async () => {
    await at('why').first().click();
    await at('open-in-stages').click();
    await pane('Prompt_Builder', 'done').waitFor();
    await at('confidence-table').waitFor();
    expect(await at('confidence-part').count()).toBe(4);
    expect(await at('confidence-part').last().isVisible()).toBe(true);
    const stored = (await latestRun()).snapshots.Prompt_Builder?.prompt_ready;
    expect(stored).toContain(question);
    await expect.poll(shownPrompt).toBe(stored);
  });

  it('runs the eight stages one after another by their buttons, and each only in its order', async () => {
    await at('new-run').click();
    await at('stage-prompt').fill(`${question}\n\nAUDIENCE: expert`);
    for (const [position, stage] of stageIds.entries()) {
      const later = stageIds[position + 2];
      if (later) expect(await at(`stage-${later}`).getAttribute('data-state')).toBe('waiting');
      await at(`stage-${stage}`).click();
      await pane(stage, 'done').waitFor();
    }
    const byHand = await latestRun();
    expect(byHand.stages.map((record) => record.state)).toEqual(stageIds.map(() => 'done'));
    expect(byHand.snapshots.Prompt_Builder?.body.audience).toBe('expert');
    await expect.poll(shownPrompt).toBe(byHand.snapshots.Prompt_Builder?.prompt_ready);
  });

  leavesNoErrors(launched);
});
