import { describe, expect, it } from 'vitest';
import { type ExtractionColumn, type ExtractionDocument, extract } from '../../../electron/engine/extraction';
import type { ColumnType, TypedValue } from '../../../shared/value-types';
import { contrato, dienstvertrag, documentOf, invoice, paper, supplyAgreement } from './review-documents';

const valuesOf = (document: ExtractionDocument, column: ExtractionColumn): unknown[] =>
  extract(document, column).found.map(({ value }) => plainOf(value));

/** What a value has beside its type, with a blank between. */
function plainOf({ type: _type, ...parts }: TypedValue): unknown {
  const [first, ...others] = Object.values(parts).filter((part) => part !== undefined);
  return typeof first === 'number' ? [first, ...others].join(' ') : first;
}

const amendment = documentOf(`FIRST AMENDMENT

This First Amendment to the Services Agreement dated February 10, 2014 between Acme Inc. and Beta LLC is made effective as of August 9, 2014.

The initial term of this Agreement is 24 months and shall automatically renew unless either party gives ninety (90) days written notice.
`);
const letter = documentOf(
  'Confidentiality Agreement\n\n4\n\nNovember 24, 2009\n\nDear Phil:\n\nThis agreement covers the plans.',
);
const runningInvoice = documentOf(`# Northgate Tools plc

INVOICE

To:
Fernhill Joinery LLP
Attn: Accounts Payable

Sum before tax £1,950.00; VAT 20 % £390.00
`);

describe('a cell of a review', () => {
  it.each<[string, ExtractionDocument, string, ColumnType, unknown]>([
    ['effective date', supplyAgreement, 'What is the effective date?', 'date', '2009-08-03'],
    ['date of effect', supplyAgreement, 'When does the agreement take effect?', 'date', '2009-08-03'],
    ['term', supplyAgreement, 'What is the term of the agreement?', 'duration', '3 years'],
    ['notice period', supplyAgreement, 'What is the notice period?', 'duration', '60 days'],
    ['law', supplyAgreement, 'Which state’s law governs the agreement?', 'name', 'New York'],
    ['amount', supplyAgreement, 'What is the total fee?', 'amount', '250000 USD'],
    ['Inkrafttreten', dienstvertrag, 'Wann tritt der Vertrag in Kraft?', 'date', '2021-07-01'],
    ['Laufzeit', dienstvertrag, 'Wie lang ist die Laufzeit?', 'duration', '2 years'],
    ['Kündigungsfrist', dienstvertrag, 'Wie lang ist die Kündigungsfrist?', 'duration', '3 months'],
    ['Recht', dienstvertrag, 'Welches Recht gilt?', 'name', 'Deutschland'],
    ['Vergütung', dienstvertrag, 'Wie hoch ist die Vergütung?', 'amount', '4500 EUR'],
    ['fecha', contrato, '¿Cuándo entra en vigor el contrato?', 'date', '2022-03-15'],
    ['duración', contrato, '¿Cuánto dura el contrato?', 'duration', '2 years'],
    ['preaviso', contrato, '¿Cuál es el plazo de preaviso?', 'duration', '30 days'],
    ['ley', contrato, '¿Qué ley rige el contrato?', 'name', 'España'],
    ['importe', contrato, '¿Cuál es el importe total?', 'amount', '12000.5 EUR'],
    ['invoice number', invoice, 'What is the invoice number?', 'text', 'BW-2023-0117'],
    ['invoice date', invoice, 'What is the invoice date?', 'date', '2023-03-14'],
    ['due date', invoice, 'When is the invoice due?', 'date', '2023-04-13'],
    ['supplier', invoice, 'Who is the supplier?', 'name', 'Brightwater Supplies Ltd.'],
    ['customer', invoice, 'Who is the customer?', 'name', 'Hartfield Schools Trust'],
    ['total', invoice, 'What is the total amount?', 'amount', '2808 GBP'],
    ['tax', invoice, 'What is the amount of tax?', 'amount', '468 GBP'],
    ['VAT', invoice, 'How much is the VAT?', 'amount', '468 GBP'],
    ['year', paper, 'In what year was it published?', 'date', '2018'],
    ['publication', paper, 'When was it published?', 'date', '2018'],
    ['sample size', paper, 'What is the sample size?', 'number', '142'],
    ['dose', paper, 'What dose was given?', 'number', '5 mg'],
    ['effective date', amendment, 'When does the agreement take effect?', 'date', '2014-08-09'],
    ['date of a letter', letter, 'When does the agreement take effect?', 'date', '2009-11-24'],
    ['term', amendment, 'What is the term of the agreement?', 'duration', '24 months'],
    ['tax', runningInvoice, 'What is the amount of tax on the invoice?', 'amount', '390 GBP'],
    ['supplier', runningInvoice, 'Who issued the invoice?', 'name', 'Northgate Tools plc'],
  ])('holds the %s', (_name, document, question, type, value) => {
    expect(valuesOf(document, { question, type })).toEqual([value]);
  });

  it.each([
    [
      'eng',
      'The deposit is 900 euros. The monthly rent for the flat in Mill Lane is 840 euros.',
      'How high is the rent?',
      '840 EUR',
    ],
    [
      'deu',
      'Die Kaution ist 900 Euro. Die Miete für die Wohnung am Hafen beträgt 840 Euro.',
      'Wie hoch ist die Miete?',
      '840 EUR',
    ],
    [
      'spa',
      'La fianza es de 900 euros. El alquiler mensual del piso en la calle Mayor es de 840 euros.',
      '¿Cuánto es el alquiler?',
      '840 EUR',
    ],
  ] as const)('holds what stands behind a few words of what it is for: %s', (language, text, question, value) => {
    expect(valuesOf(documentOf(text, language), { question, type: 'amount' })).toEqual([value]);
  });

  it('holds several values where the column may', () => {
    const parties = { type: 'name', many: true } as const;
    expect(valuesOf(supplyAgreement, { ...parties, question: 'Who are the parties?' })).toEqual([
      'Larkspur Foods, Inc.',
      'Green Valley Growers LLC',
    ]);
    expect(valuesOf(dienstvertrag, { ...parties, question: 'Wer sind die Vertragsparteien?' })).toEqual([
      'Nordlicht Software GmbH',
      'Müller & Söhne AG',
    ]);
    expect(valuesOf(contrato, { ...parties, question: '¿Quiénes son las partes?' }).sort()).toEqual([
      'Aceites Jaén S.A.',
      'Consultores del Norte S.L.',
    ]);
    expect(valuesOf(paper, { ...parties, question: 'Who are the authors?' })).toEqual([
      'Maria L. Oduya',
      'Peter Hansen',
      'Jun Takahashi',
    ]);
  });

  it.each([
    'This lease is made between the Halden Cooperative, the landlord, and Petra Voss, the tenant. It covers a flat.',
    'LOAN AGREEMENT made by and among Halden Cooperative, as Lender, and Petra Voss, as Borrower.',
  ])('holds both parties of a list that says what each is: %s', (text) => {
    const column = { question: 'Who are the parties?', type: 'name', many: true } as const;
    expect(valuesOf(documentOf(text), column)).toEqual(['Halden Cooperative', 'Petra Voss']);
  });

  it('holds one value, the surest, where the column may not', () => {
    expect(valuesOf(supplyAgreement, { question: 'Who are the parties?', type: 'name' })).toHaveLength(1);
  });

  it.each<[ExtractionDocument, string, boolean]>([
    [supplyAgreement, 'Does the agreement renew automatically?', false],
    [supplyAgreement, 'May a party assign the agreement without consent?', false],
    [dienstvertrag, 'Verlängert sich der Vertrag automatisch?', false],
    [documentOf('The licence covers spare parts. Tenants may keep small pets.'), 'May tenants keep pets?', true],
    [documentOf('Renewal: automatic\nSubletting allowed: no\n'), 'Is subletting allowed?', false],
  ])('%# says yes or no', (document, question, yes) => {
    expect(valuesOf(document, { question, type: 'yes-no' })).toEqual([yes]);
  });

  it('chooses of the choices the one that is named where the question’s words are', () => {
    const choices = ['cash', 'bank transfer'];
    const text = 'The museum shop sells for cash.\n\nPayment of the rent is made by bank  transfer each month.';
    expect(valuesOf(documentOf(text), { question: 'How is the rent paid?', type: 'choice', choices })).toEqual([
      'bank transfer',
    ]);
  });

  it('answers a question for a text with the sentence that has its words', () => {
    expect(valuesOf(dienstvertrag, { question: 'Wie kann der Vertrag gekündigt werden?', type: 'text' })[0]).toContain(
      'mit einer Frist von drei Monaten zum Quartalsende gekündigt',
    );
  });
});

describe('the quote of a value', () => {
  it('lies in the text, holds the value, and is its sentence or row', () => {
    const [term] = extract(supplyAgreement, { question: 'What is the term of the agreement?', type: 'duration' }).found;
    const { text } = supplyAgreement;
    expect(term && text.slice(term.start, term.end)).toBe('three (3) years');
    expect(term && text.slice(term.quoteStart, term.quoteEnd)).toContain(
      'This Agreement shall remain in effect for a period of three (3) years from the Effective Date and shall not renew automatically.',
    );
    const [total] = extract(invoice, { question: 'What is the total amount?', type: 'amount' }).found;
    expect(total && invoice.text.slice(total.quoteStart, total.quoteEnd)).toBe('| Total due | | £2,808.00 |');
  });

  it('does not hold more of a place than its name', () => {
    const [law] = extract(supplyAgreement, { question: 'Which law governs?', type: 'name' }).found;
    expect(law && supplyAgreement.text.slice(law.start, law.end)).toBe('New York');
  });
});

describe('an empty cell', () => {
  const asked = { question: 'What is the effective date of the agreement?', type: 'date' } as const;
  it.each([
    ['empty-document', ' \n — \n', asked],
    ['no-such-words', 'The heron waits at the pond.', asked],
    ['no-value-of-type', 'The effective date of the agreement is left to the parties.', asked],
    [
      'too-unsure',
      'The agreement is kept in the archive.\n\nThe bridge was painted on 4 May 1998, and again on 9 June 2004.',
      asked,
    ],
  ])('has the reason %s', (reason, text, column) => {
    expect(extract(documentOf(text), column)).toEqual({ found: [], reason });
  });

  it('is not filled where a document states two values alike', () => {
    const law = (state: string) => `This Agreement is governed by the laws of the State of ${state}.`;
    const column = { question: 'Which law governs the agreement?', type: 'name' } as const;
    expect(valuesOf(documentOf(law('Ohio')), column)).toEqual(['Ohio']);
    const both = documentOf(`${law('Ohio')}\n\n${law('Nevada')}`);
    expect(extract(both, column)).toEqual({ found: [], reason: 'too-unsure' });
    expect(valuesOf(both, { ...column, many: true })).toEqual(['Ohio', 'Nevada']);
  });

  it('is not filled from a document of another kind', () => {
    const letter = documentOf('Dear Ada,\n\nthe new tariff is effective as of 4 May 1998.\n\nYours, Tom');
    const column = { question: 'What is the effective date of the agreement?', type: 'date' } as const;
    expect(extract(letter, column).found).toEqual([]);
    const minutes = documentOf(
      'Protokoll der Versammlung\n\nZiele der Sammlung\n\nDie Sitzung beginnt um neun.',
      'deu',
    );
    expect(extract(minutes, { question: 'Wer sind die Autoren?', type: 'name', many: true }).found).toEqual([]);
  });

  it.each([
    'For a period of two years from the date hereof, the Company shall not solicit employees.',
    'The obligations under this Agreement shall survive for a period of two years after its termination.',
    'The restrictions in this section of the Agreement shall remain in effect for two years.',
  ])('is not filled with a duration of something else: %s', (text) => {
    const column = { question: 'What is the term of the agreement?', type: 'duration' } as const;
    expect(extract(documentOf(`AGREEMENT\n\n${text}`), column).found).toEqual([]);
  });

  it.each([
    'Acme Inc. made a loan to Beta LLC under a Loan Agreement dated as of March 15, 2009.',
    'It supersedes the Confidentiality Agreement between the parties dated April 5, 2007.',
    'Acme Inc., a company incorporated on June 1, 1998, and Beta LLC enter into this agreement.',
  ])('is not filled with a date of something else: %s', (text) => {
    const column = { question: 'When does the agreement take effect?', type: 'date' } as const;
    expect(extract(documentOf(`GUARANTY AGREEMENT\n\n${text}`), column).found).toEqual([]);
  });

  it('is not filled from one of many rows, whose column’s head is no label of the document', () => {
    const rows = documentOf('| Year | Sales |\n| --- | --- |\n| 1998 | 12 |\n| 1999 | 14 |\n| 2000 | 19 |\n');
    expect(extract(rows, { question: 'In what year was it published?', type: 'date' }).found).toEqual([]);
    const row = documentOf('| Year | Sales |\n| --- | --- |\n| 1998 | 12 |\n');
    expect(extract(row, { question: 'In what year was it published?', type: 'date' }).found).toHaveLength(1);
  });
});

it('gives the same for the same document, prepared or not', () => {
  const column = { question: 'Who are the parties?', type: 'name', many: true } as const;
  expect(extract({ ...supplyAgreement }, column)).toEqual(extract(supplyAgreement, column));
});
