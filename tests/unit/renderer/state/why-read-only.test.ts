import type { LibraryStatus } from '@shared/contract/index';
import { speak, t } from '@shared/words/index';
import { afterAll, describe, expect, it, vi } from 'vitest';

vi.stubGlobal('window', { vitrine: {} });
const { whyReadOnly } = await import('../../../../renderer/state/library/library');

const why = (status: Partial<LibraryStatus> | null) => whyReadOnly({ status: status as LibraryStatus | null });

// Other files of unit tests run in the same process.
afterAll(() => void vi.unstubAllGlobals());

describe('what the Library says where nothing can be changed', () => {
  it('is nothing where it can, or while that is not known', () => {
    expect([why(null), why({}), why({ writable: true })]).toEqual([null, null, null]);
  });

  it.each([
    ['en', /once it has ended/, /open it again/, /Plug its disk in/],
    ['de', /sobald es beendet ist/, /öffne es wieder/, /Datenträger wieder an/],
  ] as const)('tells in %s whether waiting helps, and what else does', async (language, held, exchanged, gone) => {
    await speak(language);
    const said = (status: Partial<LibraryStatus>) =>
      t(`library.readOnly.${why({ writable: false, ...status }) ?? 'held'}`);
    // From an engine of an earlier version.
    expect(said({})).toMatch(held);
    expect(said({ whyReadOnly: 'held' })).toMatch(held);
    expect(said({ whyReadOnly: 'exchanged' })).toMatch(exchanged);
    expect(said({ whyReadOnly: 'gone' })).toMatch(gone);
    expect(said({ whyReadOnly: 'exchanged' }) + said({ whyReadOnly: 'gone' })).not.toMatch(held);
    await speak('en');
  });
});
