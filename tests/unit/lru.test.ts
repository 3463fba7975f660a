import { expect, it } from 'vitest';
import { Lru } from '../../electron/engine/lru';

it('an Lru keeps the last used entries, up to its size', () => {
  const lru = new Lru<string, number>(2);
  lru.set('one', 1);
  lru.set('two', 2);
  expect(lru.get('one')).toBe(1);
  lru.set('three', 3);
  expect([lru.get('two'), lru.get('one'), lru.get('three'), lru.size]).toEqual([undefined, 1, 3, 2]);
  lru.delete('one');
  lru.clear();
  expect([lru.size, lru.get('three')]).toEqual([0, undefined]);
});
