/**
 * census: questions about all documents. The only door of this room.
 *
 * Does: tells by its form whether a question asks how many documents there are, or which, of which something is true, and
 * gives a verdict on one document with the place that bears it out.
 * Never does: search, answer, or know a library.
 */
export { type CensusQuestion, type CensusTest, readCensus } from './read-census';
export { type CensusVerdict, documentVerdict, extremesOf } from './take-census';
