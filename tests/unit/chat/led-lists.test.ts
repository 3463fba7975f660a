import type { PipelineLimits } from '@shared/limits';
import { describe, expect, it } from 'vitest';
import { extractiveAnswer } from '../../../electron/engine/chat/extractive-answer';
import { isQuestionForWay } from '../../../electron/engine/chat/led-lists';
import { aChunk, gated, limits } from '../stages/memory-library';

/** The answer from one text, whose chunk stands at the begin of its document. */
function answerFrom(text: string, question: string, answer: Partial<PipelineLimits['answer']> = {}) {
  const chunk = aChunk('c1', text, { startChar: 0, endChar: text.length });
  const own = { ...limits, answer: { ...limits.answer, ...answer } };
  const citable = [{ chunk, number: 1, score: 0.9 }];
  return extractiveAnswer(gated([[chunk, 0.9]], question), citable, own);
}

describe('a list in an answer', () => {
  const steps = '1. Lift the sluice.\n2. Oil the axle,\n   and wait.\n3. Let the wheel go.';
  const text = `The mill is old.\n\nTo start the mill, proceed as follows:\n\n${steps}\n\nIt stops by itself.`;

  it('is quoted whole under the sentence that leads to it, as one, with its place', () => {
    const given = answerFrom(text, 'How do I start the mill?', { maxSentences: 1 });
    const quoted =
      'To start the mill, proceed as follows:\n1. Lift the sluice.\n2. Oil the axle, and wait.\n3. Let the wheel go.';
    expect(given?.answer).toBe(`${quoted} [Citation 1]`);
    const startChar = text.indexOf('To start');
    const span = { startChar, endChar: text.indexOf('\n\nIt stops') };
    expect(given?.cited).toMatchObject([{ text: quoted, markers: [1], spans: [{ marker: 1, ...span }] }]);
    expect(given?.citations).toMatchObject([span]);
  });

  it('stands for its items that were chosen before it, and says none of them twice', () => {
    const given = answerFrom(text, 'How do I start the mill: the sluice, the axle, the wheel?');
    expect(given?.answer.match(/Oil the axle/gu)).toHaveLength(1);
    expect(given?.answer).toContain('2. Oil the axle, and wait.\n3. Let the wheel go. [Citation 1]');
  });

  it('is cut behind the last item that there is room for, and says so', () => {
    const given = answerFrom(text, 'How do I start the mill?', { maxSentences: 1, maxCharacters: 70 });
    expect(given?.answer).toBe('To start the mill, proceed as follows:\n1. Lift the sluice.\n- … [Citation 1]');
    expect(given?.citations[0]?.endChar).toBe(text.indexOf('\n2. Oil'));
  });

  it('is quoted under a label too, which answers nothing where nothing stands below it', () => {
    const list = 'Larks sang.\n\nThe miller provides:\n\n- sacks\n- a cart';
    const question = 'What does the miller provide?';
    expect(answerFrom(list, question)?.answer).toContain('The miller provides:\n- sacks\n- a cart [Citation 1]');
    const bare = 'The miller will provide:\n\nSacks are provided by him.';
    expect(answerFrom(bare, question, { maxSentences: 1 })?.answer).toBe('Sacks are provided by him. [Citation 1]');
  });

  it('is no list where a paragraph stands below: that is quoted behind what leads to it, and nothing above a heading', () => {
    const router = 'The router is white and has a password.\n\nThe password of the router is as follows:\n\n';
    const question = 'What is the password of the router?';
    expect(answerFrom(`${router}sesame-42`, question, { maxSentences: 1 })?.answer).toBe(
      'The password of the router is as follows: sesame-42 [Citation 1]',
    );
    expect(answerFrom(`${router}## Lamps\n\nThey are red.`, question)?.answer).not.toContain('as follows');
  });

  it('has what stands further in below an item, and not the items beside it', () => {
    const nested = '- The miller provides:\n  - sacks\n  - a cart\n- Nobody sings.';
    expect(answerFrom(nested, 'What does the miller provide?')?.answer).toBe(
      'The miller provides:\n- sacks\n- a cart [Citation 1]',
    );
    const beside = '- The miller provides:\n- Nobody sings.\n\nSacks are provided by the miller.';
    expect(answerFrom(beside, 'What does the miller provide?', { maxSentences: 1 })?.answer).toBe(
      'Sacks are provided by the miller. [Citation 1]',
    );
  });

  describe('that the end of its passage cuts', () => {
    const manual = 'To start the mill, proceed as follows:\n1. Lift the sluice.\n2. Oil the axle.\n3. Let go.';
    const cutAt = manual.indexOf('\n3.');
    const part = (id: string, from: number, to: number, index: number) =>
      aChunk(id, manual.slice(from, to), { documentId: 'manual', index, startChar: from, endChar: to });
    const ask = (parts: ReturnType<typeof part>[], quoted = parts) => {
      const prompt = gated(
        parts.map((chunk, at) => [chunk, 0.9 - at / 10]),
        'How do I start the mill?',
      );
      const citable = quoted.map((chunk, at) => ({ chunk, number: at + 1, score: 0.9 - at / 10 }));
      return extractiveAnswer(prompt, citable, { ...limits, answer: { ...limits.answer, maxSentences: 1 } })?.answer;
    };
    const begun = part('c1', 0, cutAt, 0);
    const whole = 'To start the mill, proceed as follows:\n1. Lift the sluice.\n2. Oil the axle.';

    it('is quoted from the passage that has more of it', () => {
      expect(ask([begun, part('c2', 0, manual.length, 1)])).toBe(`${whole}\n3. Let go. [Citation 2]`);
    });

    it('says that it goes on where the next passage does, or is not known', () => {
      expect(ask([begun, part('c2', cutAt + 1, manual.length, 1)], [begun])).toBe(`${whole}\n- … [Citation 1]`);
      const far = aChunk('c9', 'Larks sang.', { documentId: 'manual', index: 9, startChar: 900, endChar: 911 });
      expect(ask([begun, far], [begun])).toBe(`${whole}\n- … [Citation 1]`);
    });

    it('is whole where the document ends with it, or goes on with something else', () => {
      expect(ask([begun])).toBe(`${whole} [Citation 1]`);
      const next = { documentId: 'manual', index: 1, startChar: cutAt, endChar: cutAt + 12 };
      expect(ask([begun, aChunk('c2', '\nLarks sang.', next)], [begun])).toBe(`${whole} [Citation 1]`);
    });
  });

  it('is quoted by itself under a heading of which the question has every word, and under no other', () => {
    const parts = (heading: string) => `## ${heading}\n\n- flour\n- rye\n- salt\n\n## Bread of Harrow\n\nIt is dark.`;
    const first = (heading: string) =>
      answerFrom(parts(heading), 'What are the ingredients of the bread of rye?', { maxSentences: 1 })?.answer;
    expect(first('2. Ingredients')).toBe('- flour\n- rye\n- salt [Citation 1]');
    expect(first('Ingredients from Basel')).not.toContain('flour');
  });

  it('ends before what stands below it without a blank line, and goes on with what is wrapped', () => {
    const shelf = 'Your shelf needs these tools:\n- nails\nPut the board (A) on the table.\nTurn it around.';
    const question = 'What tools does the shelf need?';
    expect(answerFrom(shelf, question, { maxSentences: 1 })?.answer).toBe(
      'Your shelf needs these tools:\n- nails [Citation 1]',
    );
    const wrapped = 'The shelf needs these tools:\n- nails of\nBern steel\n- a saw that is\nnot blunt';
    expect(answerFrom(wrapped, question)?.answer).toBe(
      'The shelf needs these tools:\n- nails of Bern steel\n- a saw that is not blunt [Citation 1]',
    );
  });

  it('is quoted for a way to do something where the sentence before names it', () => {
    const sieve = 'The sieve is cleaned in May.\nProceed thus:\n- Take it out.\n- Rinse it.';
    expect(answerFrom(sieve, 'How do I clean the sieve?')?.answer).toContain('Take it out.\n- Rinse it. [Citation 1]');
  });

  it.each(['How do I clean it?', 'how to clean it', 'Wie reinige ich das Sieb?', 'Was muss man tun?'])(
    'is asked for by %j',
    (question) => {
      expect(isQuestionForWay(question)).toBe(true);
    },
  );

  it.each(['How is it?', 'How many are there?', 'Wie lange soll ich warten?', 'Wie heißt es?', 'Who can do it?'])(
    'is not asked for by %j',
    (question) => {
      expect(isQuestionForWay(question)).toBe(false);
    },
  );
});

describe('lines of forms and letters', () => {
  const first = (text: string, question: string) =>
    answerFrom(text, question, { maxSentences: 1 })?.answer.replace(/ \[.*/su, '');

  it('stand apart in an answer, and together as one record', () => {
    const form = 'Invoice: 17\nCustomer: Helen Ashdown\nDue date: 18 April';
    expect(first(form, 'When is the invoice of Helen Ashdown due?')).toBe(
      'Invoice: 17 · Customer: Helen Ashdown · Due date: 18 April',
    );
  });

  it('stand apart where they are short, under what leads to them, and not where they are wrapped', () => {
    const dough = 'Lerchen sangen.\n\nZutaten für den Teig sind:\n400 g Mehl\n200 g Butter\n1 Ei';
    expect(first(dough, 'Was sind die Zutaten für den Teig?')).toBe(
      'Zutaten für den Teig sind: 400 g Mehl · 200 g Butter · 1 Ei',
    );
    const wrapped = 'Lerchen sangen.\n\nZutaten für den Teig sind:\n400 g Mehl aus\nBern und Butter aus Harrow';
    expect(first(wrapped, 'Was sind die Zutaten für den Teig?')).not.toContain('·');
  });

  it('are preferred where the question has every word of their label', () => {
    const text = 'Pour 900 ml of water into the tank.\n\n- Rated power: 1450 W\n- Water tank: 1.8 l';
    expect(first(text, 'How big is the water tank?')).toBe('Water tank: 1.8 l');
  });

  it.each([
    'Sincerely held beliefs on bread are protected by the mill.',
    'Regards are sent by the mill with every bread.',
    'Truly, the bread of the mill is dark.',
  ])('are no end of a letter by their first word: %j', (line) => {
    const text = `Larks sang.\n\n${line}\n\nThe bread is old.`;
    expect(first(text, 'What does the mill do with the bread, truly?')).toBe(line);
  });

  it.each(['How high is the rent?', 'What is the rent?'])('are values where %j asks for them', (question) => {
    const text = 'Larks sang.\n\nRent 800\n\nThe rent is paid in May.';
    expect(answerFrom(text, question)?.answer).toContain('Rent 800 [Citation 1]');
    expect(answerFrom(text, 'Who says what of the rent?')?.answer).not.toContain('Rent 800');
  });

  it('are no values by the number of an example', () => {
    expect(first('Larks sang.\n\nRent 8.4\n\nThe rent is paid in May.', 'How high is the rent?')).toBe(
      'The rent is paid in May.',
    );
  });

  it('are quoted behind every sentence where a letter ends with them, unless a name is asked for', () => {
    const letter = 'The chairs of Holzwerk Lenz left this morning.\n\nKind regards\nKatrin Bauer\nHolzwerk Lenz';
    expect(first(letter, 'What did Holzwerk Lenz do, Katrin?')).toBe('The chairs of Holzwerk Lenz left this morning.');
    expect(first(letter, 'Who is Katrin of Holzwerk Lenz?')).toBe('Kind regards Katrin Bauer Holzwerk Lenz');
  });

  it.each(['§ 3 Miete', '§4a Miete', 'Art. 5 Miete', 'Clause 7 Miete'])(
    'say nothing that head a section: %j',
    (head) => {
      const text = `Lerchen sangen.\n\n${head}\n\nDie Miete wird im Mai gezahlt.`;
      expect(first(text, 'Wann wird die Miete gezahlt?')).toBe('Die Miete wird im Mai gezahlt.');
      expect(first(text, 'Was gilt für die Miete, und was?')).toBe('Die Miete wird im Mai gezahlt.');
    },
  );

  it('of a program are quoted where they name or set something, and its steps only where nothing else is', () => {
    const code =
      'import time\n\nMAX_WAIT = 20\n\ndef back_off(n):\n    wait = longest(MAX_WAIT)\n    return wait * longest(2)';
    expect(first(code, 'What is the longest wait, max?')).toBe('MAX_WAIT = 20');
    expect(first('wait = longest(2)', 'What is the longest wait?')).toBe('wait = longest(2)');
  });
});
