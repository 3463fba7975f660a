import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '@shared/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { project } from './app';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';
import { litWords } from './pdf-light';
import { fitsSmallest, resize, usualSize } from './pictures';

/** Those that are drawn each in its own way; how the others are cited shows integration/chat/cited-formats. */
const documents = [
  ['pandoc.docx', 'astrolabe'],
  ['calc.xlsx', 'kaleidoscope'],
  ['python.json', 'nutcracker'],
  ['python.mbox', 'metronome'],
  ['writer.pdf', 'harpsichord'],
  ['house.log', 'orrery'],
  ['lamps.py', 'phonograph'],
] as const;
const log = Array.from({ length: 300 }, (_, line) => {
  const time = `2024-05-01T${String(line % 24).padStart(2, '0')}:30:00.000Z`;
  const event = line === 280 ? 'the orrery was wound by the caretaker' : `lamp ${line} was read`;
  return `${time} INFO [house.sensors.east-wing.${line}] ${event} {"lux":${50 + line},"sensor":"bh1750","note":"${'far '.repeat(20)}"}`;
}).join('\n');
const code = [
  '"""Dims the lamps of a case."""',
  ...Array.from({ length: 90 }, (_, n) => `\n\ndef lamp_${n}(lux):\n    return min(lux, ${50 + n})`),
  '\n\ndef phonograph(record):\n    # the phonograph plays in the foyer of the theatre\n    return record.side_b\n',
].join('');

const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

inWindows('the source of an answer', () => {
  const folder = temporaryFolder();
  const library = temporaryFolder();
  const launched = new TestWindow();
  const { at, drop, request } = launched;
  /** The words that the answer about a thing rests on, by the name of its file. */
  const passages = new Map<string, string>();

  /** Whether the first highlight is in the scrolling pane and nothing covers it. */
  const isSeen = (page: Page): Promise<boolean> =>
    page
      .locator('[data-testid="source-highlight"][data-highlight="current"], [data-testid="pdf-highlight"]')
      .first()
      .evaluate((light) => {
        const box = light.getClientRects()[0] ?? light.getBoundingClientRect();
        const pane = light.closest('section[data-pane="case"]')?.getBoundingClientRect();
        if (!pane || box.height === 0 || box.top < pane.top || box.bottom > pane.bottom) return false;
        const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        return top !== null && light.closest('section[data-pane="case"]')?.contains(top) === true;
      });

  /** The highlight is the basis of the sentence in any format; and it is in view. */
  async function expectLit(page: Page, name: string, thing: string): Promise<void> {
    const lights = page.getByTestId('source-highlight').or(page.getByTestId('pdf-highlight'));
    await lights.first().waitFor();
    await expect.poll(() => isSeen(page), { message: `${name} is lit in view` }).toBe(true);
    if (name.endsWith('.pdf')) {
      await expect.poll(() => litWords(page)).toContain(thing);
      return;
    }
    const lit = (await page.getByTestId('source-highlight').allTextContents()).join(' ');
    expect(letters(lit)).toBe(letters(passages.get(name) ?? ''));
    expect(lit.toLowerCase()).toContain(thing);
  }

  async function passageOf({ cited, citations }: Answer): Promise<string> {
    const { text } = await request('library.source', { documentId: citations[0]?.documentId ?? '' });
    const spans = (cited?.[0]?.spans ?? []).filter(({ marker }) => marker === 1);
    return spans.map(({ startChar, endChar }) => text.slice(startChar, endChar)).join(' ');
  }

  beforeAll(async () => {
    const saved = join(project, 'tests/fixtures/inventories');
    for (const [name] of documents.slice(0, -2)) cpSync(join(saved, name), join(folder, name));
    writeFileSync(join(folder, 'house.log'), log);
    writeFileSync(join(folder, 'lamps.py'), code);
    await launched.open({ library });
    await resize(launched, usualSize);
    await at('nav-library').click();
    await drop([folder]);
    await launched.holds(documents.length);
    await at('nav-chat').click();
    await at('composer').waitFor();
  });

  it.each(documents)('opens %s at what it says of the %s', async (name, thing) => {
    const page = launched.window;
    await page.getByTestId('composer').fill(`Where is the ${thing}?`);
    await page.keyboard.press('Enter');
    const place = documents.findIndex(([known]) => known === name);
    const ended = page.locator('[data-testid="answer"]:not([data-outcome="streaming"])');
    await ended.nth(place).waitFor();
    const [answer] = (await request('chat.findLogs', { limit: 1 })).entries;
    if (!answer) throw new Error('nothing was logged');
    passages.set(name, await passageOf(answer));
    expect(answer.citations[0]?.path.endsWith(name)).toBe(true);
    await page.getByTestId('answer').nth(place).getByTestId('citation-chip').first().click();
    await expectLit(page, name, thing);
    await fitsSmallest(launched);
    await expectLit(page, name, thing);
    await page.keyboard.press('Escape');
  });

  leavesNoErrors(launched);
});
