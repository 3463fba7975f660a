import { expect, it } from 'vitest';
import { proposeType } from '../../../electron/engine/extraction';
import type { ColumnType } from '../../../shared/value-types';

it.each<[string, ColumnType, boolean]>([
  ['Who are the parties?', 'name', true],
  ['Who is the supplier?', 'name', false],
  ['What is the effective date?', 'date', false],
  ['How long is the notice period?', 'duration', false],
  ['Which state’s law governs the agreement?', 'name', false],
  ['How much is the VAT?', 'amount', false],
  ['How many patients were enrolled?', 'number', false],
  ['What percentage of patients recovered?', 'percentage', false],
  ['What is the interest rate?', 'percentage', false],
  ['Does the agreement renew automatically?', 'yes-no', false],
  ['How can the agreement be terminated?', 'text', false],
  ['What method was used?', 'text', false],
  ['Wer sind die Vertragsparteien?', 'name', true],
  ['Was ist das Rechnungsdatum?', 'date', false],
  ['Wie lang ist die Kündigungsfrist?', 'duration', false],
  ['Wie hoch ist der Gesamtbetrag?', 'amount', false],
  ['Wie viele Personen nahmen teil?', 'number', false],
  ['Wie hoch ist der Zinssatz?', 'percentage', false],
  ['Verlängert sich der Vertrag automatisch?', 'yes-no', false],
  ['Wie kann der Vertrag gekündigt werden?', 'text', false],
  ['¿Quiénes son las partes?', 'name', true],
  ['¿Cuándo entra en vigor el contrato?', 'date', false],
  ['¿Cuánto dura el contrato?', 'duration', false],
  ['¿Cuál es el importe total?', 'amount', false],
  ['¿Qué porcentaje de interés se aplica?', 'percentage', false],
  ['¿Se permite subarrendar?', 'yes-no', false],
])('“%s” asks for %s', (question, type, many) => {
  expect(proposeType(question)).toEqual({ type, many });
});
