import type { Answer, Citation, CitedSentence } from '@shared/contract';
import { backingOf, starredFound, withoutFound } from '@shared/prompt/answer-backing';
import { inQuotationMarks } from '@shared/prompt/quoted-words';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../../electron/engine/retrieval/query/parse-query';

const cited = (...supports: readonly CitedSentence['support'][]) =>
  supports.map((support) => ({ text: 'The mill grinds rye.', support, missingNumbers: [] }));
const answer = (how: object): Answer =>
  ({ quoted: false, citations: [{} as Citation], basis: { passages: 3 }, ...how }) as unknown as Answer;

const yes = { text: 'Yes.', support: 'weak', missingNumbers: [], tooShort: true };
const number = { text: '900.', support: 'weak', missingNumbers: ['900'] };
const translated = { text: 'Die Mühle mahlt Roggen.', support: 'weak', missingNumbers: [], otherLanguage: true };

describe('what an answer rests on', () => {
  it.each([
    ['a sentence of it is borne out', 'passages', { cited: cited('weak', 'supported') }],
    ['no sentence of it cites', 'passages', { cited: [] }],
    ['it is quoted', 'passages', { quoted: true, citations: [] }],
    ['a model was given passages and names none', 'no-source', { citations: [], cited: [] }],
    ['no sentence has the words of what it cites', 'other-words', { cited: cited('weak', 'weak') }],
    ['a number can be compared', 'other-words', { cited: [yes, number] }],
    ['no sentence can be compared', 'passages', { cited: [yes, translated] }],
    ['one sentence can be compared', 'other-words', { cited: [yes, ...cited('weak')] }],
    ['it was stopped before it named any', 'passages', { outcome: 'incomplete', citations: [], cited: [] }],
    ['it was stopped', 'passages', { outcome: 'incomplete', cited: cited('weak') }],
    ['its form has no room', 'no-room', { strictForm: true, citations: [], cited: [] }],
    [
      'it is JSON or code, whose words are none of the passages’',
      'passages',
      { strictForm: true, cited: cited('weak') },
    ],
    ['there were no passages to name', 'passages', { citations: [], basis: { passages: 0 } }],
    ['the documents were left out', 'passages', { citations: [], basis: undefined }],
  ])('where %s: %s', (_where, backing, how) => {
    expect(backingOf(answer(how))).toBe(backing);
  });
});

const marked = 'It grinds rye [Citation 1]. It is old [Citation 2]. So it is [Citation 1].';
const foundMarkers = [marked.indexOf('[Citation 2]'), marked.lastIndexOf('[Citation 1]')];

describe('the markers that Vitrine added to an answer', () => {
  it('can be taken out again, with the space that came with them', () => {
    expect(withoutFound({ answer: marked, foundMarkers })).toBe('It grinds rye [Citation 1]. It is old. So it is.');
  });

  it('have an asterisk in plain text', () => {
    expect(starredFound({ answer: marked, foundMarkers })).toBe(
      'It grinds rye [Citation 1]. It is old [Citation 2*]. So it is [Citation 1*].',
    );
  });

  it('may be none, and changes nothing without one', () => {
    expect(withoutFound({ answer: marked })).toBe(marked);
    expect(starredFound({ answer: marked, foundMarkers: [0, 3, 900, -1] })).toBe(marked);
  });
});

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
