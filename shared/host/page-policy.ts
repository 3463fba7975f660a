/** Resources that the page may load in any host: its own files, no inline script, no `eval`, no other server. */

/** Written by the build into index.html where a nonce belongs; the host puts a fresh one there at every load. */
export const noncePlaceholder = 'VITRINE_PAGE_NONCE';

/**
 * The content security policy. Styles that scripts add at run time (dialogs that lock scrolling do) carry `nonce`;
 * `connect` is where requests may go: nowhere else than to the host itself.
 */
export function contentSecurityPolicy(nonce: string, connect: readonly string[]): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'connect-src': connect,
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-src': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/**
 * Ways to a peer, which each host takes out of its page's globals. A frame that a script makes has them again: there the
 * window's network refuses what they send (electron/main/lock-down.ts).
 */
export const peerConstructors = ['RTCPeerConnection', 'webkitRTCPeerConnection'] as const;

export const safetyHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  // No name is looked up before a link to it is followed.
  'x-dns-prefetch-control': 'off',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=()',
};

const mimeTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  pfb: 'application/octet-stream',
  bcmap: 'application/octet-stream',
  wasm: 'application/wasm',
  txt: 'text/plain; charset=utf-8',
};

export interface PageFile {
  /** Names of folders and the file below the page's folder, safe to join. */
  readonly segments: readonly string[];
  readonly mime: string;
}

/**
 * The file that an address' path names, or null where it names none that may be served: every segment is a plain
 * name, so nothing above the page's folder can be reached, and only types the page is made of are served.
 */
export function pageFile(pathname: string): PageFile | null {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // A malformed escape names no file.
    return null;
  }
  const segments = path === '/' ? ['index.html'] : path.replace(/^\//, '').split('/');
  if (!segments.every((segment) => /^[A-Za-z0-9_@][A-Za-z0-9_@.+-]*$/.test(segment))) return null;
  const extension = segments.at(-1)?.split('.').at(-1)?.toLowerCase() ?? '';
  const mime = Object.hasOwn(mimeTypes, extension) ? mimeTypes[extension] : undefined;
  return mime ? { segments, mime } : null;
}
