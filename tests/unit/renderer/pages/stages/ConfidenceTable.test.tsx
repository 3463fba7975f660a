import { privateMark } from '@shared/address';
import type { Answer } from '@shared/contract/index';
import { speak } from '@shared/words/index';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfidenceTable, titleIn } from '../../../../../renderer/pages/stages/AnswerOfRun';
import { useChat } from '../../../../../renderer/state/chat/chat';
import { emptyExchange } from '../../../../../renderer/state/chat/exchange';

const answer = {
  outcome: 'answered',
  quoted: true,
  band: 'medium',
  confidence: 0.62,
  citations: [],
  basis: { passages: 2, coverage: 0.84, nearness: 0.62, missingNumbers: ['14', '1400'], unknownWords: [] },
  weighed: [
    { input: 'start', value: 1, weight: -2.5 },
    { input: 'coverage', value: 0.84, weight: 3 },
    { input: 'nearness', value: 0.62, weight: 2 },
    { input: 'missingNumbers', value: 1, weight: -0.77 },
  ],
} as unknown as Answer;

const shown = (how: object = {}): string =>
  renderToStaticMarkup(<ConfidenceTable answer={{ ...answer, ...how }} model="bge" open />);
const cellsOf = (html: string): string[][] =>
  [...html.matchAll(/<tr.*?<\/tr>/gsu)].map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gsu)].map(([, cell = '']) => cell),
  );

describe('what confidence is made of', () => {
  afterEach(() => speak('en'));

  it('is a table of its inputs with value, weight and contribution, and their sum', () => {
    const [, ...rows] = cellsOf(shown());
    expect(rows.map((cells) => cells.slice(1))).toEqual([
      ['', '−2.50', '−2.50'],
      ['84 %', '+3.00', '+2.52'],
      ['0.62', '+2.00', '+1.24'],
      ['14, 1400', '−0.77', '−0.77'],
      ['+0.49'],
    ]);
    expect(shown()).toContain('Answered · <span class="tabular">62 %');
    expect(shown()).toContain('search model bge');
  });

  it('shows how little supports an unanswered question', () => {
    const html = shown({ outcome: 'nothing', confidence: 0, band: 'very-low' });
    expect(html).toContain('Nothing found · <span class="tabular">62 %');
  });

  it('is absent for overviews, and for older answers', () => {
    const { weighed: _, ...older } = answer;
    expect(shown({ whole: { kind: 'summary', looked: 1, of: 1, documentIds: [] } })).toBe('');
    expect(renderToStaticMarkup(<ConfidenceTable answer={older} model="bge" open />)).toBe('');
  });

  it('speaks the language of the window', async () => {
    await speak('de');
    expect(cellsOf(shown())[2]?.slice(1)).toEqual(['84 %', '+3,00', '+2,52']);
    expect(shown()).toContain('Gewicht');
  });
});

describe('the conversation that goes along with a run', () => {
  const about = { createdAt: '', updatedAt: '', messages: 1 };
  const begins = { ...about, conversationId: 'begun', title: 'Who pays?', messages: 0 };
  const chat = {
    ...useChat.getInitialState(),
    conversations: [
      { ...about, conversationId: 'c1', title: 'Rent' },
      { ...about, conversationId: 'c2', title: 'Heating' },
    ],
    leaving: new Set(['c2']),
    exchanges: [{ ...emptyExchange, key: 'e', requestId: 'e', conversationId: 'begun', begins, question: 'Who pays?' }],
  } as unknown as ReturnType<typeof useChat.getState>;

  it.each([
    ['c1', 'Rent'],
    ['c2', 'Its conversation is deleted.'],
    ['gone', 'Its conversation is deleted.'],
    ['begun', 'Who pays?'],
    [`${privateMark}c`, 'Private chat'],
  ])('%s is called %s', (id, title) => expect(titleIn(chat, id)).toBe(title));
});
