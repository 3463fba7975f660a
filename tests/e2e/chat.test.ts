import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ollamaWith, part } from '../integration/chat/fake-server';
import { temporaryFolder } from '../temporary-folder';
import { project } from './app';
import { inWindows, TestWindow } from './in-windows';
import { fitsSmallest, noGraveFaults } from './pictures';

inWindows('the chat', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { add, ask, at, keys, locator, request } = launched;

  beforeAll(async () => {
    const text = join(folder, 'opening-hours.txt');
    const markdown = join(folder, 'handbook.md');
    const pdf = join(folder, 'report.pdf');
    writeFileSync(text, 'The museum opens at nine. The museum closes at six, on Sundays at four.\n');
    copyFileSync(join(project, 'tests/fixtures/documents/handbook.md'), markdown);
    copyFileSync(join(project, 'tests/fixtures/documents/report.pdf'), pdf);
    await launched.open();
    await add([text, markdown, pdf]);
    const [hours] = (await request('library.list', {})).filter(({ title }) => title === 'opening-hours');
    await request('collections.move', { documentIds: [hours?.documentId ?? ''], to: 'Visitors' });
    await at('nav-chat').click();
    await at('composer').waitFor();
  });

  it('looks only where the picker says: a collection, then one document besides, chosen by the keyboard', async () => {
    await at('scope-picker').focus();
    await keys('Enter');
    await at('scope-choice').nth(4).waitFor();
    await launched.window.keyboard.type('visi');
    await expect.poll(() => at('scope-choice').count()).toBe(1);
    await keys('Enter');
    await noGraveFaults(launched);
    await keys('Escape');
    await expect.poll(() => at('scope-chip').allTextContents()).toEqual(['Visitors']);

    const outside = await ask('What is the limit for silk?');
    expect(await at('looked-in').textContent()).toBe('Looked only in Visitors');
    expect(outside.citations.filter(({ title }) => !title.includes('opening'))).toEqual([]);
    expect((await ask('When does the museum close?')).citations.map(({ title }) => title)).toContain('opening-hours');

    await at('scope-picker').focus();
    await keys('Enter');
    await launched.window.keyboard.type('report');
    await expect.poll(() => at('scope-choice').count()).toBe(1);
    await keys('Enter', 'Escape');
    await expect.poll(() => at('scope-chip').count()).toBe(2);
    const inside = await ask('What is the limit for silk?');
    expect(new Set(inside.citations.map(({ title }) => title))).toEqual(new Set(['Report on the display cases']));
  });

  it('previews a citation on focus and on hover, says whether it holds, and Escape takes the preview away', async () => {
    // Chips of an unfinished answer are drawn again with new text.
    await locator('article').last().getByTestId('rests-on').waitFor();
    const chip = at('citation-chip').last();
    await chip.focus();
    await at('citation-preview').waitFor();
    for (const part of ['Report on the display cases', 'fifty lux', 'Supported']) {
      await expect.poll(() => at('citation-preview').textContent()).toContain(part);
    }
    const described = await chip.getAttribute('aria-describedby');
    expect(await locator(`[id="${described}"]`).textContent()).toContain('fifty lux');
    await noGraveFaults(launched);
    await keys('Escape');
    await at('citation-preview').waitFor({ state: 'detached' });
    await chip.blur();
    await chip.hover();
    await at('citation-preview').waitFor();
  });

  it('opens the source beside the chat at what the sentence rests on', async () => {
    await at('citation-chip').last().click();
    await at('pdf-highlight').first().waitFor();
    await at('source-as-text').click();
    const [entry] = (await request('chat.findLogs', { limit: 1 })).entries;
    const sentence = entry?.cited?.at(-1);
    const span = sentence?.spans?.at(-1);
    const source = await request('library.source', { documentId: entry?.citations[0]?.documentId ?? '' });
    await at('source-highlight').first().waitFor();
    const lit = (await at('source-highlight').allTextContents()).join('');
    expect(lit.replace(/\s+/g, ' ').trim()).toBe(
      source.text.slice(span?.startChar, span?.endChar).replace(/\s+/g, ' ').trim(),
    );
    await keys('Escape');
  });

  it('writes a question in its fields, one key away, as the text that the run takes apart', async () => {
    await at('new-chat').click();
    await at('composer').fill('What is the limit for silk?');
    await keys('Control+e');
    await expect.poll(() => at('field-task').inputValue()).toBe('What is the limit for silk?');
    await at('field-format').fill('one sentence');
    await at('field-audience').fill('curators');
    await noGraveFaults(launched);
    await fitsSmallest(launched);
    await keys('Control+e');
    const text = 'What is the limit for silk?\n\nAUDIENCE: curators\n\nFORMAT: one sentence';
    expect(await at('composer').inputValue()).toBe(text);

    // A draft waits in its conversation, in the form it was written in.
    await keys('Control+e');
    await at('conversation').first().click();
    await expect.poll(() => at('composer').inputValue()).toBe('');
    await at('new-chat').click();
    await at('field-audience').focus();
    await keys('Enter');
    await expect.poll(async () => (await request('chat.findLogs', { limit: 1 })).entries[0]?.question).toBe(text);
    const [entry] = (await request('chat.findLogs', { limit: 1 })).entries;
    const run = await request('run.get', { runId: entry?.runId ?? '' });
    expect(run.snapshots.A0_PreProcessing?.body).toMatchObject({
      task: 'What is the limit for silk?',
      audience: 'curators',
      format: 'one sentence',
    });
    await keys('Control+e');
  });

  it('draws formulas, code and tables of an answer, and its HTML as text', async () => {
    const answer = [
      'The limit for silk is fifty lux [Citation 1]. The area is $A = \\pi r^2$, and in full [Citation 1]:',
      '$$\\int_0^R 2\\pi r\\,dr = \\pi R^2$$',
      '```ts\nconst limit: number = 50; // lux\nexport const silk = { limit, name: "silk" };\n```',
      `| material | lux | ${'a long heading | '.repeat(8)}\n|${'---|'.repeat(10)}\n| silk | 50 |`,
      '<img src="https://example.org/x.png" onerror="document.title=1"> <script>document.title = 2</script>',
    ].join('\n\n');
    const server = await ollamaWith((_request, response) => response.end(part(answer) + part('', true)));
    try {
      await request('settings.set', { values: { ollamaHost: server.address, chatModel: 'ollama:writer:1b' } });
      const title = await launched.window.title();
      await at('new-chat').click();
      await ask('What is the limit for silk?');
      await locator('[data-testid="formula"] .katex').nth(1).waitFor();
      await locator('[data-testid="code-block"] .hljs-keyword').first().waitFor();
      expect(await locator('[data-testid="formula"] math').count()).toBe(2);
      const drawn = at('answer').last();
      expect(await drawn.locator('img, script').count()).toBe(0);
      expect(await drawn.textContent()).toContain('<script>document.title = 2</script>');
      expect(await launched.window.title()).toBe(title);
      // The fonts are the app's own: the used ones have arrived, and nothing was refused.
      const fonts = await launched.window.evaluate(async () => {
        await document.fonts.ready;
        return [...document.fonts].filter(({ family, status }) => family.includes('KaTeX') && status === 'loaded')
          .length;
      });
      expect(fonts).toBeGreaterThan(0);
      expect(launched.pageErrors.filter((error) => /font|Content Security/i.test(error))).toEqual([]);
      await launched.app.evaluate(({ clipboard }) => clipboard.writeText(''));
      await at('code-block').getByRole('button').click();
      await expect
        .poll(() => launched.app.evaluate(({ clipboard }) => clipboard.readText()))
        .toContain('export const silk');
      const wide = await locator('.table-frame').evaluate((frame) => frame.scrollWidth > frame.clientWidth);
      expect(wide).toBe(true);
      await drawn.scrollIntoViewIfNeeded();
      await drawn.evaluate((element) => element.scrollIntoView({ block: 'start' }));
      await noGraveFaults(launched);
    } finally {
      await server.close();
      await request('settings.set', { reset: ['ollamaHost', 'chatModel'] });
    }
  });

  it('closes the open marks of an answer that is being written, and Escape stops it and keeps what there is', async () => {
    const server = await ollamaWith((_request, response) => {
      response.write(part('Silk takes **fifty lux, as the $$half of a'));
    });
    try {
      await request('settings.set', { values: { ollamaHost: server.address, chatModel: 'ollama:writer:1b' } });
      await at('new-chat').click();
      await at('composer').fill('What is the limit for silk?');
      await keys('Enter');
      const growing = locator('[data-testid="answer"][data-outcome="streaming"]');
      await growing.locator('strong').waitFor();
      expect((await growing.textContent())?.trim()).toBe('Silk takes fifty lux, as the');
      await at('composer').focus();
      await keys('Escape');
      await locator('[data-testid="answer"][data-outcome="incomplete"]').waitFor();
      expect(await at('answer').textContent()).toContain('fifty lux');
      expect(await at('resume').count()).toBe(1);
    } finally {
      await server.close();
      await request('settings.set', { reset: ['ollamaHost', 'chatModel'] });
    }
  });

  it('asks again, edits, branches, and copies with citations or without', async () => {
    await at('new-chat').click();
    await ask('What is the limit for silk?');
    const exchanges = async () => {
      const [newest] = await request('chat.conversations', {});
      return (await request('chat.messages', { conversationId: newest?.conversationId ?? '' })).map(
        ({ question }) => question,
      );
    };
    const answers = () => locator('[data-testid="answer"]:not([data-outcome="streaming"])').count();
    const copied = () => launched.app.evaluate(({ clipboard }) => clipboard.readText());
    await at('copy-answer').click();
    await at('copy-cited').click();
    await expect
      .poll(copied)
      .toContain('fifty lux. [1]\n\nSources\n\n[1] Report on the display cases, page 2 <vitrine://document/');
    await at('copy-answer').click();
    await at('copy-plain').click();
    await expect.poll(copied).toMatch(/fifty lux\.$/);

    const [before] = (await request('chat.findLogs', { limit: 1 })).entries;
    await at('regenerate').click();
    await expect
      .poll(async () => (await request('chat.findLogs', { limit: 1 })).entries[0]?.messageId)
      .not.toBe(before?.messageId);
    await expect.poll(answers).toBe(1);
    await expect.poll(exchanges).toEqual(['What is the limit for silk?']);

    await launched.window.getByRole('heading', { name: 'Question: What is the limit for silk?' }).hover();
    await at('edit').click();
    await at('edit-question').fill('When does the museum close?');
    await keys('Enter');
    await expect.poll(exchanges).toEqual(['When does the museum close?']);
    await expect.poll(answers).toBe(1);
    await ask('What is the limit for silk?');
    await at('more').first().click();
    await at('branch').click();
    await expect.poll(exchanges).toEqual(['When does the museum close?']);
    await expect.poll(answers).toBe(1);
  });

  it('renames and deletes a conversation, and the deletion can be undone', async () => {
    const titles = () => at('conversation').allTextContents();
    const before = await titles();
    const rename = async (name: string): Promise<void> => {
      await at('rename').click();
      await at('conversation-name').fill(name);
      await keys('Enter');
      await launched.window.getByText(`Renamed to “${name}”.`).first().waitFor();
    };
    await rename('Closing hours');
    await launched.window.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(titles).toEqual(before);
    await rename('Not its name');
    await rename('Nor this');
    // Only the latest change of a name is offered to be taken back.
    expect(await launched.window.getByRole('button', { name: 'Undo' }).count()).toBe(1);
    await keys('Control+Z');
    await at('conversation').filter({ hasText: 'Not its name' }).first().waitFor();
    await rename('Opening hours');
    const named = at('conversation').filter({ hasText: 'Opening hours' });
    await named.first().waitFor();
    await named.first().focus();
    await keys('Delete');
    await expect.poll(() => named.count()).toBe(0);
    await launched.window.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => named.count()).toBe(1);
  });

  it('looks there again when the conversation is opened by another window, and says of each question where it looked', async () => {
    await launched.window.reload();
    await at('nav-chat').click();
    // The first that was asked is the last of the list.
    await at('conversation').last().click();
    await expect.poll(() => at('looked-in').count()).toBe(3);
    await expect
      .poll(() => at('looked-in').last().textContent())
      .toBe('Looked only in Visitors and Report on the display cases');
    await expect.poll(() => at('scope-chip').allTextContents()).toEqual(['Visitors', 'Report on the display cases']);
  });

  it('R5 says where nothing is found which words no document has, unfolds the closest passages, which open, and looks everywhere', async () => {
    expect(await ask('Which museum lent 1713 silk anchors to Zanzibar?')).toMatchObject({ outcome: 'nothing' });
    const shown = at('answer').last();
    expect(await shown.textContent()).toContain('No document has “lent”, “1713”, “anchors”');
    await shown.getByTestId('more-passages').locator('summary').click();
    await noGraveFaults(launched);
    const place = await shown.getByTestId('passage-source').first().textContent();
    await shown.getByTestId('passage-source').first().click();
    await at('source-highlight').or(at('pdf-highlight')).first().waitFor();
    expect(place).toMatch(/opening-hours|Report on the display cases/u);
    await keys('Escape');
    await at('look-everywhere').last().click();
    await expect.poll(() => at('looked-in').count()).toBe(3);
    await at('no-answer').last().waitFor();
    await expect.poll(() => at('look-everywhere').count()).toBe(1);
    await at('better-model').last().click();
    await at('offer-time').waitFor();
    const heading = at('recommendation').getByRole('heading');
    await expect.poll(() => heading.evaluate((words) => words === document.activeElement)).toBe(true);
  });
});
