import type { Way } from '../way';
import { censusDraft, censusMatch } from './census';
import { passages } from './passages';

/** “How many documents are there?”, “Which PDFs do I have?”: nothing is asked of the documents but that they are there. */
export const facts: Way = {
  id: 'facts',
  asks: async (asked) => censusMatch(asked, ({ by }) => by === 'files'),
  evidence: passages.evidence,
  answer: (drafting) => censusDraft(drafting),
};
