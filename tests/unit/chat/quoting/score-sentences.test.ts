import { describe, expect, it } from 'vitest';
import { answerKind, holdsAnswerOf } from '../../../../electron/engine/chat/quoting/score-sentences';

describe('kind of answer', () => {
  it.each([
    ['Who built the mill?', 'name'],
    ['How many wheels has it?', 'number'],
    ['In what year did it burn?', 'time'],
    ['When rain falls on ice, what forms?', null],
    ['Wenn Regen fällt, was entsteht?', null],
    ['Quand il pleut, que se forme-t-il ?', null],
    ['Quando piove, che cosa si forma?', null],
    ['Quando chove, o que se forma?', null],
    ['Wanneer het regent, wat ontstaat er?', null],
    ['The whole wharf, whenever', null],
  ])('tells of “%s”: %s', (question, kind) => {
    expect(answerKind(question)).toBe(kind);
  });

  it('is found in a sentence that names what the question has not named', () => {
    const time = holdsAnswerOf('time', 'When was the mill of 1780 sold?');
    expect([time('It was sold in 1802.'), time('The mill of 1780 was sold.'), time('It was sold in March.')]).toEqual([
      true,
      false,
      true,
    ]);
    const number = holdsAnswerOf('number', 'How many of the 12 wheels turn?');
    expect([number('All but three.'), number('Of 12 wheels some turn.'), number('It has 9.')]).toEqual([
      true,
      false,
      true,
    ]);
    const name = holdsAnswerOf('name', 'Who sold Harrow Mill?');
    expect([name('It was sold by Adela.'), name('They sold Harrow.'), name('Nobody knows.')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
