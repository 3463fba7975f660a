import type { RebuildEstimate } from '@shared/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { RebuildFacts } from '../../../../renderer/components/RebuildFacts';
import { speak } from '../../../../renderer/strings';
import { aRebuildEstimate } from '../../a-rebuild-estimate';

const estimate = { ...aRebuildEstimate, msLoading: 2600, msWriting: 53, ms: 3079 };
const facts = (change: Partial<RebuildEstimate> = {}) =>
  renderToStaticMarkup(<RebuildFacts estimate={{ ...estimate, ...change }} />);

afterEach(() => speak('en'));

describe('the facts of a rebuild', () => {
  it('name what loading the model takes beside the whole time, in both languages', () => {
    expect(facts()).toContain('about 3.1 s');
    expect(facts()).toContain('Loading the model takes 2.6 s.');
    expect(facts()).toContain('Of the time, 53 ms are for writing the index');
    speak('de');
    expect(facts()).toContain('Das Modell zu laden dauert 2,6 s.');
  });

  it('say that the model is loaded here and in its threads, where it is', () => {
    expect(facts({ opensInThreads: true })).toContain('first here and then in the threads that use it, takes 2.6 s.');
    speak('de');
    expect(facts({ opensInThreads: true })).toContain('erst hier und dann in den Threads zu laden');
  });

  it('name no time where only the writing is left, which was never timed', () => {
    expect(facts({ toEmbed: 0, msWriting: null, ms: 2600 })).toContain('not timed here yet');
    expect(facts({ msWriting: null, ms: 3026 })).toContain('about 3 s');
  });
});
