import { VitrineError } from '@shared/errors';
import { describe, expect, it } from 'vitest';
import { SerialQueue } from '../../../../electron/engine/async';
import { EmbedLater, type EmbedLaterParts } from '../../../../electron/engine/jobs/ingest/embed-later';

describe('embedding what waits', () => {
  it('tells the log that the catalogue cannot be read, to no harm of who looked', async () => {
    const said: unknown[] = [];
    const unembedded = () => {
      throw new VitrineError('library-damaged');
    };
    const parts = {
      library: { writable: true, contents: { unembedded } },
      turns: new SerialQueue(),
      log: (what: string, facts: object) => said.push([what, facts]),
    } as unknown as EmbedLaterParts;
    const later = new EmbedLater(parts, true);
    later.soon();
    await later.close();
    expect(said).toEqual([['embed.later', expect.objectContaining({ code: 'library-damaged' })]]);
  });
});
