import { fromPassages } from '../from-passages';
import type { Way } from '../way';
import { isUnstated } from './fields';

/** Every question that no other way answers. */
export const passages: Way = {
  id: 'passages',
  asks: async (asked) => ({ by: isUnstated(asked) ? 'unstated' : 'rest', about: '' }),
  evidence: (asked) => asked.search(),
  answer: (drafting) => fromPassages(drafting),
};
