import { contentSecurityPolicy, pageFile } from '@shared/host/page-policy';
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
