import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WritingTimes } from '../../../../electron/engine/jobs/care/rebuilds';
import type { Library } from '../../../../electron/engine/store';
import { libraryWithIndex } from '../../store/open-test-library';

let library: Library;

beforeEach(async () => {
  library = await libraryWithIndex();
});
afterEach(() => library.close());

describe('the times of writing the index', () => {
  it('are those of a rebuild of the same kind, then of the other, then of an ingest', () => {
    const times = new WritingTimes(library);
    expect(times.nearestTo(null, false)).toBeNull();
    times.ingested({ chunks: 500, ms: 900 });
    expect(times.nearestTo(null, false)).toEqual({ chunks: 500, ms: 900 });
    times.rebuilt(null, true, { chunks: 800, ms: 700 });
    expect(times.nearestTo(null, false)).toEqual({ chunks: 800, ms: 700 });
    times.rebuilt(null, false, { chunks: 400, ms: 100 });
    expect(times.nearestTo(null, false)).toEqual({ chunks: 400, ms: 100 });
    expect(times.nearestTo(null, true)).toEqual({ chunks: 800, ms: 700 });
  });

  it('say nothing of another place', () => {
    const times = new WritingTimes(library);
    times.rebuilt(null, false, { chunks: 400, ms: 100 });
    expect(times.nearestTo('s3://bucket/library', false)).toBeNull();
    times.rebuilt('s3://bucket/library', false, { chunks: 400, ms: 9000 });
    expect(times.nearestTo(null, false)).toEqual({ chunks: 400, ms: 100 });
  });

  it('are of large commits, which a small one does not displace', () => {
    const times = new WritingTimes(library);
    times.ingested({ chunks: 400, ms: 400 });
    times.ingested({ chunks: 3, ms: 90 });
    expect(times.nearestTo(null, false)).toEqual({ chunks: 400, ms: 400 });
    times.ingested({ chunks: 300, ms: 200 });
    expect(times.nearestTo(null, false)).toEqual({ chunks: 300, ms: 200 });
  });

  it('are forgotten on another computer', () => {
    const times = new WritingTimes(library);
    times.rebuilt(null, false, { chunks: 400, ms: 100 });
    const kept = JSON.parse(library.setting('writing-times') ?? '');
    library.setSetting('writing-times', JSON.stringify({ another: Object.values(kept)[0] }));
    expect(times.nearestTo(null, false)).toBeNull();
  });
});
