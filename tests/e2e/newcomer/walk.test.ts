import { describe, it } from 'vitest';
import { tasks } from './tasks';

describe('a person who has never seen Vitrine', () => {
  for (const { goal, clicks } of Object.values(tasks)) it.todo(`${goal} (${clicks} clicks at most)`);
});
