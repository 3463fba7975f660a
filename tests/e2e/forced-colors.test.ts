import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { project } from './app';
import { inWindows, TestWindow } from './in-windows';
import { resize, usualSize } from './pictures';

inWindows('where the system sets the colours', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, drop, keys, locator } = launched;
  const style = (target: Locator, name: 'outlineStyle' | 'borderTopStyle' | 'backgroundColor' | 'forcedColorAdjust') =>
    target.first().evaluate((element, property) => getComputedStyle(element)[property as 'outlineStyle'], name);

  beforeAll(async () => {
    copyFileSync(join(project, 'tests/fixtures/documents/handbook.md'), join(folder, 'handbook.md'));
    await launched.open({ env: { OLLAMA_HOST: 'http://127.0.0.1:9' } });
    await resize(launched, usualSize);
    await launched.window.emulateMedia({ forcedColors: 'active' });
    await at('nav-library').click();
    await drop([folder]);
    await at('document-row').first().waitFor();
  });

  it('a choice, a room and a row that are chosen are still told from the others', async () => {
    expect(await style(at('nav-library'), 'outlineStyle')).toBe('solid');
    expect(await style(at('nav-chat'), 'outlineStyle')).toBe('none');
    await at('document-row').first().click();
    expect(await style(locator('[aria-hidden="true"].rounded-full'), 'forcedColorAdjust')).toBe('none');
    await keys('Control+,');
    await locator('[data-id="appearance"] [data-testid="settings-section"]').click();
    const options = at('settings-appearance').locator('label:has(> input[type="radio"])');
    await options.first().waitFor();
    const outlines = await options.evaluateAll((labels) =>
      labels.map((label) => [label.querySelector('input')?.checked, getComputedStyle(label).outlineStyle]),
    );
    expect(outlines.filter(([chosen, outline]) => chosen !== (outline === 'solid'))).toEqual([]);
    expect(await style(locator('[role="switch"] span'), 'forcedColorAdjust')).toBe('none');
  });

  it('a cited passage is still marked in its source, and the panes still show their state', async () => {
    await at('nav-chat').click();
    await at('composer').fill('How many lux does silk bear?');
    await keys('Enter');
    await at('citation-chip').first().waitFor();
    await at('citation-chip').first().click();
    const mark = at('source-highlight');
    await mark.first().waitFor();
    const around = await mark.first().evaluate((element) => getComputedStyle(element.parentElement ?? element).color);
    expect(await style(mark, 'backgroundColor')).not.toBe(await style(at('composer'), 'backgroundColor'));
    expect(around).not.toBe(await style(mark, 'backgroundColor'));
    await at('nav-stages').click();
    await at('stage-prompt').fill('How many lux does silk bear?');
    await at('run-all').click();
    const built = locator('[data-testid="stage-Prompt_Builder"][data-state="done"]');
    await built.waitFor();
    const edge = await built.evaluate((pane) => getComputedStyle(pane, '::after').forcedColorAdjust);
    expect(edge).toBe('none');
    expect(await style(at('score-bar'), 'forcedColorAdjust')).toBe('none');
    const part = at('score-bar').first().locator('[data-part]');
    expect(await style(part, 'forcedColorAdjust')).toBe('none');
  });
});
