import { emptySuperPrompt, type SuperPrompt } from '@shared/super-prompt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stages } from '../../../electron/engine/stages';
import { enforceFormat } from '../../../electron/engine/stages/answer-format';
import { configOf, servicesOf } from './memory-library';

describe('enforceFormat', () => {
  it.each([
    ['JSON', 'json'],
    ['a JSON object with keys name and year', 'json'],
    ['Markdown', 'markdown'],
    ['md', 'markdown'],
    ['checklist', 'checklist'],
    ['a to-do list', 'checklist'],
    ['Checkliste', 'checklist'],
    ['table', 'table'],
    ['two tables', 'table'],
    ['Tabelle mit zwei Spalten', 'table'],
    ['a code block', 'code'],
    ['código', 'code'],
    ['bullet points', 'list'],
    ['eine Liste', 'list'],
    ['plain text', 'plain'],
    ['prose, no bullet points', 'plain'],
    ['plain text without tables', 'plain'],
    ['no markdown', 'plain'],
    ['Fließtext', 'plain'],
    ['JSON-Objekt', 'json'],
    ['un objeto JSON', 'json'],
    ['check-list', 'checklist'],
    ['eine Checkliste', 'checklist'],
    ['To-do-Liste', 'checklist'],
    ['Aufgabenliste', 'checklist'],
    ['lista de verificación', 'checklist'],
    ['lista de tareas', 'checklist'],
    ['tabellarisch', 'table'],
    ['in Tabellenform', 'table'],
    ['zwei Spalten', 'table'],
    ['una tabla', 'table'],
    ['cuadro comparativo', 'table'],
    ['Codeblock', 'code'],
    ['Quellcode in Python', 'code'],
    ['bloque de código', 'code'],
    ['numbered list', 'numbered'],
    ['nummerierte Liste', 'numbered'],
    ['eine nummerierte Aufzählung', 'numbered'],
    ['lista numerada', 'numbered'],
    ['pasos numerados', 'numbered'],
    ['Stichpunkte', 'list'],
    ['Aufzählungspunkte', 'list'],
    ['viñetas', 'list'],
    ['ein kurzer Absatz, ein Satz', 'plain'],
    ['reiner Text', 'plain'],
    ['ohne Tabelle, als Fließtext', 'plain'],
    ['kein Markdown', 'plain'],
    ['texto plano', 'plain'],
    ['un párrafo', 'plain'],
    ['sin markdown', 'plain'],
  ] as const)('FORMAT “%s” is %s', (format, name) => {
    expect(enforceFormat(format, 'Who built it?', '')).toMatchObject({ name, source: 'format' });
  });

  it.each([
    ['Compare the engines as a table.', 'table'],
    ['Vergleiche die Motoren als Tabelle.', 'table'],
    ['Compara los motores en una tabla.', 'table'],
    ['List the engines in a table.', 'table'],
    ['Can you put the engines in a table?', 'table'],
    ['Give the answer as JSON.', 'json'],
    ['Return valid JSON.', 'json'],
    ['Could you answer in JSON?', 'json'],
    ['Write a checklist for the move.', 'checklist'],
    ['Give me a short bulleted list of the builders.', 'list'],
    ['Answer in plain text.', 'plain'],
    ['Vergleiche beide Motoren tabellarisch.', 'table'],
    ['Kannst du das in eine Tabelle bringen?', 'table'],
    ['Erstelle eine Checkliste für den Umzug.', 'checklist'],
    ['Gib mir eine kurze Liste der Motoren.', 'list'],
    ['Antworte in Stichpunkten.', 'list'],
    ['Gib die Antwort als JSON zurück.', 'json'],
    ['Antworte in einem Satz.', 'plain'],
    ['Haz una tabla con los motores.', 'table'],
    ['Devuelve los motores en formato JSON.', 'json'],
    ['Crea una lista de verificación.', 'checklist'],
    ['Dame una lista numerada de pasos.', 'numbered'],
    ['Responde en texto plano.', 'plain'],
  ] as const)('the default gives way to what the task asks for: %s', (task, name) => {
    expect(enforceFormat('markdown', task, '')).toMatchObject({ name, source: 'task' });
  });

  it.each([
    'What does the table in section 3 show?',
    'What is in the table on page 4?',
    'Which engine is in table 4?',
    'How are dates stored in JSON?',
    'Who invented JSON?',
    'What stands in the list of parts?',
    'Explain the code.',
    'Answer without a table.',
    'Was zeigt die Tabelle auf Seite 4?',
    'Wie werden Daten in JSON gespeichert?',
    'Antworte ohne Tabelle.',
    '¿Qué muestra la tabla 4?',
    '¿Quién inventó JSON?',
  ])('a question about a format asks for none: %s', (task) => {
    expect(enforceFormat('markdown', task, '')).toMatchObject({ name: 'markdown', source: 'format' });
  });

  it('prefers FORMAT to the task', () => {
    expect(enforceFormat('JSON', 'Show it as a table.', '').name).toBe('json');
  });

  it.each(['a haiku', 'two sentences', 'one paragraph per engine, oldest first'])(
    'passes on what was stated and is no common format: %s',
    (format) => {
      expect(enforceFormat(format, 'Who?', '').enforcement.normalized_format_spec).toContain(`As asked: ${format}`);
    },
  );

  it('takes the constraints over as hard rules, one a line', () => {
    expect(enforceFormat('JSON', '', '- Only facts.\n\n2. No names.\n').enforcement.hard_rules.slice(-2)).toEqual([
      'Only facts.',
      'No names.',
    ]);
  });

  it('always gives a spec, and an example that is of its own kind', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.string({ maxLength: 60 }), (format, task) => {
        expect(enforceFormat(format, task, '').enforcement.normalized_format_spec).not.toBe('');
      }),
    );
    const json = enforceFormat('JSON', '', '').enforcement.example_shape;
    expect(JSON.parse(json)).toEqual({ answer: '… [Citation 1]' });
  });
});

describe('A5_Format_Enforcer', () => {
  it('writes the format and its enforcement, and touches neither selection nor context', async () => {
    const before: SuperPrompt = {
      ...emptySuperPrompt('t'),
      stage: 'a4',
      body: { task: 'Compare them.', format: 'table\nwith two columns' },
      S_CTX_MD: 'kept',
      final_selection_ids: [],
    };
    const { prompt, decisions } = await stages.A5_Format_Enforcer.run(before, servicesOf([]), configOf());
    expect(prompt.body.format).toBe('A Markdown table with a header row. As asked: table with two columns');
    expect(prompt.extras.format_enforcer?.example_shape).toContain('|---|');
    expect(prompt.S_CTX_MD).toBe('kept');
    expect(decisions).toEqual([
      {
        subject: 'format',
        decision: 'table',
        reason: 'read from format',
        reasonCode: 'read-from',
        reasonValues: { source: 'format' },
        by: 'default',
      },
    ]);
  });
});
