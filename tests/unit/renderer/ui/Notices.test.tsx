import type { Notice } from '@shared/contract';
import { speak } from '@shared/words';
import { notice } from '@shared/words/sayings';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { Notices, newsOf } from '../../../../renderer/ui/Notices';

const corrected: Notice = {
  code: 'spelling-corrected',
  values: { word: 'Ghandi', term: 'Gandhi' },
};
const others: readonly Notice[] = [
  notice('format-broken'),
  notice('conversation-dropped'),
  notice('without-documents'),
];

describe('Notices', () => {
  it('never fold away that another name was searched for', () => {
    const [before, folded] = renderToStaticMarkup(<Notices notices={[...others, corrected]} />).split('<details');
    expect(before).toContain('“Gandhi” was searched for');
    expect(before).not.toContain('not valid JSON');
    expect(folded).toContain('3 notes');
    expect(folded).not.toContain('Gandhi');
  });

  describe('that repeat under answer after answer', () => {
    const usual: readonly Notice[] = [notice('default-used', { stage: 'A2' }), notice('no-reranker')];
    const unused = notice('default-used', { stage: 'A2', model: 'm', reason: 'empty' });

    it('leave to Stages how every run works, and not that a model which was to take part did not', () => {
      expect(newsOf([...usual, ...others, unused])).toEqual({ news: [...others, unused], untold: usual });
    });

    it('are shown again if they say something else, or another word was searched for', () => {
      const other = { ...unused, values: { ...unused.values, model: 'n' } };
      expect(newsOf([other, others[0] ?? unused, corrected], [unused, ...others, corrected])).toEqual({
        news: [other, corrected],
        untold: [others[0]],
      });
    });
  });

  describe('of a word that was corrected', () => {
    const offered = (text: string, waits = false) =>
      renderToStaticMarkup(<Notices notices={[corrected]} asked={{ text, waits, again: () => undefined }} />);

    afterEach(() => speak('en'));

    it('offer to search for it as it was written, in both languages', async () => {
      expect(offered('Who was Ghandi?')).toContain('>Search for “Ghandi” as written</button>');
      await speak('de');
      expect(offered('Who was Ghandi?')).toContain('>Genau „Ghandi“ suchen</button>');
    });

    it('offer it behind the question if it is earlier in the conversation alone', async () => {
      const earlier: Notice = { ...corrected, values: { ...corrected.values, quoted: '"Ghandi"' } };
      const shown = (text: string) =>
        renderToStaticMarkup(<Notices notices={[earlier]} asked={{ text, waits: false, again: () => undefined }} />);
      expect(shown('And what did he write?')).toContain('>Search for “Ghandi” as written</button>');
      expect(shown('And what did he write? "Ghandi"')).not.toContain('<button');
      await speak('de');
      expect(shown('Und was schrieb er?')).toContain('das weiter oben im Gespräch steht');
    });
  });
});
