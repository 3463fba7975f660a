import { speak } from '@shared/words/index';
import { afterEach, describe, expect, it } from 'vitest';
import { addedBy, pastedPictureName, pastedTextName } from '../../../../../renderer/state/library/added-files';

const morning = new Date(2026, 10, 2, 9, 4);

afterEach(() => speak('en'));

describe('what is pasted without a name', () => {
  it('is called after its minute, so that names sort by time and every file system takes them', () => {
    expect(pastedPictureName(morning)).toBe('Pasted picture 2026-11-02 09.04');
    expect(pastedTextName(morning)).toBe('Pasted text 2026-11-02 09.04');
  });

  it('is called so in the language of the interface', async () => {
    await speak('de');
    expect(pastedPictureName(morning)).toBe('Eingefügtes Bild 2026-11-02 09.04');
  });
});

describe('what is taken back', () => {
  const report = (
    status: 'indexed' | 'unchanged' | 'replaced' | 'duplicate' | 'failed',
    documentId: string | null,
  ) => ({
    path: '',
    status,
    documentId,
    chunks: 0,
    pages: 0,
    error: null,
    warnings: [],
  });

  it('is only what was not there before', () => {
    const reports = [
      report('indexed', 'a'),
      report('duplicate', 'b'),
      report('failed', 'c'),
      report('unchanged', 'd'),
      report('replaced', 'e'),
      report('failed', null),
    ];
    expect(addedBy(reports)).toEqual(['a', 'b', 'c']);
  });
});
