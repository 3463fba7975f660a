import { bodyKeys, emptySuperPrompt } from '@shared/prompt/super-prompt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stages } from '../../../../electron/engine/stages';
import {
  mapHeader,
  normaliseHeader,
  type Rung,
  rungs,
  splitSections,
  unaccented,
} from '../../../../electron/engine/stages/shaping/prompt-headers';
import { forAll } from '../../../for-all';
import { configOf, schema, servicesOf } from '../memory-library';
import cases from './prompt-headers.json';

describe('mapHeader', () => {
  it.each(['Note', 'Node', 'Death', 'Retail', ''])(
    'does not take the everyday word “%s” for a slip of a name',
    (word) => {
      expect(mapHeader(word, schema)).toEqual({ key: null, rung: 'unknown' });
    },
  );

  it('gives every header one of the rungs, a key on each but the last, and the same answer twice', () => {
    forAll(fc.string({ unit: 'grapheme', maxLength: 40 }), (header) => {
      const mapping = mapHeader(header, schema);
      expect(rungs).toContain(mapping.rung);
      expect(mapping.key === null).toBe(mapping.rung === 'unknown');
      expect(mapHeader(header, schema)).toEqual(mapping);
    });
  });

  it('never depends on case, emphasis or a colon at the end', () => {
    forAll(fc.constantFrom(...bodyKeys), fc.constantFrom('**', '__', '`', ''), (key, mark) => {
      const written = `${mark}${key.replaceAll('_', ' ').toUpperCase()}:${mark}`;
      expect(mapHeader(written, schema)).toEqual({ key, rung: 'exact' });
    });
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
    ['<task>\nFind it.\n</task>\n<context>A house.</context>', ['task: Find it.', 'context: A house.']],
    ['Task: Find it.\r\nContext: A house.\r\n', ['task: Find it.', 'context: A house.']],
    ['# Task\nFind it.\n# Weather\nRain', ['task: Find it.', '?Weather: Rain']],
    ['  \n\n', []],
  ])('%j', (text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  it.each([
    'Note: the archive is in the cellar.',
    'Who said it: Anna or Paul?',
    'The meeting is at 10:30.',
    'Next: tell me the price.',
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

  it('loses no word that is not a header', () => {
    const line = fc.constantFrom('Task: alpha', '## Context', 'beta gamma', '', 'Note: delta', '```', 'UNKNOWN: eps');
    forAll(fc.array(line, { maxLength: 12 }), (lines) => {
      const kept = splitSections(lines.join('\n'), schema)
        .map(({ header, content }) => `${header ?? ''} ${content}`)
        .join(' ');
      const letters = (text: string) => (text.match(/[\p{L}`]+/gu) ?? []).sort();
      expect(letters(kept)).toEqual(letters(lines.join('\n')));
    });
  });
});

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
    ['Intended audience', 'audience'],
    ['Answer length', 'depth'],
    ['Use case', 'purpose'],
    ['JSON Schema', 'format'],
    ['Your role', 'system'],
    ['Strict rules', 'deterministic_rules'],
  ],
  typo: [
    ['Taks', 'task'],
    ['Questoin', 'task'],
    ['Ouput', 'format'],
    ['Exmaple', 'example'],
    ['Zielgrupe', 'audience'],
    ['Prregunta', 'task'],
    ['Formatoo', 'format'],
  ],
  bilingual: [
    ['Rolle', 'system'],
    ['Umfang', 'depth'],
    ['Rahmenbedingungen', 'constraints'],
    ['Ausfuhrlichkeit', 'depth'],
    ['Nivel de detalle', 'depth'],
    ['Contenido', 'text'],
    ['Codigos', 'deterministic_codes'],
  ],
  template: [
    ['You are a patient teacher', 'system'],
    ['How to answer', 'format'],
    ['What a good answer looks like', 'example'],
    ['Was ich schon weiss', 'context'],
    ['Wie die Antwort klingen soll', 'tone'],
    ['Por que lo necesito', 'purpose'],
    ['Este es el texto', 'text'],
  ],
  keyword: [
    ['The task at hand', 'task'],
    ['A few examples', 'example'],
    ['Notes on style', 'tone'],
    ['Unsere Ziele', 'purpose'],
    ['Ein paar Beispiele', 'example'],
    ['El público de la carta', 'audience'],
    ['Algo de trasfondo', 'context'],
  ],
  unknown: [
    ['', ''],
    ['qwertz uiop', ''],
    ['Weather', ''],
    ['Except', ''],
    ['Ausgaben', ''],
    ['Salidas', ''],
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

  it.each(cases as [string, string, Readonly<Record<string, string>>][])(
    'reads %s header by header',
    async (_what, raw, expected) => {
      expect(await bodyOf(raw)).toMatchObject(expected);
    },
  );
});
