import { emptySuperPrompt, type SuperPrompt } from '@shared/prompt/super-prompt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stages } from '../../../electron/engine/stages';
import { enforceFormat } from '../../../electron/engine/stages/format/answer-format';
import { forAll } from '../../for-all';
import { configOf, servicesOf } from './memory-library';

describe('enforceFormat', () => {
  it.each([
    ['JSON', 'json'],
    ['bullet points', 'list'],
    ['lista de verificación', 'checklist'],
    ['eine nummerierte Aufzählung', 'numbered'],
    ['sin markdown', 'plain'],
    ['un tableau', 'table'],
    ['elenco numerato', 'numbered'],
    ['tabella', 'table'],
    ['lista de verificação', 'checklist'],
    ['texto simples', 'plain'],
    ['opsomming', 'list'],
  ] as const)('FORMAT “%s” is %s', (format, name) => {
    expect(enforceFormat(format, 'Who built it?', '')).toMatchObject({ name, source: 'format' });
  });

  it.each([
    ['Compare the engines as a table.', 'table'],
    ['Return valid JSON.', 'json'],
    ['Vergleiche beide Motoren tabellarisch.', 'table'],
    ['Antworte in einem Satz.', 'plain'],
    ['Responde en texto plano.', 'plain'],
    ['Fais un tableau des moteurs.', 'table'],
    ['Confronta i motori in una tabella.', 'table'],
    ['Puoi farmi un confronto sotto forma di elenco?', 'list'],
    ['Compare os motores numa tabela.', 'table'],
    ['Vergelijk de motoren in een tabel.', 'table'],
  ] as const)('the default gives way to what the task asks for: %s', (task, name) => {
    expect(enforceFormat('markdown', task, '')).toMatchObject({ name, source: 'task' });
  });

  it.each([
    'What does the table in section 3 show?',
    'How are dates stored in JSON?',
    'Explain the code.',
    'Wie werden Daten in JSON gespeichert?',
    '¿Quién inventó JSON?',
  ])('a question about a format asks for none: %s', (task) => {
    expect(enforceFormat('markdown', task, '')).toMatchObject({ name: 'markdown', source: 'format' });
  });

  it('prefers FORMAT to the task', () => {
    expect(enforceFormat('JSON', 'Show it as a table.', '').name).toBe('json');
  });

  it.each(['a haiku', 'two sentences', 'one paragraph per engine, oldest first'])(
    'passes on a stated format that is not a common one: %s',
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
    forAll(fc.string({ maxLength: 30 }), fc.string({ maxLength: 60 }), (format, task) => {
      expect(enforceFormat(format, task, '').enforcement.normalized_format_spec).not.toBe('');
    });
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
        reason: { code: 'read-from', values: { source: 'format' } },
        by: 'default',
      },
    ]);
  });
});
