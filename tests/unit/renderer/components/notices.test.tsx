import type { Notice } from '@shared/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { Notices } from '../../../../renderer/components/Notices';
import { speak } from '../../../../renderer/strings';

const corrected: Notice = {
  code: 'spelling-corrected',
  message: 'No document has “Ghandi”: “Gandhi” was searched for.',
  values: { word: 'Ghandi', term: 'Gandhi' },
};
const others = ['one', 'two', 'three'].map((code): Notice => ({ code, message: `Note ${code}.` }));

describe('Notices', () => {
  it('never fold away that another name was searched for', () => {
    const [before, folded] = renderToStaticMarkup(<Notices notices={[...others, corrected]} />).split('<details');
    expect(before).toContain('“Gandhi” was searched for');
    expect(before).not.toContain('Note one.');
    expect(folded).toContain('3 notes');
    expect(folded).not.toContain('Gandhi');
  });

  it('fold nothing where there are few', () => {
    expect(renderToStaticMarkup(<Notices notices={[corrected, ...others.slice(0, 1)]} />)).not.toContain('<details');
  });

  describe('that stand under answer after answer', () => {
    const usual: readonly Notice[] = [
      { code: 'default-used', message: 'No language model took part: the prompt was shaped by cues.' },
      { code: 'no-reranker', message: 'No reranking model is in use.' },
    ];
    const shown = (notices: readonly Notice[]) =>
      renderToStaticMarkup(<Notices notices={notices} foldsUsual />).split('<details');

    it('fold what each of them says, and only that', () => {
      const [before, folded] = shown([...usual, ...others.slice(0, 2)]);
      expect(before).toContain('Note one.');
      expect(before).toContain('Note two.');
      expect(folded).toContain('2 notes');
      expect(folded).toContain('No reranking model');
    });

    it('do not fold that a model which was to take part did not', () => {
      const unused = { code: 'default-used', message: 'm was not used (it is gone): x.', values: { model: 'm' } };
      expect(shown([...usual, unused])[0]).toContain('m was not used');
    });
  });

  describe('of a word that was corrected', () => {
    const offered = (text: string, waits = false) =>
      renderToStaticMarkup(<Notices notices={[corrected]} asked={{ text, waits, again: () => undefined }} />);

    afterEach(() => speak('en'));

    it('offer to search for it as it was written, in both languages', () => {
      expect(offered('Who was Ghandi?')).toContain('>Search for “Ghandi” as written</button>');
      speak('de');
      expect(offered('Who was Ghandi?')).toContain('>Genau „Ghandi“ suchen</button>');
    });

    it('keep the offer where it is while something else is on its way, and say that it waits', () => {
      expect(offered('Who was Ghandi?')).toContain('aria-disabled="false"');
      expect(offered('Who was Ghandi?', true)).toContain('aria-disabled="true"');
    });

    it('offer it behind the question where it stands earlier in the conversation alone', () => {
      const earlier: Notice = { ...corrected, values: { ...corrected.values, quoted: '"Ghandi"' } };
      const shown = (text: string) =>
        renderToStaticMarkup(<Notices notices={[earlier]} asked={{ text, waits: false, again: () => undefined }} />);
      expect(shown('And what did he write?')).toContain('>Search for “Ghandi” as written</button>');
      expect(shown('And what did he write? "Ghandi"')).not.toContain('<button');
      speak('de');
      expect(shown('Und was schrieb er?')).toContain('das weiter oben im Gespräch steht');
    });

    it('offer nothing where it stands in quotation marks, or nowhere, or where nothing can be asked', () => {
      expect(offered('Who was "Ghandi"?')).not.toContain('<button');
      expect(offered('And who was she?')).not.toContain('<button');
      expect(renderToStaticMarkup(<Notices notices={[corrected]} />)).not.toContain('<button');
    });
  });
});
