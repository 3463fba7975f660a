import { basename, dirname } from 'node:path';
import type { SavedFile } from '@shared/contract/bridge';
import { channels } from '@shared/host/channels';
import { app, type DownloadItem, dialog, type Session, shell, type WebContents } from 'electron';
import { pageOrigin } from './app-protocol';
import type { NativeWords } from './native-words';

/** Schemes that the window's session may load at all; CSP narrows it further. */
const ownSchemes = /^(app:\/\/vitrine\/|blob:app:\/\/vitrine\/|data:|devtools:)/;

/** No navigation, no new window, no frame, no permission: for every page there will ever be in this app. */
export function lockDown(words: () => NativeWords): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      event.preventDefault();
      void openExternal(event.url, words());
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      void openExternal(url, words());
      return { action: 'deny' };
    });
    lockSession(contents.session);
  });
}

const lockedSessions = new WeakSet<Session>();

function lockSession(session: Session): void {
  if (lockedSessions.has(session)) return;
  lockedSessions.add(session);
  session.setSpellCheckerEnabled(false);
  // Chromium gets dictionaries from the network on Linux and Windows; there are none at this address.
  session.setSpellCheckerDictionaryDownloadURL(`${pageOrigin}/no-dictionaries/`);
  session.setPermissionRequestHandler((contents, permission, allow) => allow(isHarmless(permission, contents)));
  session.setPermissionCheckHandler((contents, permission) => isHarmless(permission, contents));
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !ownSchemes.test(details.url) }));
  session.on('will-download', (event, item, page) => {
    // The page saves exports through a blob of its own; anything else is not ours.
    if (item.getURL().startsWith(`blob:${pageOrigin}/`)) tellWhenSaved(item, page);
    else event.preventDefault();
  });
}

/** Tells the page where a person has saved its file, or that this failed; nothing where they thought better of it. */
function tellWhenSaved(item: DownloadItem, page: WebContents): void {
  item.once('done', (_event, state) => {
    const path = item.getSavePath();
    if (state === 'cancelled' || path === '' || page.isDestroyed()) return;
    const saved: SavedFile = { name: basename(path), folder: basename(dirname(path)), written: state === 'completed' };
    page.send(channels.saved, saved);
  });
}

/** Copying text from the page is the one permission there is. */
function isHarmless(permission: string, contents: WebContents | null): boolean {
  return permission === 'clipboard-sanitized-write' && (contents?.getURL().startsWith(`${pageOrigin}/`) ?? false);
}

let asking = false;

/** Opens an https address in the system's browser after the person has seen it and said yes. */
export async function openExternal(address: string, words: NativeWords): Promise<void> {
  if (asking || !URL.canParse(address)) return;
  const url = new URL(address);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return;
  asking = true;
  try {
    const answer = await dialog.showMessageBox({
      type: 'question',
      message: words.openAddress,
      detail: url.href,
      buttons: [words.open, words.cancel],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    });
    if (answer.response === 0) await shell.openExternal(url.href);
  } finally {
    asking = false;
  }
}
