import { mayOpen } from '@shared/formats';
import { describe, expect, it } from 'vitest';

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
