import { VitrineError } from '@shared/errors';
import { describe, expect, it } from 'vitest';
import { RepairAlongside, type RepairAlongsideParts } from '../../../../electron/engine/jobs/care/alongside';

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
