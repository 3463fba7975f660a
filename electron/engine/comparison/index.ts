/**
 * comparison: what two documents have in common and in what they differ. Pure functions of texts with their blocks;
 * reads no library and knows no model.
 */
export type { Difference, DifferenceKind } from './differences';
export type { ComparedDocument } from './passages';
export type { RedlineKind } from './pieces';
export { type RedlinePassage, type RedlinePlace, type RedlineResult, redline, type WordEdit } from './redline';
export { type BySubject, bySubject, type SubjectPair } from './subjects';
