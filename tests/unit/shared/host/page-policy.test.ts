import { mayOpen } from '@shared/formats';
import { contentSecurityPolicy, pageFile } from '@shared/host/page-policy';
import { admit, GrantedPaths } from '@shared/host/request-gate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../for-all';
import cases from './page-policy.json';

describe('the files of the page', () => {
  it.each([
    ['/', ['index.html'], 'text/html; charset=utf-8'],
    ['/assets/index-Ab_1.js', ['assets', 'index-Ab_1.js'], 'text/javascript; charset=utf-8'],
    ['/assets/pdf.worker.mjs', ['assets', 'pdf.worker.mjs'], 'text/javascript; charset=utf-8'],
    ['/assets/inter.woff2', ['assets', 'inter.woff2'], 'font/woff2'],
  ])('finds %s', (path, segments, mime) => {
    expect(pageFile(path)).toEqual({ segments, mime });
  });

  it.each(cases)('serves nothing for %j', (path) => {
    expect(pageFile(path)).toBeNull();
  });

  it('never leaves its folder, whatever is asked for', () => {
    forAll(fc.string({ unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', 'f', 'a', ':', 'j', 's') }), (text) => {
      const file = pageFile(`/${text}.js`);
      return file === null || file.segments.every((part) => part !== '..' && part !== '.' && !/[\\/:]/.test(part));
    });
  });
});

describe('the content security policy', () => {
  it('allows the page itself and nothing inline', () => {
    expect(contentSecurityPolicy('abc', ["'self'"])).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-abc'; font-src 'self'; img-src 'self' data: blob:; " +
        "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-src 'none'; " +
        "frame-ancestors 'none'",
    );
  });
});

describe('what the system may open', () => {
  it.each(['/home/me/a.pdf', 'C:\\papers\\b.DOCX', '/home/me/.hidden.txt'])('is a readable format: %s', (path) => {
    expect(mayOpen(path)).toBe(true);
  });

  it.each([
    '/home/me/run.sh',
    'C:\\papers\\start.bat',
    '/home/me/report.pdf.exe',
    '/home/me/macros.docm',
    '/home/me/page.html',
    '/home/me/script.js',
    '/home/me/pdf',
    '/home/me/.pdf',
    '\\\\machine\\share\\a.pdf',
    '//machine/share/a.pdf',
  ])('is not what may be run, nor what lies on another machine: %s', (path) => {
    expect(mayOpen(path)).toBe(false);
  });
});

const granted = new GrantedPaths();
granted.grant(['/home/me/notes.md', '/home/me/papers']);
const request = (route: string, input: unknown) => ({ route, input, requestId: 'r1' });

describe('the gate before the engine', () => {
  it('lets a well-formed request through unchanged', () => {
    const message = request('search.run', { query: 'wing' });
    expect(admit(message, granted)).toEqual({ ok: true, data: message });
  });

  it.each([
    ['no object', 'search.run'],
    ['no request id', { route: 'search.run', input: {} }],
    ['a route that is no text', { route: ['search.run'], input: {}, requestId: 'r' }],
    ['an empty request id', { route: 'search.run', input: {}, requestId: '' }],
    ['an extra member', { route: 'search.run', input: {}, requestId: 'r', sender: 'me' }],
  ])('refuses %s', (_what, message) => {
    expect(admit(message, granted)).toMatchObject({ ok: false, error: { code: 'bad-request' } });
  });

  it.each(['fs.read', 'constructor', '__proto__', ''])(
    'leaves the route %j to the engine, which knows none',
    (route) => {
      expect(admit(request(route, {}), granted).ok).toBe(true);
    },
  );

  it('lets granted paths through', () => {
    expect(admit(request('ingest.run', { paths: ['/home/me/notes.md', '/home/me/papers'] }), granted).ok).toBe(true);
    expect(admit(request('rebuild.start', { model: 'm', from: '/home/me/papers' }), granted).ok).toBe(true);
    expect(admit(request('rebuild.start', { model: 'm', from: '' }), granted).ok).toBe(true);
  });

  it.each([
    ['ingest.run', { paths: ['/home/me/notes.md', '/etc/passwd'] }],
    ['ingest.run', { paths: '/etc/passwd' }],
    ['ingest.run', { paths: ['/home/me/papers/../../../etc/passwd'] }],
    ['evaluate.run', { corpus: '/home/me/notes.md', queries: '/home/me/notes.md', qrels: '/etc/passwd' }],
    ['evaluate.start', { path: '/home/me' }],
    ['evaluate.inspect', { path: '/etc' }],
    ['watch.add', { path: '/etc' }],
    ['rebuild.start', { model: 'm', from: '/etc' }],
  ])('refuses a path that was not opened in %s %j', (route, input) => {
    expect(admit(request(route, input), granted)).toMatchObject({ ok: false, error: { code: 'bad-request' } });
  });
});
