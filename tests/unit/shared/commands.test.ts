import { type CommandId, commandIds, commands, isPressed, isWindowCommand, keysOf } from '@shared/commands';
import { describe, expect, it } from 'vitest';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const control = { ...plain, ctrlKey: true };
const meta = { ...plain, metaKey: true };

describe('the table of commands', () => {
  it.each([false, true])('gives no key to two commands that work in the same place (macOS: %s)', (mac) => {
    const taken = commandIds.flatMap((id) => keysOf(id, mac).map((keys) => `${commands[id].where} ${keys}`));
    expect(taken.filter((one, at) => taken.indexOf(one) !== at)).toEqual([]);
  });

  it('offers only what the window can carry out', () => {
    expect(commandIds.filter((id) => commands[id].palette && !isWindowCommand(id))).toEqual([]);
    expect(isWindowCommand('quit')).toBe(false);
    expect(isWindowCommand('constructor')).toBe(false);
  });
});

describe('a pressed key', () => {
  it.each<[string, CommandId, boolean, object, string, boolean]>([
    ['Ctrl+K', 'find-anything', false, control, 'k', true],
    ['Ctrl+K with Caps Lock', 'find-anything', false, control, 'K', true],
    ['⌘K on a Mac', 'find-anything', true, meta, 'k', true],
    ['Ctrl+K on a Mac, which cuts to the end of a line there', 'find-anything', true, control, 'k', false],
    ['K alone', 'find-anything', false, plain, 'k', false],
    ['Ctrl+Alt+K', 'find-anything', false, { ...control, altKey: true }, 'k', false],
    ['Ctrl+Shift+O', 'add-folder', false, { ...control, shiftKey: true }, 'O', true],
    ['Ctrl+Shift+O', 'add-files', false, { ...control, shiftKey: true }, 'O', false],
    ['Shift+F6', 'next-pane', false, { ...plain, shiftKey: true }, 'F6', false],
    ['Ctrl and + of a German keyboard', 'text-larger', false, control, '+', true],
    ['Ctrl and + with Shift', 'text-larger', false, { ...control, shiftKey: true }, '+', true],
    ['Ctrl and / with Shift', 'shortcuts', false, { ...control, shiftKey: true }, '/', true],
    ['↓', 'list-next', false, plain, 'ArrowDown', true],
  ])('%s: %s', (_, id, mac, modifiers, key, wanted) => {
    expect(isPressed(id, { ...plain, ...modifiers, key }, mac)).toBe(wanted);
  });
});
