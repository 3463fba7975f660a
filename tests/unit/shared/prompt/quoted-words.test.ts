import { inQuotationMarks } from '@shared/prompt/quoted-words';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../../electron/engine/retrieval/query/parse-query';

describe('a word in quotation marks', () => {
  it.each([
    ['What did Ghandi do?', 'What did "Ghandi" do?'],
    ['What is Ghandi’s work called?', 'What is "Ghandi’s" work called?'],
    ['Is it by Ghandi.', 'Is it by "Ghandi".'],
    ['Das Ghandi-Archiv und Ghandi', 'Das "Ghandi-Archiv" und "Ghandi"'],
    ['Ghandi/Nehru (Ghandi)', '"Ghandi"/Nehru ("Ghandi")'],
    ['# TASK\n\nWho was Ghandi?\n\n# TONE\n\nformal', '# TASK\n\nWho was "Ghandi"?\n\n# TONE\n\nformal'],
  ])('is quoted at every place where it was not: %s', (text, quoted) => {
    expect(inQuotationMarks(text, 'Ghandi')).toBe(quoted);
  });

  it.each(['What is "Ghandi"?', 'What is “the young Ghandi”?', 'Was ist „Ghandi“?', 'Qui est « Ghandi » ?'])(
    'has no second pair where a phrase holds it: %s',
    (text) => expect(inQuotationMarks(text, 'Ghandi')).toBeNull(),
  );

  it('gets none where it is another word, or a part of one', () => {
    for (const text of ['', 'Gandhi', 'ghandi', 'Ghandian and preGhandi', 'Ghandi_2']) {
      expect(inQuotationMarks(text, 'Ghandi'), text).toBeNull();
    }
  });

  it('is known in whatever form its accents are written', () => {
    expect(inQuotationMarks('the Go\u0308the archive', 'G\u00f6the')).toBe('the "Go\u0308the" archive');
  });

  it.each(['A 5" pipe by Ghandi', 'Is it "disk full, or Ghandi', '"Ghandi" said 5" to Ghandi'])(
    'is a phrase of the search, whatever marks are alone: %s',
    (text) => {
      const quoted = inQuotationMarks(text, 'Ghandi') ?? '';
      expect(parseQuery(quoted).phrases).toContain('Ghandi');
      expect(inQuotationMarks(quoted, 'Ghandi')).toBeNull();
    },
  );
});
