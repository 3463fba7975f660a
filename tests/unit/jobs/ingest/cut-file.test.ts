import { profileId } from '@shared/limits';
import { describe, expect, it } from 'vitest';
import { openLanguageDetector, plainDocument } from '../../../../electron/engine/ingest';
import { cutContent, cutContentInTurns } from '../../../../electron/engine/jobs/ingest/cut-content';

const profile = profileId('balanced', { unit: 'characters', size: 800, minSize: 0, overlap: 100 });
const text = Array.from({ length: 20_000 }, (_, n) => `Line ${n} tells of the lamp in case ${n % 97}.\n`).join('');
const source = {
  read: plainDocument(text, null),
  contentId: 'content',
  checksum: 'sum',
  bytes: text.length,
  storedPath: '',
  indexTitle: 'Title',
};
const byWords = (part: string) => part.split(/\s+/).length;

describe('a long text that is cut in turns', () => {
  it('is cut as it is at once', async () => {
    const inTurns = await cutContentInTurns({ source, profile }, byWords, new AbortController().signal);
    expect(inTurns).toEqual(cutContent({ source, profile }, byWords, await openLanguageDetector()));
  });

  it('lets a cancel be noticed before its end', async () => {
    const stopper = new AbortController();
    const reason = new Error('enough');
    let counted = 0;
    // Each chunk takes a millisecond, so the whole takes more than a second on any machine.
    const slowly = (part: string) => {
      counted += 1;
      const until = performance.now() + 1;
      while (performance.now() < until);
      return byWords(part);
    };
    const cutting = cutContentInTurns({ source, profile }, slowly, stopper.signal);
    setTimeout(() => stopper.abort(reason), 0);
    await expect(cutting).rejects.toBe(reason);
    const all = cutContent({ source, profile }, byWords).content.chunks.length;
    expect(all).toBeGreaterThan(1000);
    expect(counted).toBeLessThan(all / 2);
  });
});
