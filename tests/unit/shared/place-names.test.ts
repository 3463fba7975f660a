import { placeKind, placeName } from '@shared/place-names';
import { describe, expect, it } from 'vitest';
import { formatOfName, mimeTypes } from '../../../electron/engine/ingest/format-names';

describe('the name of a place', () => {
  it.each([
    ['report.pdf', [3], 'page 3', 'Seite 3'],
    ['report.pdf', [3, 4, 5], 'pages 3–5', 'Seiten 3–5'],
    ['report.pdf', [3, 7], 'pages 3, 7', 'Seiten 3, 7'],
    ['rents.XLSX', [1], 'sheet 1', 'Blatt 1'],
    ['rents.xlsx', [1, 2], 'sheets 1–2', 'Blätter 1–2'],
    ['talk.pptx', [9], 'slide 9', 'Folie 9'],
    ['letters.mbox', [3], 'mail 3', 'Mail 3'],
    ['notes.md', [], '', ''],
  ])('%s at %j is in the words of the format: %s, %s', (path, pages, en, de) => {
    expect([placeName({ path, pages }), placeName({ path, pages }, 'de')]).toEqual([en, de]);
  });

  it('goes by the format, else the MIME type, else the name', () => {
    const mime = mimeTypes.mbox;
    expect(placeKind({ path: 'inbox.pdf', mime })).toBe('mail');
    expect(placeKind({ path: 'inbox.pdf', mime, format: 'xlsx' })).toBe('sheet');
    expect(placeKind({ path: '/mails.mbox/inbox' })).toBe('page');
  });

  it('knows every name and MIME type that these formats are read by', () => {
    const kinds = { pptx: 'slide', xlsx: 'sheet', mbox: 'mail' } as const;
    const extensions = 'pptx pptm ppsx ppsm potx xlsx xlsm xltx mbox mbx pdf docx png eml csv'.split(' ');
    for (const extension of extensions) {
      const path = `a.${extension}`;
      const format = formatOfName(path);
      const kind = Object.entries(kinds).find(([name]) => name === format)?.[1] ?? 'page';
      const mime = format === null ? undefined : mimeTypes[format];
      expect([placeKind({ path }), placeKind({ mime }), placeKind({ format: format ?? '' })], path).toEqual(
        Array(3).fill(kind),
      );
    }
  });
});
