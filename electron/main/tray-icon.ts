import { Menu, nativeImage, Tray } from 'electron';
import type { NativeWords } from './native-words';

/** Points of a tray icon's side: larger pictures are drawn smaller. */
const side = 22;

export interface TrayIcon {
  /** Shows or removes the icon; words are those of its menu. */
  set(shown: boolean, words: NativeWords): void;
  readonly shown: boolean;
}

/** An icon beside the clock, off until it is set: a click shows the window, its menu shows or quits. */
export function trayIcon(picture: string, show: () => void, quit: () => void): TrayIcon {
  let tray: Tray | null = null;
  return {
    get shown() {
      return tray !== null;
    },
    set(shown, words) {
      if (!shown) {
        tray?.destroy();
        tray = null;
        return;
      }
      if (!tray) {
        tray = new Tray(nativeImage.createFromPath(picture).resize({ width: side, height: side }));
        tray.setToolTip('Vitrine');
        tray.on('click', show);
      }
      const items = [
        { label: words.show, click: show },
        { label: words.quit, click: quit },
      ];
      tray.setContextMenu(Menu.buildFromTemplate(items));
    },
  };
}
