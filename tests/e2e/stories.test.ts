import { copyFileSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOllama, stopOllama } from '../integration/chat/start-ollama';
import { temporaryFolder } from '../temporary-folder';
import { chromiumPath, dropFiles, electronPath, launchApp, patienceMs, project, sandboxFlags } from './app';
import { withKeys, withPointer } from './hands';
import {
  addMany,
  changeModel,
  compareRuns,
  firstAnswer,
  goOffline,
  openCitation,
  type Scene,
  workOnARun,
} from './stories';
import { startWebHost } from './web-host';

if (!electronPath) console.warn('skipped: tests/e2e/stories.test.ts needs an Electron (npm test finds one)');
if (!chromiumPath) console.warn('skipped: tests/e2e/stories.test.ts needs a Chromium (npm test finds one)');

interface OpenScene extends Scene {
  readonly errors: readonly string[];
  close(): Promise<void>;
}

const script = resolve(project, '../shared/tools/ollama.sh');
const ollama = existsSync(script) ? script : null;
if (!ollama) console.warn('skipped: the story of changing the model needs ../shared/tools/ollama.sh');
/** An Ollama for these tests alone; without one the port is the discard port, which never answers. */
let models = { host: 'http://127.0.0.1:9', port: '', model: '' };
const environment = () => ({ OLLAMA_HOST: models.host });
beforeAll(async () => {
  if (ollama && electronPath) models = await startOllama(ollama);
}, 240_000);
afterAll(() => {
  if (ollama && electronPath) stopOllama(ollama, models.port);
});

/** The key for it opens the system's dialog, in which a person would choose the files. */
async function inApp(): Promise<OpenScene> {
  const launched = await launchApp({ env: environment() });
  const { window: page, app } = launched;
  const hands = withKeys(page);
  return {
    page,
    hands,
    async add(files) {
      await app.evaluate(({ dialog }, filePaths) => {
        dialog.showOpenDialog = (() => Promise.resolve({ canceled: false, filePaths })) as typeof dialog.showOpenDialog;
      }, files as string[]);
      await hands.go('library');
      await page.keyboard.press('Control+O');
    },
    errors: launched.pageErrors,
    close: () => launched.close(),
  };
}

async function inBrowser(library: string): Promise<OpenScene> {
  const { host, address } = await startWebHost(library, environment());
  const browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: sandboxFlags });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(patienceMs);
  const errors: string[] = [];
  page.on('console', (message) => {
    // For browsers that know it, as the window does; this one says that it does not.
    const unknown = "Content-Security-Policy directive 'webrtc'";
    if (message.type() === 'error' && !message.text().includes(unknown)) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(address);
  return {
    page,
    hands: withPointer(page),
    add: (files) => dropFiles(page, '#root', files),
    errors,
    async close() {
      await browser.close();
      const ended = new Promise((done) => host.once('exit', done));
      host.kill('SIGTERM');
      await ended;
    },
  };
}

/** A model writes, and many files come in, in the first of them only: that takes long. */
const scenes = [
  { where: 'in the app, by keyboard alone', missing: !electronPath, open: inApp, whole: true },
  { where: 'in a browser, with a pointer', missing: !chromiumPath, open: inBrowser, whole: false },
];

for (const { where, missing, open, whole } of scenes) {
  describe.skipIf(missing)(`the stories, ${where}`, () => {
    const folder = temporaryFolder();
    const pdf = join(folder, 'report.pdf');
    let scene: OpenScene;

    beforeAll(async () => {
      copyFileSync(join(project, 'tests/fixtures/documents/report.pdf'), pdf);
      scene = await open(join(folder, 'library'));
    });
    afterAll(() => scene.close());

    it('come from the first start to a cited answer and its source in at most 4 clicks', async () => {
      expect(await firstAnswer(scene)).toBeLessThanOrEqual(4);
    });

    it('open a citation in a PDF, where its words are lit', () => openCitation(scene, pdf));

    it('run stages up to a breakpoint, go on, edit, and run a stage again', () => workOnARun(scene));

    it('compare two runs', () => compareRuns(scene));

    it('go offline, and get answers all the same', () => goOffline(scene));

    if (whole) it('add 200 files and go on chatting', () => addMany(scene, folder), 300_000);

    it.skipIf(!ollama)('change the model that answers', () => changeModel(scene, models.model, whole), 300_000);

    it('leave no error on the console', () => {
      expect(scene.errors).toEqual([]);
    });
  });
}
