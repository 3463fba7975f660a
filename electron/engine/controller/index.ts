/**
 * controller: the order of the stages, their invariants, and runs with every state on the way. Does no stage's work.
 */
export { configurationOf } from './configuration';
export { Controller, type ControllerServices, type RunKeeper } from './controller';
export { chatModelsOf, exportRun, importRun } from './run-exchange';
