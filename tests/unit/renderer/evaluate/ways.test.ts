import { describe, expect, it } from 'vitest';
import { ownOf, ownWayIds, ownWays, wayName, ways } from '../../../../renderer/evaluate/ways';

describe('ways with a number of one’s own', () => {
  it('are known by their number, among those that the room offers as they are', () => {
    const own = ownWayIds.map((id) => ownWays[id].way(0.5));
    expect(ownOf([...Object.values(ways), ...own])).toEqual(own);
    expect(ownWayIds.map((id, position) => ownWays[id].numberOf(own[position] ?? ways.hybrid))).toEqual([0.5, 0.5]);
  });

  it('are called in a result as the engine calls them', () => {
    expect(wayName({ name: 'hybrid alpha 0.9', configuration: ownWays.alpha.way(0.9) })).toBe('hybrid alpha 0.9');
    expect(wayName({ name: 'hybrid rrf', configuration: ways.hybridRrf })).toBe('Hybrid, RRF');
  });
});
