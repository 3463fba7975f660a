import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CitableChunk } from '../../../../electron/engine/chat/citations';
import { extractiveAnswer, quotedFrom } from '../../../../electron/engine/chat/quoting/extractive-answer';
import { scoredUnits } from '../../../../electron/engine/chat/quoting/score-sentences';
import { type Meaning, meaningOf } from '../../../../electron/engine/chat/quoting/sentence-similarity';
import { blocksOfText, shifted } from '../../../../electron/engine/ingest/recognise-blocks';
import { forAll } from '../../../for-all';
import { aChunk, gated, limits } from '../../stages/memory-library';

type Drawn = readonly (readonly [text: string, relevance: number])[];

/** The answer from these texts, each chunk standing at 1000 · n in its document. */
function answerFrom(
  drawn: Drawn,
  question: string,
  answer: Partial<PipelineLimits['answer']> = {},
  meaning: Meaning | null = null,
) {
  const chunks = drawn.map(([text], at) => {
    const startChar = 1000 * at;
    const blocks = shifted(blocksOfText(text), startChar);
    return aChunk(`c${at + 1}`, text, { startChar, endChar: startChar + text.length, blocks });
  });
  const entries = chunks.map((chunk, at) => [chunk, drawn[at]?.[1] ?? 0] as const);
  const citable = entries.map(([chunk, score], at) => ({ chunk, number: at + 1, score }));
  const own = { ...limits, answer: { ...limits.answer, ...answer } };
  return { chunks, given: quoted(gated(entries, question), citable, own, meaning) };
}

function quoted(
  prompt: SuperPrompt,
  citable: readonly CitableChunk[],
  own: PipelineLimits = limits,
  meaning: Meaning | null = null,
) {
  const { passages, question } = quotedFrom(prompt, citable);
  return extractiveAnswer(scoredUnits(passages, question, meaning), own.answer);
}

/** The first place alone, without its marker. */
const first = (text: string, question: string, answer: Partial<PipelineLimits['answer']> = {}): string | undefined =>
  answerFrom([[text, 0.9]], question, { maxPlaces: 1, ...answer }).given?.answer.replace(/ ?\[Citation \d\]/u, '');

const long = 'It went on for as long as the river ran and the people of Harrow had rye to grind there.';

describe('extractive answer', () => {
  it('adds a place of another document only for what the question asks of it', () => {
    const from = (question: string) => {
      const texts = ['The mill of Harrow grinds rye.', 'The mill of Selby grinds rye and oats.'];
      const chunks = texts.map((text, at) => aChunk(`c${at + 1}`, text, { documentId: `d${at + 1}` }));
      const entries = chunks.map((chunk) => [chunk, 0.9] as const);
      return quoted(
        gated(entries, question),
        chunks.map((chunk, at) => ({ chunk, number: at + 1, score: 0.9 })),
      )?.answer;
    };
    expect(from('What does the mill of Harrow grind?')).toBe('The mill of Harrow grinds rye. [Citation 1]');
    expect(from('What do the mills of Harrow and Selby grind?')?.match(/\[Citation \d\]/gu)).toHaveLength(2);
  });

  it('quotes a list under its lead-in, though that ends the passage before', () => {
    const text = '- open fires\n- loud music at night';
    const lead = { start: 0, end: 20 };
    const blocks = [
      { kind: 'list-item', start: 1000, end: 1012, words: 1002, lead },
      { kind: 'list-item', start: 1013, end: 1034, words: 1015, lead },
    ] as const;
    const at = { startChar: 1000, endChar: 1034, blocks, lead: 'What is not allowed:' };
    const chunk = aChunk('c1', text, at);
    const given = quoted(gated([[chunk, 0.9]], 'Are open fires fine?'), [{ chunk, number: 1, score: 0.9 }]);
    expect(given?.answer).toBe('What is not allowed:\n- open fires\n- loud music at night [Citation 1]');
  });

  it('quotes the sentence that says most about the question, with its marker and its place', () => {
    const { given } = answerFrom([[`${long} The mill grinds rye. ${long}`, 0.9]], 'What does the mill grind?', {
      maxPlaces: 1,
      maxCharacters: 40,
    });
    expect(given?.answer).toBe('The mill grinds rye. [Citation 1]');
    const place = { startChar: long.length + 1, endChar: long.length + 21 };
    expect(given?.citations).toMatchObject([
      { marker: 1, chunkId: 'c1', ...place, snippet: 'The mill grinds rye.', score: 0.9 },
    ]);
    expect(given?.cited).toMatchObject([
      { text: 'The mill grinds rye.', support: 'supported', spans: [{ marker: 1, ...place }] },
    ]);
  });

  it('quotes the sentences around it as far as its paragraph and the room for one place go', () => {
    const text = 'Larks sang.\n\nIt was built by a widow. The mill grinds rye. She paid with salt.\n\nRain fell.';
    const { given } = answerFrom([[text, 0.9]], 'What does the mill grind?', { maxPlaces: 1 });
    expect(given?.answer).toBe('It was built by a widow. The mill grinds rye. She paid with salt. [Citation 1]');
    expect(given?.citations[0]?.snippet).toBe('The mill grinds rye.');
    expect(given?.cited[0]?.spans).toEqual([{ marker: 1, startChar: 13, endChar: text.indexOf('\n\nRain') }]);
    expect(first(text, 'What does the mill grind?', { maxCharacters: 45 })).toBe(
      'The mill grinds rye. She paid with salt.',
    );
  });

  it('quotes links by their words, and items that Markdown counts itself without a number', () => {
    const text = 'The [mill](#mill) grinds [rye](https://rye.example).';
    expect(first(text, 'What does the mill grind?')).toBe('The mill grinds rye.');
    expect(first('The mill grinds:\n\n1. rye\n1. oats', 'What does the mill grind?')).toBe(
      'The mill grinds:\n- rye\n- oats',
    );
  });

  it('weighs the words that were looked for, and compares the meaning of those that were written', () => {
    const chunk = aChunk('c1', 'The mill is subject to complaint.');
    const prompt = gated([[chunk, 0.9]], 'Is the mill compliant?');
    const query = {
      whole: 'Is the mill complaint?',
      pieces: ['Is the mill compliant?'],
      out_of_scope: false,
      language: 'und',
    };
    const asked = { ...prompt, extras: { ...prompt.extras, query } };
    const from = quotedFrom(asked, [{ chunk, number: 1, score: 0.9 }]);
    expect(from.meant).toBe(query.pieces[0]);
    expect(from.passages[0]?.shares.map(({ share }) => share)).toEqual([1]);
  });

  it('prefers the more relevant chunk, and adds places of others that are worth a quarter of it', () => {
    const { given } = answerFrom(
      [
        ['The mill is old.', 0.2],
        ['The mill grinds rye.', 0.9],
        ['The wheel is of oak.', 0.8],
        ['Nothing is said here of them.', 0.9],
      ],
      'What do mill and wheel grind?',
    );
    expect(given?.answer.split('\n\n')).toEqual([
      'The mill grinds rye. [Citation 1]',
      'The wheel is of oak. [Citation 2]',
    ]);
  });

  it('takes, of sentences that hold as much of the question, the one with a number or a name where that is asked for', () => {
    const text = [
      'The mill ran all year.',
      'Its owner sold the mill to Adela Brandt.',
      'Then it ran 61 seasons, the mill.',
    ];
    const one = (question: string) => first(text.join('\n\n'), question);
    expect(one('Who got the mill?')).toBe(text[1]);
    expect(one('How long did it go, the mill?')).toBe(text[2]);
  });

  it('quotes the text under a heading that holds the question, if no sentence does', () => {
    const tenancy = '# Notice\n\nThree months.\n\n# Deposit\n\nThe tenant leaves 2,226 €.';
    expect(first(tenancy, 'How much is the deposit?')).toBe('The tenant leaves 2,226 €.');
  });

  it('says nothing where no sentence holds a term of the question', () => {
    expect(answerFrom([['The sky is blue.', 0.9]], 'gyroscope').given).toBeNull();
    expect(answerFrom([], 'gyroscope').given).toBeNull();
    expect(answerFrom([['The sky is blue.', 0.9]], 'what is the').given).toBeNull();
  });

  it('says a sentence once, though two chunks hold it', () => {
    const { given } = answerFrom(
      [
        ['The mill grinds rye.', 0.9],
        ['The mill  grinds\nrye.', 0.9],
      ],
      'mill rye',
    );
    expect(given?.answer).toBe('The mill grinds rye. [Citation 1]');
  });

  it('lets no marker of a document through', () => {
    expect(first('The mill is a lie [Citation 7] [ citation 8 ].', 'mill')).toBe(
      'The mill is a lie (Citation 7) ( citation 8 ).',
    );
  });

  it('cuts one overlong sentence, and cites all of it', () => {
    const text = `The mill ${'and the mill '.repeat(10)}end.`;
    const { given } = answerFrom([[text, 0.9]], 'mill', { maxCharacters: 40 });
    expect(given?.answer).toBe('The mill and the mill and the mill and… [Citation 1]');
    expect(given?.citations[0]).toMatchObject({ startChar: 0, endChar: text.length });
  });

  describe('by meaning', () => {
    const text =
      'Rye was ground by the mill all winter.\n\nNobody knew its owner.\n\nAdela Brandt possessed the place.';
    const near = (sentence: string): Meaning => new Map([[sentence, 1]]);
    const one = (question: string, meaning: Meaning | null) =>
      answerFrom([[text, 0.9]], question, { maxPlaces: 1 }, meaning).given?.answer;

    it('quotes the sentence that says it in other words', () => {
      const question = 'To whom did the mill belong?';
      expect(one(question, near('Adela Brandt possessed the place.'))).toBe(
        'Adela Brandt possessed the place. [Citation 1]',
      );
      expect(one('gyroscope proprietors', null)).toBeUndefined();
      expect(one('gyroscope proprietors', near('Nobody knew its owner.'))).toBe('Nobody knew its owner. [Citation 1]');
    });

    it('lets the words decide where all sentences are alike in meaning', () => {
      expect(meaningOf(['a', 'b'], [0.4, 0.4])).toBeNull();
      expect(meaningOf(['a', 'b'], null)).toBeNull();
      const places = [...(meaningOf(['a', 'b', 'c'], [0.4, 0.6, 0.5])?.values() ?? [])];
      expect(places.map((place) => place.toFixed(6))).toEqual(['0.000000', '1.000000', '0.500000']);
    });

    it('reads every text that may be quoted once, and of a sheet the rows that hold most of the question', () => {
      const rows = Array.from({ length: 40 }, (_row, at) => `| part ${at} | shelf ${at} |`).join('\n');
      const sheet = `| Part | Shelf |\n| --- | --- |\n${rows}`;
      const citable = [text, text, sheet].map((own, at) => ({
        chunk: aChunk(`c${at}`, own, { blocks: blocksOfText(own) }),
        number: at + 1,
        score: 1,
      }));
      const prompt = gated(
        citable.map(({ chunk, score }) => [chunk, score] as const),
        'Where is part 33?',
      );
      const { texts } = quotedFrom(prompt, citable);
      expect(texts.slice(0, 3)).toEqual(text.split('\n\n'));
      expect(texts).toHaveLength(23);
      expect(texts).toContain('| part 33 | shelf 33 |');
      expect(texts).not.toContain('| Part | Shelf |');
    });
  });

  describe('a list', () => {
    const steps = 'How to start the mill:\n\n1. Open the sluice.\n2. Release the brake.\n3. Pour the rye.';

    it.each(['How to start the mill?', 'What does one do with the sluice?'])(
      'is complete for “%s” in a sure and short answer',
      (question) => {
        const items = ['Open the sluice.', 'Wait for the wheel to turn evenly.', 'Pour the rye, a sack at a time.'];
        const text = ['To start the mill:', '', ...items.map((item) => `- ${item}`)].join('\n');
        const chunk = aChunk('c1', text, { blocks: blocksOfText(text) });
        const { passages, question: asked } = quotedFrom(gated([[chunk, 0.9]], question), [
          { chunk, number: 1, score: 0.9 },
        ]);
        const given = extractiveAnswer(scoredUnits(passages, asked, null), limits.answer, 40);
        for (const item of items) expect(given?.answer).toContain(item);
      },
    );

    it('is complete under its introduction, whichever item says most', () => {
      expect(first(`Larks sang.\n\n${steps}\n\nRain fell.`, 'When is the brake of the mill released?')).toBe(
        'How to start the mill:\n1. Open the sluice.\n2. Release the brake.\n3. Pour the rye.',
      );
      expect(first(steps, 'How do I start the mill?')).toContain('3. Pour the rye.');
    });

    it('shows that it goes on where there is no room for all of it', () => {
      expect(first(steps, 'Who may release the brake?', { maxCharacters: 70 })).toBe(
        'How to start the mill:\n- …\n- 2.\u00a0Release the brake.\n- 3.\u00a0Pour the rye.',
      );
    });

    it('keeps its marks, and a number that does not count as it is written', () => {
      expect(first('It needs:\n\n- 4 cups of rye\n- 15. April water', 'How much rye?')).toBe(
        'It needs:\n- 4 cups of rye\n- 15.\u00a0April water',
      );
      expect(first('It needs:\n\n2. rye\n4. water', 'What of rye?')).toBe('It needs:\n- 2.\u00a0rye\n- 4.\u00a0water');
    });

    it('is quoted from the passage that holds more of it, where another one ends behind its lead-in', () => {
      const lead = 'To start the mill:';
      const whole = `${lead}\n\n- Open the sluice.\n- Pour the rye.`;
      const chunks = [lead, whole].map((text, at) =>
        aChunk(`c${at + 1}`, text, { documentId: 'd', blocks: blocksOfText(text) }),
      );
      const citable = chunks.map((chunk, at) => ({ chunk, number: at + 1, score: 0.9 }));
      const prompt = gated(
        chunks.map((chunk) => [chunk, 0.9] as const),
        'How to start the mill?',
      );
      const given = quoted(prompt, citable);
      expect(given?.answer).toBe('To start the mill:\n- Open the sluice.\n- Pour the rye. [Citation 1]');
    });
  });

  it.each([
    ['a line that ends with a colon', 'Mill hours:\n\nIt opens at nine.'],
    ['a short line that ends no sentence', 'Mill hours\n\nIt opens at nine.\n\nRain fell'],
  ])('takes along what %s leads to', (_, text) => {
    const chunk = aChunk('c1', text, { blocks: text.split('\n\n').map((line) => blockAt(text, line)) });
    const prompt = gated([[chunk, 0.9]], 'What are the mill hours?');
    expect(quoted(prompt, [{ chunk, number: 1, score: 0.9 }])?.answer).toMatch(/^Mill hours:? It opens at nine\./u);
  });

  const blockAt = (text: string, line: string) => {
    const start = text.indexOf(line);
    return { kind: 'paragraph' as const, start, end: start + line.length };
  };

  it('quotes lines of code as code', () => {
    const code = 'def lamp(lux):\n    return min(lux, 139)\n\ndef phonograph(record):\n    return record';
    const given = answerFrom([[code, 0.9]], 'What does phonograph do with its record?', { maxPlaces: 1 }).given;
    expect(given?.answer).toMatch(/^```\n[\s\S]*def phonograph\(record\):\n {4}return record\n```\n\[Citation 1\]$/u);
  });

  it('quotes no picture, no page number and no heading', () => {
    const parts = [
      ['heading', '# The wheel of the mill'],
      ['paragraph', '![The wheel of the mill](wheel.png)'],
      ['paragraph', 'The mill is old.'],
      ['furniture', 'The wheel of the mill 12'],
    ] as const;
    const text = parts.map(([, line]) => line).join('\n\n');
    const chunk = aChunk('c1', text, { blocks: parts.map(([kind, line]) => ({ ...blockAt(text, line), kind })) });
    const prompt = gated([[chunk, 0.9]], 'How does the wheel of the mill look?');
    expect(quoted(prompt, [{ chunk, number: 1, score: 0.9 }])?.answer).toBe('The mill is old. [Citation 1]');
  });

  describe('a table', () => {
    const table = '| Year | Revenue | Staff |\n| --- | --- | --- |\n| 2022 | 16.4 | 158 |\n| 2023 | 18.2 | 171 |';

    it('gives its rows under the names of its columns, each with its marker and its place', () => {
      const { given } = answerFrom([[`Sales.\n\n${table}`, 0.9]], 'What was the revenue in 2022 and in 2023?');
      expect(given?.answer).toContain(
        [
          '| Year | Revenue | Staff |',
          '| --- | --- | --- |',
          '| 2023 | 18.2 | 171 [Citation 1] |',
          '| 2022 | 16.4 | 158 [Citation 1] |',
        ].join('\n'),
      );
      expect(
        given?.cited.slice(0, 2).map(({ text, spans }) => [text, spans?.map(({ startChar }) => startChar)]),
      ).toEqual([
        ['| 2023 | 18.2 | 171 |', [77]],
        ['| 2022 | 16.4 | 158 |', [55]],
      ]);
    });

    it('gives the values of a row alone where its head is in another passage, or has other cells', () => {
      const below = '| 2022 | 16.4 | 158 |\n| 2023 | 18.2 | 171 |';
      expect(first(below, 'revenue 2023')).toBe('2023 · 18.2 · 171');
      expect(first(`${table}\n| 2024 | 500 · 12 |`, 'revenue of 2024')).toBe('2024 · 500 · 12');
    });

    it('is narrowed to the columns that are asked for and the one that names the row, where it has many', () => {
      const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
      const others = Array.from({ length: 40 }, (_column, at) => `Party ${at}`);
      const wide = [
        line(['No', 'District', 'Turnout (%)', ...others]),
        line(['---', '---', '---', ...others.map(() => '---')]),
        line(['3', 'Lindenthal', '81.5', ...others.map((_party, at) => `${at}.25`)]),
      ].join('\n');
      const { given } = answerFrom([[wide, 0.9]], 'What was the turnout in Lindenthal?');
      expect(given?.answer).toBe('| District | Turnout (%) |\n| --- | --- |\n| Lindenthal | 81.5 [Citation 1] |');
      const start = wide.indexOf('| 3 |');
      expect(given?.cited[0]?.spans).toEqual([{ marker: 1, startChar: start, endChar: wide.length }]);
    });

    it('gives no record of a table without a head as if it named the columns', () => {
      const records = '| Kessler | Bremen | 41 |\n| --- | --- | --- |\n| Lindner | Lübeck | 52 |';
      expect(first(records, 'What does Kessler have?')).toBe('Kessler · Bremen · 41');
      expect(first(records, 'What does Lindner have?')).toBe('Lindner · Lübeck · 52');
    });
  });

  const word = fc.constantFrom(
    ...[
      'mill',
      'Wheel',
      'rye.',
      'e.g.',
      'river?',
      '7.',
      '\n',
      '\r\n',
      '\n\n- ',
      ':\n- ',
      '\n- ',
      '# ',
      '😀',
      'the',
      '| a |',
    ],
  );
  const text = fc.array(word, { maxLength: 25 }).map((all) => all.join(' '));
  const drawn = fc.array(fc.tuple(text, fc.double({ min: 0.01, max: 1, noNaN: true })), { maxLength: 6 });
  const lettersOf = (value: string) => value.replace(/[^\p{L}\p{N}]/gu, '');

  it('quotes verbatim: every quotation is made of the stretches of the chunk that it cites', () => {
    forAll(drawn, (given) => {
      const { chunks, given: answer } = answerFrom(given, 'mill wheel river');
      for (const { text: quoted, markers, spans } of answer?.cited ?? []) {
        const source = answer?.citations.find(({ marker }) => marker === markers[0]);
        const chunk = chunks.find(({ id }) => id === source?.chunkId);
        const at = chunk?.startChar ?? 0;
        const shown = (spans ?? []).map(({ startChar, endChar }) => chunk?.text.slice(startChar - at, endChar - at));
        // Markdown counts a list itself, so its own numbers may be left out.
        const withoutNumbers = (text: string) => lettersOf(text).replace(/\d/gu, '');
        expect(withoutNumbers(shown.join(''))).toContain(withoutNumbers(quoted));
      }
      for (const { startChar, endChar, chunkId, snippet } of answer?.citations ?? []) {
        const chunk = chunks.find(({ id }) => id === chunkId);
        expect(lettersOf(chunk?.text.slice(startChar - chunk.startChar, endChar - chunk.startChar) ?? '')).toContain(
          lettersOf(snippet),
        );
      }
    });
  });

  it('holds its limits for every text', () => {
    forAll(drawn, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 20, max: 200 }), (given, most, length) => {
      const { given: answer } = answerFrom(given, 'mill wheel river', { maxPlaces: most, maxCharacters: length });
      if (!answer) return;
      expect(answer.cited.length).toBeLessThanOrEqual(most);
      expect(answer.cited.map(({ text: quoted }) => quoted).join('').length).toBeLessThanOrEqual(length);
      const markers = [...answer.answer.matchAll(/\[Citation (\d+)\]/gu)].map(([, number]) => Number(number));
      expect(answer.citations.map(({ marker }) => marker)).toEqual([...new Set(markers)].sort((a, b) => a - b));
      for (const { snippet } of answer.citations) expect(snippet.length).toBeLessThanOrEqual(200);
    });
  });
});
