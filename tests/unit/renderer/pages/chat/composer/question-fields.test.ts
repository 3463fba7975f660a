import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSections } from '../../../../../../electron/engine/stages/shaping/prompt-headers';
import {
  fieldOrder,
  fieldsOf,
  partsOf,
  questionText,
  withField,
} from '../../../../../../renderer/pages/chat/composer/question-fields';
import { forAll } from '../../../../../for-all';
import { schema } from '../../../../stages/memory-library';

const written = (text: string) =>
  fieldsOf(text)
    .filter(({ part }) => part !== null)
    .map(({ key, value }) => [key, value]);
const fill = (values: readonly (readonly [string, string])[]) =>
  values.reduce((text, [key, value]) => {
    const field = fieldsOf(text).find((one) => one.key === key);
    return field ? withField(text, field, value) : text;
  }, '');

describe('a question in its fields', () => {
  it('knows headers as they are written by hand, and leaves those in code alone', () => {
    const text = '## Task\nCount.\n```\nformat: json\n```\nFormat: list\nDeterministic rules:\n- none';
    expect(written(text)).toEqual([
      ['task', 'Count.\n```\nformat: json\n```'],
      ['format', 'list'],
      ['deterministic_rules', '- none'],
    ]);
  });

  it('keeps a line break that is typed at the end of a field, and lets an emptied field go', () => {
    const text = 'TASK: a\nFORMAT: b';
    const typed = withField(text, { key: 'task', part: 0 }, 'a\n');
    expect(written(typed)).toEqual([
      ['task', 'a\n'],
      ['format', 'b'],
    ]);
    expect(withField(typed, { key: 'task', part: 0 }, '')).toBe('FORMAT: b');
  });

  const line = fc.oneof(
    fc.constantFrom(
      'TASK:',
      'TASK: x',
      '## Context',
      'format : y',
      '```',
      '~~~',
      '',
      ' ',
      'Note: z',
      'tone:w',
      '\ttext: ',
    ),
    fc.string({ maxLength: 12 }),
  );
  const anyText = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));

  it('is the same text again, whatever the text', () => {
    forAll(anyText, (text) => {
      expect(questionText(partsOf(text))).toBe(text);
    });
  });

  it('is what A0 reads: every field filled in comes out under its key', () => {
    const value = fc.stringMatching(/^[a-z]{3,8}( [a-z]{3,8}){0,3}(\n[a-z]{3,8} [a-z]{3,8}){0,2}$/);
    forAll(
      fc.uniqueArray(fc.tuple(fc.constantFrom(...fieldOrder), value), { minLength: 1, selector: ([key]) => key }),
      (values) => {
        const text = fill(values);
        const read = splitSections(text, schema).map(({ mapping, content }) => [mapping.key ?? 'task', content]);
        expect(new Map(read.map(([key, content]) => [key, content]))).toEqual(new Map(values));
        expect(new Map(written(text).map(([key, content]) => [key, content]))).toEqual(new Map(values));
      },
    );
  });

  it('has in each field what A0 has, where a text was written by hand', () => {
    const text = 'Some silk.\n\nTASK: Compare\nthe limits.\n\nCONTEXT:\n```\nTONE: in code\n```\nAudience: curators';
    const read = splitSections(text, schema).map(({ mapping, content }) => [mapping.key ?? 'context', content]);
    expect([...written(text)].sort()).toEqual([...read].sort());
  });
});
