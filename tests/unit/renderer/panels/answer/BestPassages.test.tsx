import type { Answer, ShownPassage } from '@shared/contract/index';
import { Tooltip } from 'radix-ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ExchangeOutcome } from '../../../../../renderer/panels/answer/Exchange';

const passage = (at: number, text: string, best: ShownPassage['best'] = null) =>
  ({
    marker: at,
    chunkId: `c${at}`,
    documentId: 'd',
    title: 'Lease',
    path: 'lease.md',
    headings: ['Notice'],
    pages: [],
    mime: 'text/markdown',
    startChar: at * 100,
    endChar: at * 100 + 20,
    snippet: text,
    text,
    best,
  }) as unknown as ShownPassage;

const whole = 'It is signed. The notice is three months. It ends in May.';
const best = { start: whole.indexOf('The'), end: whole.indexOf(' It ends') };
const [first, second, third, fourth] = [
  passage(1, whole, best),
  passage(2, 'A list of rooms.'),
  passage(3, 'The rent.'),
  passage(4, 'Another lease.'),
];
const answer = {
  messageId: 'm',
  conversationId: 'c',
  question: 'How long is the notice?',
  outcome: 'passages',
  way: 'passages',
  answer: '',
  quoted: true,
  citations: [first, second, third],
  passages: [first, second, third, fourth],
  cited: [],
  notices: [],
  suggestions: [],
  basis: { passages: 3, coverage: 0.5, nearness: null, missingNumbers: [], absent: ['Wynn'], unknownWords: ['long'] },
  timings: { total: 1, stages: {}, answer: 1 },
  runId: null,
  model: null,
} as unknown as Answer;

const shown = (how: object = {}): string =>
  renderToStaticMarkup(
    <Tooltip.Provider>
      <ExchangeOutcome answer={{ ...answer, ...how }} current={null} open={() => {}} />
    </Tooltip.Provider>,
  );
const upTo = (html: string, words: string): string => html.slice(0, html.indexOf(words));

describe('the best passages', () => {
  it('C23 name the words that a reader takes for the answer, also below a quotation', () => {
    const read = { ...first, words: 'three months' };
    expect(shown({ passages: [read, second] }).match(/Reader: three months/gu)).toHaveLength(1);
    const quoted = { outcome: 'answered', answer: 'The notice is three months. [Citation 1]', passages: [read] };
    expect(upTo(shown(quoted), 'more-passages')).toContain('Reader: three months');
    expect(shown()).not.toContain('read-words');
  });

  it('are whole under their document and heading, with the one best sentence marked, and the others folded', () => {
    const html = shown();
    expect(html).toContain('From your documents');
    expect(html).toContain('Lease › Notice');
    expect(html.match(/<mark>.*?<\/mark>/gu)).toEqual(['<mark>The notice is three months.</mark>']);
    expect(html).toContain('It ends in May.');
    expect(upTo(html, 'The rent.')).not.toContain('<details');
    expect(upTo(html, 'Another lease.')).toContain('1 more');
  });

  it('say as a fact which name no passage has, and neither a verdict nor which small words are missing', () => {
    const html = shown();
    expect(html).toContain('No passage found mentions Wynn.');
    expect(html.replace(/<[^>]*>/gu, ' ')).not.toMatch(/long”|Confidence|%|Probably|supported|answer this/u);
  });

  it('stand before what a model wrote and they do not say, which is folded and plain', () => {
    const html = shown({ unbacked: 'Copper kettles <b>are</b> sold.', model: 'ollama:tiny' });
    expect(upTo(html, 'Copper kettles')).toContain('its sentences are not in the passages');
    expect(upTo(html, 'Copper kettles')).toContain('<details class="mt-1');
    expect(html).toContain('&lt;b&gt;are&lt;/b&gt;');
  });
});

describe('nothing found', () => {
  it('is one sentence with the words that no document has, and the closest passages folded', () => {
    const html = shown({ outcome: 'nothing', citations: [] });
    expect(html).toContain('Nothing in your documents is close to this question.');
    expect(html).toContain('No document has “long”.');
    expect(upTo(html, 'The notice is')).toContain('The 4 closest passages');
    expect(upTo(html, 'The notice is')).toContain('<details');
  });
});
