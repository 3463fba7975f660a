import { VitrineError } from '@shared/errors';
import { describe, expect, it } from 'vitest';
import { SerialQueue } from '../../../../electron/engine/async';
import {
  EmbedLater,
  type EmbedLaterParts,
  RepairAlongside,
  type RepairAlongsideParts,
} from '../../../../electron/engine/jobs/care/alongside';

describe('chunks that a search had to leave out', () => {
  it('fail no search where that cannot be written down', () => {
    const said: unknown[] = [];
    const setSetting = () => {
      throw new VitrineError('disk-full');
    };
    const parts = {
      library: { writable: true, setting: () => null, setSetting },
      log: (what: string, facts: object) => said.push([what, facts]),
    } as unknown as RepairAlongsideParts;
    new RepairAlongside(parts, true).metMalformed(['c1']);
    expect(said).toEqual([
      ['chunk.malformed', { chunkIds: ['c1'] }],
      ['library.repair', expect.objectContaining({ code: 'disk-full' })],
    ]);
  });
});

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
