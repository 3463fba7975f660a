import { bodyKeys } from '@shared/super-prompt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapHeader, normaliseHeader, rungs, splitSections } from '../../../electron/engine/stages/prompt-headers';
import { editDistance } from '../../../shared/edit-distance';
import { schema } from './memory-library';

describe('mapHeader', () => {
  it.each([
    // rung, header as written, key
    ['exact', 'Task', 'task'],
    ['exact', 'TASK', 'task'],
    ['exact', '**Context**', 'context'],
    ['exact', 'deterministic-rules', 'deterministic_rules'],
    ['exact', 'Deterministic  Rules:', 'deterministic_rules'],
    ['exact', 'Ｆｏｒｍａｔ', 'format'],
    ['alias', 'Question', 'task'],
    ['alias', 'Output Format', 'format'],
    ['alias', 'act as', 'system'],
    ['alias', 'target audience', 'audience'],
    ['typo', 'Taks', 'task'],
    ['typo', 'Contxt', 'context'],
    ['typo', 'Contaxt', 'context'],
    ['typo', 'Purpsoe', 'purpose'],
    ['typo', 'fromat', 'format'],
    ['typo', 'Audiance', 'audience'],
    ['typo', 'Bakcgruond', 'context'],
    ['typo', 'Rule', 'deterministic_rules'],
    ['bilingual', 'Aufgabe', 'task'],
    ['bilingual', 'Kontext', 'context'],
    ['bilingual', 'Zielgruppe', 'audience'],
    ['bilingual', 'AUSFÜHRLICHKEIT', 'depth'],
    ['bilingual', 'Tarea', 'task'],
    ['bilingual', 'Propósito', 'purpose'],
    ['bilingual', 'propo\u0301sito', 'purpose'],
    ['bilingual', 'Restricciones', 'constraints'],
    ['template', 'You are a tax adviser', 'system'],
    ['template', 'What I need from you', 'task'],
    ['template', 'Was ich brauche', 'task'],
    ['template', 'What you already know', 'context'],
    ['template', 'Para qué sirve', 'purpose'],
    ['template', 'Who will read this?', 'audience'],
    ['keyword', 'The task at hand', 'task'],
    ['keyword', 'Some background for you', 'context'],
    ['keyword', 'Hinweise zum Kontext', 'context'],
  ] as const)('%s: %s → %s', (rung, header, key) => {
    expect(mapHeader(header, schema)).toEqual({ key, rung });
  });

  it.each(['Note', 'Next', 'Test', 'Node', 'Mode', 'Done', 'Death', 'Season', 'Retail', 'Weather', 'R2', ''])(
    'does not take the everyday word “%s” for a slip of a name',
    (word) => {
      expect(mapHeader(word, schema)).toEqual({ key: null, rung: 'unknown' });
    },
  );

  it('gives every header one of the rungs, a key on each but the last, and the same answer twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (header) => {
        const mapping = mapHeader(header, schema);
        expect(rungs).toContain(mapping.rung);
        expect(mapping.key === null).toBe(mapping.rung === 'unknown');
        expect(mapHeader(header, schema)).toEqual(mapping);
      }),
    );
  });

  it('never depends on case, emphasis or a colon at the end', () => {
    fc.assert(
      fc.property(fc.constantFrom(...bodyKeys), fc.constantFrom('**', '__', '`', ''), (key, mark) => {
        const written = `${mark}${key.replaceAll('_', ' ').toUpperCase()}:${mark}`;
        expect(mapHeader(written, schema)).toEqual({ key, rung: 'exact' });
      }),
    );
  });
});

describe('normaliseHeader', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (header) => {
        const once = normaliseHeader(header);
        expect(normaliseHeader(once)).toBe(once);
      }),
    );
  });
});

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['task', '', 4],
    ['task', 'task', 0],
    ['task', 'taks', 1],
    ['task', 'tas', 1],
    ['task', 'tassk', 1],
    ['kitten', 'sitting', 3],
    // optimal string alignment, not full Damerau: no letter is edited twice
    ['ca', 'abc', 3],
  ])('of “%s” and “%s” is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });

  it('lies between the difference of the lengths and the longer length', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        const distance = editDistance(a, b);
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(distance === 0).toBe(a === b);
      }),
    );
  });
});

/** Sections as `key: content`; text without a header as `-`. */
const split = (text: string): string[] =>
  splitSections(text, schema).map(
    ({ header, mapping, content }) => `${header === null ? '-' : (mapping.key ?? `?${header}`)}: ${content}`,
  );

describe('splitSections', () => {
  it.each([
    ['## Task\nFind it.\n\n## Context\nA house.', ['task: Find it.', 'context: A house.']],
    ['TASK: Find it.\nCONTEXT: A house.', ['task: Find it.', 'context: A house.']],
    ['**Task:** Find it.\n**Format**\nJSON', ['task: Find it.', 'format: JSON']],
    ['[Task] Find it.\n[Tone] formal', ['task: Find it.', 'tone: formal']],
    ['<task>\nFind it.\n</task>\n<context>A house.</context>', ['task: Find it.', 'context: A house.']],
    ['## Task: Find it.\n## Context: A house.', ['task: Find it.', 'context: A house.']],
    ['Aufgabe: Finde es.\nHintergrund: Ein Haus.', ['task: Finde es.', 'context: Ein Haus.']],
    ['Task: Find it.\r\nContext: A house.\r\n', ['task: Find it.', 'context: A house.']],
    ['Taks: Find it.\nContxt: A house.', ['task: Find it.', 'context: A house.']],
    ['Where is it?\n\nContext: A house.', ['-: Where is it?', 'context: A house.']],
    ['Task: Find it.\nDEADLINE: Friday', ['task: Find it.', '?DEADLINE: Friday']],
    ['# Task\nFind it.\n# Weather\nRain', ['task: Find it.', '?Weather: Rain']],
    ['Context: one\nTask: Find it.\nContext: two', ['context: one', 'task: Find it.', 'context: two']],
    ['', []],
    ['  \n\n', []],
  ])('%j', (text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  it.each([
    'Note: the archive is in the cellar.',
    'What is the difference between: a chunk and a passage?',
    'Who said it: Anna or Paul?',
    'DEADLINE: Friday',
    'The meeting is at 10:30.',
    'See https://example.org/task: it is there.',
    'Next: tell me the price.',
    '# Minutes\nWhat was decided?',
    'In the context of gyroscopes: what drifts?',
  ])('leaves prose with a colon or a heading alone: %j', (text) => {
    expect(split(text)).toEqual([`-: ${text}`]);
  });

  it.each(['```', '~~~', '````'])('takes no header from code fenced by %s', (fence) => {
    const code = `${fence}yaml\nTask: not a header\n## Context\n${fence}`;
    expect(split(`Task: Explain this.\n${code}\nFormat: JSON`)).toEqual([
      `task: Explain this.\n${code}`,
      'format: JSON',
    ]);
  });

  it('closes a fence by its own mark only, at least as long and alone on its line', () => {
    const code = '````\n```\nContext: code\n~~~~\n````js\nFormat: code\n````';
    expect(split(`Task: Explain.\n${code}\nTone: formal`)).toEqual([`task: Explain.\n${code}`, 'tone: formal']);
  });

  it('does not take three backticks in a line of prose for a fence', () => {
    expect(split('```x``` is inline.\nTask: Find it.')).toEqual(['-: ```x``` is inline.', 'task: Find it.']);
  });

  it('loses no word that is not a header', () => {
    const line = fc.constantFrom('Task: alpha', '## Context', 'beta gamma', '', 'Note: delta', '```', 'UNKNOWN: eps');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const kept = splitSections(lines.join('\n'), schema)
          .map(({ header, content }) => `${header ?? ''} ${content}`)
          .join(' ');
        const letters = (text: string) => (text.match(/[\p{L}`]+/gu) ?? []).sort();
        expect(letters(kept)).toEqual(letters(lines.join('\n')));
      }),
    );
  });
});
