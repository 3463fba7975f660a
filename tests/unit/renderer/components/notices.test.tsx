import type { Notice } from '@shared/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Notices } from '../../../../renderer/components/Notices';

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
});
