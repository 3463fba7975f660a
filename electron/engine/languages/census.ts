import { languages } from './index';
import type { CensusWords } from './language';

export type { CensusWords, CountedFiles } from './language';

/** The words of questions about all documents, by ISO 639-3. */
export const censusWords: Readonly<Record<string, CensusWords>> = Object.fromEntries(
  Object.entries(languages).flatMap(([code, { census }]) => (census ? [[code, census]] : [])),
);
