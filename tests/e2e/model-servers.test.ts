import { afterAll, beforeAll, expect, it } from 'vitest';
import { EmbeddingServer } from '../integration/models/embedding-server';
import { inWindows, TestWindow } from './in-windows';
import { noGraveFaults, resize } from './pictures';

const nobody = 'http://127.0.0.1:9';
const ofServer = 'openai:text-embedding-tiny';

inWindows('embedding models of servers', () => {
  const launched = new TestWindow();
  const { at, keys, locator } = launched;
  let server: EmbeddingServer;
  const row = (id: string) => locator(`[data-testid="search-model"][data-model="${id}"]`);
  const inUse = (id: string) => locator(`[data-model="${id}"][data-active="true"]`);
  const said = (state: string) => expect.poll(() => at('server-openai').getAttribute('data-state')).toBe(state);
  const askAgain = () => at('embedding-servers').getByTestId('ask-servers').click();

  beforeAll(async () => {
    server = await EmbeddingServer.open();
    server.listsSo = true;
    server.manner = 'drop';
    const env = { OLLAMA_HOST: nobody, OPENAI_BASE_URL: server.baseUrl, HF_ENDPOINT: nobody };
    await launched.open({ env });
    await resize(launched, { width: 1280, height: 800 });
    await at('nav-library').click();
    await at('try-sample').click();
    await at('document-row').first().waitFor();
    await keys('Control+,');
    await at('settings-section').nth(1).click();
    await row('use-lite').waitFor();
  });
  afterAll(async () => {
    await launched.close();
    await server.close();
  });

  it('C1 are said to be away where their servers do not answer, and why, as it is now', async () => {
    await said('down');
    expect(await at('server-ollama').textContent()).toMatch(/^Ollama does not answer at 127\.0\.0\.1:9\. Start it/);
    expect(await at('pull-name').count()).toBe(0);
    await noGraveFaults(launched);
    server.manner = 'rubbish';
    await askAgain();
    await said('wrong-url');
    server.manner = 'well';
    server.statusOfList = 401;
    await askAgain();
    await said('key-refused');
    server.statusOfList = 200;
    server.names = ['talker'];
    await at('embedding-servers').getByTestId('ask-servers').focus();
    await keys('Enter');
    await said('no-models');
    expect(await at('server-openai').textContent()).toContain('goes by names such as bge');
    server.names = ['text-embedding-tiny', 'talker'];
    await askAgain();
    await row(ofServer).waitFor();
    expect(await at('server-openai').count()).toBe(0);
  });

  it('can be tried again where an estimate failed, and say what to do', async () => {
    server.listsSo = false;
    server.failures.push(401);
    await row(ofServer).getByTestId('use-model').click();
    const alert = at('switch-panel').getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/refused the key.*Check its key in the settings/);
    await noGraveFaults(launched);
    await at('estimate-again').click();
    await at('rebuild-estimate').waitFor();
    expect(await alert.count()).toBe(0);
  });

  it('I13 keep finished vectors if the server goes during a rebuild, which continues when it is back', async () => {
    server.manner = 'drop';
    await at('rebuild-now').click();
    const stopped = locator('[data-testid="rebuild"][data-state="stopped"]');
    await stopped.waitFor();
    expect(await stopped.textContent()).toMatch(/it continues from there.*does not answer.*another embedding model\./);
    expect(await inUse('use-lite').count()).toBe(1);
    await noGraveFaults(launched);
    server.manner = 'well';
    await at('rebuild-resume').click();
    await inUse(ofServer).waitFor();
  });

  it('are missed, with the reason, where the one in use is on a server that went, and are back at a click', async () => {
    server.manner = 'drop';
    server.listsSo = true;
    await at('settings-section').first().click();
    await at('settings-section').nth(1).click();
    await at('model-gone').waitFor();
    expect(await at('model-gone').textContent()).toMatch(
      /indexed with text-embedding-tiny.*by words alone.*does not answer at 127/,
    );
    // It is shown once.
    expect(await at('server-openai').count()).toBe(0);
    await noGraveFaults(launched);
    server.manner = 'well';
    await at('model-gone').getByTestId('ask-servers').click();
    await inUse(ofServer).waitFor();
    await at('model-gone').waitFor({ state: 'detached' });
  });

  it('leave the download that cannot begin beside the folder to import from', async () => {
    const better = row('all-MiniLM-L6-v2');
    await better.getByTestId('download-model').click();
    await better.getByTestId('import-instead').waitFor();
    expect(await better.getByRole('alert').textContent()).toMatch(/cannot be reached.*import its folder/);
    await noGraveFaults(launched);
  });
});
