import { type CommandId, commands, isPressed, keysOf, type PressedKey } from '@shared/commands';
import { t } from '@shared/words/index';
import { host } from '../bridge/host';

function hasMacKeys(): boolean {
  const { host: kind, platform } = host();
  return kind === 'desktop' ? platform === 'darwin' : navigator.userAgent.includes('Mac');
}

export const pressed = (id: CommandId, event: PressedKey): boolean => isPressed(id, event, hasMacKeys());

const keysHere = (id: CommandId): readonly string[] =>
  host().host === 'web' && commands[id].desktopOnly ? [] : keysOf(id, hasMacKeys());

export function keyTexts(id: CommandId): readonly (readonly string[])[] {
  const mac = hasMacKeys();
  return keysHere(id).map((keys) => keys.split('+').map((key) => keyName(key, mac)));
}

/** The first way to press a command, in one word; empty where it has no keys. */
export const keyText = (id: CommandId): string => (keyTexts(id)[0] ?? []).join(hasMacKeys() ? '' : '+');

export function ariaKeys(id: CommandId): string | undefined {
  const mac = hasMacKeys();
  const keys = keysHere(id).map((one) => one.replace('CmdOrCtrl', mac ? 'Meta' : 'Control').replace('Cmd', 'Meta'));
  return keys.length === 0 ? undefined : keys.join(' ');
}

const signs: Readonly<Record<string, string>> = { Plus: '+', Up: '↑', Down: '↓', Left: '←', Right: '→' };
const macSigns: Readonly<Record<string, string>> = { CmdOrCtrl: '⌘', Cmd: '⌘', Ctrl: '⌃', Shift: '⇧', Alt: '⌥' };

const named = {
  CmdOrCtrl: 'control',
  Ctrl: 'control',
  Shift: 'shift',
  Enter: 'enter',
  Delete: 'delete',
  Home: 'home',
  End: 'end',
  Escape: 'escape',
  ContextMenu: 'menu',
} as const;
const isNamed = (key: string): key is keyof typeof named => Object.hasOwn(named, key);

function keyName(key: string, mac: boolean): string {
  const sign = signs[key] ?? (mac ? macSigns[key] : undefined);
  return sign ?? (isNamed(key) ? t(`app.keys.${named[key]}`) : key);
}
