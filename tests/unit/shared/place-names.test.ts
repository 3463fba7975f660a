import { formats, placeKind } from '@shared/formats';
import { placeName, rangeName } from '@shared/place-names';
import named from '@shared/words/de/named.json';
import { describe, expect, it } from 'vitest';

describe('the name of a place', () => {
  it.each([
    ['report.pdf', [3], 'page 3', 'Seite 3'],
    ['report.pdf', [3, 7], 'pages 3, 7', 'Seiten 3, 7'],
    ['rents.xlsx', [1, 2], 'sheets 1–2', 'Blätter 1–2'],
    ['talk.pptx', [9], 'slide 9', 'Folie 9'],
    ['notes.md', [], '', ''],
  ])('%s at %j is in the words of the format: %s, %s', (path, pages, en, de) => {
    expect([placeName({ path, pages }), placeName({ path, pages }, named)]).toEqual([en, de]);
  });

  it.each([
    ['Sheet1', 17, 1, 6, 'Sheet1!A17:F17'],
    ["Anna's year", 2, 27, 703, "'Anna''s year'!AA2:AAA2"],
    ['2024', 1, 26, 16_384, "'2024'!Z1:XFD1"],
    [undefined, 1_048_576, 2, 52, 'B1048576:AZ1048576'],
  ])('of a row of the sheet %s is as a spreadsheet refers to it', (sheet, row, first, last, name) => {
    expect(rangeName([{ row, first, last }], sheet)).toBe(name);
  });

  it('follows the format, then the MIME type, then the name', () => {
    const mime = formats.mbox.mime;
    expect(placeKind({ path: 'inbox.pdf', mime })).toBe('mail');
    expect(placeKind({ path: 'inbox.pdf', mime, format: 'xlsx' })).toBe('sheet');
    expect(placeKind({ path: '/mails.mbox/inbox' })).toBe('page');
  });

  it('knows every name and MIME type that these formats are read by', () => {
    const kinds = { pptx: 'slide', odp: 'slide', xlsx: 'sheet', ods: 'sheet', mbox: 'mail', pdf: 'page' } as const;
    for (const [format, kind] of Object.entries(kinds)) {
      const { mime, extensions } = formats[format as keyof typeof kinds];
      const told = [
        placeKind({ mime }),
        placeKind({ format }),
        ...extensions.map((end) => placeKind({ path: `a.${end}` })),
      ];
      expect(told, format).toEqual(told.map(() => kind));
    }
  });
});
