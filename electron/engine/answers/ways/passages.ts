import { fromPassages } from '../from-passages';
import type { Way } from '../way';

/** Every question that no other way answers. */
export const passages: Way = {
  id: 'passages',
  asks: async () => ({ by: 'rest', about: '' }),
  evidence: (asked) => asked.search(),
  answer: (drafting) => fromPassages(drafting),
};
