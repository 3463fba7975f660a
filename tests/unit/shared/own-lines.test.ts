import { isStep } from '@shared/own-lines';
import { describe, expect, it } from 'vitest';

describe('a step of a program', () => {
  it.each([
    'import random',
    'raise GiveUp(last)',
    'return min(lux, 139)',
    'for attempt in range(MAX):',
    'wait = min(cap, base)',
    'pool.remove(connection);',
    '"""',
    '});',
  ])('is %j', (line) => {
    expect(isStep(line)).toBe(true);
  });

  it.each([
    'MAX_ATTEMPTS = 6',
    'RETRY = {429, 502}',
    "const name = 'mill';",
    'def close(pool):',
    'class Mill:',
    'return to the mill',
    'The mill grinds rye (old).',
    'Rent is due (cold);',
  ])('is not %j, which says something by itself', (line) => {
    expect(isStep(line)).toBe(false);
  });
});
