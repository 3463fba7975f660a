import type { PipelineLimits } from '@shared/limits';
import { sentences } from '@shared/sentences';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quotableSentences } from '../../../electron/engine/chat/answering-sentences';
import { extractiveAnswer, quotedFrom } from '../../../electron/engine/chat/extractive-answer';
import { isNoSentence } from '../../../electron/engine/chat/no-sentence';
import { type Meaning, meaningOf } from '../../../electron/engine/chat/sentence-meaning';
import { queryWeights } from '../../../electron/engine/stages';
import { aChunk, gated, limits } from '../stages/memory-library';

type Drawn = readonly (readonly [string, number])[];

/** The answer from these texts, each chunk standing at 1000 · n in its document. */
function answerFrom(
  drawn: Drawn,
  question: string,
  answer: Partial<PipelineLimits['answer']> = {},
  meaning: Meaning | null = null,
) {
  const chunks = drawn.map(([text], at) =>
    aChunk(`c${at + 1}`, text, { startChar: 1000 * at, endChar: 1000 * at + text.length }),
  );
  const entries = chunks.map((chunk, at) => [chunk, drawn[at]?.[1] ?? 0] as const);
  const citable = entries.map(([chunk, score], at) => ({ chunk, number: at + 1, score }));
  const own = { ...limits, answer: { ...limits.answer, ...answer } };
  return { chunks, given: extractiveAnswer(gated(entries, question), citable, own, meaning) };
}

describe('extractive answer', () => {
  it('quotes the sentence that says most about the question, with its marker and its place', () => {
    const { given } = answerFrom([['The sky is blue. The mill grinds rye.', 0.9]], 'What does the mill grind?');
    expect(given?.answer).toBe('The mill grinds rye. [Citation 1]');
    expect(given?.citations).toMatchObject([
      { marker: 1, chunkId: 'c1', startChar: 17, endChar: 37, snippet: 'The mill grinds rye.', score: 0.9 },
    ]);
  });

  it('weighs the words that were looked for, and compares the meaning of those that were written', () => {
    const prompt = gated([[aChunk('c1', 'The mill grinds rye.'), 0.9]], 'Is the mill compliant?');
    const query = { whole: 'Is the mill complaint?', pieces: ['Is the mill compliant?'], out_of_scope: false };
    const from = quotedFrom({ ...prompt, extras: { ...prompt.extras, query } }, [], limits);
    expect([from.question, from.meant]).toEqual([query.whole, query.pieces[0]]);
    expect([...from.weights.idf.keys()]).toContain('complaint');
  });

  it('prefers the more relevant chunk, and adds a sentence that brings something new', () => {
    const { given } = answerFrom(
      [
        ['The mill is old.', 0.5],
        ['The mill grinds rye.', 0.9],
        ['The wheel is of oak.', 0.8],
      ],
      'What do mill and wheel grind?',
    );
    expect(given?.answer.split('\n\n')).toEqual([
      'The mill grinds rye. [Citation 2]',
      'The wheel is of oak. [Citation 3]',
    ]);
  });

  it('gives sentences of one chunk each its own place', () => {
    const text = 'The mill grinds rye. It is old. The wheel is of oak.';
    const { given } = answerFrom([[text, 0.9]], 'What do mill and wheel grind?');
    const place = (sentence: string) => {
      const startChar = text.indexOf(sentence);
      return { startChar, endChar: startChar + sentence.length };
    };
    expect(given?.cited.map(({ text: quoted, support, spans }) => [quoted, support, spans])).toEqual([
      ['The mill grinds rye.', 'supported', [{ marker: 1, ...place('The mill grinds rye.') }]],
      ['The wheel is of oak.', 'supported', [{ marker: 1, ...place('The wheel is of oak.') }]],
      ['It is old.', 'supported', [{ marker: 1, ...place('It is old.') }]],
    ]);
    expect(given?.citations).toMatchObject([{ marker: 1, ...place('The mill grinds rye.') }]);
  });

  it('goes on to the sentence beside, which speaks of the same without naming it', () => {
    const text =
      'Rain fell for a week. The mill of Harrow was built by a widow. She paid with salt. Larks sang above it.';
    const { given } = answerFrom([[text, 0.9]], 'How did the widow pay for the mill of Harrow?', { maxSentences: 2 });
    expect(given?.answer.split('\n\n')).toEqual([
      'The mill of Harrow was built by a widow. [Citation 1]',
      'She paid with salt. [Citation 1]',
    ]);
  });

  it('takes, of sentences that hold as much of the question, the one with a number or a name where that is asked for', () => {
    const text =
      'The mill ran all year. Its owner sold the mill to Adela Brandt. By then the mill had run for 61 seasons.';
    const first = (question: string) =>
      answerFrom([[text, 0.9]], question, { maxSentences: 1 }).given?.answer.replace(/ \[.*/u, '');
    expect(first('Who got the mill?')).toBe('Its owner sold the mill to Adela Brandt.');
    expect(first('How long did it go, the mill?')).toBe('By then the mill had run for 61 seasons.');
  });

  describe('by meaning', () => {
    const text = 'Rye was ground by the mill all winter. Nobody knew its owner. Adela Brandt possessed the place.';
    const drawn: Drawn = [[text, 0.9]];
    const near = (sentence: string): Meaning => new Map([[sentence, 1]]);
    const first = (question: string, meaning: Meaning | null) =>
      answerFrom(drawn, question, { maxSentences: 1 }, meaning).given?.answer;

    it('quotes the sentence that says it in other words', () => {
      const question = 'To whom did the mill belong?';
      expect(first(question, null)).toBe('Rye was ground by the mill all winter. [Citation 1]');
      expect(first(question, near('Adela Brandt possessed the place.'))).toBe(
        'Adela Brandt possessed the place. [Citation 1]',
      );
    });

    it('quotes from a passage that shares no word with the question', () => {
      expect(first('gyroscope proprietors', null)).toBeUndefined();
      expect(first('gyroscope proprietors', near('Nobody knew its owner.'))).toBe(
        'Nobody knew its owner. [Citation 1]',
      );
    });

    it('lets the words decide where all sentences are alike in meaning', () => {
      expect(meaningOf(['a', 'b'], [0.4, 0.4])).toBeNull();
      expect(meaningOf(['a', 'b'], null)).toBeNull();
      expect([...(meaningOf(['a', 'b', 'c'], [0.4, 0.6, 0.5]) ?? [])].map(([, place]) => place.toFixed(6))).toEqual([
        '0.000000',
        '1.000000',
        '0.500000',
      ]);
    });

    it('stays with what stands under a heading that holds the question, where no sentence does', () => {
      const tenancy = '# Notice\n\nThree months.\n\n# Deposit\n\nThe tenant leaves 2,226 €. It may be paid in parts.';
      const asked = answerFrom(
        [[tenancy, 0.9]],
        'How much is the deposit?',
        { maxSentences: 1 },
        near('Three months.'),
      );
      expect(asked.given?.answer).toBe('The tenant leaves 2,226 €. [Citation 1]');
    });

    it('reads every sentence that may be quoted once, and of a sheet the rows that hold most of the question', () => {
      const rows = Array.from({ length: 40 }, (_row, at) => `| part ${at} | shelf ${at} |`).join('\n');
      const sheet = `| Part | Shelf |\n| --- | --- |\n${rows}`;
      const passages = [text, text, sheet].map((one, at) => ({
        chunk: aChunk(`c${at}`, one),
        number: at + 1,
        score: 1,
      }));
      const weights = queryWeights(
        'Where is part 33?',
        passages.map(({ chunk }) => chunk),
      );
      const read = quotableSentences(passages, weights, 'Where is part 33?');
      expect(read.slice(0, 3)).toEqual(sentences(text).map((sentence) => sentence.text));
      expect(read).toHaveLength(23);
      expect(read).toContain('| part 33 | shelf 33 |');
      expect(read).not.toContain('| Part | Shelf |');
    });
  });

  it('quotes the line that heads a plain text where there is nothing else, and behind every sentence', () => {
    const question = 'What is known of the granite mill?';
    const first = (text: string) => answerFrom([[text, 0.9]], question, { maxSentences: 1 }).given?.answer;
    expect(first('Granite mill of Harrow\n\nThe mill is old.')).toBe('The mill is old. [Citation 1]');
    expect(first('Granite mill of Harrow')).toBe('Granite mill of Harrow [Citation 1]');
    // Elsewhere in a text it may be what is asked for.
    expect(first('Builder\n\nGranite mill of Harrow\n\nThe mill is old.')).toBe('Granite mill of Harrow [Citation 1]');
  });

  it.each([
    [
      'From: Mill Office <mill@harrow.example>\nTo: Adela Brandt <adela@harrow.example>\nDate: 2001-05-14T09:00:00Z',
      'Who has the mill of Harrow?',
    ],
    ['Mill Harrow 12', 'How does the mill of Harrow look?'],
    ['Von: Mühle Harrow\nGesendet: Montag\nAn: Adela Brandt', 'Who has the mill of Harrow?'],
    ['Example 9.4.', 'How does an example of the mill look?'],
  ])('quotes %j, which is no sentence, where there is nothing else, and behind every sentence', (label, question) => {
    const first = (drawn: Drawn) =>
      answerFrom(drawn, question, { maxSentences: 1 }).given?.answer.replace(/ \[.*/su, '');
    expect(first([[`${label}\n\nThe mill is old.`, 0.9]])).toBe('The mill is old.');
    expect(first([[label, 0.9]])).toBe(label.replaceAll('\n', ' · '));
  });

  it.each([
    'Mill: 12',
    'Mill 1987',
    'Date: the mill opened in May.',
    'The mill opened 12.',
    'It costs 12.',
    'Er hat 42.',
    'From: Bern\nTo: Basel\nDate: 4 May',
  ])('takes %j for what it says', (text) => {
    expect(isNoSentence({ text, startChar: 0 }, { text, start: 0, end: text.length }, '')).toBe(false);
  });

  describe('what is no sentence', () => {
    const first = (text: string, question: string) =>
      answerFrom([[text, 0.9]], question, { maxSentences: 1 }).given?.answer.replace(/ \[.*/su, '');
    const said = 'It turns all winter by the water of the river.';

    it.each([
      ['a heading with its number', '## 7. The wheel of the mill'],
      ['a heading that its format does not tell, by its number', '7. The wheel of the mill'],
      ['a heading of a part of a section', '4.9. The wheel of the mill'],
      ['a heading that asks', '7.24 How does the wheel of the mill look?'],
      ['a heading without a number', 'The wheel of the mill'],
      ['an underlined heading', 'The wheel of the mill\n---------------------'],
      ['a chapter', 'Chapter 14: The wheel of the mill 124'],
      ['the foot of a page', 'The wheel of the mill 48 / 57'],
      ['a caption', 'Figure 4.8. The wheel of the mill'],
      ['a label', '**The wheel** (of oak):'],
      ['a link', '→ https://mill.example/wheel'],
      ['a link in Markdown', '[The wheel of the mill](wheel.md)'],
      ['a link to the next page', '- WeiterA.9. The wheel of the mill'],
      ['who is written to', 'Dear wheel of Harrow,'],
    ])('is quoted behind every sentence: %s', (_, line) => {
      const question = 'How does the wheel go?';
      expect(first(`Larks sang.\n\n${line}\n\n${said}`, question)).toBe(said);
      const shown = line.replace('- ', '').replace(/\s+/gu, ' ');
      const alone = first(line, 'How does the wheel go, and the Weiter of mill.example?');
      expect(alone === undefined || shown.includes(alone)).toBe(true);
    });

    it.each([
      ['a name that is asked for', 'Wheel of Adela Brandt', 'Who has the wheel?'],
      ['a line that says something', 'The wheel is of oak', 'How is the wheel made?'],
      ['a figure', 'Wheel of 3 metres', 'How does the wheel look?'],
      ['a value behind its name', 'Wheel: of oak', 'How does the wheel look?'],
      ['an amount', '3.5 turns of the wheel', 'How does the wheel look?'],
    ])('is not %s', (_, line, question) => {
      expect(first(`Larks sang.\n\n${line}\n\n${said}`, question)).toBe(line);
    });

    /** A line alone between two others, and the last sentence that it is split into: its number may be one. */
    function between(line: string) {
      const text = `Larks sang.\n\n${line}\n\nThe wheel may be shut.`;
      const sentence = sentences(text).at(-2);
      if (!sentence || !line.endsWith(sentence.text)) throw new Error(`${line} is split otherwise`);
      return { chunk: aChunk('c1', text), sentence };
    }

    it.each([
      ['a value with a slash', 'Wheel on arrival: 120/80', 'What was the wheel on arrival?'],
      ['more than there are pages', 'Wheel 120/80', 'How does the wheel look?'],
      ['a value with a slash and no name', '120/80', 'What did 120 of the wheel do?'],
      ['a statement of a section', 'Section 5 of the lease ends on 3 May 2024', 'When does the lease end?'],
      ['the year of a caption', 'Figure 4.8. The wheel of 1873', 'When was the wheel made?'],
      ['the number of a heading', '4.9. Four wheels of the mill', 'How many wheels has the mill?'],
      ['a verb behind a section', 'Section 5 ends the lease of the wheel', 'How does the wheel look?'],
      ['an auxiliary behind a part', 'Part 2 of the wheel is of oak', 'How does the wheel look?'],
      ['a verb behind a figure', 'Figure 4 shows the wheel', 'How does the wheel look?'],
      ['a small letter for a part', 'Part a of the wheel ends in May', 'How does the wheel look?'],
      ['no Roman number', 'Teil mill wheel', 'How does the wheel look?'],
      ['a frequency', '2.4 GHz beside the wheel', 'How does the wheel look?'],
      ['a length', '1.5 Metres of the wheel', 'How does the wheel look?'],
      ['a voltage', '2.4 V', 'How does 2.4 look?'],
      ['a day of a month', '15. März am Wheel', 'How does the wheel look?'],
    ])('is not %s', (_, line, question) => {
      const { chunk, sentence } = between(line);
      expect(isNoSentence(chunk, sentence, question)).toBe(false);
      const quotable = quotableSentences([{ chunk, number: 1, score: 0.9 }], queryWeights(question, [chunk]), question);
      expect(quotable).toContain(sentence.text);
    });

    it.each([
      ['the number of a heading', '7. The wheel of the mill', 'How many wheels has the mill?'],
      [
        'the number of a chapter and of its page',
        'Chapter 14: The wheel of the mill 124',
        'How many wheels are there?',
      ],
      ['the number of a figure', 'Figure 4.8. The wheel of the mill', 'How many wheels has the mill?'],
      ['the number of a page', 'The wheel of the mill 48 / 57', 'How many wheels has the mill?'],
      ['capitals of a title', '7. The Wheel of the Mill', 'Who made it?'],
      ['what a part is of', 'Part 2 of the mill', 'How does the mill look?'],
      ['a Roman number', 'Part IV The wheel of the mill', 'How does the mill look?'],
      ['a small letter and a colon', 'appendix b: The wheel of the mill', 'How does the mill look?'],
      ['a word that begins as a unit does', '2.4 Metering the mill', 'How does the mill look?'],
      ['a name that begins with a unit', '4.1 B-trees of the mill', 'How does the mill look?'],
      ['an article that is a unit elsewhere', '2.4 A mill of oak', 'How does the mill look?'],
    ])('answers nothing by %s', (_, line, question) => {
      const { chunk, sentence } = between(line);
      expect(isNoSentence(chunk, sentence, question)).toBe(true);
    });

    it('is not what a lease says of its end, beside what it says of something else', () => {
      const lease = 'Larks sang.\n\nSection 5 of the lease ends on 3 May 2024\n\nThe lease may be prolonged.';
      expect(first(lease, 'When does the lease end?')).toBe('Section 5 of the lease ends on 3 May 2024');
      const record = 'Larks sang.\n\nBlood pressure on admission: 120/80\n\nBlood pressure was measured by the nurse.';
      expect(first(record, 'What was the blood pressure on admission?')).toBe('Blood pressure on admission: 120/80');
    });

    it('is quoted behind every sentence: an entry of a table of contents and its page', () => {
      const text = `Larks sang.\n\nThe wheel of the mill . . . . . . . . 12\n\n${said}`;
      expect(['Larks sang.', said]).toContain(first(text, 'How does the wheel go?'));
    });

    it('is not a link that is asked for', () => {
      const text = '→ https://mill.example/wheel';
      const isNone = (question: string) =>
        isNoSentence({ text, startChar: 0 }, { text, start: 0, end: text.length }, question);
      expect([isNone('How does the wheel go?'), isNone('What is the link to the wheel?')]).toEqual([true, false]);
    });

    it('is not one of the lines of a form, nor of the items of a list', () => {
      const form = 'Wheel of oak\n\nRoof of reed\n\nDoor of elm';
      expect(first(`Larks sang.\n\n${form}\n\n${said}`, 'How does the wheel look?')).toBe('Wheel of oak');
      const list = '6. Oil the axle\n\n7. Turn the wheel\n\n8. Shut the sluice';
      expect(first(`Larks sang.\n\n${list}\n\n${said}`, 'How does the wheel look?')).toBe('Turn the wheel');
    });

    it('is not a value under the heading that holds the question', () => {
      const text = '# Deposit\n\nThree months of rent\n\nNothing else is said of it here.';
      expect(first(text, 'What is the deposit?')).toBe('Three months of rent');
    });
  });

  it('quotes what only repeats the question where there is nothing else, and not beside an answer', () => {
    const question = 'What does the mill grind?';
    expect(answerFrom([['The mill grinds.', 0.9]], question).given?.answer).toBe('The mill grinds. [Citation 1]');
    expect(answerFrom([['The mill grinds. Rye is what the mill grinds.', 0.9]], question).given?.answer).toBe(
      'Rye is what the mill grinds. [Citation 1]',
    );
  });

  const table = '| Year | Revenue | Staff |\n| --- | --- | --- |\n| 2022 | 16.4 | 158 |\n| 2023 | 18.2 | 171 |';

  it('quotes rows of a table under the names of its columns, each with its marker and its place', () => {
    const { given } = answerFrom([[`Sales.\n\n${table}`, 0.9]], 'What was the revenue in 2023 and in 2022?');
    expect(given?.answer).toBe(
      [
        '| Year | Revenue | Staff |',
        '| --- | --- | --- |',
        '| 2023 | 18.2 | 171 [Citation 1] |',
        '| 2022 | 16.4 | 158 [Citation 1] |',
      ].join('\n'),
    );
    expect(given?.cited.map(({ text, spans }) => [text, spans?.[0]?.startChar])).toEqual([
      ['| 2023 | 18.2 | 171 |', 77],
      ['| 2022 | 16.4 | 158 |', 55],
    ]);
  });

  it('quotes the values of a row alone where its head is in another passage or has no room', () => {
    const below = '| 2022 | 16.4 | 158 |\n| 2023 | 18.2 | 171 |';
    const alone = answerFrom([[below, 0.9]], 'revenue 2023', { maxSentences: 1 });
    expect(alone.given?.answer).toBe('2023 · 18.2 · 171 [Citation 1]');
    const { given } = answerFrom([[table, 0.9]], 'revenue 2023', { maxCharacters: 30, maxSentences: 1 });
    expect(given?.answer).toBe('2023 · 18.2 · 171 [Citation 1]');
  });

  const rents = '| Item | Terms | EUR |\n| --- | --- | --- |\n| Rent | Paid monthly. In advance. | 900 |';

  it('quotes a row whole whose cells hold sentences, so that its figure stays with what it is of', () => {
    const text = `${rents}\n| Deposit | Paid at signing. Given back later. | 500 |`;
    const { given } = answerFrom([[text, 0.9]], 'How high is the deposit?', { maxSentences: 1 });
    expect(given?.answer).toBe(
      '| Item | Terms | EUR |\n| --- | --- | --- |\n| Deposit | Paid at signing. Given back later. | 500 [Citation 1] |',
    );
  });

  it.each([
    ['has more cells than names', `${rents}\n| Deposit | none | 500 | 12 |`],
    ['has fewer cells than names', `${rents}\n| Deposit | none 500 · 12 |`],
    ['has another rule than names', '| Item | EUR |\n| --- | --- | --- |\n| Deposit | none 500 · 12 |'],
  ])('quotes the values of a row alone that %s: which is whose nobody knows', (_, text) => {
    const { given } = answerFrom([[text, 0.9]], 'How high is the deposit?', { maxSentences: 1 });
    expect(given?.answer).toMatch(/^Deposit · none(?: ·)? 500 · 12 \[Citation 1\]$/);
  });

  it('quotes the first record of a table without a head, and no record under it as if it named the columns', () => {
    const records = '| Kessler | Bremen | 41 |\n| --- | --- | --- |\n| Lindner | Lübeck | 52 |';
    const answer = (question: string) => answerFrom([[records, 0.9]], question, { maxSentences: 1 }).given?.answer;
    expect(answer('What does Kessler have?')).toBe('Kessler · Bremen · 41 [Citation 1]');
    expect(answer('What does Lindner have?')).toBe('Lindner · Lübeck · 52 [Citation 1]');
  });

  it('quotes a row without its bars where it has to be cut, and a sentence in a cell of a long one', () => {
    const long = 'as long as it is let '.repeat(10);
    const one = answerFrom([[`${rents}\n| Deposit | ${long} | 500 |`, 0.9]], 'the deposit', { maxCharacters: 60 });
    expect(one.given?.answer).toBe('Deposit · as long as it is let as long as it is let as… [Citation 1]');
    const cell = answerFrom([[`${rents}\n| Deposit | ${long.repeat(3)}. Kept by Alder. | 500 |`, 0.9]], 'Alder', {
      maxSentences: 1,
    });
    expect(cell.given?.answer).toBe('Kept by Alder. [Citation 1]');
    const last = answerFrom([[`${rents}\n| Flat | ${long.repeat(3)}. Kept | Alder |`, 0.9]], 'Alder', {
      maxSentences: 1,
    });
    expect(last.given?.answer).toBe('Kept · Alder [Citation 1]');
  });

  it('quotes rows, and not their head, where only that holds the question', () => {
    const { given } = answerFrom([[table, 0.9]], 'revenue of the staff', { maxSentences: 1 });
    expect(given?.cited.map(({ text }) => text)).toEqual(['| 2022 | 16.4 | 158 |']);
  });

  it('quotes the line that a function begins with, which is no label of what stands below it', () => {
    const code =
      'def lamp(lux):\n    return min(lux, 139)\n\ndef phonograph(record):\n    # in the foyer\n    return record';
    const { given } = answerFrom([[code, 0.9]], 'Where is the phonograph?');
    expect(given?.citations[0]?.snippet).toContain('phonograph');
  });

  it('quotes what stands under a heading that holds the question, where no sentence does', () => {
    const text = '# Notice\n\nThree months.\n\n# Deposit\n\nThe tenant leaves 2,226 €. It may be paid in parts.';
    const { given } = answerFrom([[text, 0.9]], 'How much is the deposit?', { maxSentences: 1 });
    expect(given?.answer).toBe('The tenant leaves 2,226 €. [Citation 1]');
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
    const { given } = answerFrom([['- The mill is a lie [Citation 7] [ citation 8 ].', 0.9]], 'mill');
    expect(given?.answer).toBe('The mill is a lie (Citation 7) ( citation 8 ). [Citation 1]');
  });

  it('passes over sentences that are too long, and cuts the best one where all are', () => {
    const long = `The mill ${'and the mill '.repeat(10)}end.`;
    const { given } = answerFrom([[`${long} The mill is old.`, 0.9]], 'mill', { maxCharacters: 40 });
    expect(given?.answer).toBe('The mill is old. [Citation 1]');
    const cut = answerFrom([[long, 0.9]], 'mill', { maxCharacters: 40 }).given;
    expect(cut?.answer).toBe('The mill and the mill and the mill and… [Citation 1]');
    expect(cut?.citations[0]).toMatchObject({ startChar: 0, endChar: long.length });
  });

  const word = fc.constantFrom(
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
  );
  const text = fc.array(word, { maxLength: 25 }).map((all) => all.join(' '));
  const drawn = fc.array(fc.tuple(text, fc.double({ min: 0.01, max: 1, noNaN: true })), { maxLength: 6 });

  const itemMark = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u;
  const lettersOf = (value: string) => value.replace(/[^\p{L}\p{N}]/gu, '');

  it('quotes verbatim: each part is a sentence or a list of the chunk it cites, and each span lies where it says', () => {
    fc.assert(
      fc.property(drawn, (given) => {
        const { chunks, given: answer } = answerFrom(given, 'mill wheel river');
        const flat = (value: string) => value.replace(itemMark, '').replace(/\s+/gu, ' ').trim();
        for (const part of answer?.answer.split('\n\n') ?? []) {
          const [, quoted = '', number] = /^(.*) \[Citation (\d+)\]$/su.exec(part) ?? [];
          const chunk = chunks[Number(number) - 1];
          if (quoted.includes('\n')) {
            for (const line of quoted.split('\n')) expect(chunk?.text.replace(/\s+/gu, ' ')).toContain(flat(line));
          } else {
            const shown = quoted.replace(/\s+/gu, ' ');
            const all = sentences(chunk?.text ?? '').map((sentence) => flat(sentence.text));
            const led = all.flatMap((one, at) => (one.endsWith(':') ? [`${one} ${all[at + 1]}`] : []));
            expect([...all, ...led]).toContain(shown);
          }
        }
        for (const citation of answer?.citations ?? []) {
          const chunk = chunks.find(({ id }) => id === citation.chunkId);
          const place =
            chunk?.text.slice(citation.startChar - chunk.startChar, citation.endChar - chunk.startChar) ?? '';
          const isSentence = sentences(chunk?.text ?? '').some((sentence) => sentence.text === place);
          if (isSentence)
            expect(answer?.answer.replace(/\u00a0/gu, ' ')).toContain(`${flat(place)} [Citation ${citation.marker}]`);
          else
            expect(lettersOf(answer?.answer ?? '')).toContain(
              lettersOf(`${place.replace(itemMark, '')}Citation${citation.marker}`),
            );
        }
      }),
    );
  });

  it('holds its limits for every text', () => {
    fc.assert(
      fc.property(drawn, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 20, max: 200 }), (given, most, length) => {
        const { given: answer } = answerFrom(given, 'mill wheel river', { maxSentences: most, maxCharacters: length });
        if (!answer) return;
        const parts = answer.answer.split('\n\n').map((part) => part.replace(/ \[Citation \d+\]$/u, ''));
        expect(parts.length).toBeLessThanOrEqual(most);
        expect(parts.join('').length).toBeLessThanOrEqual(length);
        const markers = [...answer.answer.matchAll(/\[Citation (\d+)\]/gu)].map(([, number]) => Number(number));
        expect(answer.citations.map(({ marker }) => marker)).toEqual([...new Set(markers)].sort((a, b) => a - b));
        for (const { snippet } of answer.citations) expect(snippet.length).toBeLessThanOrEqual(200);
      }),
    );
  });
});
