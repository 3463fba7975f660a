import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeServer, ollamaWith, part } from '../integration/chat/fake-server';
import { temporaryFolder } from '../temporary-folder';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';
import { fitsSmallest, noGraveFaults, resize, usualSize } from './pictures';

const states = ['Delaware', 'Texas', 'Ohio', 'Delaware', 'Maine'];
const agreement = (state: string, at: number): string => `# Agreement ${at}

This Agreement is entered into as of March ${at + 1}, ${2005 + at * 2} by and between Heron ${at} Inc. and Alder Bank Ltd.

The obligations of this Agreement continue for a period of ${at + 2} years from its date.

Agreement ${at} is governed by the laws of the State of ${state}.
`;
const question = 'Which agreements are governed by Delaware law?';
const rent = 'How much is the monthly rent?';

inWindows('a language model over every document', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, keys, locator, request, ask, focused } = launched;
  let server: FakeServer;
  /** Replies wait for this, to keep the progress visible. */
  let held = Promise.resolve();

  /** Says which law each document is under, cites it, and puts together what it has noted. */
  const said = (body: string): string => {
    const laws = [...body.matchAll(/(Agreement \d) is governed by the laws of the State of (\w+)/gu)];
    const found = new Map(laws.map(([, title, state]) => [title, state]));
    return [...found]
      .map(([title, state], at) => `${title} is governed by the laws of the State of ${state} [Citation ${at + 1}].`)
      .join(' ');
  };

  beforeAll(async () => {
    const files = states.map((state, at) => {
      const path = join(folder, `agreement-${at}.md`);
      writeFileSync(path, agreement(state, at));
      return path;
    });
    const proposal = { value: '$500', quote: 'continue for a period of 2 years' };
    server = await ollamaWith(
      (_request, response, body) => void held.then(() => response.end(part(said(body)) + part('', true))),
      (_request, response, body) =>
        response.end((body.includes(rent) ? part(JSON.stringify(proposal)) : '') + part('', true)),
    );
    await launched.open({ env: { OLLAMA_HOST: server.address } });
    await resize(launched, usualSize);
    await at('try-sample').waitFor();
    await launched.add(files);
    await request('settings.set', { values: { chatModel: 'ollama:writer:1b' } });
  });
  afterAll(() => server.close());

  it('W51 is asked for below a census, and tells first what it takes', async () => {
    await keys('Control+1');
    expect((await ask(question)).census).toBeDefined();
    await at('survey-from-answer').focus();
    await keys('Enter');
    await expect.poll(focused).toBe('survey-question');
    expect(await at('survey-question').inputValue()).toBe(question);
    await expect.poll(() => at('survey-estimate').textContent()).toMatch(/^5 documents · 6 calls · about .* tokens/);
    await at('survey-measure').click();
    await expect.poll(() => at('survey-estimate').textContent()).toMatch(/ · about [^·]* s$/);
    await noGraveFaults(launched);
    await fitsSmallest(launched);
  });

  it('W51 shows how far it is, is paused, and comes back where it was ended by mistake', async () => {
    let release = (): void => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    await at('survey-start').click();
    await at('survey').waitFor();
    expect(await at('survey-facts').textContent()).toContain('0 of 5 documents read');
    await noGraveFaults(launched);
    await at('survey-pause').click();
    await locator('[data-testid="survey"][data-state="paused"]').waitFor();
    // The reading may have taken hours.
    await at('survey-end').click();
    await at('survey').waitFor({ state: 'detached' });
    await launched.window.getByRole('button', { name: 'Undo' }).click();
    await at('survey').waitFor();
    release();
    await at('survey-resume').click();
  });

  it('W50 answers in the conversation, and a citation opens the sentence in its document', async () => {
    await expect.poll(() => at('rests-on').last().textContent()).toMatch(/5 of 5/);
    await at('survey').waitFor({ state: 'detached' });
    const answer = at('answer').last();
    expect(await answer.textContent()).toMatch(/Agreement 1 is governed by the laws of the State of Texas/);
    await answer.getByTestId('citation-chip').nth(1).click();
    await expect.poll(() => at('source-highlight').allTextContents()).toEqual([expect.stringMatching(/State of /)]);
    await noGraveFaults(launched);
    await fitsSmallest(launched);
    await keys('Escape');
  });

  it('W52 marks a proposed value that its quote does not bear out, in the cell and beside its document', async () => {
    await keys('Control+6');
    await at('table-name').fill('Rents');
    await at('template-none').click();
    await at('add-column').click();
    await at('column-question').fill(rent);
    await at('column-type').selectOption('amount');
    await at('column-question').focus();
    await keys('Enter');
    await at('table-proposer').focus();
    await keys('Space');
    await at('fill-table').click();
    const marked = locator('[data-testid="table-cell"][data-state="proposed"]');
    await expect.poll(() => marked.count()).toBe(1);
    await marked.click();
    await locator('[data-testid="cell-proposed"][data-borne-out="false"]').waitFor();
    await expect.poll(() => at('source-highlight').first().textContent()).toContain('for a period of 2 years');
    expect(await at('column-totals').textContent()).toContain('0 of 5 found');
    await noGraveFaults(launched);
    await fitsSmallest(launched);
  });

  leavesNoErrors(launched);
});
