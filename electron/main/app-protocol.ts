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

/** Serves `folder`, the built page, at app://vitrine/ and nothing else anywhere. */
export function serveApp(folder: string): void {
  protocol.handle('app', async (request) => {
    const url = new URL(request.url);
    const file = url.host === 'vitrine' && request.method === 'GET' ? pageFile(url.pathname) : null;
    if (!file) return refused(404);
    const nonce = randomBytes(16).toString('base64');
    const headers = {
      ...safetyHeaders,
      'content-type': file.mime,
      'content-security-policy': contentSecurityPolicy(nonce, ["'self'"]),
    };
    try {
      const content = await readFile(join(folder, ...file.segments));
      const isPage = file.mime.startsWith('text/html');
      const body = isPage ? content.toString('utf8').replaceAll(noncePlaceholder, nonce) : new Uint8Array(content);
      return new Response(body, { headers });
    } catch {
      // Not there, or a folder: for the page both are "not found".
      return refused(404);
    }
  });
}

function refused(status: number): Response {
  return new Response('', { status, headers: safetyHeaders });
}
