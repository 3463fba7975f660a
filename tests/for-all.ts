import fc, { type Arbitrary, type Parameters } from 'fast-check';

type Drawn<Values extends [unknown, ...unknown[]]> = { [Place in keyof Values]: Arbitrary<Values[Place]> };
type Law<Values extends [unknown, ...unknown[]], Outcome> = [
  ...arbitraries: Drawn<Values>,
  predicate: (...values: Values) => Outcome,
];

/** Holds a law against what these draw, and fails with the smallest counterexample; so often, or from that seed. */
export const forAllWith =
  (options: Parameters<unknown>) =>
  <Values extends [unknown, ...unknown[]]>(...law: Law<Values, void>): void =>
    fc.assert(fc.property<Values>(...law), options as Parameters<Values>);

export const forAll = forAllWith({});

/** The same for a law that has to wait for something. */
export const forAllAsyncWith =
  (options: Parameters<unknown>) =>
  <Values extends [unknown, ...unknown[]]>(...law: Law<Values, Promise<void>>): Promise<void> =>
    fc.assert(fc.asyncProperty<Values>(...law), options as Parameters<Values>);

export const forAllAsync = forAllAsyncWith({});
