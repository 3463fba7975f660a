import { describe, expect, it } from 'vitest';
import { belowView, followedTo } from '../../../../renderer/chat/followed-end';

describe('a conversation that is read at its end', () => {
  const place = { scrollTop: 400, scrollHeight: 1000, clientHeight: 600, newestTop: 700 };

  it('is followed to its end as it grows word by word', () => {
    expect(followedTo({ ...place, scrollHeight: 1024 }, 24)).toBe(424);
    expect(followedTo({ ...place, scrollHeight: 3000 }, 24)).toBe(2400);
  });

  it('is followed no farther than the question of an answer that came at once', () => {
    expect(followedTo({ ...place, scrollHeight: 1900 }, 900)).toBe(684);
  });

  it('shows the end too of an answer that came at once and has room under its question', () => {
    expect(followedTo({ ...place, scrollHeight: 1250 }, 301)).toBe(650);
  });

  it('stays at its beginning as long as it has room', () => {
    expect(followedTo({ scrollTop: 0, scrollHeight: 500, clientHeight: 600, newestTop: 0 }, 500)).toBe(0);
    expect(followedTo({ scrollTop: 0, scrollHeight: 900, clientHeight: 600, newestTop: 10 }, 900)).toBe(0);
  });

  it('knows how far its end is below what is seen', () => {
    expect(belowView(place)).toBe(0);
    expect(belowView({ ...place, scrollTop: 100 })).toBe(300);
  });
});
