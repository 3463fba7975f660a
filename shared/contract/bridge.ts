import type { EngineClient } from './index';

/** What the menu of the desktop app can ask of the page. */
export const menuCommands = ['add-files', 'add-folder', 'new-chat', 'settings', 'find'] as const;
export type MenuCommand = (typeof menuCommands)[number];

/**
 * What the page finds at `window.vitrine`, whoever hosts it. It carries requests and nothing else: no path that the
 * page makes up is believed, only those which `dropped` and `chooseFiles` have granted.
 */
export interface VitrineBridge extends EngineClient {
  readonly host: 'desktop' | 'web';
  /** `linux`, `darwin` or `win32` in the desktop app; `web` in a browser. */
  readonly platform: string;
  /**
   * Grants what a person dropped or pasted and resolves to the paths that `ingest.run` now accepts, in order. Files
   * without a place on disk (a dragged picture, say) are left out. The web host uploads the files first.
   */
  dropped(files: readonly File[]): Promise<readonly string[]>;
  /** Opens the system's dialog and grants what was chosen; empty when it was closed. The web host has no dialog. */
  chooseFiles(kind: 'files' | 'folder'): Promise<readonly string[]>;
  /** Calls back on every command of the menu; returns the function that ends it. Silent in the web host. */
  onMenu(listener: (command: MenuCommand) => void): () => void;
  /** Opens an https address in the system's browser, after the person said yes. */
  openExternal(url: string): void;
  /** Tells the host which colours the page shows, so that the next window opens in them. */
  themeChanged(theme: 'light' | 'dark' | 'system'): void;
}

declare global {
  interface Window {
    /** Set by the preload script in the desktop app, by the page's own script in the web host. */
    vitrine: VitrineBridge;
  }
}
