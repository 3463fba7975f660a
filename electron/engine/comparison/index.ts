/**
 * comparison: what two documents have in common and in what they differ. Pure functions of texts with their blocks;
 * reads no library and knows no model.
 */
export { compareBySubject, type SubjectPair, type SubjectPassage } from './by-subject';
export type { Difference, DifferenceKind } from './differences';
export type { ComparedDocument } from './passages';
export type { RedlineKind } from './pieces';
export { type Place, type Redline, type RedlinePassage, redline, type WordEdit } from './redline';
export type { OtherFigure } from './stated-figures';
export { areVersions } from './versions';
