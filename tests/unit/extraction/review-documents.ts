import type { ExtractionDocument } from '../../../electron/engine/extraction';
import { plainDocument } from '../../../electron/engine/ingest';

/** A text as a plain text’s reader leaves it, in a known language. */
export const documentOf = (text: string, language: 'eng' | 'deu' | 'spa' = 'eng'): ExtractionDocument => ({
  ...plainDocument(text, null),
  language,
});

export const supplyAgreement = documentOf(`SUPPLY AGREEMENT

This Supply Agreement (the "Agreement") is made this 3rd day of August, 2009 by and between Larkspur Foods, Inc., a Delaware corporation ("Buyer"), and Green Valley Growers LLC ("Supplier").

1. Term. This Agreement shall remain in effect for a period of three (3) years from the Effective Date and shall not renew automatically.

2. Termination. Either party may terminate this Agreement upon sixty (60) days' prior written notice.

3. Price. Buyer shall pay a total fee of $250,000 for the goods. Payment is made by bank transfer.

4. Assignment. Neither party may assign this Agreement without consent.

5. Staff. For a period of 18 months from the date hereof, Supplier shall not solicit employees of Buyer.

6. Governing law. This Agreement is governed by the laws of the State of New York, without regard to conflicts of law.

LARKSPUR FOODS, INC.
By: /s/ Dora Finch
Name: Dora Finch
Title: President
`);

export const dienstvertrag = documentOf(
  `Dienstleistungsvertrag

zwischen der Nordlicht Software GmbH, Hafenstraße 12, 20457 Hamburg, vertreten durch die Geschäftsführerin Anna Berger (nachfolgend „Auftraggeber“)

und

der Müller & Söhne AG, Bahnhofstraße 3, 8001 Zürich (nachfolgend „Auftragnehmer“)

§ 1 Gegenstand
Der Auftragnehmer pflegt die Server des Auftraggebers.

§ 2 Vergütung
Der Auftraggeber zahlt eine monatliche Vergütung in Höhe von 4.500,00 EUR zzgl. Mehrwertsteuer.

§ 3 Laufzeit
Dieser Vertrag tritt am 1. Juli 2021 in Kraft und hat eine Laufzeit von zwei Jahren. Er verlängert sich nicht automatisch.

§ 4 Kündigung
Der Vertrag kann mit einer Frist von drei Monaten zum Quartalsende gekündigt werden.

§ 5 Schlussbestimmungen
Es gilt das Recht der Bundesrepublik Deutschland. Gerichtsstand ist Hamburg.
`,
  'deu',
);

export const contrato = documentOf(
  `CONTRATO DE PRESTACIÓN DE SERVICIOS

En Madrid, a 15 de marzo de 2022, entre Consultores del Norte S.L., con domicilio en Calle Mayor 4 (en adelante, «el Proveedor»), y Aceites Jaén S.A., representada por doña Carmen Ruiz (en adelante, «el Cliente»).

Primera. El presente contrato tendrá una duración de dos años desde la fecha de su firma.

Segunda. El Cliente pagará un importe total de 12.000,50 € por los servicios.

Tercera. Cualquiera de las partes podrá resolver el contrato con un preaviso de 30 días.

Cuarta. El contrato se regirá por las leyes de España.
`,
  'spa',
);

export const invoice = documentOf(`Brightwater Supplies Ltd.
14 Quay Street, Bristol

Invoice number: BW-2023-0117
Invoice date: 14 March 2023
Due date: 13 April 2023

Bill to: Hartfield Schools Trust

| Item | Quantity | Amount |
| --- | --- | --- |
| Desks | 12 | £1,440.00 |
| Chairs | 30 | £900.00 |
| Subtotal | | £2,340.00 |
| VAT 20% | | £468.00 |
| Total due | | £2,808.00 |
`);

export const paper = documentOf(`Effects of evening light on sleep in shift workers

Maria L. Oduya, Peter Hansen and Jun Takahashi

Journal of Rest, vol. 12, published 2018

We conducted a randomised controlled trial to test whether dim evening light improves sleep. A total of 142 nurses were enrolled. Participants received 5 mg of melatonin daily.

Of 160 people screened, 18 were excluded. The mean age was 41 years.
`);
