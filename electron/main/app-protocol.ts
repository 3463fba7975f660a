import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentSecurityPolicy, noncePlaceholder, pageFile, safetyHeaders } from '@shared/host/page-policy';
import { type ProtocolResponse, protocol } from 'electron';

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
 * in requests and answers of `fetch`: Node reads its whole HTTP client for the first of them, 40 ms of the start.
 */
export function serveApp(folder: string): void {
  protocol.registerBufferProtocol('app', ({ method, url }, answer) => {
    void page(folder, method, new URL(url)).then(answer);
  });
}

async function page(folder: string, method: string, { host, pathname }: URL): Promise<ProtocolResponse> {
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

const notFound: ProtocolResponse = { statusCode: 404, headers: safetyHeaders, data: Buffer.alloc(0) };
