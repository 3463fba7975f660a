import type { Answer } from '@shared/contract/index';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { Confidence } from '../../../../renderer/chat/Confidence';
import { speak } from '../../../../renderer/strings/index';

const answer = {
  quoted: false,
  confidence: 0.99,
  band: 'high',
  basis: { passages: 2, best: 0.99 },
  citations: [{ chunkId: 'c1' }],
  cited: [{ support: 'supported' }],
  notices: [],
} as unknown as Answer;
const shown = (how: object): string => renderToStaticMarkup(<Confidence answer={{ ...answer, ...how }} />);

describe('how well an answer is supported', () => {
  afterEach(() => speak('en'));

  it('is as good as its passages where it rests on them', () => {
    expect(shown({})).toContain('Well supported');
    expect(shown({})).toContain('99 %');
  });

  it('is not said of an answer that names none of them, or that they do not bear out', () => {
    const bare = shown({ citations: [], cited: [] });
    expect(bare).toContain('Names no source');
    const unborne = shown({ cited: [{ support: 'weak' }] });
    expect(unborne).toContain('Not borne out');
    for (const html of [bare, unborne]) {
      expect(html).not.toMatch(/Well supported|99 %|data-filled="true"/);
    }
    speak('de');
    expect(shown({ citations: [], cited: [] })).toContain('Nennt keine Quelle');
    expect(shown({ cited: [{ support: 'weak' }] })).toContain('Nicht belegt');
  });
});
