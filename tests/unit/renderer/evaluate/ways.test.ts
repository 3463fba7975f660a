import { describe, expect, it } from 'vitest';
import { ownOf, ownWayIds, ownWays, wayName, ways } from '../../../../renderer/evaluate/ways';

describe('ways with a number of one’s own', () => {
  it('are known by their number, among those that the room offers as they are', () => {
    const own = ownWayIds.map((id) => ownWays[id].way(0.5));
    expect(ownOf([...Object.values(ways), ...own])).toEqual(own);
    expect(ownWayIds.map((id, position) => ownWays[id].numberOf(own[position] ?? ways.hybrid))).toEqual([0.5, 0.5]);
  });

  it('are called in a result by the words of the room, and those it does not offer as the engine calls them', () => {
    expect(wayName({ name: 'hybrid alpha 0.9', configuration: ownWays.alpha.way(0.9) })).toBe('Hybrid, α 0.9');
    expect(wayName({ name: 'hybrid rrf k 5', configuration: ownWays.rrfK.way(5) })).toBe('Hybrid, RRF, k 5');
    expect(wayName({ name: 'hybrid rrf', configuration: ways.hybridRrf })).toBe('Hybrid, RRF');
    const besides = { ...ownWays.alpha.way(0.9), features: false };
    expect(wayName({ name: 'hybrid alpha 0.9 plain', configuration: besides })).toBe('hybrid alpha 0.9 plain');
    const named = { ...ownWays.alpha.way(0.9), name: 'mine' };
    expect(wayName({ name: 'mine', configuration: named })).toBe('mine');
  });
});
