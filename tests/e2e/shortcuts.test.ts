import { join } from 'node:path';
import { type CommandId, commandIds, commands, keysOf } from '@shared/commands';
import englishTitles from '@shared/words/en/desktop.json';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { dropFiles, project } from './app';
import { inWindows, TestWindow } from './in-windows';

const mac = process.platform === 'darwin';
const pdf = join(project, 'tests/fixtures/documents/report.pdf');

/** Keys of the table as Playwright names them. */
function playwrightKeys(keys: string): string {
  const names: Record<string, string> = {
    CmdOrCtrl: mac ? 'Meta' : 'Control',
    Cmd: 'Meta',
    Ctrl: 'Control',
    Plus: '+',
    Up: 'ArrowUp',
    Down: 'ArrowDown',
    Left: 'ArrowLeft',
    Right: 'ArrowRight',
  };
  return keys
    .split('+')
    .map((key) => names[key] ?? key)
    .join('+');
}

/** Every command with every way to press it; those without keys are in the palette and the menus. */
const pressable = commandIds.flatMap((id) => keysOf(id, mac).map((keys) => ({ id, keys })));

inWindows('every shortcut of the table of commands', () => {
  const launched = new TestWindow();
  const { at, locator, request } = launched;
  const focused = () =>
    launched.window.evaluate(() => {
      const { activeElement: element } = document;
      return element?.getAttribute('data-testid') ?? element?.getAttribute('data-pane') ?? element?.tagName ?? '';
    });
  const room = (name: string) => locator(`[data-testid="nav-${name}"][aria-current="page"]`).waitFor();
  /** Not on the body: keys go on from where one has gone to. */
  const focusIsInRoom = () =>
    expect
      .poll(() => launched.window.evaluate(() => Boolean(document.activeElement?.closest('main [data-pane="centre"]'))))
      .toBe(true);
  const textSize = () => launched.window.evaluate(() => document.documentElement.style.fontSize || '100%');
  const setTextSize = (percent: number) => request('settings.set', { values: { 'appearance.textSize': percent } });
  const go = async (name: string): Promise<void> => {
    await at(`nav-${name}`).click();
    await room(name);
  };
  const rows = () => at('conversation');
  /** The first is a PDF, whose pages are shown; the second has its text shown. */
  const documents = () => at('document-row');
  const selectedRows = () => locator('[data-testid="document-row"][aria-selected="true"]').count();
  /** Dialogs of the system that the menu or the page has opened, by what they let one choose. */
  const dialogs = () =>
    launched.app.evaluate(() => (globalThis as { asked?: readonly string[] }).asked ?? ([] as readonly string[]));

  const composerWith = async (text: string) => {
    await go('chat');
    await at('composer').fill(text);
    await at('composer').focus();
    return at('composer');
  };

  /** The item of the native menu for a command: what the system carries out, no key of a page can show. */
  const menuItem = (id: CommandId) =>
    launched.app.evaluate(({ Menu }, wanted) => {
      const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
      return item ? { label: item.label, accelerator: item.accelerator ?? null, role: item.role ?? null } : null;
    }, id);
  type Check = (press: () => Promise<void>, keys: string) => Promise<void>;

  const isNative =
    (id: CommandId): Check =>
    async (_press, keys) => {
      const item = await menuItem(id);
      expect(item?.accelerator).toBe(keys);
      expect(item?.role).toBe(commands[id].role?.toLowerCase());
    };
  const goesTo =
    (name: string, from: string): Check =>
    async (press) => {
      await go(from);
      await press();
      await room(name);
      await focusIsInRoom();
    };
  const asksFor =
    (what: string): Check =>
    async (press) => {
      const before = (await dialogs()).length;
      await press();
      await expect.poll(async () => (await dialogs()).slice(before)).toEqual([what]);
    };
  const changesText =
    (from: number, to: string): Check =>
    async (press) => {
      await go('chat');
      await setTextSize(from);
      await expect.poll(textSize).toBe(`${from}%`);
      await press();
      await expect.poll(textSize).toBe(to);
      await setTextSize(100);
      await expect.poll(textSize).toBe('100%');
    };
  const selects =
    (from: number, row: () => Locator): Check =>
    async (press) => {
      await go('library');
      await documents().nth(from).click();
      await press();
      await expect.poll(() => row().getAttribute('aria-selected')).toBe('true');
    };

  const checks: Partial<Record<CommandId, Check>> = {
    'find-anything': async (press) => {
      await press();
      await at('palette').waitFor();
      await expect.poll(focused).toBe('palette-query');
      await press();
      await at('palette').waitFor({ state: 'detached' });
    },
    'go-chat': goesTo('chat', 'library'),
    'go-stages': goesTo('stages', 'chat'),
    'go-library': goesTo('library', 'chat'),
    'go-search': goesTo('search', 'chat'),
    'go-evaluate': goesTo('evaluate', 'chat'),
    'go-tables': goesTo('tables', 'chat'),
    'go-settings': goesTo('settings', 'chat'),
    'new-chat': async (press) => {
      await go('chat');
      await rows().first().click();
      await at('answer').first().waitFor();
      await press();
      await at('answer').first().waitFor({ state: 'detached' });
      await expect.poll(focused).toBe('composer');
    },
    'private-chat': async (press) => {
      await go('chat');
      await press();
      await at('private-note').waitFor();
      await expect.poll(focused).toBe('composer');
      await at('new-chat').click();
    },
    'add-files': asksFor('openFile'),
    'add-folder': asksFor('openDirectory'),
    'attach-files': async (press, keys) => {
      await go('library');
      await asksFor('openFile')(press, keys);
      await room('chat');
    },
    find: async (press) => {
      await go('library');
      await press();
      await expect
        .poll(() => launched.window.evaluate(() => document.activeElement?.hasAttribute('data-find')))
        .toBe(true);
    },
    'text-larger': changesText(100, '110%'),
    'text-smaller': changesText(150, '125%'),
    'text-normal': changesText(150, '100%'),
    'next-pane': async (press) => {
      await go('chat');
      await at('composer').focus();
      await press();
      await expect.poll(focused).toBe('rail');
      await press();
      await expect.poll(focused).toBe('list');
    },
    'previous-pane': async (press) => {
      await go('chat');
      await at('composer').focus();
      await press();
      await expect.poll(focused).toBe('list');
    },
    notifications: async (press) => {
      await go('chat');
      await press();
      await expect
        .poll(() => launched.window.evaluate(() => document.activeElement?.hasAttribute('data-notifications')))
        .toBe(true);
    },
    'close-layer': async (press) => {
      await go('library');
      await documents().nth(1).click();
      await launched.window.keyboard.press('Enter');
      await at('source-viewer').waitFor();
      await locator('[data-pane="case"]').focus();
      await press();
      await at('source-viewer').waitFor({ state: 'detached' });
      // The focus is back where the case was opened.
      await expect
        .poll(() => launched.window.evaluate(() => document.activeElement?.getAttribute('role')))
        .toBe('grid');
    },
    'context-menu': async (press) => {
      await go('chat');
      await rows().first().focus();
      await press();
      await at('context-menu').waitFor();
      await launched.window.keyboard.press('Escape');
      await at('context-menu').waitFor({ state: 'detached' });
      await expect.poll(focused).toBe('conversation');
    },
    shortcuts: async (press) => {
      await go('chat');
      await press();
      await at('settings-shortcuts').waitFor();
    },
    send: async (press) => {
      await launched.window.keyboard.press(playwrightKeys('CmdOrCtrl+N'));
      await composerWith('What does the machine mean by E3?');
      await press();
      await locator('[data-testid="answer"]:not([data-outcome="streaming"])').first().waitFor();
    },
    'line-break': async (press) => {
      const composer = await composerWith('one');
      await press();
      await expect.poll(() => composer.inputValue()).toBe('one\n');
    },
    'run-stage': async (press, keys) => {
      await go('stages');
      // Each stage is allowed once the one before has run: the eight keys are pressed one after the other.
      if (keys === '1') {
        await at('new-run').click();
        // It takes the focus with the next frame, and would take it back from the pane.
        await expect.poll(focused).toBe('stage-prompt');
        await at('stage-prompt').fill('What does the machine mean by E3?');
      }
      await locator('[data-pane="centre"]').focus();
      await press();
      await locator('[data-testid^="stage-"][data-state="done"]')
        .nth(Number(keys) - 1)
        .waitFor();
    },
    'run-all': async (press) => {
      await go('stages');
      await at('new-run').click();
      await at('stage-prompt').fill('How is a chunk cited?');
      await press();
      await locator('[data-testid="stage-Prompt_Builder"][data-state="done"]').waitFor();
    },
    'list-next': selects(0, () => documents().nth(1)),
    'list-previous': selects(1, () => documents().first()),
    'list-first': selects(1, () => documents().first()),
    'list-last': selects(0, () => documents().last()),
    'list-open': async (press) => {
      await go('library');
      await documents().nth(1).click();
      await press();
      await at('source-viewer').waitFor();
      await launched.window.keyboard.press('Escape');
      await at('source-viewer').waitFor({ state: 'detached' });
    },
    'list-rename': async (press) => {
      await go('library');
      await documents().first().click();
      await press();
      await at('name-field').waitFor();
      await launched.window.keyboard.press('Escape');
      await at('name-dialog').waitFor({ state: 'detached' });
    },
    'ask-about': async (press) => {
      await go('search');
      await at('search-query').fill('machine');
      await at('search-hit').first().focus();
      await press();
      await expect.poll(() => at('composer').inputValue()).toBe('machine');
      await at('scope-chip').waitFor();
      await at('composer').fill('');
      await launched.window.keyboard.press(playwrightKeys('CmdOrCtrl+N'));
    },
    'list-delete': async (press) => {
      await go('library');
      const before = await documents().count();
      await documents().first().click();
      await press();
      await expect.poll(() => documents().count()).toBe(before - 1);
      await launched.window.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => documents().count()).toBe(before);
    },
    'take-back': async (press) => {
      await go('library');
      const before = await documents().count();
      await documents().first().click();
      await launched.window.keyboard.press('Delete');
      await expect.poll(() => documents().count()).toBe(before - 1);
      await press();
      await expect.poll(() => documents().count()).toBe(before);
    },
    'list-select-all': async (press) => {
      await go('library');
      await documents().first().click();
      await press();
      await expect.poll(selectedRows).toBe(await documents().count());
    },
    undo: async (press) => {
      const composer = await composerWith('');
      await launched.window.keyboard.insertText('words');
      await press();
      await expect.poll(() => composer.inputValue()).toBe('');
    },
    redo: async (press) => {
      const composer = await composerWith('');
      await launched.window.keyboard.insertText('words');
      await launched.window.keyboard.press(playwrightKeys('CmdOrCtrl+Z'));
      await expect.poll(() => composer.inputValue()).toBe('');
      await press();
      await expect.poll(() => composer.inputValue()).toBe('words');
    },
    'select-all': async (press) => {
      const composer = await composerWith('words');
      await press();
      const selected = (field: HTMLTextAreaElement) => field.selectionEnd - field.selectionStart;
      await expect.poll(() => composer.evaluate(selected)).toBe(5);
    },
    copy: async (press) => {
      const composer = await composerWith('copied');
      await composer.selectText();
      await press();
      await expect.poll(() => launched.app.evaluate(({ clipboard }) => clipboard.readText())).toBe('copied');
    },
    cut: async (press) => {
      const composer = await composerWith('taken');
      await composer.selectText();
      await press();
      await expect.poll(() => composer.inputValue()).toBe('');
      await expect.poll(() => launched.app.evaluate(({ clipboard }) => clipboard.readText())).toBe('taken');
    },
    paste: async (press) => {
      await launched.app.evaluate(({ clipboard }) => clipboard.writeText('pasted'));
      const composer = await composerWith('');
      await press();
      await expect.poll(() => composer.inputValue()).toBe('pasted');
    },
    'question-fields': async (press) => {
      await composerWith('What does the machine mean by E3?');
      await press();
      await at('question-fields').waitFor();
      await at('as-fields').click();
      await at('question-fields').waitFor({ state: 'detached' });
    },
    'find-in-document': async (press) => {
      await openText();
      await press();
      await expect.poll(focused).toBe('source-find');
    },
    'copy-cited': async (press) => {
      await openText();
      const heading = locator('.source-heading [data-from]').first();
      await heading.evaluate((words) => getSelection()?.selectAllChildren(words));
      const title = await locator('[data-pane="case"] h2').textContent();
      await press();
      await expect
        .poll(() => launched.app.evaluate(({ clipboard }) => clipboard.readText()))
        .toMatch(new RegExp(`^.+\n— ${title}$`));
    },
    'wide-source': async (press) => {
      await openText();
      const width = () => locator('[data-pane="case"]').evaluate((pane) => pane.clientWidth);
      const before = await width();
      await press();
      await expect.poll(width).toBeGreaterThan(before * 1.5);
      await launched.window.keyboard.press('Escape');
      await expect.poll(width).toBe(before);
      await at('source-viewer').waitFor();
    },
    'hit-next': async (press) => {
      const before = await openHits();
      await press();
      await expect.poll(hits).not.toBe(before);
    },
    'hit-previous': async (press) => {
      const first = await openHits();
      await launched.window.keyboard.press('F3');
      await expect.poll(hits).not.toBe(first);
      const before = await hits();
      await press();
      await expect.poll(hits).not.toBe(before);
    },
    'page-next': async (press) => {
      await openPdf();
      await press();
      await expect.poll(pageNumber).toBe('2');
    },
    'page-previous': async (press) => {
      await openPdf();
      await launched.window.keyboard.press('ArrowRight');
      await expect.poll(pageNumber).toBe('2');
      await press();
      await expect.poll(pageNumber).toBe('1');
    },
    'page-larger': async (press) => {
      const before = await openPdf();
      await press();
      await expect.poll(pageWidth).toBeGreaterThan(before);
      expect(await textSize()).toBe('100%');
    },
    'page-smaller': async (press) => {
      const before = await openPdf();
      await press();
      await expect.poll(pageWidth).toBeLessThan(before);
    },
    'page-fit': async (press) => {
      const before = await openPdf();
      await launched.window.keyboard.press(playwrightKeys('CmdOrCtrl+-'));
      await expect.poll(pageWidth).toBeLessThan(before);
      await press();
      await expect.poll(pageWidth).toBe(before);
    },
    'difference-next': async (press) => {
      await compare();
      await press();
      await expect.poll(difference).toMatch(/^1 of /);
      await at('comparison-close').click();
    },
    'difference-previous': async (press) => {
      await compare();
      await press();
      // The last of them.
      await expect.poll(difference).toMatch(/^(\d+) of \1$/);
      await at('comparison-close').click();
    },
    'full-screen': isNative('full-screen'),
    minimize: isNative('minimize'),
    'close-window': isNative('close-window'),
    quit: isNative('quit'),
  };

  const pageWidth = () =>
    launched.window.evaluate(
      () => document.querySelector('[data-pane="case"] canvas')?.getBoundingClientRect().width ?? 0,
    );
  const pageNumber = () => at('pdf-page-number').inputValue();

  const hits = () => at('source-hits').textContent();

  /** The documents, and not two of them side by side. */
  async function list(): Promise<void> {
    await go('library');
    if ((await at('comparison-close').count()) > 0) await at('comparison-close').click();
  }

  /** A text in the case, with the focus in its pane. */
  async function openText(): Promise<void> {
    await list();
    await launched.window.keyboard.press('Escape');
    await locator('[data-testid="document-row"]', { hasText: '.md' }).first().dblclick();
    await at('source-viewer').waitFor();
    await locator('[data-pane="case"]').focus();
  }

  /** Several hits of a word in that text, the first of them shown. */
  const difference = () => at('comparison-place').textContent();
  /** The two documents side by side, again. */
  async function compare(): Promise<void> {
    await list();
    await documents().nth(0).click();
    await documents()
      .nth(1)
      .click({ modifiers: ['Shift'] });
    await at('compare-documents').click();
    await at('redline').waitFor();
  }

  async function openHits(): Promise<string | null> {
    await openText();
    await launched.window.keyboard.press(playwrightKeys('CmdOrCtrl+F'));
    await at('source-find').fill('the');
    await expect.poll(hits).toMatch(/1/);
    return hits();
  }

  /** The PDF in the case, its first page before one and the focus on it; how wide that page is. */
  async function openPdf(): Promise<number> {
    await list();
    await launched.window.keyboard.press('Escape');
    await locator('[data-testid="document-row"]', { hasText: '.pdf' }).first().dblclick();
    await locator('[data-testid="pdf-page"][data-drawn="true"]').first().waitFor();
    await expect.poll(pageNumber).toBe('1');
    await locator('.pdf-desk').focus();
    return pageWidth();
  }

  beforeAll(async () => {
    await launched.open({ env: { OLLAMA_HOST: 'http://127.0.0.1:9' } });
    await launched.app.evaluate(({ dialog }) => {
      const asked: string[] = [];
      (globalThis as { asked?: string[] }).asked = asked;
      dialog.showOpenDialog = ((_window: unknown, options: { properties: readonly string[] }) => {
        asked.push(options.properties[0] ?? '');
        return Promise.resolve({ canceled: true, filePaths: [] });
      }) as unknown as typeof dialog.showOpenDialog;
    });
    await at('try-sample').click();
    await at('suggestion').first().waitFor();
    await dropFiles(launched.window, 'main', [pdf]);
    await go('library');
    await locator('[data-testid="document-row"]', { hasText: '.pdf' }).first().waitFor();
    await go('chat');
    await at('suggestion').first().click();
    await at('answer').first().waitFor();
    await rows().first().waitFor();
  });

  it('has an effect that is looked for here', () => {
    expect(pressable.filter(({ id }) => !checks[id]).map(({ id }) => id)).toEqual([]);
  });

  it.each(pressable)('$id: $keys', async ({ id, keys }) => {
    const check = checks[id];
    if (!check) throw new Error(`Nothing is known of what ${id} does.`);
    await check(() => launched.window.keyboard.press(playwrightKeys(keys)), keys);
  });

  it('W2 is in the native menu with its name and keys, if it needs neither a place nor something open', async () => {
    const needing = [
      'pin-chat',
      'take-back',
      'wide-source',
      'close-layer',
      'notifications',
      'next-pane',
      'previous-pane',
    ];
    const wanted = commandIds.filter(
      (id) => ['everywhere', 'text'].includes(commands[id].where) && !needing.includes(id),
    );
    const items = await Promise.all(commandIds.map(async (id) => ({ id, item: await menuItem(id) })));
    const shown = items.flatMap(({ id, item }) => (item ? [[id, item.label, item.accelerator]] : []));
    expect(shown).toEqual(wanted.map((id) => [id, englishTitles.commands[id], keysOf(id, mac)[0] ?? null]));
  });

  it('has a menu for an exchange that repeats its buttons', async () => {
    await go('chat');
    await rows().first().click();
    await at('answer').first().click({ button: 'right' });
    await at('context-menu').waitFor();
    await at('menu-copy-question').click();
    await expect.poll(() => launched.app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/\?$/);
  });

  it('finds commands, settings, conversations and documents by their names, the last choice first', async () => {
    const { keyboard } = launched.window;
    const groups = () =>
      at('palette-option').evaluateAll((options) => [
        ...new Set(options.map((option) => option.getAttribute('data-group'))),
      ]);
    const open = async (query: string): Promise<void> => {
      await keyboard.press(playwrightKeys('CmdOrCtrl+K'));
      await at('palette-query').fill(query);
    };

    await go('chat');
    await open('library');
    await at('palette-option').first().waitFor();
    await keyboard.press('Enter');
    await room('library');

    await open('report.pdf');
    await expect.poll(groups).toEqual(['documents', 'passages']);
    await keyboard.press('Enter');
    await locator('[data-pane="case"] canvas').first().waitFor();

    await open('contrast');
    await expect.poll(groups).toEqual(['settings', 'passages']);
    await at('palette-option').first().click();
    await at('settings-appearance').waitFor();

    await open('');
    await expect.poll(groups).toEqual(['recent', 'commands', 'conversations']);
    expect(await at('palette-option').first().textContent()).toContain('Contrast');
    await at('palette-query').fill('no such thing');
    await expect.poll(groups).toEqual(['passages']);
    await keyboard.press('Enter');
    await room('search');
    expect(await at('search-query').inputValue()).toBe('no such thing');
  });

  it('finds passages too, which open lit or are asked about', async () => {
    const { keyboard } = launched.window;
    await go('chat');
    await at('find-anything').click();
    await at('palette-query').fill('machine');
    const passage = locator('[data-testid="palette-option"][data-group="passages"]').nth(1);
    await passage.locator('mark').first().waitFor();
    await passage.click();
    await locator('[data-testid="pdf-highlight"], [data-testid="source-highlight"]').first().waitFor();
    await keyboard.press('Escape');
    await at('find-anything').click();
    await at('palette-query').fill('machine');
    await passage.waitFor();
    await expect
      .poll(async () => {
        await keyboard.press('ArrowDown');
        return passage.getAttribute('aria-selected');
      })
      .toBe('true');
    await keyboard.press(playwrightKeys('CmdOrCtrl+Enter'));
    await expect.poll(() => at('composer').inputValue()).toBe('machine');
    await at('scope-chip').waitFor();
    await at('composer').fill('');
  });

  it('is named by the buttons that do the same', async () => {
    const named = () =>
      launched.window.evaluate(() =>
        [...document.querySelectorAll('[aria-keyshortcuts]')].map((one) => one.getAttribute('aria-keyshortcuts')),
      );
    const domKeys = (id: CommandId) =>
      keysOf(id, mac)
        .map((keys) => keys.replace('CmdOrCtrl', mac ? 'Meta' : 'Control'))
        .join(' ');
    const buttons: readonly (readonly [() => Promise<unknown>, readonly CommandId[]])[] = [
      [
        () => go('chat'),
        ['find-anything', 'go-settings', 'new-chat', 'private-chat', 'send', 'question-fields', 'attach-files'],
      ],
      [() => go('stages'), ['run-all']],
      [
        openHits,
        ['add-files', 'add-folder', 'find-in-document', 'wide-source', 'close-layer', 'hit-next', 'hit-previous'],
      ],
      [openPdf, ['page-next', 'page-previous', 'page-larger', 'page-smaller', 'page-fit']],
      [compare, ['difference-next', 'difference-previous']],
    ];
    for (const [open, ids] of buttons) {
      await open();
      await expect.poll(named).toEqual(expect.arrayContaining(ids.map(domKeys)));
    }
    await at('find-anything').hover();
    await expect.poll(() => launched.window.getByRole('tooltip').textContent()).toContain(mac ? '⌘K' : 'Ctrl+K');
  });

  it('is listed on the page of shortcuts', async () => {
    await launched.window.keyboard.press(playwrightKeys('CmdOrCtrl+/'));
    const text = (await at('settings-shortcuts').textContent()) ?? '';
    expect(pressable.filter(({ id }) => !text.includes(englishTitles.commands[id])).map(({ id }) => id)).toEqual([]);
    expect(launched.pageErrors).toEqual([]);
  });
});
