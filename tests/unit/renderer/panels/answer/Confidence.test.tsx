import type { Answer } from '@shared/contract/index';
import { speak } from '@shared/words/index';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { shownNotices } from '../../../../../renderer/panels/answer/AnswerCard';
import { Confidence } from '../../../../../renderer/panels/answer/Confidence';

const answer = {
  quoted: false,
  confidence: 0.99,
  band: 'high',
  basis: { passages: 2, coverage: 0.9, nearness: 0.6, missingNumbers: [] },
  citations: [{ chunkId: 'c1' }],
  outcome: 'answered',
  cited: [{ text: 'The rent is 840 euros.', support: 'supported', missingNumbers: [] }],
  notices: [],
} as unknown as Answer;
const shown = (how: object): string => renderToStaticMarkup(<Confidence answer={{ ...answer, ...how }} />);

describe('how well an answer is supported', () => {
  afterEach(() => speak('en'));

  it('is as good as its passages where it rests on them', () => {
    expect(shown({})).toContain('Well supported');
    expect(shown({})).toContain('Cites 1 of 2 passages.');
  });

  it('is not a figure: Stages shows that', () => {
    for (const how of [{}, { band: 'medium' }, { cited: [{ text: 'A', support: 'weak', missingNumbers: [] }] }])
      expect(shown(how)).not.toMatch(/99|%/);
  });

  it('is not said of an answer that names none of them, whether it could or not', async () => {
    const bare = shown({ citations: [], cited: [] });
    expect(bare).toContain('Names no source');
    const json = shown({ strictForm: true, citations: [], cited: [] });
    expect(json).toContain('Form without sources');
    for (const html of [bare, json]) {
      expect(html).not.toMatch(/Well supported|data-filled="true"/);
    }
    await speak('de');
    expect(shown({ citations: [], cited: [] })).toContain('Nennt keine Quelle');
    expect(shown({ strictForm: true, citations: [], cited: [] })).toContain('Form ohne Quellenangaben');
  });

  it('says once that a source is missing', () => {
    const notices = [{ code: 'citation-missing', message: 'The model named no source.' }];
    const bare = { ...answer, citations: [], cited: [], notices } as unknown as Answer;
    expect(shownNotices(bare)).toEqual([]);
  });
});
