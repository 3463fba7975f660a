import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeDisplayName } from '../../../electron/engine/ingest';
import { forAll } from '../../for-all';

describe('safeDisplayName', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['C:\\Users\\ada\\notes.txt', 'notes.txt'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['///', 'unnamed'],
    ['Gro\u0308ße.md', 'Größe.md'],
  ])('%j is shown as %j', (name, shown) => {
    expect(safeDisplayName(name)).toBe(shown);
  });

  it('is never empty, never a path, never invisible and never long, whatever the name', () => {
    forAll(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const shown = safeDisplayName(name);
      expect(shown.trim()).not.toBe('');
      expect(shown).not.toMatch(/[/\\\p{Cc}\p{Cs}\u202A-\u202E]/u);
      expect(shown).not.toMatch(/^\.+$/);
      expect([...shown].length).toBeLessThanOrEqual(200);
      expect(safeDisplayName(shown)).toBe(shown);
    });
  });
});
