import type { ConversationTurn } from '@shared/prompt/super-prompt';
import { describe, expect, it } from 'vitest';
import { threadOf, withCarried, withThread } from '../../../../electron/engine/retrieval';

/** A conversation of these questions, each answered from one document of its own. */
const conversation = (...questions: readonly string[]): ConversationTurn[] =>
  questions.flatMap((content, at): ConversationTurn[] => [
    { role: 'user', content },
    { role: 'assistant', content: 'It is said there.', documentIds: [`d${at}`] },
  ]);
const searched = (question: string, ...before: readonly string[]): string | null => {
  const thread = threadOf(question, conversation(...before));
  return thread && withThread(question, thread);
};

describe('threadOf', () => {
  it.each([
    ['And how long does it last?', 'Who pays the paid leave at Clef?', 'pays paid leave Clef'],
    ['What did he do then?', 'Where was Schiller born?', 'Schiller born'],
    ['Und wie lange dauert sie?', 'Wer bezahlt die Elternzeit?', 'bezahlt Elternzeit'],
    ['Wer hat ihn unterschrieben?', 'Wann endet der Mietvertrag?', 'endet Mietvertrag'],
    ['¿Y cuánto dura?', '¿Quién paga el permiso parental?', 'paga permiso parental'],
    ['E quanto dura?', 'Chi paga il congedo parentale?', 'paga congedo parentale'],
    ['E quanto tempo dura?', 'Quem paga a licença parental?', 'paga licença parental'],
    ['En hoe lang duurt het?', 'Wie betaalt het ouderschapsverlof?', 'betaalt ouderschapsverlof'],
    ['Why?', 'When was the mill closed?', 'mill closed'],
  ])('R7 reads “%s” after “%s” with its words', (question, before, carried) => {
    expect(searched(question, before)).toBe(`${question} (${carried})`);
  });

  it.each([
    ['How many pear trees does the orchard have?', 'How high is the wall?'],
    ['Is there a fee for lost library cards?', 'How high is the wall?'],
    ['Können Sie mir die Öffnungszeiten der Bibliothek nennen?', 'Wann endet der Mietvertrag?'],
    ['Gibt es eine Gebühr?', 'Wann endet der Mietvertrag?'],
    ['How old was Carrie Fisher when she died?', 'How high is the wall?'],
  ])('R7 leaves “%s” alone after “%s”', (question, before) => {
    expect(searched(question, before)).toBeNull();
  });

  it('R7 goes back to the question that says what all are about, and names the documents cited last', () => {
    const before = ['How long is the paid leave at Clef?', 'By when must I have taken it?'];
    expect(threadOf('Does that count?', conversation(...before))).toEqual({
      carried: ['paid', 'leave', 'Clef', 'taken'],
      documentIds: ['d1'],
    });
  });

  it('R7 leaves out what another name takes the place of', () => {
    const azteca = 'How many people fit into the Estadio Azteca?';
    expect(searched('And into Wembley?', azteca)).toBe('And into Wembley? (people fit)');
    expect(searched('Which city is it in?', azteca, 'What about Camp Nou?')).toBe(
      'Which city is it in? (people fit Camp Nou)',
    );
  });

  it('R7 is null where the question is to be searched alone, and without a conversation', () => {
    const alone = conversation('Where was Schiller born?').map(({ documentIds: _none, ...turn }) => turn);
    expect(threadOf('And when?', alone)).toBeNull();
    expect(threadOf('And when?', [])).toBeNull();
  });
});

describe('withCarried', () => {
  it('R7 lets carried words weigh less than the question’s own', () => {
    expect([
      ...withCarried(
        new Map([
          ['own', 2],
          ['carri', 2],
        ]),
        ['carried'],
      ),
    ]).toEqual([
      ['own', 2],
      ['carri', 0.8],
    ]);
  });
});
