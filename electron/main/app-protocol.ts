import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentSecurityPolicy, noncePlaceholder, pageFile, safetyHeaders } from '@shared/host/page-policy';
import { protocol } from 'electron';

/** The only origin that the window ever shows. */
export const pageOrigin = 'app://vitrine';

/** Must run before the app is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/**
 * Serves `folder`, the built page, at app://vitrine/ and nothing else anywhere. Not with `protocol.handle`, which speaks
 * in requests and answers of `fetch`: Node reads its whole HTTP client for the first of them, 40 ms of the start. Only
 * where an Electron comes without the older way, which it calls deprecated.
 */
export function serveApp(folder: string): void {
  const older: Partial<Pick<typeof protocol, 'registerBufferProtocol'>> = protocol;
  if (older.registerBufferProtocol) {
    older.registerBufferProtocol('app', ({ method, url }, answer) => {
      void page(folder, method, new URL(url)).then(answer);
    });
    return;
  }
  protocol.handle('app', async ({ method, url }) => {
    const { statusCode, headers, data } = await page(folder, method, new URL(url));
    return new Response(new Uint8Array(data), { status: statusCode, headers });
  });
}

interface Served {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly data: Buffer;
}

async function page(folder: string, method: string, { host, pathname }: URL): Promise<Served> {
  const file = host === 'vitrine' && method === 'GET' ? pageFile(pathname) : null;
  if (!file) return notFound;
  const nonce = randomBytes(16).toString('base64');
  const headers = {
    ...safetyHeaders,
    'content-type': file.mime,
    'content-security-policy': contentSecurityPolicy(nonce, ["'self'"]),
  };
  try {
    const content = await readFile(join(folder, ...file.segments));
    const isPage = file.mime.startsWith('text/html');
    const data = isPage ? Buffer.from(content.toString('utf8').replaceAll(noncePlaceholder, nonce)) : content;
    return { statusCode: 200, headers, data };
  } catch {
    // Not there, or a folder: for the page both are "not found".
    return notFound;
  }
}

const notFound: Served = { statusCode: 404, headers: safetyHeaders, data: Buffer.alloc(0) };
