import { basename, dirname } from 'node:path';
import { channels, type SavedFile } from '@shared/contract/bridge';
import { t } from '@shared/words/index';
import { app, type DownloadItem, dialog, type Session, shell, type WebContents } from 'electron';
import { pageOrigin } from './app-protocol';

/** Schemes that the window's session may load at all; CSP narrows it further. */
const ownSchemes = /^(app:\/\/vitrine\/|blob:app:\/\/vitrine\/|data:|devtools:)/;

/** No navigation, no new window, no frame, no permission: for every page there will ever be in this app. */
export function lockDown(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      event.preventDefault();
      void openExternal(event.url);
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      void openExternal(url);
      return { action: 'deny' };
    });
    // A peer's packets go through a proxy or not at all, and the only proxy is nowhere.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
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
export async function openExternal(address: string): Promise<void> {
  if (asking || !URL.canParse(address)) return;
  const url = new URL(address);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return;
  asking = true;
  try {
    const answer = await dialog.showMessageBox({
      type: 'question',
      message: t('native.openAddress'),
      detail: url.href,
      buttons: [t('app.open'), t('app.cancel')],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    });
    if (answer.response === 0) await shell.openExternal(url.href);
  } finally {
    asking = false;
  }
}

/**
 * Switches off Chromium's own network use; Vitrine's window talks to no server. Without names for local addresses of
 * peers no frame announces one in the local network by mDNS; the policy for peers reveals no address.
 */
const quiet: readonly (readonly [name: string, value?: string])[] = [
  ['disable-background-networking'],
  ['disable-component-update'],
  ['disable-domain-reliability'],
  ['disable-sync'],
  ['disable-breakpad'],
  ['no-pings'],
  ['dns-prefetch-disable'],
  [
    'disable-features',
    'OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication,NetworkTimeServiceQuerying,CertificateTransparencyComponentUpdater,SpareRendererForSitePerProcess,WebRtcHideLocalIpsWithMdns',
  ],
  // Last line of defence: no name resolves in Chromium. The engine's own connections do not go through it.
  ['host-resolver-rules', 'MAP * ~NOTFOUND'],
  // Connections to bare addresses need no name: the only proxy is at one that does not resolve, for this computer's own
  // addresses too.
  ['proxy-server', 'socks5://nobody.invalid:9'],
  ['proxy-bypass-list', '<-loopback>'],
];

/**
 * One process for all pages, which are one: the policy for openers (shared/host/page-policy.ts) gives the page a group of
 * windows of its own, and without this Chromium starts another process for that and throws the first away.
 *
 * No WebGL without a graphics card: the page draws none, and a package leaves out what it needs (scripts/lighten.mjs).
 */
const lean: readonly (readonly [name: string, value?: string])[] = [
  ['renderer-process-limit', '1'],
  ['disable-software-rasterizer'],
];

/** Must run before the app is ready. */
export function setChromiumSwitches(): void {
  for (const [name, value] of [...quiet, ...lean]) app.commandLine.appendSwitch(name, value);
}
