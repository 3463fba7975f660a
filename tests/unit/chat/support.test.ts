import { describe, expect, it } from 'vitest';
import { checkSupport, withSupport } from '../../../electron/engine/chat/support';
import { aChunk } from '../stages/memory-library';

const citable = [
  'The mill grinds rye. It was opened in 1881 and cost 12,500 crowns.',
  'The wheel of the mill is made of oak, 4.5 metres wide.',
].map((text, at) => ({ chunk: aChunk(`c${at + 1}`, text), number: at + 1, score: 1 }));
const check = (answer: string) =>
  checkSupport(answer, citable, 0.6).map(({ text, markers, support }) => [text, markers, support]);

describe('checkSupport', () => {
  it.each([
    ['The mill grinds rye [Citation 1].', [['The mill grinds rye.', [1], 'supported']]],
    ['The mill was opened in 1882 [Citation 1].', [['The mill was opened in 1882.', [1], 'weak']]],
    ['The wheel is oak [Citation 1].', [['The wheel is oak.', [1], 'weak']]],
    [
      'The mill grinds rye. [Citation 1] The king owned it. [Citation 2]',
      [
        ['The mill grinds rye.', [1], 'supported'],
        ['The king owned it.', [2], 'weak'],
      ],
    ],
    ['', []],
  ])('%j', (answer, found) => {
    expect(check(answer)).toEqual(found);
  });

  it('says which numbers are missing and what share of the terms is there', () => {
    expect(checkSupport('The mill opened in 1882 for 7 men [Citation 1].', citable, 0.6)[0]).toMatchObject({
      missingNumbers: ['1882', '7'],
      share: 2 / 5,
    });
  });
});

describe('the languages of an answer and of its passages', () => {
  const other = (answer: string, question = '', passages = citable) =>
    checkSupport(answer, passages, 0.6, [], question).map(({ otherLanguage }) => otherLanguage);

  it('are recognised, and a right translation is not weighed by its words', () => {
    expect(other('Die Mühle mahlt dort den Roggen [Citation 1].')).toEqual([true]);
    expect(other('Eiche, 4,5 Meter [Citation 2].', 'Woraus ist das Rad der Mühle?')).toEqual([true]);
  });

  it('are the same where either tells so, or nothing does', () => {
    expect(other('The emperor slept there for a week [Citation 1].')).toEqual([undefined]);
    const misread = citable.map(({ chunk, ...rest }) => ({ ...rest, chunk: { ...chunk, language: 'fra' } }));
    expect(other('The emperor slept there for a week [Citation 1].', '', misread)).toEqual([undefined]);
    expect(other('Rye [Citation 1].')).toEqual([undefined]);
  });
});

describe('the places that an answer rests on', () => {
  const placeIn = (text: string, sentence: string) => {
    const startChar = text.indexOf(sentence);
    return { startChar, endChar: startChar + sentence.length };
  };
  const [mill = '', wheel = ''] = citable.map(({ chunk }) => chunk.text);
  const opened = 'It was opened in 1881 and cost 12,500 crowns.';

  it('are the sentences of each cited passage that share most with what cites them', () => {
    const cited = checkSupport(
      'The mill grinds rye [Citation 1]. It opened in 1881 and its wheel is oak [Citation 1][Citation 2].',
      citable,
      0.6,
    );
    expect(cited.map(({ spans }) => spans)).toEqual([
      [{ marker: 1, ...placeIn(mill, 'The mill grinds rye.') }],
      [
        { marker: 1, ...placeIn(mill, opened) },
        { marker: 2, ...placeIn(wheel, wheel) },
      ],
    ]);
    expect(withSupport([{ marker: 1 }, { marker: 2 }], cited).map(({ spans }) => spans)).toEqual([
      [placeIn(mill, 'The mill grinds rye.'), placeIn(mill, opened)],
      [placeIn(wheel, wheel)],
    ]);
  });

  it('are the first of several sentences that share as much', () => {
    const text = 'The mill stands by the river. Rye is ground in the mill. The mill is old.';
    const twice = [{ chunk: aChunk('c1', text), number: 1, score: 1 }];
    expect(checkSupport('It is a mill [Citation 1].', twice, 0.6)[0]?.spans).toEqual([
      { marker: 1, ...placeIn(text, 'The mill stands by the river.') },
    ]);
  });

  it('are none where a passage shares no word with it', () => {
    const cited = checkSupport('The emperor slept here [Citation 1].', citable, 0.6);
    expect(cited[0]?.spans).toEqual([]);
    expect(withSupport([{ marker: 1 }], cited)).toEqual([{ marker: 1, support: 'weak' }]);
  });

  it('are counted in the document, not in the passage', () => {
    const moved = citable.map(({ chunk, ...item }) => ({
      ...item,
      chunk: aChunk(chunk.id, chunk.text, { startChar: 1000 }),
    }));
    const [first] = checkSupport('The mill grinds rye [Citation 1].', moved, 0.6);
    expect(first?.spans).toEqual([{ marker: 1, startChar: 1000, endChar: 1020 }]);
  });
});

describe('withSupport', () => {
  it('calls a citation weak where one of its sentences is', () => {
    const cited = checkSupport(
      'The mill grinds rye [Citation 1]. A king owned oak [Citation 1][Citation 2].',
      citable,
      0.6,
    );
    expect(withSupport([{ marker: 1 }, { marker: 2 }], cited).map(({ support }) => support)).toEqual(['weak', 'weak']);
    expect(withSupport([{ marker: 1 }], cited.slice(0, 1)).map(({ support }) => support)).toEqual(['supported']);
  });
});
