/** People's tasks in Vitrine, described once: with a pointer or with keys, in the app's window or in a browser. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StageId } from '@shared/prompt/stage-names';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { patienceMs } from './app';
import type { Hands } from './hands';
import { litColours, litWords } from './pdf-light';

/** The scene of a story. */
export interface Scene {
  readonly page: Page;
  readonly hands: Hands;
  /** Brings files of the disk into the library, by dropping them or by the key for it. */
  add(files: readonly string[]): Promise<void>;
}

/** 200 files, or a model, on a machine that does much else. */
const longPatience = 240_000;

const answers = ({ page }: Scene) => page.locator('[data-testid="answer"]:not([data-outcome="streaming"])');
const pane = ({ page }: Scene, stage: StageId, state: string) =>
  page.locator(`[data-testid="stage-${stage}"][data-state="${state}"]`).waitFor();

async function ask(scene: Scene, question: string, timeout = patienceMs): Promise<void> {
  const before = await answers(scene).count();
  await scene.hands.write(scene.page.getByTestId('composer'), question);
  await scene.page.keyboard.press('Enter');
  await answers(scene).nth(before).waitFor({ timeout });
}

async function closeCase({ page }: Scene): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('[data-pane="case"]').waitFor({ state: 'detached' });
}

/** From the first start to an answer with its source beside it. Resolves to the clicks it took, a key being none. */
export async function firstAnswer(scene: Scene): Promise<number> {
  const { page, hands } = scene;
  await page.evaluate(() => {
    document.documentElement.dataset.clicks = '0';
    const count = (event: Event): void => {
      const { dataset } = document.documentElement;
      if (event.isTrusted) dataset.clicks = String(Number(dataset.clicks) + 1);
    };
    addEventListener('click', count, { capture: true });
  });
  await hands.press(page.getByTestId('try-sample'));
  await page.getByTestId('suggestion').first().waitFor();
  await hands.press(page.getByTestId('suggestion').nth(1));
  await page.getByTestId('answer').waitFor();
  await hands.press(page.getByTestId('citation-chip').or(page.getByTestId('passage-source')).first());
  // Lit on the page of a PDF, or in the text of anything else.
  await page.locator('[data-testid="pdf-highlight"], [data-testid="source-highlight"]').first().waitFor();
  const clicks = Number(await page.evaluate(() => document.documentElement.dataset.clicks));
  await closeCase(scene);
  return clicks;
}

/** 200 files come in, and a question is answered while they do. */
export async function addMany(scene: Scene, folder: string): Promise<void> {
  const { page, hands } = scene;
  const files = Array.from({ length: 200 }, (_, at) => {
    const file = join(folder, `ledger-${at + 1}.md`);
    const lines = Array.from({ length: 30 }, (__, line) => `In ${1700 + line} the lamp of case ${at + 1} was trimmed.`);
    writeFileSync(file, `# Ledger ${at + 1}\n\n${lines.join(' ')}\n`);
    return file;
  });
  const progress = page.locator('[data-testid="work"][data-work="adding"]');
  await scene.add(files);
  await progress.waitFor({ timeout: longPatience });
  await hands.go('chat');
  await ask(scene, 'What is the limit for silk?');
  expect(await answers(scene).last().getAttribute('data-outcome')).toBe('answered');
  expect(await progress.count(), 'files are still coming in').toBe(1);
  await progress.waitFor({ state: 'detached', timeout: longPatience });
  await hands.go('library');
  await expect
    .poll(async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount')))
    .toBeGreaterThan(200);
}

/** A cited answer out of a PDF; its citation opens the page, on which the words are lit. */
export async function openCitation(scene: Scene, pdf: string): Promise<void> {
  const { page, hands } = scene;
  await scene.add([pdf]);
  await hands.go('library');
  await page.locator('[data-testid="document-row"]', { hasText: 'Report on the display cases' }).waitFor();
  await hands.go('chat');
  await ask(scene, 'What is the limit for silk?');
  await hands.press(page.getByTestId('answer').last().getByTestId('citation-chip').first());
  await page.locator('[data-testid="pdf-page"][data-page="2"][data-drawn="true"]').waitFor();
  await page.getByTestId('pdf-highlight').first().waitFor();
  await expect.poll(() => litWords(page)).toContain('limit for silk is fifty lux');
  const colours = await litColours(page);
  expect(colours.yellow).toBeGreaterThan(0.4);
  expect(colours.dark).toBeGreaterThan(0.02);
  await closeCase(scene);
}

/** A run that stops before a stage, goes on, is edited, and one stage of it run again. */
export async function workOnARun(scene: Scene): Promise<void> {
  const { page, hands } = scene;
  await hands.go('stages');
  await hands.press(page.getByTestId('new-run'));
  await hands.write(page.getByTestId('stage-prompt'), 'What is the limit for silk?');
  await hands.press(page.getByTestId('breakpoint-A4_Condenser'));
  await hands.press(page.getByTestId('run-all'));
  await pane(scene, 'A3_NLI_Gate', 'done');
  await pane(scene, 'A4_Condenser', 'ready');
  await hands.press(page.getByTestId('breakpoint-A4_Condenser'));
  await hands.press(page.getByTestId('run-all'));
  await pane(scene, 'Prompt_Builder', 'done');

  await hands.turnFirstVerdict();
  await hands.press(page.getByTestId('run-on'));
  await page.getByTestId('parent-run').waitFor();
  await pane(scene, 'Prompt_Builder', 'done');

  await hands.press(page.getByTestId('stage-ReRanker'));
  await pane(scene, 'Prompt_Builder', 'stale');
  await hands.press(page.getByTestId('catch-up'));
  await pane(scene, 'Prompt_Builder', 'done');
  expect(await page.getByTestId('out-of-date').count()).toBe(0);
}

/** The run at hand beside the oldest one, which asked something else. */
export async function compareRuns(scene: Scene): Promise<void> {
  const { page, hands } = scene;
  await hands.go('stages');
  if ((await page.getByTestId('inspector').count()) === 0) await hands.press(page.getByTestId('inspect'));
  await hands.turnTo(page.getByTestId('inspector-tab-compare'), page.getByRole('tab'));
  await hands.chooseLast(page.getByTestId('compare-run'));
  const changed = async () =>
    (await page.getByTestId('changed-field').locator('h3').allTextContents()).map((name) => name.trim());
  await expect.poll(changed).toEqual(expect.arrayContaining(['body.task', 'prompt_ready']));
  expect(await page.getByTestId('rank-move').count()).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
}

/** A model of Ollama is chosen and, where it is heard, writes an answer, a short one; then quoting is chosen again. */
export async function changeModel(scene: Scene, model: string, heard: boolean): Promise<void> {
  const { page, hands } = scene;
  const choice = (id: string) => page.locator(`[data-testid="model-choice"][data-model="${id}"]`);
  const chosen = () => page.getByTestId('model-picker').textContent();
  const name = model.slice(model.indexOf(':') + 1);
  await hands.go('settings');
  await hands.pick(page.getByTestId('settings-section'), 0);
  await hands.write(page.getByTestId('limit-answer.maxTokens'), '40');
  await page.keyboard.press('Enter');
  await page.getByTestId('changed-answer.maxTokens').waitFor();
  await hands.go('chat');
  await hands.takeFrom(page.getByTestId('model-picker'), choice(model));
  await expect.poll(chosen).toBe(name);
  if (heard) {
    await ask(scene, 'What is the limit for silk?', longPatience);
    // A small model may write what the passages do not say: then it is named above them.
    await page.locator('article').last().getByText(name).first().waitFor();
  }
  await hands.takeFrom(page.getByTestId('model-picker'), choice(''));
  await expect.poll(chosen).toBe('Quoted, no model');
}

/** Offline mode: a server elsewhere is not asked, and answers come all the same. */
export async function goOffline(scene: Scene): Promise<void> {
  const { page, hands } = scene;
  const sections = page.getByTestId('settings-section');
  const turn = async (on: boolean): Promise<void> => {
    await hands.pick(sections, 2);
    const handle = page.getByTestId('setting-offline');
    await hands.press(handle);
    await expect.poll(() => handle.getAttribute('aria-checked')).toBe(String(on));
  };
  await hands.go('settings');
  await turn(true);
  // An address for examples: it belongs to no one.
  await hands.pick(sections, 0);
  await hands.press(page.getByTestId('add-server'));
  await page.getByTestId('new-server-kind').selectOption('openai');
  await hands.write(page.getByTestId('new-server-name'), 'Elsewhere');
  await hands.write(page.getByTestId('new-server-url'), 'http://192.0.2.1:9');
  await page.keyboard.press('Enter');
  await page.locator('[data-testid="tested-openai-elsewhere"][data-state="refused-offline"]').waitFor();
  await hands.go('chat');
  await ask(scene, 'What is the limit for silk?');
  expect(await answers(scene).last().getAttribute('data-outcome')).toBe('answered');
  await hands.go('settings');
  await hands.pick(sections, 0);
  await hands.press(page.getByTestId('remove-openai-elsewhere'));
  await turn(false);
}
