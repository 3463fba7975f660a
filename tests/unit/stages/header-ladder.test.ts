import { bodyKeys, emptySuperPrompt } from '@shared/super-prompt';
import { describe, expect, it } from 'vitest';
import { stages } from '../../../electron/engine/stages';
import { unaccented } from '../../../electron/engine/stages/header-tables';
import { mapHeader, normaliseHeader, type Rung } from '../../../electron/engine/stages/prompt-headers';
import { configOf, schema, servicesOf } from './memory-library';

type Row = readonly [header: string, key: string];

/** Headers as people write them, a table a rung. */
const ladder: Readonly<Partial<Record<Rung, readonly Row[]>>> = {
  exact: [
    ['Task', 'task'],
    ['  TASK : ', 'task'],
    ['__Purpose__', 'purpose'],
    ['`format`', 'format'],
    ['“Text”', 'text'],
    ['deterministic_codes', 'deterministic_codes'],
    ['Deterministic-Rules', 'deterministic_rules'],
    ['Ｃｏｎｔｅｘｔ', 'context'],
  ],
  alias: [
    ['Question', 'task'],
    ['To-do', 'task'],
    ['Intended audience', 'audience'],
    ['Tone of voice', 'tone'],
    ['Level of detail', 'depth'],
    ['Answer length', 'depth'],
    ['Background info', 'context'],
    ['Use case', 'purpose'],
    ['Expected output', 'format'],
    ['JSON Schema', 'format'],
    ['Guardrails', 'constraints'],
    ['Few-shot examples', 'example'],
    ['Your role', 'system'],
    ['Degree of certainty', 'confidence'],
    ['Strict rules', 'deterministic_rules'],
  ],
  typo: [
    ['Taks', 'task'],
    ['Contetx', 'context'],
    ['Contextt', 'context'],
    ['Questoin', 'task'],
    ['Audiance', 'audience'],
    ['Fromat', 'format'],
    ['Ouput', 'format'],
    ['Constriants', 'constraints'],
    ['Confidance', 'confidence'],
    ['Backgruond', 'context'],
    ['Exmaple', 'example'],
    // other languages: letters lost, doubled or swapped
    ['Aufgbae', 'task'],
    ['Kontetx', 'context'],
    ['Zielgrupe', 'audience'],
    ['Hintergund', 'context'],
    ['Beispeil', 'example'],
    ['Prregunta', 'task'],
    ['Contetxo', 'context'],
    ['Restriciones', 'constraints'],
    ['Formatoo', 'format'],
  ],
  bilingual: [
    ['Rolle', 'system'],
    ['Aufgabenstellung', 'task'],
    ['Fragestellung', 'task'],
    ['Zielpublikum', 'audience'],
    ['Tonlage', 'tone'],
    ['Länge', 'depth'],
    ['Umfang', 'depth'],
    ['Gewissheit', 'confidence'],
    ['Ausgangslage', 'context'],
    ['Zielsetzung', 'purpose'],
    ['Antwortform', 'format'],
    ['Eingabetext', 'text'],
    ['Rahmenbedingungen', 'constraints'],
    ['Vorlage', 'example'],
    ['Feste Regeln', 'deterministic_rules'],
    ['Kennziffer', 'deterministic_codes'],
    // without a German keyboard
    ['Laenge', 'depth'],
    ['EINSCHRAENKUNGEN', 'constraints'],
    ['Ausfuhrlichkeit', 'depth'],
    ['Fuer wen?', 'audience'],
    ['Papel', 'system'],
    ['Petición', 'task'],
    ['Público objetivo', 'audience'],
    ['Tono de voz', 'tone'],
    ['Nivel de detalle', 'depth'],
    ['Grado de certeza', 'confidence'],
    ['Antecedentes', 'context'],
    ['Finalidad', 'purpose'],
    ['¿Para qué?', 'purpose'],
    ['Formato de la respuesta', 'format'],
    ['Contenido', 'text'],
    ['Requisitos', 'constraints'],
    ['Plantilla', 'example'],
    ['Reglas fijas', 'deterministic_rules'],
    // without accents
    ['Proposito', 'purpose'],
    ['PUBLICO OBJETIVO', 'audience'],
    ['Codigos', 'deterministic_codes'],
  ],
  template: [
    ['You are a patient teacher', 'system'],
    ['Please act as a notary', 'system'],
    ['What we want', 'task'],
    ['What you already know', 'context'],
    ['Why I ask', 'purpose'],
    ['How to answer', 'format'],
    ['How long the answer should be', 'depth'],
    ['How it should sound', 'tone'],
    ['What to avoid', 'constraints'],
    ['Here is the letter', 'text'],
    ['What a good answer looks like', 'example'],
    ['Verhalte dich wie ein Notar', 'system'],
    ['Was zu tun ist', 'task'],
    ['Bitte beantworte', 'task'],
    ['Was wir schon wissen', 'context'],
    ['Was ich schon weiss', 'context'],
    ['Warum ich frage', 'purpose'],
    ['Antworte als Tabelle', 'format'],
    ['Wer das lesen soll', 'audience'],
    ['Geschrieben fuer Laien', 'audience'],
    ['Wie die Antwort klingen soll', 'tone'],
    ['Was nicht erlaubt ist', 'constraints'],
    ['Actúa como un notario', 'system'],
    ['¿Qué necesito?', 'task'],
    ['Lo que ya sabemos', 'context'],
    ['Por que lo necesito', 'purpose'],
    ['Cómo responder', 'format'],
    ['¿Quién lo leerá?', 'audience'],
    ['Cómo debe sonar', 'tone'],
    ['Qué evitar', 'constraints'],
    ['Este es el texto', 'text'],
  ],
  keyword: [
    ['The task at hand', 'task'],
    ['My one and only question', 'task'],
    ['A few examples', 'example'],
    ['Notes on style', 'tone'],
    ['Angaben zum Hintergrund', 'context'],
    ['Unsere Ziele', 'purpose'],
    ['Gewünschtes Ausgabeformat', 'format'],
    ['Ein paar Beispiele', 'example'],
    ['El público de la carta', 'audience'],
    ['Otras restricciones', 'constraints'],
    ['Algo de trasfondo', 'context'],
  ],
  unknown: [
    ['', ''],
    ['???', ''],
    ['#', ''],
    ['xyzzy', ''],
    ['qwertz uiop', ''],
    ['12:30', ''],
    ['任务', ''],
    ['🙂', ''],
    ['Weather', ''],
    ['Next', ''],
    ['Note', ''],
    ['From', ''],
    ['Except', ''],
    ['Details', ''],
    ['Hinweis', ''],
    ['Ansicht', ''],
    ['Ausgaben', ''],
    ['Regelung', ''],
    ['Still', ''],
    ['Kontakt', ''],
    ['Salidas', ''],
    ['Extension', ''],
    ['Contacto', ''],
    ['Nuestra casa', ''],
    ['x'.repeat(500), ''],
  ],
};

for (const [rung, rows] of Object.entries(ladder)) {
  describe(`the rung “${rung}”`, () => {
    it.each(rows)('takes “%s” for “%s”', (header, key) => {
      expect(mapHeader(header, schema)).toEqual({ key: key === '' ? null : key, rung });
    });
  });
}

describe('the tables of the ladder', () => {
  const listed = (['aliases', 'bilingual', 'keywords'] as const).flatMap((table) =>
    bodyKeys.flatMap((key) => (schema[table][key] ?? []).map((phrase) => ({ table, key, phrase }))),
  );

  it('hold phrases as headers are normalised, since no other can ever match', () => {
    expect(listed.filter(({ phrase }) => normaliseHeader(phrase) !== phrase)).toEqual([]);
  });

  it('give no phrase two meanings', () => {
    const keys = new Map<string, Set<string>>();
    for (const { key, phrase } of listed) {
      const spelled = unaccented(phrase);
      keys.set(spelled, (keys.get(spelled) ?? new Set()).add(key));
    }
    for (const key of bodyKeys) keys.set(key, (keys.get(key) ?? new Set()).add(key));
    expect([...keys].filter(([, meanings]) => meanings.size > 1)).toEqual([]);
  });

  it('map each of their phrases to its key', () => {
    expect(listed.filter(({ phrase, key }) => mapHeader(phrase, schema).key !== key)).toEqual([]);
  });
});

describe('A0_PreProcessing', () => {
  const bodyOf = async (raw: string) =>
    (await stages.A0_PreProcessing.run(emptySuperPrompt(raw), servicesOf([]), configOf())).prompt.body;

  it.each([
    [
      'a German prompt',
      '## Rolle\nAnwältin\n## Fragestellung\nWas gilt?\n## Länge\nkurz\n## Zielpublikum\nLaien\n## Ausgabeformat\nTabelle',
      { system: 'Anwältin', task: 'Was gilt?', depth: 'kurz', audience: 'Laien', format: 'Tabelle' },
    ],
    [
      'a Spanish prompt',
      'Objetivo: entender\nPregunta: ¿Qué rige?\nPúblico objetivo: directivos\nFormato de respuesta: lista',
      { purpose: 'entender', task: '¿Qué rige?', audience: 'directivos', format: 'lista' },
    ],
    [
      'languages and slips in one prompt',
      'Aufgbae: Finde es.\nContxt: A house.\nPublico objetivo: niños\nOuput: JSON',
      { task: 'Finde es.', context: 'A house.', audience: 'niños', format: 'JSON' },
    ],
  ])('reads %s header by header', async (_what, raw, expected) => {
    expect(await bodyOf(raw)).toMatchObject(expected);
  });
});
