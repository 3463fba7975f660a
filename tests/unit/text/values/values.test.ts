import { describe, expect, it } from 'vitest';
import { readForExtraction } from '../../../../electron/engine/text/prepared-document';
import { valueTypeOf } from '../../../../electron/engine/text/values';
import { canonicalName, namesOf } from '../../../../electron/engine/text/values/name';
import type { ColumnType } from '../../../../shared/value-types';
import { documentOf } from '../../extraction/review-documents';

type Language = 'eng' | 'deu' | 'spa';

const nothingAsked = { field: null, ofPlace: false, denials: 0, choices: [] };
const keys =
  (type: ColumnType, asked = nothingAsked) =>
  (text: string, language: Language = 'eng') =>
    valueTypeOf(type)
      .find(readForExtraction(documentOf(text, language)), asked)
      .map(({ key }) => key.trim());

describe('dates', () => {
  const of = keys('date');
  it.each<[string, Language, string[]]>([
    ['made this 3rd day of August, 2009, and on the 28 day of March, 2005', 'eng', ['2009-08-03', '2005-03-28']],
    ['the 24 th day of March , 2007; the twenty-first day of May, 2009', 'eng', ['2007-03-24', '2009-05-21']],
    ['dated as of June 4, 2005 or 2005-06-05', 'eng', ['2005-06-04', '2005-06-05']],
    ['am 1. Juli 2021 und am 05.02.24', 'deu', ['2021-07-01', '2024-02-05']],
    ['a 15 de marzo de 2022, a los 3 días del mes de agosto de 2009', 'spa', ['2022-03-15', '2009-08-03']],
    ['03/04/2021, 09-11-2009, 12-Jan-2015', 'eng', ['2021-03-04', '2009-09-11', '2015-01-12']],
    ['03/04/2021', 'spa', ['2021-04-03']],
    ['published in May 2018, © 2019', 'eng', ['2018-05', '2019']],
    ['Suite 2000, tel. 555-2010', 'eng', []],
  ])('of “%s” (%s)', (text, language, found) => {
    expect(of(text, language).filter((date) => date !== '2000')).toEqual(found);
  });

  it('tells the order of day and month by a date that has only one', () => {
    expect(of('25/12/2020 and 03/04/2021')).toEqual(['2020-12-25', '2021-04-03']);
  });
});

describe('durations', () => {
  const of = keys('duration');
  it.each<[string, Language, string[]]>([
    ['three (3) years, 36 (thirty-six) months, a 9-month period', 'eng', ['3 years', '36 months', '9 months']],
    ['thirty-six months; ten business days', 'eng', ['36 months', '10 days']],
    ['until the third anniversary of the Effective Date', 'eng', ['3 years']],
    ['zwei Jahre, einem Monat, 14 Tagen', 'deu', ['2 years', '1 months', '14 days']],
    ['dos años, dieciocho (18) meses, un año', 'spa', ['2 years', '18 months', '1 years']],
    ['the years 1990 to 2000', 'eng', []],
  ])('of “%s”', (text, language, found) => {
    expect(of(text, language)).toEqual(found);
  });
});

describe('amounts', () => {
  const of = keys('amount');
  it.each<[string, Language, string[]]>([
    ['$1,200.50 and US$ 3 million', 'eng', ['1200.5 USD', '3000000 USD']],
    ['1.200,50 € und 3,5 Mio. Euro', 'deu', ['1200.5 EUR', '3500000 EUR']],
    ['CHF 4’500 oder 1.500 EUR', 'deu', ['4500 CHF', '1500 EUR']],
    ['1.500 libras esterlinas', 'spa', ['1500 GBP']],
    ['Amounts in EUR: net 80.00, gross 95.20', 'eng', ['80 EUR', '95.2 EUR']],
    ['net 80.00, gross 95.20', 'eng', []],
  ])('of “%s”', (text, language, found) => {
    expect(of(text, language)).toEqual(found);
  });
});

it('numbers have their units, and those of other types have none', () => {
  expect(keys('number')('n = 120, 5 mg daily, 12.5 %, forty-two nurses')).toEqual(['120', '5 mg', '12.5 %', '42']);
});

describe('percentages', () => {
  it.each<[string, Language, string[]]>([
    ['grew by 4.5 % and 12%, then by 3 percent or 2 per cent', 'eng', ['4.5 %', '12 %', '3 %', '2 %']],
    ['a fee of five (5) percent, minus −1.5 %, twenty-five per cent', 'eng', ['5 %', '-1.5 %', '25 %']],
    ['um 4,5 % und 1.250 Prozent, zwölf Prozent', 'deu', ['4.5 %', '1250 %', '12 %']],
    ['un 4,5 % y un 21 por ciento, cinco por ciento', 'spa', ['4.5 %', '21 %', '5 %']],
    ['two percentage points, 5 Prozentpunkte, a%20b, 100 people', 'eng', []],
  ])('of “%s”', (text, language, found) => {
    expect(keys('percentage')(text, language)).toEqual(found);
  });

  it('are no amounts of money in a document of one currency', () => {
    expect(keys('amount')('The price is EUR 80.00 at 19.00 percent or 7.00 %.')).toEqual(['80 EUR']);
  });
});

it('a function word of the document’s language is no number: “once” is eleven in Spanish', () => {
  expect(keys('number')('He came once.', 'eng')).toEqual([]);
  expect(keys('number')('Vinieron once personas.', 'spa')).toEqual(['11']);
});

describe('names', () => {
  const of = (text: string) =>
    namesOf(readForExtraction(documentOf(text)))
      .filter(({ kind }) => kind !== 'other')
      .map(({ kind, name }) => `${kind}: ${name}`);
  it.each<[string, string[]]>([
    [
      'between Larkspur Foods, Inc., a Delaware corporation, and Green & Sons LLC',
      ['organisation: Larkspur Foods, Inc.', 'organisation: Green & Sons LLC'],
    ],
    ['by Hill, Moss and Co. of Leeds', ['organisation: Hill, Moss and Co.']],
    ['for The Regents of The University of Tarn', ['organisation: The Regents of The University of Tarn']],
    [
      'President and CEO Acme Holdings Corp. and Mr. John Q. Public',
      ['organisation: Acme Holdings Corp.', 'person: John Q. Public'],
    ],
    ['The Company may end the Agreement; the company and the agreement stay.', []],
  ])('of “%s”', (text, found) => {
    expect(of(text)).toEqual(found);
  });

  it.each([
    ['Providence Equity Partners L.L.C.', 'PROVIDENCE EQUITY PARTNERS LLC'],
    ['Raymond  & Sons, Incorporated', 'RAYMOND AND SONS INC.'],
    ['Kingsmen Exhibits Pte, Ltd', 'KINGSMEN EXHIBITS PTE LTD.'],
    ['QIAGEN N.V.', 'QIAGEN N.V.'],
  ])('%s is compared as %s', (name, canonical) => {
    expect(canonicalName(name)).toBe(canonical);
  });
});

it.each<[string, Language, string[]]>([
  ['governed by the laws of the Commonwealth of Massachusetts', 'eng', ['MASSACHUSETTS']],
  ['shall be governed by Kansas law, not by applicable law or law of the State', 'eng', ['KANSAS']],
  ['Es gilt deutsches Recht.', 'deu', ['DEUTSCHES RECHT']],
  ['Es gilt das Recht der Republik Österreich.', 'deu', ['ÖSTERREICH']],
  ['se rige por las leyes de la República de Chile', 'spa', ['CHILE']],
])('places of “%s”', (text, language, found) => {
  expect(keys('name', { ...nothingAsked, ofPlace: true })(text, language)).toEqual(found);
});
