import type { AnswerEvidence } from '@shared/contract';

/** Round weights by which a half of the question's words is a half of the way. */
export const confidenceWeights = {
  bias: -3,
  coverage: 6,
  nearness: 2,
  missingNumbers: -3,
  wordsOnly: { bias: -3, coverage: 6, missingNumbers: -3 },
  languages: { eng: { sure: 20, right: 17 }, deu: { sure: 20, right: 16 } },
  report: '',
};

export const noEvidence: AnswerEvidence = {
  passages: 0,
  coverage: 0,
  nearness: null,
  missingNumbers: [],
  absent: [],
  unknownWords: [],
};
