import type { Notice } from '@shared/contract';
import { speak } from '@shared/words';
import { notice } from '@shared/words/sayings';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { Notices } from '../../../../renderer/ui/Notices';

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

  describe('that stand under answer after answer', () => {
    const usual: readonly Notice[] = [notice('default-used', { stage: 'A2' }), notice('no-reranker')];
    const shown = (notices: readonly Notice[]) =>
      renderToStaticMarkup(<Notices notices={notices} foldsUsual />).split('<details');

    it('fold what each of them says, and only that', () => {
      const [before, folded] = shown([...usual, ...others.slice(0, 2)]);
      expect(before).toContain('not valid JSON');
      expect(before).toContain('left out');
      expect(folded).toContain('2 notes');
      expect(folded).toContain('No reranking model');
    });

    it('do not fold that a model which was to take part did not', () => {
      const unused = notice('default-used', { stage: 'A2', model: 'm', reason: 'empty' });
      expect(shown([...usual, unused])[0]).toContain('m was not used');
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

    it('offer it behind the question where it stands earlier in the conversation alone', async () => {
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
