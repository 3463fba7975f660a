import { VitrineError } from '@shared/errors';
import { describe, expect, it } from 'vitest';
import { EmbedLater, type EmbedLaterParts } from '../../../electron/engine/flows/ingest/embed-later';
import { Turns } from '../../../electron/engine/store';

describe('embedding what waits', () => {
  it('tells the log that the catalogue cannot be read, to no harm of who looked', async () => {
    const said: unknown[] = [];
    const unembedded = () => {
      throw new VitrineError('library-damaged', 'A page is damaged.', 'Restore it.');
    };
    const parts = {
      library: { writable: true, contents: { unembedded } },
      turns: new Turns(),
      log: (what: string, facts: object) => said.push([what, facts]),
    } as unknown as EmbedLaterParts;
    const later = new EmbedLater(parts, true);
    later.soon();
    await later.close();
    expect(said).toEqual([['embed.later', expect.objectContaining({ code: 'library-damaged' })]]);
  });
});
