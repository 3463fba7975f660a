/**
 * controller: the order of the stages, their invariants, and runs with every state on the way. Does no stage's work.
 */
export { Controller, type ControllerServices, type RunKeeper } from './controller';
export { exportRun, importRun } from './run-exchange';
